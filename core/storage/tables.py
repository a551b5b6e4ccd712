"""The tables. Migrations make them; a test holds the two together.

Times are ISO 8601 text in UTC with microseconds, which sorts as time does. The word index is
kept in two FTS5 tables, which SQLAlchemy cannot describe: `word_tables.py` holds their SQL.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    text,
)
from sqlalchemy.engine import Dialect

from core.records import iso


class Moment(TypeDecorator[datetime]):
    """An aware time, kept as text: SQLite has no type for it, and its driver drops the zone."""

    impl = String(32)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """To the form of SPEC section 2."""
        return None if value is None else iso(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Back to an aware time."""
        return None if value is None else datetime.fromisoformat(value)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _to(column: str) -> ForeignKey:
    return ForeignKey(column, ondelete="RESTRICT")


people = Table(
    "people",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("external_id", BigInteger, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("locale", String(8)),
    Column("created_at", Moment, nullable=False),
)

spaces = Table(
    "spaces",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("key", String(16), nullable=False, unique=True),
    Column("kind", String(16), nullable=False),
    Column("title", Text, nullable=False),
    Column("locale", String(8)),
    Column("created_at", Moment, nullable=False),
    Column("archivist_off_since", Moment),
)

chats = Table(
    "chats",
    metadata,
    Column("external_id", BigInteger, primary_key=True, autoincrement=False),
    Column("space", Integer, _to("spaces.pk"), nullable=False, index=True),
    Column("inactive_since", Moment),
)

members = Table(
    "members",
    metadata,
    Column("person", Integer, _to("people.pk"), primary_key=True),
    Column("space", Integer, _to("spaces.pk"), primary_key=True),
    Column("role", String(16), nullable=False),
    Column("since", Moment, nullable=False),
    Column("left_at", Moment),
)

projects = Table(
    "projects",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("space", Integer, _to("spaces.pk"), nullable=False),
    Column("name", Text, nullable=False),
    UniqueConstraint("space", "name"),
)

workspaces = Table(
    "workspaces",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("space", Integer, _to("spaces.pk"), nullable=False),
    Column("project", Integer, _to("projects.pk"), nullable=False),
    Column("name", Text, nullable=False),
    UniqueConstraint("space", "name"),
)

audiences = Table(
    "audiences",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("workspace", Integer, _to("workspaces.pk"), nullable=False),
    Column("visibility", String(16), nullable=False),
    Column("author", Integer, _to("people.pk")),
    Index(
        "uq_audiences_workspace_visibility_author",
        "workspace",
        "visibility",
        text("coalesce(author, 0)"),
        unique=True,
    ),
)

records = Table(
    "records",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("id", String(36), nullable=False, unique=True),
    Column("ref", String(8), nullable=False, unique=True),
    Column("seq", Integer, nullable=False, unique=True),
    Column("workspace", Integer, _to("workspaces.pk"), nullable=False),
    Column("audience", Integer, _to("audiences.pk"), nullable=False),
    Column("scope", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("source_id", Text),
    Column("source_hash", Text),
    Column("source_revision", Text),
    Column("fact_key", Text),
    Column("confidence", Float, nullable=False),
    Column("derived_from", JSON, nullable=False),
    Column("path", Text, nullable=False),
    Column("memory_type", String(16), nullable=False),
    Column("author", Integer, _to("people.pk"), nullable=False),
    Column("said_by", Text),
    Column("said_by_person", Integer, _to("people.pk")),
    Column("said_at", Moment),
    Column("analyze", Boolean, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Column("forgotten_at", Moment),
    Column("forgotten_by", Integer, _to("people.pk")),
    Column("wiped_at", Moment),
    # Of a record that was only corrected, `seq` and `updated_at` of the edit that gave it its words.
    Column("worded_seq", Integer),
    Column("worded_at", Moment),
    Index("ix_records_audience_seq", "audience", "seq", sqlite_where=text("forgotten_at IS NULL")),
    Index(
        "ix_records_workspace_fact_key", "workspace", "fact_key", sqlite_where=text("fact_key IS NOT NULL")
    ),
    Index(
        "ix_records_workspace_source_id", "workspace", "source_id", sqlite_where=text("source_id IS NOT NULL")
    ),
    Index("ix_records_derived_from", "seq", sqlite_where=text("derived_from <> '[]'")),
    Index("ix_records_workspace_scope_seq", "workspace", "scope", "seq"),
)

events = Table(
    "events",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("record", Integer, _to("records.pk"), nullable=False, index=True),
    Column("at", Moment, nullable=False),
    Column("person", Integer, _to("people.pk"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("other", Integer, _to("records.pk"), index=True),
)

earlier_contents = Table(
    "earlier_contents",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("record", Integer, _to("records.pk"), nullable=False, index=True),
    Column("content", Text, nullable=False),
    Column("audience", Integer, _to("audiences.pk"), nullable=False),
    Column("replaced_at", Moment, nullable=False),
)

marks = Table(
    "marks",
    metadata,
    Column("target", Integer, _to("records.pk"), primary_key=True),
    Column("cause", Integer, _to("records.pk"), primary_key=True, index=True),
    Column("kind", String(16), nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", Moment, nullable=False),
)

links = Table(
    "links",
    metadata,
    Column("source", Integer, _to("records.pk"), primary_key=True),
    Column("target", Integer, _to("records.pk"), primary_key=True, index=True),
    Column("relation", String(16), primary_key=True),
    Column("weight", Float, nullable=False),
    Column("at", Moment, nullable=False),
)

compared = Table(
    "compared",
    metadata,
    # The record that was judged, and one that the model was shown beside it and may have quoted.
    Column("cause", Integer, _to("records.pk"), primary_key=True),
    Column("other", Integer, _to("records.pk"), primary_key=True, index=True),
    sqlite_with_rowid=False,
)

retirements = Table(
    "retirements",
    metadata,
    # The later decision has the higher number. None takes the place of another, since not all see both.
    Column("pk", Integer, primary_key=True),
    Column("record", Integer, _to("records.pk"), nullable=False),
    Column("kept", Integer, _to("records.pk"), nullable=False, index=True),
    Column("person", Integer, _to("people.pk"), nullable=False),
    Column("at", Moment, nullable=False),
    UniqueConstraint("record", "kept"),
)

WAITING = "state = 'waiting'"

runs = Table(
    "runs",
    metadata,
    # One a record: what is queued anew takes the place of what was.
    Column("record", Integer, _to("records.pk"), primary_key=True),
    Column("state", String(16), nullable=False),
    # When it may be tried; while a process is at it, when the lease of that one ends; then, when it ended.
    Column("due_at", Moment, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("claim", String(32)),
    Column("first_failed_at", Moment),
    Column("failed_at", Moment),
    Column("failure", String(32)),
    # What the model named that was no candidate: links, and whether its decision did.
    Column("dropped_links", Integer),
    Column("discarded", Boolean),
    Index("ix_runs_waiting", "due_at", sqlite_where=text(WAITING)),
)

remarks = Table(
    "remarks",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("record", Integer, _to("records.pk"), nullable=False, index=True),
    # Numbers of records: those that were marked, or that may contradict it.
    Column("others", JSON, nullable=False),
    Column("asks", Boolean, nullable=False),
    Column("state", String(16), nullable=False),
    # Whether it waits for the digest, since enough had been said that day.
    Column("held", Boolean, nullable=False, server_default="0"),
    # When it may be said; of one that was said, when it was.
    Column("due_at", Moment, nullable=False),
    Column("created_at", Moment, nullable=False),
    Index("ix_remarks_waiting", "due_at", sqlite_where=text(WAITING)),
)

messages = Table(
    "messages",
    metadata,
    Column("space", Integer, _to("spaces.pk"), primary_key=True),
    Column("message", BigInteger, primary_key=True, autoincrement=False),
    # One record a message for each who saved it: a draft must not keep others from saving it too.
    Column("author", Integer, _to("people.pk"), primary_key=True),
    Column("record", Integer, _to("records.pk"), nullable=False, index=True),
)

idempotency_keys = Table(
    "idempotency_keys",
    metadata,
    Column("author", Integer, _to("people.pk"), primary_key=True),
    Column("workspace", Integer, _to("workspaces.pk"), primary_key=True),
    Column("key", Text, primary_key=True),
    Column("record", Integer, _to("records.pk"), nullable=False, index=True),
    Column("content_hash", String(80), nullable=False),
)

lookups = Table(
    "lookups",
    metadata,
    Column("token", String(16), primary_key=True),
    Column("person", Integer, _to("people.pk"), nullable=False),
    Column("space", Integer, _to("spaces.pk"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("message", BigInteger, nullable=False),
    Column("created_at", Moment, nullable=False, index=True),
)

changes = Table(
    "changes",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("old_seq", Integer),
    Column("old_audience", Integer),
    Column("new_seq", Integer),
    Column("new_audience", Integer),
    sqlite_autoincrement=True,
)

index_state = Table(
    "index_state",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("words_version", Integer, nullable=False),
    Column("words_through", Integer, nullable=False, server_default="0"),
    Column("in_use", Integer, nullable=False, server_default="0"),
    Column("built_version", Integer),
    Column("built_through", Integer),
    Column("holds_wiped", Boolean, nullable=False, server_default="0"),
)

terminal_messages = Table(
    "terminal_messages",
    metadata,
    Column("chat", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("person", BigInteger),
    Column("buttons", JSON),
    Column("open_hash", String(80)),
)
