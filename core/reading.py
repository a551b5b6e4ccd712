"""A text read as a statement: its words, what kind each is, and how the whole is meant.

Source: SPEC section 7, point 9. Everything here is pure.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise, takewhile

from core.cues import (
    PHRASE_AT_MOST,
    PHRASE_BEGINNINGS,
    Cue,
    attached_cue,
    classify,
    each,
    ends_clause,
    is_past,
    is_predicate,
    phrase,
    without_particles,
)
from core.words import JOINERS, is_hangul, normalise

MEANT = (
    Cue.NEGATION
    | Cue.ADDITION
    | Cue.CONDITION
    | Cue.PLAN
    | Cue.QUESTION
    | Cue.PAST
    | Cue.DOUBT
    | Cue.PASSING
    | Cue.JUST
)
"""What makes a statement another one, though its words be the same."""

_HANGUL = "가-힣"
_FOREIGN = rf"(?:(?![{_HANGUL}])[^\W_])+"
# Hangul stands apart from a number or foreign word that it is attached to: `10시에`, `Figma로`.
_WORD = rf"{_FOREIGN}(?:[{re.escape(JOINERS)}]+{_FOREIGN})*|[{_HANGUL}]+"
_PIECE = re.compile(rf"(?P<word>{_WORD})|[?？.!;。\n]|:(?=\s|$)|[,()\"«»—–%$€₽₩-]")
_RUN = re.compile(rf"{_FOREIGN}|[{_HANGUL}]+")
_APOSTROPHES = str.maketrans("’ʼ", "''")
_NOT = re.compile(r"n't\b")
_HALF_PAST = re.compile(r"(?<=시)\s+반(?=$|[^가-힣]|이|에|은|으|까|부)")
_OF = re.compile(r"'s\b")
_ENDS = frozenset("?？.!;。\n")
_SHORTENED = frozenset(
    each(
        """
    mr mrs ms dr prof st vs г ул д им стр тел руб тыс млн
    """
    )
)

_SINCE = frozenset(("from", "since", "starting", "с", "со"))
_UNTIL = frozenset(("to", "till", "until", "through", "по", "до", "на", "-", "–", "—"))
_NEXT = frozenset(
    each(
        """
    next this of week month year today tomorrow следующей следующего этой этого недели месяца года
    сегодняшнего завтрашнего дня сегодня завтра 다음 이번 주부터 달부터 해부터 오늘부터 내일부터 지금부터
    """
    )
)
_PERIOD = _NEXT - set(
    each(
        """
    next this of следующей следующего этой этого сегодняшнего завтрашнего 다음 이번
    """
    )
)
_MAY = "May"
"""The month; written small it is a plan."""
_DATE_UP_TO = 4
"""A date has at most so many words."""
_EVENT_UP_TO = 3
"""What happened has at most so many words."""
_NOT_BUT_UP_TO = 6
"""`But` comes at most so many words after `not`."""
_BROUGHT = frozenset(("been", "was", "were"))
"""Before a participle with `to` after it, something was brought to another value: `has been tightened to`."""
_PASSIVE = _BROUGHT | {"is", "are", "be", "being"}
"""Before `replaced`, what held before has been told: `Ivan was replaced by Boris`."""
_NOT_ALONE = frozenset(("only", "just", "только", "лишь"))
_CORRECTING = frozenset(
    each(
        """
    correction corrected correcting erratum mistake mistaken wrong edit
    поправка поправочка поправляю поправляюсь исправление исправляю исправляюсь ошибся ошиблась опечатка
    정정 정정합니다 정정해요 정정드립니다 정정할게요 틀렸습니다 틀렸어요 수정 수정합니다 바로잡습니다 오타
    """
    )
)
"""What begins with one of these, and a mark, corrects: `Correction: the release is on Monday`."""
_BESIDE_CORRECTING = frozenset(
    each(
        """
    oops oh sorry my i a was it's it is the to above ой упс простите извините я выше к
    제가 앞서 죄송합니다 죄송해요
    """
    )
)
_AFTER_AN_OPENING = frozenset((":", ",", ".", "!", "-", "–", "—", "\n"))
_OF_AN_OPENING = _CORRECTING | _BESIDE_CORRECTING | _AFTER_AN_OPENING
_OPENINGS = tuple(
    tuple(line.split())
    for line in """
    no ,
    actually ,
    actually
    in fact ,
    нет ,
    на самом деле ,
    на самом деле
    아니요 ,
    아니 ,
    사실은
    사실
    """.strip().splitlines()
)
"""How one begins who says otherwise than was said: what follows is a statement as any."""
_SHORT_NAMES = frozenset(("IT", "US"))
"""Written small they are pronouns."""
_SWITCHED = frozenset(("on", "off"))
"""With nothing behind it, how something is: `the alarm is off`."""
_WHOSE = frozenset(("my", "our", "your", "their", "its", "his", "her"))
_HAVING = frozenset(("has", "have", "had"))
_NEW = frozenset(("new", "новый", "новая", "новое", "новые", "새", "새로운"))
_BETWEEN_CLAUSES = _ENDS | {",", ":", "(", ")", "–", "—", "-", "and", "but", "и", "а", "но"}
_BETWEEN_STATEMENTS = _ENDS | {",", "(", ")", "so", "but", "но"}
_ASIDE = frozenset(("чтобы", "потому", "because"))
"""What tells why begins with one of these."""
_CHANGED = Cue.CHANGE | Cue.NOW
_ASKING_FIRST = frozenset(
    each(
        """
    who what when where why how which does do did is are was were has have can will кто что где когда почему
    как какой какая какое какие сколько зачем
    """
    )
)


@dataclass(frozen=True)
class Token:
    """A word that carries some of the subject."""

    kin: str
    """What its forms share."""
    place: int
    """Its number among all words and punctuation marks of the text."""
    end: int
    """The same of its last part, a unit attached to a number."""
    measure: bool
    """Whether it is a number or a point in time."""
    name: bool
    """Whether it is written with a capital inside a sentence."""


@dataclass(frozen=True)
class Reading:
    """A text as read."""

    words: tuple[str, ...]
    """All words and punctuation marks, normalised."""
    tokens: tuple[Token, ...]
    """The words that carry the subject, in their order."""
    meant: Cue
    """What the words say of the statement as a whole."""
    held_before: frozenset[str]
    """Families of the words beside `from`, `instead of`: what is said to hold no more."""
    ended: tuple[Token, ...]
    """The words of the clauses that tell what holds no more: `no longer at 10:00`."""
    environments: frozenset[str]
    happened: bool
    """Whether it tells of something that happened."""
    colon: int | None
    """The place of the colon after a label, `Port: 5432`."""
    changed_at: int | None
    """The place of the first word that tells of a change."""
    since: frozenset[str]
    """From when on it holds: `as of June`."""
    corrects: bool = False
    """Whether it begins by saying that it says right what was said before."""
    said: Cue = Cue.NONE
    """What its own words say, where it is one of several statements."""
    parts: tuple["Reading", ...] = ()
    """What it states one after another, where that is more than one thing."""

    @property
    def changed(self) -> bool:
        """Whether it says that something else held before."""
        return bool(self.meant & _CHANGED)

    @cached_property
    def kin(self) -> frozenset[str]:
        """Families of the words that carry the subject."""
        return frozenset(token.kin for token in self.tokens)

    @cached_property
    def label(self) -> tuple[str, ...] | None:
        """The families of the words before the colon."""
        if self.colon is None:
            return None
        return tuple(token.kin for token in self.tokens if token.place < self.colon)

    def renamed(self, names: Mapping[str, str]) -> "Reading":
        """The same with other names for families."""

        def rename(tokens: Iterable[Token]) -> tuple[Token, ...]:
            return tuple(replace(token, kin=names.get(token.kin, token.kin)) for token in tokens)

        return replace(
            self,
            tokens=rename(self.tokens),
            held_before=frozenset(names.get(kin, kin) for kin in self.held_before),
            ended=rename(self.ended),
            parts=tuple(part.renamed(names) for part in self.parts),
        )


def read(text: str) -> Reading:
    """Read a text; any text can be read."""
    return _Reader(text).reading()


@dataclass(frozen=True)
class Gist:
    """What a quick look at a text tells."""

    words: tuple[str, ...]
    """All its words."""
    kin: frozenset[str]
    """Families of those that carry the subject."""

    @classmethod
    def of(cls, text: str) -> "Gist":
        """Look."""
        words = _RUN.findall(normalise(text))
        return cls(tuple(words), frozenset(kind.kin for kind in map(classify, words) if kind.carries_subject))


@dataclass(frozen=True)
class _Piece:
    """A word or a punctuation mark."""

    written: str
    word: str
    """The same normalised."""
    attached: bool
    """Whether it is a word that directly follows another: the Hangul in `10시에`."""


def _pieces(text: str) -> list[_Piece]:
    """The words and punctuation marks of a text."""
    text = unicodedata.normalize("NFKC", text).translate(_APOSTROPHES)
    pieces: list[_Piece] = []
    end = -1
    text = _HALF_PAST.sub("반", _OF.sub("", _NOT.sub(" not", text)))
    for found in _PIECE.finditer(text):
        written = found.group()
        is_word = found.lastgroup == "word"
        if written == "." and pieces and pieces[-1].word in _SHORTENED:
            continue
        pieces.append(
            _Piece(written, normalise(written) if is_word else written, is_word and found.start() == end)
        )
        end = found.end() if is_word else -1
    return pieces


class _Reader:
    """Goes through a text from word to word, and gathers what they say."""

    def __init__(self, text: str) -> None:
        pieces = _pieces(text)
        pieces = pieces[_length_of_opening([piece.word for piece in pieces[:4]]) :]
        opening = _opening_of([piece.word for piece in pieces])
        self.corrects = bool(opening)
        self.pieces = pieces[opening:]
        self.words = [piece.word for piece in self.pieces]
        self.tokens: list[Token] = []
        self.environments: list[str] = []
        self.held_before: list[str] = []
        self.places: list[str] = []
        self.said: list[tuple[int, Cue]] = []
        self.ended: tuple[Token, ...] = ()
        self.meant = Cue.NONE
        self.happened = False
        self.changed_at: int | None = None
        self.since: list[str] = []

    def reading(self) -> Reading:
        place = 0
        while place < len(self.words):
            place += (
                self._not_but(place)
                or self._phrase(place)
                or self._since(place)
                or self._mark(place)
                or self._unit(place)
                or self._word(place)
            )
        self._as_a_whole()
        reading = Reading(
            tuple(self.words),
            tuple(self.tokens),
            self.meant,
            frozenset(self.held_before),
            self.ended,
            frozenset(self.environments),
            self.happened,
            next((place for place, word in enumerate(self.words) if word == ":"), None),
            self.changed_at,
            frozenset(self.since),
            self.corrects,
        )
        return replace(reading, parts=tuple(self._parts(reading)))

    def _parts(self, whole: Reading) -> Iterator[Reading]:
        """What is stated one after another; a stretch that states nothing belongs to the one before it."""
        statements: list[tuple[int, int]] = []
        begin = 0
        for end in (*self._ends_of_stretches(), len(self.words)):
            if statements and not self._states(begin, end):
                begin, _ = statements.pop()
            if self._states(begin, end):
                statements.append((begin, end))
                begin = end
        if len(statements) < 2:
            return
        for begin, end in statements:
            tokens = tuple(token for token in self.tokens if begin <= token.place < end)
            own = self._said_between(begin, end)
            changed_at = next((at for at, cue in self.said if begin <= at < end and cue & _CHANGED), None)
            environments = frozenset(
                classify(word).kin for word in self.words[begin:end] if classify(word).cue & Cue.ENVIRONMENT
            )
            yield replace(
                whole,
                tokens=tokens,
                held_before=whole.held_before & {token.kin for token in tokens},
                said=own,
                meant=own | whole.meant & MEANT & ~(Cue.NEGATION | Cue.JUST),
                ended=tuple(token for token in whole.ended if begin <= token.place < end),
                environments=environments,
                colon=None,
                changed_at=changed_at,
            )

    def _ends_of_stretches(self) -> Iterator[int]:
        return (
            at + 1 for at, word in enumerate(self.words) if word in _BETWEEN_STATEMENTS or ends_clause(word)
        )

    def _said_between(self, begin: int, end: int) -> Cue:
        cues = Cue.NONE
        for at, cue in self.said:
            if begin <= at < end:
                cues |= cue
        return cues | (Cue.ENDED if _tells_an_end(cues) and not cues & Cue.ONLY else Cue.NONE)

    def _states(self, begin: int, end: int) -> bool:
        if not _ASIDE.isdisjoint(self.words[begin : begin + 1]) or self._said_between(begin, end) & (
            _CHANGED | Cue.ENDED
        ):
            return True
        return any(is_predicate(self.words[at], self._before(at)) for at in range(begin, end))

    def _not_but(self, place: int) -> int:
        """Read the `not` of `not on Thursday, but on Friday`: how many words it has."""
        if self.words[place] not in ("not", "не"):
            return 0
        after = self.words[place + 1 : place + _NOT_BUT_UP_TO]
        but = any(pair in ((",", "а"), (",", "but")) for pair in pairwise(after)) or "but" in after
        begins = self._before(place) in (",", "теперь", "now")
        if not but and (not after or not begins or after[0] in _NOT_ALONE or is_predicate(after[0], "")):
            return 0
        self._say(Cue.FROM | Cue.INSTEAD | Cue.CHANGE, place)
        return 1

    def _phrase(self, place: int) -> int:
        """Read a turn of phrase, if one begins here: how many words it has."""
        if self.words[place] not in PHRASE_BEGINNINGS:
            return 0
        for length in range(PHRASE_AT_MOST, 1, -1):
            cue = phrase(" ".join(self.words[place : place + length]))
            if cue:
                self._say(cue, place + length - 1)
                return length + (self._day(place + length) if cue & (Cue.CHANGE | Cue.NOW) else 0)
        return 0

    def _since(self, place: int) -> int:
        """Read from when on it holds, if that is told here: how many words it has."""
        if self.words[place] in _SINCE:
            length = self._day(place + 1) or self._event(place)
            return length + 1 if length else 0
        if not self.words[place][0].isdigit() and not is_hangul(self.words[place]):
            return 0
        end = place
        while self._is_of_a_date(end) and not self.words[end].endswith("부터"):
            end += 1
        if end == len(self.words) or not self._is_of_a_date(end) or self._is_until(end + 1):
            return 0
        return self._hold_since(place, end + 1)

    def _event(self, place: int) -> int:
        """How many words name what happened at the time, `since the last release`; none for other words."""
        if self.words[place] != "since":
            return 0
        end = place + 1
        while end < len(self.words) and end <= place + _EVENT_UP_TO and not _ends_clause(self.words[end]):
            end += 1
        return self._hold_since(place + 1, end) if end > place + 1 else 0

    def _day(self, place: int) -> int:
        """How many words from here name a day or a month: none where they begin a span of time."""
        end = place
        while self._is_of_a_date(end) and end < place + _DATE_UP_TO:
            end += 1
        told = any(self._is_day(at) or self.words[at] in _PERIOD for at in range(place, end))
        return self._hold_since(place, end) if told and not self._is_until(end) else 0

    def _hold_since(self, place: int, end: int) -> int:
        self.since.extend(classify(word).kin for word in self.words[place:end])
        self._say(Cue.NOW, place)
        return end - place

    def _is_until(self, place: int) -> bool:
        return place < len(self.words) and (
            self.words[place] in _UNTIL
            or any(word.endswith("까지") for word in self.words[place : place + 2])
        )

    def _is_day(self, place: int) -> bool:
        return self.pieces[place].written == _MAY or bool(classify(self.words[place]).cue & Cue.DAY)

    def _is_of_a_date(self, place: int) -> bool:
        if place >= len(self.words):
            return False
        word = self.words[place]
        if is_hangul(word) and self.pieces[place].attached:
            return word in ("월", "일", "년", "월부터", "일부터", "년부터")
        return word.isdecimal() or self._is_day(place) or word in _NEXT

    def _mark(self, place: int) -> int:
        """Read a punctuation mark, or an `and` that joins no two values: how many words it has."""
        word = self.words[place]
        if word in ("?", "？"):
            self.meant |= Cue.QUESTION
        joins_clauses = word in ("and", "и") and (self.changed_at == place - 1 or _tells_an_end(self.meant))
        return int(joins_clauses or not word[0].isalnum())

    def _unit(self, place: int) -> int:
        """Read what is attached to a number or a foreign word, a unit or particles: how many words it has."""
        word = self.words[place]
        if not self.pieces[place].attached or not is_hangul(word):
            return 0
        unit = without_particles(word, attached=True)
        counted = self.words[place - 1][-1].isdigit()
        if unit and not counted:
            return 0
        if not counted:
            self._say(attached_cue(word), place)
        if counted and self.tokens:  # `3월 3일` holds two different numbers
            self.tokens[-1] = replace(self.tokens[-1], kin=self.tokens[-1].kin + unit, end=place)
        self._say_what_held_before(place)
        return 1

    def _word(self, place: int) -> int:
        """Read one word: how many words that is, one."""
        written, word = self.pieces[place].written, self.words[place]
        before = self._before(place)
        kin, cue, carries_subject = classify(word)
        if written == _MAY:
            cue, carries_subject = Cue.MEASURE | Cue.DAY, True
        elif before in _BROUGHT and word.endswith("ed") and "to" in self.words[place + 1 : place + 3]:
            cue, carries_subject = cue | Cue.CHANGE, False
        elif word in _SWITCHED and self._ends_at(place + 1):
            cue, carries_subject = Cue.NONE, True
        elif written in _SHORT_NAMES or (word == "own" and before in _WHOSE):
            cue, carries_subject = Cue.NONE, written in _SHORT_NAMES
        if word in _HAVING and any(
            is_past(one, "") or one == "been" for one in self.words[place + 1 : place + 3]
        ):
            cue &= ~Cue.MANY
        elif word.startswith("있") and is_hangul(before) and classify(before).kin == before:
            cue |= Cue.MANY
        self._say(cue, place)
        self._say_what_held_before(place)
        self.happened |= not cue & Cue.CHANGE and is_past(word, before)
        if cue is not Cue.NONE and cue & Cue.ENVIRONMENT:
            self.environments.append(kin)
        if carries_subject:
            name = bool(place) and written[0].isupper() and before not in _ENDS
            self.tokens.append(Token(kin, place, place, bool(cue & Cue.MEASURE), name))
        return 1

    def _ends_at(self, place: int) -> bool:
        """Whether nothing of the clause stands there but `now`."""
        return place >= len(self.words) or self.words[place] in _BETWEEN_CLAUSES or self.words[place] == "now"

    def _before(self, place: int) -> str:
        return self.words[place - 1] if place else ""

    def _say(self, cue: Cue, place: int) -> None:
        if cue is Cue.NONE:
            return
        self.meant |= cue
        self.said.append((place, cue))
        if cue & (Cue.CHANGE | Cue.NOW) and self.changed_at is None:
            self.changed_at = place
        if cue & Cue.FROM and self._before(place) in _PASSIVE:
            self.held_before.extend(token.kin for token in self.tokens[-1:])
        elif cue & Cue.FROM:
            for word in self.words[place + 1 : place + 3]:
                self.held_before.append(classify(word).kin)

    def _say_what_held_before(self, place: int) -> None:
        """Korean says `from` and `instead of` after the word."""
        word, attached = self.words[place], self.pieces[place].attached
        if word in ("대신", "말고", "아니라", "아닌", "아니고") and place:
            apart = not self.pieces[place - 1].attached or not self.tokens
            self.held_before.append(classify(self.words[place - 1]).kin if apart else self.tokens[-1].kin)
        elif word.endswith("에서"):
            self.places.append(classify(word).kin)
            if attached and self.tokens:
                self.places.append(self.tokens[-1].kin)

    def _as_a_whole(self) -> None:
        """Say what the beginning tells of the whole, and what its clauses do."""
        if self.words[:1] and self.words[0] in _ASKING_FIRST:
            self.meant |= Cue.QUESTION
        beginning = self.words[1:2] if self.words[:1] in (["the"], ["our"]) else self.words[:1]
        if self.corrects or _NEW.intersection(beginning):
            self._say(Cue.NOW, 0)
        if self.meant & Cue.CHANGE:  # `Jira에서 Linear로 옮겼다`; else it is where something is done
            self.held_before.extend(self.places)
        self._by_clauses()

    def _by_clauses(self) -> None:
        """Say what two words tell together in one clause, and which clauses tell of an end."""
        clauses = list(accumulate(map(_ends_clause, self.words), initial=0))
        cues: dict[int, Cue] = {}
        for place, cue in self.said:
            cues[clauses[place]] = cues.get(clauses[place], Cue.NONE) | cue
        ended = {clause for clause, cue in cues.items() if _tells_an_end(cue) and not cue & Cue.ONLY}
        if ended:
            self.meant |= Cue.ENDED
        if any(cue & Cue.ONLY and cue & (Cue.NEGATION | Cue.ENDED) for cue in cues.values()):
            self.meant |= Cue.ADDITION
        self.ended = tuple(token for token in self.tokens if clauses[token.place] in ended)


def _length_of_opening(words: Sequence[str]) -> int:
    """How many words and marks of one of `_OPENINGS` a text begins with."""
    return max((len(each) for each in _OPENINGS if tuple(words[: len(each)]) == each), default=0)


def _opening_of(words: Sequence[str]) -> int:
    """How many words and marks only say that a correction follows; none where nothing does."""
    said = list(takewhile(_OF_AN_OPENING.__contains__, words))
    while said and said[-1] not in _AFTER_AN_OPENING:
        said.pop()
    return 0 if len(said) == len(words) or _CORRECTING.isdisjoint(said) else len(said)


def _ends_clause(word: str) -> bool:
    return word in _BETWEEN_CLAUSES or ends_clause(word)


def _tells_an_end(cues: Cue) -> bool:
    return bool(cues & Cue.ENDED) or (bool(cues & Cue.NEGATION) and bool(cues & Cue.NO_MORE))
