"""Lookups that buttons refer to: a page of results can be turned, and a question saved, for a day."""

import secrets
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from core.guard import clean
from core.ids import PersonId
from core.ports import Clock
from core.records import is_storable
from core.spaces import Actor
from core.storage import Connection, Store, lookups

LOOKUP_LIFE = timedelta(hours=24)
"""How long the buttons under results work (TELEGRAM.md rule 11)."""


class LookupKind(StrEnum):
    """What someone looked up."""

    SEARCH = "search"
    QUESTION = "question"
    RECENT = "recent"


@dataclass(frozen=True)
class Lookup:
    """What was looked up, and by which message of the chat."""

    kind: LookupKind
    text: str
    message: int
    person: PersonId | None = None
    """Who asked: known once it is kept."""


@dataclass(frozen=True)
class Lookups:
    """Keep lookups and find them again."""

    store: Store
    clock: Clock

    async def keep(self, actor: Actor, lookup: Lookup) -> str:
        """Keep a lookup, without secrets; the token under which its person finds it again.

        It has 12 characters of base64url.
        """
        token = secrets.token_urlsafe(9)
        text = clean(lookup.text).text

        def run(connection: Connection) -> None:
            values = {"kind": lookup.kind, "text": text, "message": lookup.message}
            lookups.add(connection, token, actor.person.id, actor.space, values, self.clock.now())

        await self.store.write(run)
        return token

    async def find(self, actor: Actor, token: str) -> Lookup | None:
        """A lookup of this chat; None where it is too old or was never there."""
        since = self.clock.now() - LOOKUP_LIFE
        if not is_storable(token):
            return None
        row = await self.store.read(lambda connection: lookups.find(connection, token, actor.space, since))
        return (
            None if row is None else Lookup(LookupKind(row.kind), row.text, row.message, PersonId(row.person))
        )
