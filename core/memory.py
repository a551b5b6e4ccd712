"""The use cases, put together on one store: what every front end holds."""

from dataclasses import dataclass
from datetime import timedelta

from core.archive import Archive
from core.edit import Edit
from core.forget import Forget, Restore
from core.guard import as_kept
from core.housekeeping import Housekeeping
from core.judgement import Clean
from core.keys import Keys
from core.lookups import Lookups
from core.membership import Membership
from core.ports import Clock, Model
from core.quiet import QuietHours
from core.remarks import Remarks
from core.remember import Remember
from core.resolve import Resolve, Unmark
from core.runs import SIMILAR, Alarm, Archiving
from core.search import Search
from core.second_chance import SecondChance
from core.show import Show
from core.storage import Store
from core.validate import Validate


@dataclass(frozen=True)
class Alarms:
    """What a process answers that does things in the background."""

    archive: Alarm
    """The archivist has something to judge."""
    remarks: Alarm
    """The archivist has something to say."""


@dataclass(frozen=True)
class Memory:
    """All that can be done with memory."""

    archive: Archive
    remarks: Remarks
    alarms: Alarms
    membership: Membership
    remember: Remember
    search: Search
    show: Show
    forget: Forget
    restore: Restore
    edit: Edit
    resolve: Resolve
    unmark: Unmark
    validate: Validate
    keys: Keys
    lookups: Lookups
    housekeeping: Housekeeping

    @classmethod
    def on(
        cls,
        store: Store,
        clock: Clock,
        *,
        model: Model | None = None,
        similar: int = SIMILAR,
        pause: timedelta = timedelta(),
        clean: Clean = as_kept,
        quiet: QuietHours | None = None,
    ) -> "Memory":
        """The use cases on this store.

        The archivist asks the model, and gets chat messages after `pause`; where there is one, it gives way
        while people write. `similar`: see `Archive`. Queries that are sent to the model are cleaned of
        secrets by `clean`. In `quiet` hours it says nothing in chats.
        """
        archiving, spoken = Archiving(Alarm(), pause), Alarm()
        return cls(
            archive=Archive(store, clock, model, similar, spoken, archiving.alarm if pause else None),
            remarks=Remarks(store, clock, quiet),
            alarms=Alarms(archiving.alarm, spoken),
            membership=Membership(store, clock),
            remember=Remember(store, clock, archiving),
            search=Search(store, SecondChance(model, clock, clean)),
            show=Show(store),
            forget=Forget(store, clock),
            restore=Restore(store, clock),
            edit=Edit(store, clock, archiving),
            resolve=Resolve(store, clock),
            unmark=Unmark(store, clock),
            validate=Validate(store),
            keys=Keys(store),
            lookups=Lookups(store, clock),
            housekeeping=Housekeeping(store, clock),
        )
