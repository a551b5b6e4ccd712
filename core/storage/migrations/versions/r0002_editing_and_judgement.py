"""Earlier contents, marks, links and retirements; wiped texts; chats that may not be written to."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database one step up."""
    op.add_column("records", sa.Column("wiped_at", sa.String(32), nullable=True))
    op.add_column("terminal_messages", sa.Column("open_hash", sa.String(length=80), nullable=True))
    op.add_column("chats", sa.Column("inactive_since", sa.String(32), nullable=True))
    # SQLite adds a column with its foreign key only where the table is copied, or by its own words.
    op.execute("ALTER TABLE events ADD COLUMN other INTEGER REFERENCES records (pk) ON DELETE RESTRICT")
    op.create_index("ix_events_other", "events", ["other"], unique=False)
    op.create_index(
        "ix_records_derived_from", "records", ["seq"], sqlite_where=sa.text("derived_from <> '[]'")
    )
    op.create_table(
        "earlier_contents",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("record", sa.Integer(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("audience", sa.Integer(), nullable=False),
        sa.Column("replaced_at", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(
            ["audience"], ["audiences.pk"], name="fk_earlier_contents_audience", ondelete="RESTRICT"
        ),
        sa.ForeignKeyConstraint(
            ["record"], ["records.pk"], name="fk_earlier_contents_record", ondelete="RESTRICT"
        ),
        sa.PrimaryKeyConstraint("pk", name="pk_earlier_contents"),
    )
    op.create_index("ix_earlier_contents_record", "earlier_contents", ["record"], unique=False)
    op.create_table(
        "marks",
        sa.Column("target", sa.Integer(), nullable=False),
        sa.Column("cause", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["cause"], ["records.pk"], name="fk_marks_cause", ondelete="RESTRICT"),
        sa.ForeignKeyConstraint(["target"], ["records.pk"], name="fk_marks_target", ondelete="RESTRICT"),
        sa.PrimaryKeyConstraint("target", "cause", name="pk_marks"),
    )
    op.create_index("ix_marks_cause", "marks", ["cause"], unique=False)
    op.create_table(
        "links",
        sa.Column("source", sa.Integer(), nullable=False),
        sa.Column("target", sa.Integer(), nullable=False),
        sa.Column("relation", sa.String(length=16), nullable=False),
        sa.Column("weight", sa.Float(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["source"], ["records.pk"], name="fk_links_source", ondelete="RESTRICT"),
        sa.ForeignKeyConstraint(["target"], ["records.pk"], name="fk_links_target", ondelete="RESTRICT"),
        sa.PrimaryKeyConstraint("source", "target", "relation", name="pk_links"),
    )
    op.create_index("ix_links_target", "links", ["target"], unique=False)
    op.create_table(
        "retirements",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("record", sa.Integer(), nullable=False),
        sa.Column("kept", sa.Integer(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["kept"], ["records.pk"], name="fk_retirements_kept", ondelete="RESTRICT"),
        sa.ForeignKeyConstraint(["person"], ["people.pk"], name="fk_retirements_person", ondelete="RESTRICT"),
        sa.ForeignKeyConstraint(
            ["record"], ["records.pk"], name="fk_retirements_record", ondelete="RESTRICT"
        ),
        sa.PrimaryKeyConstraint("pk", name="pk_retirements"),
        sa.UniqueConstraint("record", "kept", name="uq_retirements_record_kept"),
    )
    op.create_index("ix_retirements_kept", "retirements", ["kept"], unique=False)
    _let_each_save_a_message()


def _let_each_save_a_message() -> None:
    """Make `messages` anew with the author in its key, which SQLite cannot add to a table."""
    op.drop_index("ix_messages_record", "messages")
    op.rename_table("messages", "messages_before")
    op.create_table(
        "messages",
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("message", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("author", sa.Integer(), nullable=False),
        sa.Column("record", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["author"], ["people.pk"], name="fk_messages_author", ondelete="RESTRICT"),
        sa.ForeignKeyConstraint(["record"], ["records.pk"], name="fk_messages_record", ondelete="RESTRICT"),
        sa.ForeignKeyConstraint(["space"], ["spaces.pk"], name="fk_messages_space", ondelete="RESTRICT"),
        sa.PrimaryKeyConstraint("space", "message", "author", name="pk_messages"),
    )
    op.execute(
        "INSERT INTO messages (space, message, author, record)"
        " SELECT m.space, m.message, r.author, m.record"
        " FROM messages_before m JOIN records r ON r.pk = m.record"
    )
    op.drop_table("messages_before")
    op.create_index("ix_messages_record", "messages", ["record"], unique=False)
