"""Since when a record says what it says, where it was only corrected since; null elsewhere."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database one step up."""
    op.add_column("records", sa.Column("worded_seq", sa.Integer(), nullable=True))
    op.add_column("records", sa.Column("worded_at", sa.String(32), nullable=True))
