"""Records as JSON (SPEC section 2): every field, in the order of the table there."""

from collections.abc import Mapping, Sequence

from core.graph import Link
from core.records import Event, Record, iso
from core.standing import Standing

JSON = None | bool | int | float | str | Sequence["JSON"] | Mapping[str, "JSON"]
"""What an answer is made of."""


def record_json(record: Record) -> dict[str, JSON]:
    """The fields of a record; what depends on the reader is added by the tools."""
    return {
        "id": record.id,
        "ref": record.ref,
        "workspace": record.workspace,
        "scope": record.scope,
        "content": record.content,
        "source": record.source,
        "source_id": record.source_id,
        "source_hash": record.source_hash,
        "source_revision": record.source_revision,
        "fact_key": record.fact_key,
        "confidence": record.confidence,
        "derived_from": list(record.derived_from),
        "path": record.path,
        "memory_type": record.memory_type.value,
        "visibility": record.visibility.value,
        "author": record.author.name,
        "said_by": record.said_by,
        "said_at": None if record.said_at is None else iso(record.said_at),
        "created_at": iso(record.created_at),
        "updated_at": iso(record.updated_at),
    }


def judged_json(record: Record, standing: Standing) -> dict[str, JSON]:
    """The fields of a record as a reader sees them, with its status."""
    return {**record_json(record), "confidence": standing.confidence, "status": standing.status.value}


def link_json(link: Link) -> dict[str, JSON]:
    """One of a record's `graph_relations` (SPEC section 4)."""
    return {
        "relation": link.relation.value,
        "direction": link.direction.value,
        "weight": link.weight,
        "target_id": link.target_id,
        "preview": link.preview,
    }


def event_json(event: Event) -> dict[str, JSON]:
    """A line of a record's history; `other` is the reference of the record that it was about."""
    return {
        "kind": event.kind.value,
        "at": iso(event.at),
        "person": event.person.name,
        **({} if event.other is None else {"other": event.other}),
    }
