"""How far the word index in use is filled, since what is saved gets into it later; and whether words of wiped
texts may still be in it, which a tidying that is cut short leaves to the next."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database one step up."""
    op.add_column("index_state", sa.Column("words_through", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("index_state", sa.Column("holds_wiped", sa.Boolean(), nullable=False, server_default="0"))
    op.execute(
        "UPDATE index_state SET holds_wiped = EXISTS (SELECT 1 FROM records WHERE wiped_at IS NOT NULL)"
    )
    op.execute("UPDATE index_state SET words_through = (SELECT coalesce(max(seq), 0) FROM records)")
