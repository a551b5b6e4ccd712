"""The archivist's runs, what it has to say, and its switch."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database one step up."""
    op.add_column("spaces", sa.Column("archivist_off_since", sa.String(32), nullable=True))
    op.create_table(
        "runs",
        sa.Column("record", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("due_at", sa.String(32), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("claim", sa.String(length=32), nullable=True),
        sa.Column("first_failed_at", sa.String(32), nullable=True),
        sa.Column("failed_at", sa.String(32), nullable=True),
        sa.Column("failure", sa.String(length=32), nullable=True),
        sa.Column("dropped_links", sa.Integer(), nullable=True),
        sa.Column("discarded", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(["record"], ["records.pk"], name="fk_runs_record", ondelete="RESTRICT"),
        sa.PrimaryKeyConstraint("record", name="pk_runs"),
    )
    op.create_index("ix_runs_waiting", "runs", ["due_at"], sqlite_where=sa.text("state = 'waiting'"))
    op.create_table(
        "remarks",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("record", sa.Integer(), nullable=False),
        sa.Column("others", sa.JSON(), nullable=False),
        sa.Column("asks", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("due_at", sa.String(32), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["record"], ["records.pk"], name="fk_remarks_record", ondelete="RESTRICT"),
        sa.PrimaryKeyConstraint("pk", name="pk_remarks"),
    )
    op.create_index("ix_remarks_record", "remarks", ["record"], unique=False)
    op.create_index("ix_remarks_waiting", "remarks", ["due_at"], sqlite_where=sa.text("state = 'waiting'"))
