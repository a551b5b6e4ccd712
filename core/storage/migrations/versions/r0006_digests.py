"""What the archivist has to say and holds back for the digest of a day."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database one step up."""
    op.add_column("remarks", sa.Column("held", sa.Boolean(), nullable=False, server_default="0"))
