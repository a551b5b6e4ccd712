"""Keys and labels of records: what a search may tell a model of, and where it looks a second time."""

from collections.abc import Iterable

from sqlalchemy import Connection, bindparam, func, select

from core.ids import AudienceId, WorkspaceId
from core.records import DEFAULT_SCOPE
from core.storage.prepared import listed
from core.storage.records import VISIBLE, Reader
from core.storage.tables import audiences, records, spaces, workspaces
from core.words import RecordWords, Term, normalise

LATEST = 2_000
"""Records of each audience whose keys and labels may be named: a team's words of today."""
KEYS = 20_000
"""Keys, or scopes, that are looked at, by a second search and for another spelling."""

_latest = (
    select(records.c.seq, records.c.fact_key, records.c.scope)
    .where(
        records.c.audience == bindparam("audience"),
        records.c.forgotten_at.is_(None),
        records.c.analyze.is_(True),
    )
    .order_by(records.c.seq.desc())
    .limit(LATEST)
    .subquery()
)
_NAMED = select(_latest).where(_latest.c.fact_key.is_not(None) | (_latest.c.scope != DEFAULT_SCOPE))
_KEYED = select(records.c.fact_key).where(
    records.c.workspace.in_(listed("workspaces")),
    records.c.fact_key.is_not(None),
    VISIBLE,
)
_IN_WORKSPACE = records.c.workspace == bindparam("workspace")
# From one scope to the next in the index, past all the records of each.
_walked = select(func.min(records.c.scope).label("scope")).where(_IN_WORKSPACE).cte("walked", recursive=True)
_next = select(func.min(records.c.scope)).where(_IN_WORKSPACE, records.c.scope > _walked.c.scope)
_walk = _walked.union_all(select(_next.scalar_subquery()).where(_walked.c.scope.is_not(None)))
_SCOPES = select(_walk.c.scope).where(_walk.c.scope.is_not(None)).limit(KEYS)
_LATEST_IN_SCOPE = (
    select(records.c.seq)
    .where(_IN_WORKSPACE, records.c.scope == bindparam("scope"), VISIBLE)
    .order_by(records.c.seq.desc())
    .limit(1)
)
_SWITCHED_ON = (
    select(audiences.c.pk)
    .join(workspaces, workspaces.c.pk == audiences.c.workspace)
    .join(spaces, spaces.c.pk == workspaces.c.space)
    .where(audiences.c.pk.in_(listed("audiences")), spaces.c.archivist_off_since.is_(None))
)


def keys_and_labels(connection: Connection, reader: Reader, limit: int) -> tuple[str, ...]:
    """The latest keys and labels that the reader sees, as far as a model may know of them."""
    named: list[tuple[int, str]] = []
    for audience in connection.execute(_SWITCHED_ON, {"audiences": list(reader.audiences)}).scalars():
        for row in connection.execute(_NAMED, {"audience": AudienceId(audience)}):
            if row.fact_key is not None:
                named.append((row.seq, row.fact_key))
            if row.scope != DEFAULT_SCOPE:
                named.append((row.seq, row.scope))
    latest_first = sorted(named, key=lambda one: -one[0])
    return tuple(dict.fromkeys(name for _, name in latest_first))[:limit]


def is_key(connection: Connection, reader: Reader, key: str) -> bool:
    """Whether a record that the reader sees has this key."""
    seen = {"workspaces": list(reader.workspaces), "audiences": list(reader.audiences)}
    return connection.execute(_KEYED.where(records.c.fact_key == key).limit(1), seen).first() is not None


def keys(connection: Connection, reader: Reader) -> list[str]:
    """The keys of records that the reader sees, the latest first; `KEYS` at most."""
    seen = {"workspaces": list(reader.workspaces), "audiences": list(reader.audiences)}
    latest = _KEYED.group_by(records.c.fact_key).order_by(func.max(records.c.seq).desc()).limit(KEYS)
    return list(connection.execute(latest, seen).scalars())


def spellings(connection: Connection, within: Iterable[WorkspaceId], scope: str) -> list[str]:
    """A scope, and those of records, whoever may read them, that differ from it in case and width alone."""
    wanted = normalise(scope)
    scopes = (one for place in within for one in connection.execute(_SCOPES, {"workspace": place}).scalars())
    return list(dict.fromkeys((scope, *(one for one in scopes if normalise(one) == wanted))))


def latest_in_scope(connection: Connection, reader: Reader, scope: str) -> int | None:
    """The latest record with that scope that the reader sees."""
    audiences = list(reader.audiences)
    found = (
        connection.execute(
            _LATEST_IN_SCOPE, {"workspace": place, "scope": scope, "audiences": audiences}
        ).scalar()
        for place in reader.workspaces
    )
    return max((one for one in found if one is not None), default=None)


def seqs_by_key(
    connection: Connection, within: Iterable[WorkspaceId], sought: Iterable[Term]
) -> dict[Term, list[int]]:
    """Which records, whoever may read them, have a key in which each of the terms occurs."""
    here = records.c.workspace.in_(list(within)), records.c.fact_key.is_not(None)
    known = select(records.c.fact_key).where(*here).distinct().limit(KEYS)
    words = [(key, RecordWords.of(key)) for key in connection.execute(known).scalars()]
    found: dict[Term, list[int]] = {}
    for term in sought:
        keys = [key for key, of_key in words if term.occurs_in(of_key)]
        having = select(records.c.seq).where(*here, records.c.fact_key.in_(listed("keys")))
        found[term] = list(connection.execute(having, {"keys": keys}).scalars()) if keys else []
    return found
