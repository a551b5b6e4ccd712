"""Values to begin with, where a test cares for one or two fields."""

from dataclasses import replace
from typing import Any

from core.ids import AudienceId, PersonId, RecordId, RecordKey, Ref, Seq, SpaceId, WorkspaceId
from core.records import MemoryType, Record, Visibility
from core.spaces import Person, Space, SpaceKind
from tests.core.fakes import MORNING

RECORD = Record(
    key=RecordKey(1),
    id=RecordId("5b0c8f1e-3f0a-4c55-9d7e-0f4d2f0c7a11"),
    ref=Ref("7K2MQ9XA"),
    seq=Seq(1),
    space=Space(SpaceId(1), SpaceKind.PRIVATE, "owner"),
    workspace_id=WorkspaceId(1),
    workspace="default",
    audience=AudienceId(1),
    scope="shared",
    content="Releases go out on Fridays",
    source="owner",
    source_id=None,
    source_hash=None,
    source_revision=None,
    fact_key="release-day",
    confidence=0.5,
    derived_from=(),
    path="/",
    memory_type=MemoryType.SEMANTIC,
    visibility=Visibility.ORGANIZATION,
    author=Person(PersonId(1), "owner"),
    said_by=None,
    said_at=None,
    created_at=MORNING,
    updated_at=MORNING,
)


def record(**changes: Any) -> Record:
    """A record that differs from the usual one in some fields."""
    return replace(RECORD, **changes)
