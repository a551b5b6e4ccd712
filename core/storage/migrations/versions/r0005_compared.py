"""Which records a model was shown when it put a judgement into words."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database one step up."""
    op.create_table(
        "compared",
        sa.Column("cause", sa.Integer(), nullable=False),
        sa.Column("other", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["cause"], ["records.pk"], name="fk_compared_cause", ondelete="RESTRICT"),
        sa.ForeignKeyConstraint(["other"], ["records.pk"], name="fk_compared_other", ondelete="RESTRICT"),
        sa.PrimaryKeyConstraint("cause", "other", name="pk_compared"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_compared_other", "compared", ["other"], unique=False)
