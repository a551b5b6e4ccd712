"""How callers name records."""

import re

from core.ids import RecordId, Ref, parse_ref

_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def record_id(text: str) -> RecordId | None:
    """An id as given, in any case; None where it cannot be one."""
    plain = text.strip().lower()
    return RecordId(plain) if _UUID.fullmatch(plain) else None


def record_name(text: str) -> RecordId | Ref | None:
    """An id or a reference; None where it can be neither, so that there is no such record."""
    return record_id(text) or parse_ref(text)
