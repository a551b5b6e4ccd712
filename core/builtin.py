"""The judge without a network: how a new record stands to older ones, by their words alone.

It links what is clearly related, calls outdated only what is plainly replaced (the same subject, one value
another), and asks where two records may contradict each other. Source: SPEC section 7, point 9.
"""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import takewhile

from core.cues import Cue, classify
from core.guard.spans import PLACEHOLDER_BEGINS
from core.reading import MEANT, Gist, Reading, Token, read
from core.sounds import sound_alike
from core.values import (
    A_THING,
    ARTICLES,
    BARE,
    REPLACED_UP_TO,
    THE_THING,
    are_of_a_kind,
    are_of_other_shapes,
    brings_a_verb,
    count_on,
    is_address,
    is_counted,
    is_description,
    is_for,
    is_for_some,
    is_identifier,
    is_in_charge_of,
    is_mere_name,
    is_one_value,
    is_other_end,
    is_sole,
    is_span,
    is_the_thing,
    is_topic,
    is_two_values,
    is_verb,
    joined_by,
    tells_which,
    things,
    touches_its_owner,
)
from core.words import is_hangul

STATEMENT_UP_TO = 40
"""A text of more words is no single statement: one of its values may change while the rest holds."""
LINKED_FROM = 0.4
"""The weight from which a candidate counts as clearly related."""
FRAME_FROM = 2
"""Words of the subject that two statements share before much else may differ."""
MUCH_FROM = 4
MUCH = 0.5
"""Words of the subject, and their share of the shorter text, from which two texts tell much of the same."""
TURN_UP_TO = 5
"""What is said in other words has at most so many that carry the subject: `by hand with scp`."""


class Ground(StrEnum):
    """Why a candidate was judged as it was."""

    VALUE_REPLACED = "value_replaced"
    """The same is said with another value."""
    REPLACEMENT_NAMED = "replacement_named"
    """The new record names the old value, and says what is in its place."""
    NO_LONGER_SO = "no_longer_so"
    """The new record says that it holds no more."""
    SAYS_THE_SAME = "says_the_same"
    MAY_CONTRADICT = "may_contradict"
    """The same is said with another value, and nothing tells which holds."""


_OUTDATED = frozenset((Ground.VALUE_REPLACED, Ground.REPLACEMENT_NAMED, Ground.NO_LONGER_SO))
_AGAINST = _OUTDATED | {Ground.MAY_CONTRADICT}
_NO_PLACE = (BARE, A_THING, THE_THING, "by")
"""What joins a value that is no place: that its subject moved may not touch it."""
_ONTO = frozenset(("to", "into", "onto", "на", "в", "до"))
"""What follows `from` where something was brought to something else: `rewritten from Go to Rust`."""
_STATE = Cue.BROKEN | Cue.MENDED | Cue.YET
_NEGATING = ("un", "in", "dis", "не", "미", "불", "비")
"""What turns a word into its contrary: `unsigned`, `недоступен`, `미완료`."""
_SUPPOSED = Cue.CONDITION | Cue.QUESTION | Cue.PLAN
_MEANS = frozenset(("with", "via", "through", "using", "через", "помощью", "посредством"))
_MEANS_KOREAN = ("로", "통해")
"""What tells by which means something is done."""
_PARTICIPLE = re.compile(r".{3,}(?:ed|[еая]н[аоы]?|[ыя]т[аоы]?)|.+됨")


@dataclass(frozen=True)
class Opinion:
    """What the judge thinks of the candidates, by their numbers in the sequence given."""

    outdated: tuple[int, ...] = ()
    """The new record refutes them."""
    same: tuple[int, ...] = ()
    """The new record says the same."""
    asks: tuple[int, ...] = ()
    """One of the two is wrong, or both hold: a person has to tell."""
    related: tuple[tuple[int, float], ...] = ()
    """All that is clearly related but those outdated, with a weight from 0.0 to 1.0."""
    grounds: tuple[tuple[int, Ground], ...] = ()
    """Why, for all in the first three."""


def judge(new: str, candidates: Sequence[str]) -> Opinion:
    """Judge older records in the light of a new one. Texts of any kind and length will do."""
    gist = Gist.of(new)
    reading = read(new) if _is_statement(gist) else None
    grounds: list[tuple[int, Ground]] = []
    related: list[tuple[int, float]] = []
    for number, candidate in enumerate(candidates):
        other = Gist.of(candidate)
        weight = _weight(gist.kin, other.kin)
        if not weight:
            continue
        if PLACEHOLDER_BEGINS in new and PLACEHOLDER_BEGINS in candidate and new != candidate:
            ground = None  # what they tell of is all that they say, and what it is was taken out
        elif reading is not None and _is_statement(other):
            ground = compare(reading, read(candidate))
        else:
            ground = _at_a_glance(gist, other)
        if ground is not None:
            grounds.append((number, ground))
        if weight >= LINKED_FROM and ground not in _OUTDATED:
            related.append((number, weight))
    return Opinion(
        tuple(number for number, ground in grounds if ground in _OUTDATED),
        tuple(number for number, ground in grounds if ground is Ground.SAYS_THE_SAME),
        tuple(number for number, ground in grounds if ground is Ground.MAY_CONTRADICT),
        tuple(related),
        tuple(grounds),
    )


def _is_statement(gist: Gist) -> bool:
    return len(gist.words) <= STATEMENT_UP_TO


def _at_a_glance(new: Gist, old: Gist) -> Ground | None:
    """How a long text stands to an older one: the same again, or with another value, and nothing between."""
    if new.words == old.words:
        return Ground.SAYS_THE_SAME
    gone, fresh = old.kin - new.kin, new.kin - old.kin
    if 0 < len(gone) <= REPLACED_UP_TO and 0 < len(fresh) <= REPLACED_UP_TO:
        return Ground.MAY_CONTRADICT
    return None


def compare(new: Reading, old: Reading) -> Ground | None:
    """How a new text stands to an older one; None where nothing tells but that they may be related.

    What it states one after another is compared by itself too, where it speaks of what the old one begins
    with.
    """
    new = _spelled_as_in(old, new)
    ground = _compare(new, old)
    if ground in _OUTDATED or ground is Ground.SAYS_THE_SAME or not old.tokens:
        return ground
    grounds = [_among_others(place, new, old) for place in range(len(new.parts))]
    if Ground.SAYS_THE_SAME in grounds:
        return None
    outdated = next((one for one in grounds if one in _OUTDATED), None)
    if outdated or ground or any(grounds):
        return outdated or ground or Ground.MAY_CONTRADICT
    return Ground.MAY_CONTRADICT if _changes_a_part(new, old) or _changes_most(new, old) else None


def _changes_a_part(new: Reading, old: Reading) -> bool:
    """Whether one of several statements of the older text is refuted: the others may hold."""
    return not (new.meant | old.meant) & Cue.QUESTION and any(
        _compare(mine, replace(theirs, meant=theirs.said)) in _AGAINST
        for mine in (new, *new.parts)
        if mine.changed or mine.meant & Cue.ENDED
        for theirs in old.parts
        if theirs.tokens and theirs.tokens[0].kin in mine.kin
    )


def _changes_most(new: Reading, old: Reading) -> bool:
    """Whether a change is told of nearly all that the older text tells of, in whatever words."""
    shared = new.kin & old.kin
    return bool(
        (new.changed or new.meant & Cue.ENDED)
        and len(shared) >= MUCH_FROM
        and len(shared) >= MUCH * min(len(new.kin), len(old.kin))
        and (old.tokens[0].kin in shared or len(shared) > MUCH_FROM)
        and new.environments == old.environments
        and not new.meant & ~old.meant & MEANT & ~Cue.NEGATION
        and new.kin - old.kin
        and old.kin - new.kin
    )


def _among_others(place: int, new: Reading, old: Reading) -> Ground | None:
    """How one of the statements of a new text stands to an older one.

    It outdates nothing where it tells of no change itself, where one before it is about something else, or
    ends only a part, which it may belong to, or where one behind it comes back to what the old one says.
    """
    part, before = new.parts[place], new.parts[:place]
    if old.tokens[0].kin not in part.kin or new.environments != old.environments:
        return None
    ground = _compare(part, old)
    if part.changed_at is None and ground in _AGAINST and len(part.kin & old.kin) < FRAME_FROM:
        return None
    elsewhere = any(other.kin and not other.kin & old.kin for other in before)
    ends_less = any(other.meant & Cue.ENDED and _compare(other, old) not in _OUTDATED for other in before)
    taken_back = any(_comes_back(behind, old.kin - part.kin) for behind in new.parts[place + 1 :])
    if ground in _OUTDATED and (part.changed_at is None or elsewhere or ends_less or taken_back):
        return Ground.MAY_CONTRADICT
    return ground


def _comes_back(reading: Reading, gone: frozenset[str]) -> bool:
    """Whether a number that went is told again, or what went still holds: `no wait, still at 10:00`."""
    return any(token.kin in gone and (token.measure or reading.meant & Cue.YET) for token in reading.tokens)


def _spelled_as_in(old: Reading, new: Reading) -> Reading:
    """The new text with names as the old one spells them: `Kibana` for `кибана`."""
    gone = [token for token in old.tokens if token.kin not in new.kin and not token.measure]
    fresh = [token for token in new.tokens if token.kin not in old.kin and not token.measure]
    names = {
        mine.kin: theirs.kin
        for mine in fresh
        for theirs in gone
        if sound_alike(mine.kin, old.words[theirs.place]) or sound_alike(new.words[mine.place], theirs.kin)
    }
    return new.renamed(names) if names else new


def _compare(new: Reading, old: Reading) -> Ground | None:
    """How a statement stands to an older one.

    What counts are the words that carry the subject: those gone from the old statement, and those fresh in
    the new one. All else is the frame, which must say the same of both.
    """
    if not new.kin & old.kin:
        return None
    gone = [token for token in old.tokens if token.kin not in new.kin]
    fresh = [token for token in new.tokens if token.kin not in old.kin]
    if _says_what_ended_too(new, old) or _corrects_another(new, old):
        return None
    if not gone and not fresh:
        return _with_the_same_words(new, old)
    if new.label is not None and old.label is not None:
        return _under_a_label(new, old)
    if new.environments != old.environments:
        return None
    return _turned(new, old, gone, fresh) or _with_other_words(new, old, gone, fresh)


def _says_what_ended_too(new: Reading, old: Reading) -> bool:
    """Whether the old statement says already that what ended was replaced: `Boris replaced Ivan`."""
    return old.changed and any(token.kin in old.held_before for token in new.ended)


def _corrects_another(new: Reading, old: Reading) -> bool:
    """Whether a correction is of another statement: it says again of what that one began with."""
    return new.corrects and len(new.kin & old.kin) < FRAME_FROM and old.tokens[0].kin != new.tokens[0].kin


def _with_other_words(
    new: Reading, old: Reading, gone: Sequence[Token], fresh: Sequence[Token]
) -> Ground | None:
    otherwise = (new.meant ^ old.meant) & MEANT
    if new.meant & Cue.CHANGE:
        otherwise &= ~(Cue.PLAN & old.meant)
    if _is_named_as_replaced(new, old, gone, fresh) and not otherwise & ~(Cue.PAST | Cue.NEGATION):
        return Ground.REPLACEMENT_NAMED
    if new.meant & ~old.meant & Cue.ENDED:
        alike = not (old.meant & Cue.NEGATION or otherwise & ~(Cue.NEGATION | Cue.ADDITION & ~old.meant))
        return _with_an_end(new, old, gone, fresh) if alike else None
    if not gone or not fresh or otherwise & ~(Cue.ADDITION & old.meant):
        return None
    ground = _with_another_value(new, old, gone, fresh)
    if otherwise and not new.changed:
        return None
    unsure = otherwise or (new.meant & ~old.meant & Cue.WILL and not new.since)
    values = len(things(fresh)) + any(token.measure for token in fresh)
    unsure = unsure or (new.corrects and len(new.kin & old.kin) < values)
    return Ground.MAY_CONTRADICT if ground and unsure else ground


def _turned(new: Reading, old: Reading, gone: Sequence[Token], fresh: Sequence[Token]) -> Ground | None:
    """Where the old statement says that something does not work, or is not so, and the new one that it is."""
    otherwise = (new.meant ^ old.meant) & MEANT & ~Cue.NEGATION
    if otherwise & ~(Cue.PASSING | Cue.ADDITION & old.meant) or new.meant & Cue.NEGATION:
        return None
    mended = new.meant & Cue.MENDED and old.meant & (Cue.BROKEN | Cue.NEGATION)
    if _is_yet_to_come(old) and not fresh and all(_is_of_time_to_come(token, old) for token in gone):
        return Ground.NO_LONGER_SO
    if mended or (_is_yet_to_come(old) and (_has_come_about(new) or new.changed)):
        return _of_state(_things_that_are(gone, old), _things_that_are(fresh, new))
    if len(gone) == len(fresh) == 1 and gone[0].kin != fresh[0].kin and not old.meant & Cue.NEGATION:
        old_word, new_word = old.words[gone[0].place], new.words[fresh[0].place]
        if any(old_word == negation + new_word for negation in _NEGATING):
            return Ground.NO_LONGER_SO
    return None


def _is_yet_to_come(reading: Reading) -> bool:
    return bool(reading.meant & Cue.NEGATION and reading.meant & Cue.YET)


def _is_of_time_to_come(token: Token, reading: Reading) -> bool:
    return bool(classify(reading.words[token.place]).cue & Cue.YET)


def _has_come_about(reading: Reading) -> bool:
    """Whether it tells of a result: `is signed`, `подписан`, `발급됨`."""
    return reading.happened or any(
        _PARTICIPLE.fullmatch(reading.words[token.place]) for token in reading.tokens if not token.name
    )


def _of_state(gone: Sequence[Token], fresh: Sequence[Token]) -> Ground | None:
    if fresh:
        return Ground.MAY_CONTRADICT if not gone else None
    return Ground.NO_LONGER_SO if not gone else Ground.MAY_CONTRADICT


def _things_that_are(tokens: Sequence[Token], reading: Reading) -> list[Token]:
    """All but the words that say whether something works, and what it does not do."""
    return [
        token
        for token in tokens
        if not classify(reading.words[token.place]).cue & _STATE
        and not (token.place and classify(reading.words[token.place - 1]).cue & Cue.NEGATION)
    ]


def _with_the_same_words(new: Reading, old: Reading) -> Ground | None:
    otherwise = (new.meant ^ old.meant) & MEANT
    if _is_yet_to_come(old):
        otherwise &= ~Cue.ADDITION
    if new.meant & ~old.meant & Cue.ENDED and not (old.meant & Cue.NEGATION or otherwise & ~Cue.NEGATION):
        return Ground.NO_LONGER_SO
    if otherwise == Cue.NEGATION:
        came_about = old.meant & Cue.NEGATION and (
            _is_yet_to_come(old) or new.meant & Cue.MENDED or _has_come_about(new)
        )
        return Ground.NO_LONGER_SO if came_about else Ground.MAY_CONTRADICT
    if new.since != old.since and not otherwise:
        return Ground.MAY_CONTRADICT
    if (new.meant ^ old.meant) & (Cue.BROKEN | Cue.MENDED):
        works = old.meant & Cue.BROKEN and new.meant & Cue.MENDED and not otherwise
        return Ground.NO_LONGER_SO if works else None
    if otherwise or new.happened != old.happened or _marked(new) != _marked(old):
        return None
    return Ground.SAYS_THE_SAME


def _marked(reading: Reading) -> list[str]:
    """Numbers and points of time, whose order matters."""
    return [token.kin for token in reading.tokens if token.measure]


def _under_a_label(new: Reading, old: Reading) -> Ground | None:
    """`Port: 5432`, `Port: 5433`: nothing tells a new value from a false one, so a person is asked."""
    if new.label != old.label or new.colon is None or (new.meant | old.meant) & _SUPPOSED:
        return None
    if new.changed_at is not None and new.changed_at < new.colon and not (new.meant ^ old.meant) & MEANT:
        return Ground.VALUE_REPLACED
    return Ground.MAY_CONTRADICT


def _is_named_as_replaced(new: Reading, old: Reading, gone: Sequence[Token], fresh: Sequence[Token]) -> bool:
    """Whether the new statement says `from`, `instead of` beside what the old one says."""
    if not fresh or len(fresh) > REPLACED_UP_TO:
        return False
    instead = bool(new.meant & Cue.INSTEAD)
    named = new.held_before if instead else new.held_before - old.held_before
    named = (named - {token.kin for token in old.ended}) & old.kin & new.kin
    if not named or any(token is old.tokens[0] for token in gone):
        return False
    named_at = min(token.place for token in new.tokens if token.kin in named)
    brought = new.happened and not _ONTO.isdisjoint(new.words[named_at + 1 : fresh[0].place])
    if not new.changed and not brought:
        return False
    return (instead or fresh[0].place > named_at) and (not gone or _is_detail(gone, new, old, named))


def _with_an_end(new: Reading, old: Reading, gone: Sequence[Token], fresh: Sequence[Token]) -> Ground | None:
    """Where the new statement says `no longer`: of all that the old one says, or of its value alone.

    Words of its own in that clause, or before it, may tell of a part only: `no longer on Fridays`.
    """
    ended = frozenset(token.kin for token in new.ended)
    if not ended or not ended <= old.kin:
        return None
    ground = Ground.REPLACEMENT_NAMED if fresh else Ground.NO_LONGER_SO
    unsaid = [token for token in old.tokens if token.kin not in ended]
    few = len(unsaid) < max(len(ended), 2) or (len(ended) > 1 and any(token.measure for token in unsaid))
    is_all = few and not any(token.name for token in unsaid)
    if is_all and (not fresh or fresh[0].place > new.ended[0].place):
        return ground if old.tokens[0].kin in new.kin else Ground.MAY_CONTRADICT
    if old.tokens[0].kin not in new.kin or len(gone) >= max(len(new.kin & old.kin), 2):
        return None
    is_value = is_one_value(fresh, new) and new.tokens[0] not in fresh and old.tokens[0].kin not in ended
    return ground if is_value else Ground.MAY_CONTRADICT


def _is_detail(
    gone: Sequence[Token], new: Reading, old: Reading, besides: frozenset[str] = frozenset()
) -> bool:
    """Whether what the new statement leaves out of the old one is less than what it keeps, and no name."""
    kept = (new.kin & old.kin) - besides
    return len(gone) < max(len(kept), 2) and bool(kept) and not any(token.name for token in gone)


def _with_another_value(
    new: Reading, old: Reading, gone: Sequence[Token], fresh: Sequence[Token]
) -> Ground | None:
    if new.meant & Cue.CHANGE and new.kin & old.kin <= new.held_before:
        return None  # what was left behind is what the old statement is about
    all_gone = gone
    gone, fresh = _but_for_verbs(new, old, gone, fresh)
    things_gone, things_fresh = things(gone), things(fresh)
    measures = len(things_gone) < len(gone) and len(things_fresh) < len(fresh)
    if measures and not (things_gone and things_fresh):
        return _with_another_measure(new, old, gone, fresh)
    if old.meant & ~new.meant & Cue.BY_HAND and _is_automated(new, old, gone, fresh):
        return Ground.VALUE_REPLACED
    if not is_one_value(gone, old) or not is_one_value(fresh, new):
        return Ground.MAY_CONTRADICT if _may_be_one_value(new, old, gone, fresh) else None
    if (new.meant ^ old.meant) & Cue.MANY and not new.meant & Cue.CHANGE:
        return None
    if gone[0] is old.tokens[0]:
        return _with_another_subject(new, old, fresh)
    if measures and (gone[0].measure or touches_its_owner(gone, old)):
        return None
    if not are_of_a_kind(gone, old, fresh, new):
        return Ground.MAY_CONTRADICT if _is_named(gone) and _is_named(fresh) else None
    unlike = len(gone) < len(all_gone) and len(new.kin & old.kin) < FRAME_FROM
    tells = unlike or (not measures and tells_which(gone, old))
    may_both_hold = tells or not new.changed or _may_both_hold(gone, old, fresh, new)
    return Ground.MAY_CONTRADICT if may_both_hold else Ground.VALUE_REPLACED


def _but_for_verbs(
    new: Reading, old: Reading, gone: Sequence[Token], fresh: Sequence[Token]
) -> tuple[Sequence[Token], Sequence[Token]]:
    """What differs without the verb that a change, or being responsible, says something else in place of."""
    if new.meant & Cue.CHANGE or not any(is_verb(token, new) for token in fresh):
        gone = [token for token in gone if not is_verb(token, old)] or gone
    if fresh[-1] is new.tokens[-1] and len(fresh) > 1 and is_sole(fresh[-1], new):
        fresh = fresh[:-1]
    return gone, fresh


def _may_both_hold(gone: Sequence[Token], old: Reading, fresh: Sequence[Token], new: Reading) -> bool:
    """Whether a value that holds now may have come beside the one before, not in its place."""
    if (new.meant & Cue.INSTEAD and not new.held_before & old.kin) or _begins_otherwise(fresh, new):
        return True
    if new.since and old.since and not new.meant & Cue.CHANGE:
        return True  # `отпуск Петрова с 5 июля`: each may have a time of its own
    if new.meant & Cue.CHANGE:
        moved = new.meant & Cue.MOVED and things(gone) and joined_by(gone, old) in _NO_PLACE
        used = old.meant & ~new.meant & Cue.USES and _is_bare(new, old, fresh)
        return bool(moved or used or (old.meant & Cue.CHANGE and not new.meant & Cue.NOW))
    return bool(
        joined_by(gone, old) != joined_by(fresh, new)
        or is_for(fresh, new)
        or is_in_charge_of(fresh, new)
        or (is_description(gone) and is_description(fresh))
        or new.meant & old.meant & Cue.MANY
        or (new.meant & old.meant & Cue.USES and _is_bare(new, old, fresh))
    )


def _begins_otherwise(fresh: Sequence[Token], new: Reading) -> bool:
    """Whether it is something else of which the new statement tells: `the logo was updated by Kim`."""
    return fresh[0] is new.tokens[0] and not fresh[0].name


def _is_bare(new: Reading, old: Reading, fresh: Sequence[Token]) -> bool:
    """Whether nothing is told but who and what, `the team uses Slack`."""
    return len(new.kin & old.kin) < FRAME_FROM and fresh[-1] is new.tokens[-1]


def _is_named(value: Sequence[Token]) -> bool:
    return all(token.name for token in value)


def _with_another_subject(new: Reading, old: Reading, fresh: Sequence[Token]) -> Ground | None:
    """Where the same is said of somebody else: a matter of its own, but for what one alone is or does."""
    the_thing = is_the_thing(new) and is_the_thing(old)
    if (the_thing or new.meant & old.meant & Cue.SOLE) and len(new.kin & old.kin) >= FRAME_FROM:
        return Ground.VALUE_REPLACED if new.changed else Ground.MAY_CONTRADICT
    turned = new.changed and (
        the_thing or (fresh[0] is not new.tokens[0] and joined_by(fresh, new) == BARE)
    )  # `X is the lead`, `the lead is now Y`
    return Ground.MAY_CONTRADICT if turned else None


def _is_automated(new: Reading, old: Reading, gone: Sequence[Token], fresh: Sequence[Token]) -> bool:
    """Whether what was done by hand is done by some means now: hardly anybody goes the other way."""
    if len(new.kin & old.kin) < FRAME_FROM or old.tokens[0] in gone or len(gone) > TURN_UP_TO:
        return False
    if (
        not is_one_value(fresh, new)
        or any(_is_by_whom(one, old) for one in gone)
        or fresh[0] is new.tokens[0]
    ):
        return False
    before = itertools.dropwhile(ARTICLES.__contains__, reversed(new.words[: fresh[0].place]))
    behind = new.words[fresh[-1].place : fresh[-1].end + 2]
    return not _MEANS.isdisjoint((next(before), new.words[fresh[0].place])) or any(
        is_hangul(word) and word.endswith(_MEANS_KOREAN) for word in behind
    )


def _is_by_whom(token: Token, reading: Reading) -> bool:
    return token.name and reading.words[token.place - 1] == "by"


def _with_another_measure(
    new: Reading, old: Reading, gone: Sequence[Token], fresh: Sequence[Token]
) -> Ground | None:
    """Where numbers or points of time differ, and words on one side at most."""
    numbers_gone = [token for token in gone if token.measure]
    numbers_fresh = [token for token in fresh if token.measure]
    if not is_one_value(numbers_gone, old) or not is_one_value(numbers_fresh, new):
        return None
    if _are_of_other_things(numbers_gone, old, numbers_fresh, new):
        return None
    if new.changed and len(numbers_fresh) < len(numbers_gone) and is_span(numbers_gone):
        return Ground.MAY_CONTRADICT  # its other end may hold
    if numbers_gone[0] is old.tokens[0]:
        events = old.happened and new.happened and not new.changed  # `v3.2.0 released`
        return None if events or is_topic(old.words[numbers_gone[0].end]) else Ground.MAY_CONTRADICT
    if new.changed:
        if new.meant & Cue.CHANGE:
            fresh = [token for token in fresh if token.measure or not is_verb(token, new)]
        elif things(fresh) and brings_a_verb(fresh, new):
            return None
        if things(fresh) or old.tokens[0] in gone:
            return None if is_for_some(things(fresh), new) else Ground.MAY_CONTRADICT
        few = len(things(gone)) < len(new.kin & old.kin)
        return Ground.VALUE_REPLACED if few and _is_detail(things(gone), new, old) else None
    return _with_another_measure_alone(new, old, gone, fresh)


def _with_another_measure_alone(
    new: Reading, old: Reading, gone: Sequence[Token], fresh: Sequence[Token]
) -> Ground | None:
    """Where numbers or points of time are all that differs, and nothing tells of a change."""
    if len(gone) != len(fresh) or things(gone) or things(fresh) or new.happened:
        return None
    if is_other_end(gone, old, fresh, new):
        return None
    if is_mere_name(gone[0], old) and is_mere_name(fresh[0], new):
        return None if count_on(gone[0], fresh[0]) else Ground.MAY_CONTRADICT
    if old.meant & Cue.PASSING:
        return Ground.MAY_CONTRADICT  # `today` may have been another day
    counted = any(is_counted(token, old) for token in gone) or any(is_counted(token, new) for token in fresh)
    return Ground.VALUE_REPLACED if counted else Ground.MAY_CONTRADICT


def _are_of_other_things(
    one: Sequence[Token], first: Reading, other: Sequence[Token], second: Reading
) -> bool:
    """Whether numbers tell of different things, or one from another."""
    return (
        is_two_values(one)
        or is_two_values(other)
        or is_identifier(one[0], first)
        or is_identifier(other[0], second)
        or are_of_other_shapes(one, other)
    )


def _may_be_one_value(new: Reading, old: Reading, gone: Sequence[Token], fresh: Sequence[Token]) -> bool:
    """Whether, though words differ here and there, it may be one value in place of another."""
    if _is_one_turn(new, old):
        return True
    if not new.changed or old.tokens[0] in gone:
        return False
    if any(map(is_address, gone)) and any(map(is_address, fresh)):
        return True
    left = things(gone)
    return (
        bool(left)
        and len(things(fresh)) == len(fresh)
        and is_one_value(left, old)
        and is_one_value(fresh, new)
        and are_of_a_kind(left, old, fresh, new)
    )


def _is_one_turn(new: Reading, old: Reading) -> bool:
    """Whether all that differs stands in one stretch, `by hand with scp`, after two words of the frame.

    Without a word of change the stretches must have something in common, such as a preposition.
    """
    before = _begin_alike(old.tokens, new.tokens)
    after = _begin_alike(old.tokens[before:][::-1], new.tokens[before:][::-1])
    turns = [one.tokens[before : len(one.tokens) - after] for one in (old, new)]
    if before < 2 or new.meant & old.meant & Cue.MANY or max(map(len, turns)) > TURN_UP_TO:
        return False
    one, other = ({token.kin for token in turn} for turn in turns)
    return bool(new.changed or one & other) and not any(token.measure for turn in turns for token in turn)


def _begin_alike(one: Sequence[Token], other: Sequence[Token]) -> int:
    """How many words two sequences share from their beginnings on."""
    return sum(1 for _ in takewhile(lambda pair: pair[0].kin == pair[1].kin, zip(one, other, strict=False)))


def _weight(one: frozenset[str], other: frozenset[str]) -> float:
    """How much two texts have in common: 0.0 nothing, near 1.0 all of many words of the shorter one."""
    shared = len(one & other)
    if not shared:
        return 0.0
    smaller = min(len(one), len(other))
    return round(shared / (smaller + 1), 2)
