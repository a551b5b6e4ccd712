"""What a refusal is called in an answer of a tool: English, for programs and their owners.

In the chat the views put refusals into words, in the reader's language.
"""

from core.errors import Invalid, KeyReused, NotAllowed, NotFound, Reason, Refusal, WorkspaceNotActive


def sentence(refusal: Refusal) -> str:
    """The error text of an answer; the first three are fixed, word for word, by SPEC sections 3 and 4."""
    match refusal:
        case NotFound():
            return "record not found"
        case WorkspaceNotActive(name):
            return f"workspace '{name}' is not active"
        case KeyReused():
            return "idempotency key was used with different content"
        case NotAllowed():
            return "only the author or an administrator may do this"
        case Invalid():
            return _invalid(refusal)


def _invalid(refusal: Invalid) -> str:
    match refusal.reason:
        case Reason.MISSING:
            return f"`{refusal.argument}` is missing: it must be {refusal.allows}"
        case Reason.UNKNOWN:
            return f"`{refusal.argument}` is unknown: allowed are {refusal.allows}"
        case (
            Reason.TYPE
            | Reason.RANGE
            | Reason.TWICE
            | Reason.EMPTY
            | Reason.TOO_LONG
            | Reason.BROKEN_TEXT
            | Reason.NOT_YET
        ):
            return f"`{refusal.argument}` must be {refusal.allows}"
