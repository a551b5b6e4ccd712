"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """People, spaces, records, their words and what belongs to them."""
    op.create_table(
        "changes",
        sa.Column("number", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("old_seq", sa.Integer(), nullable=True),
        sa.Column("old_audience", sa.Integer(), nullable=True),
        sa.Column("new_seq", sa.Integer(), nullable=True),
        sa.Column("new_audience", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("number", name="pk_changes"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "index_state",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("words_version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("pk", name="pk_index_state"),
    )
    op.create_table(
        "people",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("external_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("locale", sa.String(length=8), nullable=True),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("pk", name="pk_people"),
        sa.UniqueConstraint("external_id", name="uq_people_external_id"),
    )
    op.create_table(
        "spaces",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("locale", sa.String(length=8), nullable=True),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("pk", name="pk_spaces"),
        sa.UniqueConstraint("key", name="uq_spaces_key"),
    )
    op.create_table(
        "terminal_messages",
        sa.Column("chat", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=True),
        sa.Column("buttons", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("chat", "number", name="pk_terminal_messages"),
    )
    op.create_table(
        "chats",
        sa.Column("external_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("space", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["space"], ["spaces.pk"], name="fk_chats_space", ondelete="RESTRICT"),
        sa.PrimaryKeyConstraint("external_id", name="pk_chats"),
    )
    op.create_index("ix_chats_space", "chats", ["space"], unique=False)
    op.create_table(
        "lookups",
        sa.Column("token", sa.String(length=16), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.pk"], name="fk_lookups_person", ondelete="RESTRICT"),
        sa.ForeignKeyConstraint(["space"], ["spaces.pk"], name="fk_lookups_space", ondelete="RESTRICT"),
        sa.PrimaryKeyConstraint("token", name="pk_lookups"),
    )
    op.create_index("ix_lookups_created_at", "lookups", ["created_at"], unique=False)
    op.create_table(
        "members",
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("since", sa.String(32), nullable=False),
        sa.Column("left_at", sa.String(32), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.pk"], name="fk_members_person", ondelete="RESTRICT"),
        sa.ForeignKeyConstraint(["space"], ["spaces.pk"], name="fk_members_space", ondelete="RESTRICT"),
        sa.PrimaryKeyConstraint("person", "space", name="pk_members"),
    )
    op.create_table(
        "projects",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["space"], ["spaces.pk"], name="fk_projects_space", ondelete="RESTRICT"),
        sa.PrimaryKeyConstraint("pk", name="pk_projects"),
        sa.UniqueConstraint("space", "name", name="uq_projects_space_name"),
    )
    op.create_table(
        "workspaces",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("project", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project"], ["projects.pk"], name="fk_workspaces_project", ondelete="RESTRICT"
        ),
        sa.ForeignKeyConstraint(["space"], ["spaces.pk"], name="fk_workspaces_space", ondelete="RESTRICT"),
        sa.PrimaryKeyConstraint("pk", name="pk_workspaces"),
        sa.UniqueConstraint("space", "name", name="uq_workspaces_space_name"),
    )
    op.create_table(
        "audiences",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("workspace", sa.Integer(), nullable=False),
        sa.Column("visibility", sa.String(length=16), nullable=False),
        sa.Column("author", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["author"], ["people.pk"], name="fk_audiences_author", ondelete="RESTRICT"),
        sa.ForeignKeyConstraint(
            ["workspace"], ["workspaces.pk"], name="fk_audiences_workspace", ondelete="RESTRICT"
        ),
        sa.PrimaryKeyConstraint("pk", name="pk_audiences"),
    )
    op.create_index(
        "uq_audiences_workspace_visibility_author",
        "audiences",
        ["workspace", "visibility", sa.text("coalesce(author, 0)")],
        unique=True,
    )
    op.create_table(
        "records",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("ref", sa.String(length=8), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("workspace", sa.Integer(), nullable=False),
        sa.Column("audience", sa.Integer(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("source_id", sa.Text(), nullable=True),
        sa.Column("source_hash", sa.Text(), nullable=True),
        sa.Column("source_revision", sa.Text(), nullable=True),
        sa.Column("fact_key", sa.Text(), nullable=True),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("derived_from", sa.JSON(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("memory_type", sa.String(length=16), nullable=False),
        sa.Column("author", sa.Integer(), nullable=False),
        sa.Column("said_by", sa.Text(), nullable=True),
        sa.Column("said_by_person", sa.Integer(), nullable=True),
        sa.Column("said_at", sa.String(32), nullable=True),
        sa.Column("analyze", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("updated_at", sa.String(32), nullable=False),
        sa.Column("forgotten_at", sa.String(32), nullable=True),
        sa.Column("forgotten_by", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["audience"], ["audiences.pk"], name="fk_records_audience", ondelete="RESTRICT"
        ),
        sa.ForeignKeyConstraint(["author"], ["people.pk"], name="fk_records_author", ondelete="RESTRICT"),
        sa.ForeignKeyConstraint(
            ["forgotten_by"], ["people.pk"], name="fk_records_forgotten_by", ondelete="RESTRICT"
        ),
        sa.ForeignKeyConstraint(
            ["said_by_person"], ["people.pk"], name="fk_records_said_by_person", ondelete="RESTRICT"
        ),
        sa.ForeignKeyConstraint(
            ["workspace"], ["workspaces.pk"], name="fk_records_workspace", ondelete="RESTRICT"
        ),
        sa.PrimaryKeyConstraint("pk", name="pk_records"),
        sa.UniqueConstraint("id", name="uq_records_id"),
        sa.UniqueConstraint("ref", name="uq_records_ref"),
        sa.UniqueConstraint("seq", name="uq_records_seq"),
    )
    op.create_index(
        "ix_records_audience_seq",
        "records",
        ["audience", "seq"],
        unique=False,
        sqlite_where=sa.text("forgotten_at IS NULL"),
    )
    op.create_index(
        "ix_records_workspace_fact_key",
        "records",
        ["workspace", "fact_key"],
        unique=False,
        sqlite_where=sa.text("fact_key IS NOT NULL"),
    )
    op.create_index("ix_records_workspace_scope_seq", "records", ["workspace", "scope", "seq"], unique=False)
    op.create_index(
        "ix_records_workspace_source_id",
        "records",
        ["workspace", "source_id"],
        unique=False,
        sqlite_where=sa.text("source_id IS NOT NULL"),
    )
    op.create_table(
        "events",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("record", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.pk"], name="fk_events_person", ondelete="RESTRICT"),
        sa.ForeignKeyConstraint(["record"], ["records.pk"], name="fk_events_record", ondelete="RESTRICT"),
        sa.PrimaryKeyConstraint("pk", name="pk_events"),
    )
    op.create_index("ix_events_record", "events", ["record"], unique=False)
    op.create_table(
        "idempotency_keys",
        sa.Column("author", sa.Integer(), nullable=False),
        sa.Column("workspace", sa.Integer(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("record", sa.Integer(), nullable=False),
        sa.Column("content_hash", sa.String(length=80), nullable=False),
        sa.ForeignKeyConstraint(
            ["author"], ["people.pk"], name="fk_idempotency_keys_author", ondelete="RESTRICT"
        ),
        sa.ForeignKeyConstraint(
            ["record"], ["records.pk"], name="fk_idempotency_keys_record", ondelete="RESTRICT"
        ),
        sa.ForeignKeyConstraint(
            ["workspace"], ["workspaces.pk"], name="fk_idempotency_keys_workspace", ondelete="RESTRICT"
        ),
        sa.PrimaryKeyConstraint("author", "workspace", "key", name="pk_idempotency_keys"),
    )
    op.create_index("ix_idempotency_keys_record", "idempotency_keys", ["record"], unique=False)
    op.create_table(
        "messages",
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("message", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("record", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["record"], ["records.pk"], name="fk_messages_record", ondelete="RESTRICT"),
        sa.ForeignKeyConstraint(["space"], ["spaces.pk"], name="fk_messages_space", ondelete="RESTRICT"),
        sa.PrimaryKeyConstraint("space", "message", name="pk_messages"),
    )
    op.create_index("ix_messages_record", "messages", ["record"], unique=False)
    op.execute(
        "CREATE VIRTUAL TABLE record_words USING fts5"
        "(words, content='', detail='none', columnsize=0, tokenize='ascii')"
    )
    op.execute("INSERT INTO index_state (pk, words_version) VALUES (1, 0)")
