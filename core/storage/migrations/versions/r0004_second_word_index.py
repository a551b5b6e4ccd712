"""A second word index, into which the first is made anew while it is in use."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database one step up."""
    op.execute(
        "CREATE VIRTUAL TABLE record_words_2 USING fts5"
        " (words, content='', detail='none', columnsize=0, tokenize='ascii')"
    )
    op.add_column("index_state", sa.Column("in_use", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("index_state", sa.Column("built_version", sa.Integer(), nullable=True))
    op.add_column("index_state", sa.Column("built_through", sa.Integer(), nullable=True))
