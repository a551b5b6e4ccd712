"""What refusals are called."""

import pytest

from bot.refusals import sentence
from core.errors import Invalid, KeyReused, NotAllowed, NotFound, Reason, Refusal, WorkspaceNotActive


@pytest.mark.parametrize(
    ("refusal", "text"),
    [
        (NotFound(), "record not found"),
        (WorkspaceNotActive("it's"), "workspace 'it's' is not active"),
        (KeyReused(), "idempotency key was used with different content"),
        (NotAllowed(), "only the author or an administrator may do this"),
        (Invalid("a", Reason.MISSING, "b"), "`a` is missing: it must be b"),
        (Invalid("a", Reason.UNKNOWN, "b"), "`a` is unknown: allowed are b"),
    ],
)
def test_every_refusal_has_its_sentence(refusal: Refusal, text: str) -> None:
    assert sentence(refusal) == text


@pytest.mark.parametrize(
    "reason", [reason for reason in Reason if reason not in (Reason.MISSING, Reason.UNKNOWN)]
)
def test_a_value_that_is_not_accepted_is_told_what_is(reason: Reason) -> None:
    assert sentence(Invalid("a", reason, "b")) == "`a` must be b"
