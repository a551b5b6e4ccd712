"""What the store itself decides about records; the use cases test the rest."""

from collections.abc import Iterable

from sqlalchemy import Connection

from core.ids import Ref, WorkspaceId
from core.memory import Memory
from core.records import Draft, Record
from core.spaces import Actor, Space
from core.storage import Store, records
from tests.core.fakes import MORNING
from tests.core.steps import contents


async def add(store: Store, actor: Actor, name: str, refs: Iterable[str]) -> Record:
    """Store a record under that id, with the first of the references that is free."""

    def work(connection: Connection) -> Record:
        draft = Draft(f"note {name}")
        place = records.place_of(connection, actor.space, draft.workspace, draft.visibility, actor.person.id)
        space = Space(actor.space, actor.kind, actor.title)
        workspace = place.workspace or WorkspaceId(0)
        audience = records.ensure_audience(connection, workspace, draft.visibility, actor.person.id)
        new = records.New(draft, space, workspace, audience, actor.person)
        return records.add(connection, [new], map(Ref, refs), MORNING)[0]

    return await store.write(work)


async def test_a_reference_that_is_taken_is_not_given_again(
    store: Store, memory: Memory, alice: Actor, owner: Actor
) -> None:
    assert (await add(store, alice, "one", ["00000005"])).ref == "00000005"
    assert (await add(store, owner, "two", ["00000005", "00000005", "00000006"])).ref == "00000006"
    assert await contents(memory, alice, "note") == ["note one"]
    assert await contents(memory, owner, "note") == ["note two"]
