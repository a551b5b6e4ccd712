"""How far the word index in use is filled: what is saved gets into it later."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database one step up."""
    op.add_column("index_state", sa.Column("words_through", sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE index_state SET words_through = (SELECT coalesce(max(seq), 0) FROM records)")
