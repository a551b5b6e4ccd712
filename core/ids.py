"""Names for identifiers, and the short reference that people see and type (SPEC section 2)."""

from dataclasses import dataclass
from typing import NewType

PersonId = NewType("PersonId", int)
"""Internal number of a person."""
SpaceId = NewType("SpaceId", int)
"""Internal number of a space."""
WorkspaceId = NewType("WorkspaceId", int)
"""Internal number of a workspace."""
AudienceId = NewType("AudienceId", int)
"""Internal number of a set of records that the same people may read."""
RecordKey = NewType("RecordKey", int)
"""Internal number of a record; never leaves the product."""
RecordId = NewType("RecordId", str)
"""uuid4 in its canonical text form."""
Ref = NewType("Ref", str)
"""Eight characters of Crockford base32."""
Seq = NewType("Seq", int)
"""Recency of a record's content: the greater, the newer."""


@dataclass(frozen=True)
class Names:
    """Both names of one record."""

    id: RecordId
    ref: Ref


REF_LENGTH = 8
REF_BITS = 5 * REF_LENGTH
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_AS_TYPED = str.maketrans("ILO", "110")


def ref_from_number(number: int) -> Ref:
    """The reference for a random number of 0 to 2**40 - 1."""
    return Ref("".join(_ALPHABET[number >> shift & 31] for shift in range(REF_BITS - 5, -1, -5)))


def parse_ref(text: str) -> Ref | None:
    """Read a reference as typed: any case, `I` and `L` for 1, `O` for 0; None where it is none.

    Source: https://www.crockford.com/base32.html
    """
    if not text.isascii():
        return None
    ref = text.strip().upper().translate(_AS_TYPED)
    return Ref(ref) if len(ref) == REF_LENGTH and all(c in _ALPHABET for c in ref) else None
