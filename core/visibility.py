"""Who may read what (SPEC section 8): the rule behind the store's one filter."""

from dataclasses import dataclass

from core.ids import AudienceId, PersonId
from core.records import Visibility


@dataclass(frozen=True)
class Audience:
    """Records that the same people may read: those of a workspace by visibility, drafts by author too."""

    id: AudienceId
    visibility: Visibility
    author: PersonId | None


def may_read(audience: Audience, reader: PersonId | None) -> bool:
    """Whether a member of the space may read the audience; None reads what every member may.

    Membership itself is decided before: a person who is in the space no more reads nothing of it.
    """
    match audience.visibility:
        case Visibility.ORGANIZATION | Visibility.PROJECT:
            return True
        case Visibility.AUTHOR:
            return reader is not None and reader == audience.author
        case Visibility.UNIT:
            return False
