"""Who may do what with a record that they see (SPEC section 3)."""

from core.ids import PersonId
from core.records import Record
from core.spaces import Role
from core.storage import Connection, records, spaces


def may_change(connection: Connection, person: PersonId, record: Record) -> bool:
    """Editing and visibility: the author, and an administrator of the record's space."""
    if person == record.author.id:
        return True
    return spaces.role_in(connection, person, record.workspace_id) is Role.ADMIN


def may_forget(connection: Connection, person: PersonId, record: Record) -> bool:
    """Forgetting: those, and the person whose words Telegram says they are."""
    return person == records.said_by_person(connection, record) or may_change(connection, person, record)


def may_restore(connection: Connection, person: PersonId, record: Record) -> bool:
    """Bringing back: who forgot it, and the author."""
    return person in (records.forgotten_by(connection, record), record.author.id)
