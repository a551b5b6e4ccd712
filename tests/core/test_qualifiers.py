"""Qualifiers of `/search` and `/remember`: taken out of a text, and what they let pass."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from core.errors import Invalid, Reason
from core.memory import Memory
from core.qualifiers import (
    NO_FILTERS,
    Filters,
    Labelled,
    Untaken,
    filters,
    labelled,
    unknown_filter,
)
from core.query import Query
from core.records import Record, Status
from core.search import Page, SearchRequest
from core.spaces import Actor, Person
from core.storage import Store
from tests.core.fakes import MORNING, StoppedClock
from tests.core.judging import mark
from tests.core.samples import record
from tests.core.steps import enter, save
from tests.quality.fakes import fake

SECRET = fake("github", Random(9))


def day(month: int, number: int) -> datetime:
    """Midnight of a day of 2026, in UTC."""
    return datetime(2026, month, number, tzinfo=UTC)


class TestLabels:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("deploys are on Fridays", Labelled("deploys are on Fridays")),
            ("key:deploy-day on Fridays", Labelled("on Fridays", "deploy-day")),
            ("scope:team on Fridays", Labelled("on Fridays", None, "team")),
            ("key:deploy-day scope:team on Fridays", Labelled("on Fridays", "deploy-day", "team")),
            ("scope:team key:deploy-day on Fridays", Labelled("on Fridays", "deploy-day", "team")),
            (" \n key:deploy-day \n\n on\nFridays", Labelled("on\nFridays", "deploy-day")),
            ('key:"deploy day" on Fridays', Labelled("on Fridays", "deploy day")),
            ("key:“deploy day” on Fridays", Labelled("on Fridays", "deploy day")),
            ("key:«день релиза» в пятницу", Labelled("в пятницу", "день релиза")),
            ("key:배포-요일 scope:우리팀 배포는 금요일", Labelled("배포는 금요일", "배포-요일", "우리팀")),
            ("key:one key:two text", Labelled("key:two text", "one")),
            ("scope:a key:one scope:b text", Labelled("scope:b text", "one", "a")),
            ("key:one scope:a key:one text", Labelled("text", "one", "a")),
            ('key:"a b" key:"a c" text', Labelled('key:"a c" text', "a b")),
            ("Key:deploy-day SCOPE:team on Fridays", Labelled("on Fridays", "deploy-day", "team")),
            ("key:a:b text", Labelled("text", "a:b")),
            ("key:https://wiki/x text", Labelled("text", "https://wiki/x")),
        ],
    )
    def test_labels_at_the_beginning_are_taken_off(self, text: str, expected: Labelled) -> None:
        assert labelled(text) == expected

    @pytest.mark.parametrize(
        "text",
        [
            "on Fridays key:deploy-day",
            "monkey:deploy-day on Fridays",
            "key: deploy-day",
            "key",
            "by:alice said so",
            "is:stale",
            "after:2026-05-01 all is new",
            '"key:deploy-day"',
            "ключ:день в пятницу",
            "",
        ],
    )
    def test_whatever_else_stands_there_is_the_text(self, text: str) -> None:
        assert labelled(text) == Labelled(text)

    def test_a_filter_ends_the_labels_and_is_text(self) -> None:
        assert labelled("key:k by:alice scope:team x") == Labelled("by:alice scope:team x", "k")

    @pytest.mark.parametrize(
        ("text", "untaken"),
        [
            ("key: deploy", Untaken("key", Reason.MISSING, alone=False)),
            ("Scope:\nteam", Untaken("scope", Reason.MISSING, alone=False)),
            ("key:a scope: team", Untaken("scope", Reason.MISSING, alone=False)),
            ("key:", Untaken("key", Reason.MISSING, alone=True)),
            ("key:a scope: \n", Untaken("scope", Reason.MISSING, alone=True)),
            ("key: scope:team", Untaken("key", Reason.MISSING, alone=True)),
            ("key:a KEY:b text", Untaken("key", Reason.TWICE, alone=False)),
            ("key:a key:b", Untaken("key", Reason.TWICE, alone=True)),
            ('key:a key:"b c" scope:d', Untaken("key", Reason.TWICE, alone=True)),
            ("key", None),
            ("by: alice", None),
            ("the key: x", None),
            ("key:a text key:b", None),
            (f"key:{SECRET}", None),
            (f"key:{SECRET} key:a", None),
        ],
    )
    def test_what_looks_like_a_label_and_is_none_is_noticed(self, text: str, untaken: Untaken | None) -> None:
        assert labelled(text).untaken == untaken

    @pytest.mark.parametrize("text", ["key:deploy-day", "key:deploy-day \n"])
    def test_labels_alone_leave_nothing_to_keep(self, text: str) -> None:
        assert labelled(text) == Labelled("", "deploy-day")

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ('key:"open text', Labelled("text", '"open')),
            ('key:"" text', Labelled("text", '""')),
            ("key:«open text", Labelled("text", "«open")),
        ],
    )
    def test_quotes_that_close_nothing_are_part_of_the_label(self, text: str, expected: Labelled) -> None:
        assert labelled(text) == expected


class TestFilters:
    @pytest.mark.parametrize(
        ("text", "words", "expected"),
        [
            ("deploy friday", "deploy friday", NO_FILTERS),
            ("", "", NO_FILTERS),
            ("scope:team", "", Filters(scope="team")),
            ("deploy scope:team friday", "deploy   friday", Filters(scope="team")),
            ("key:deploy-day", "", Filters(fact_key="deploy-day")),
            ("by:Анна релиз", "релиз", Filters(by="Анна")),
            ('by:"Anna Lee" deploy', "deploy", Filters(by="Anna Lee")),
            ("by:“Anna Lee” deploy", "deploy", Filters(by="Anna Lee")),
            ("by:«Анна Ли» релиз", "релиз", Filters(by="Анна Ли")),
            ("배포 by:김민수", "배포", Filters(by="김민수")),
            ("after:2026-05-01", "", Filters(after=day(5, 1))),
            ("before:2026-06-01", "", Filters(before=day(6, 1))),
            (
                "after:2026-05-01 deploy before:2026-06-01",
                "deploy",
                Filters(after=day(5, 1), before=day(6, 1)),
            ),
            ("is:stale", "", Filters(status=Status.STALE)),
            ("is:CONFLICT", "", Filters(status=Status.CONFLICT)),
            ("IS:stale By:Anna", "", Filters(by="Anna", status=Status.STALE)),
            ("scope:a scope:a", "", Filters(scope="a")),
            ("is:stale is:marked", "", Filters(status=Status.STALE, marked=True)),
            ('"on Fridays"', '"on Fridays"', Filters(phrases=(("on", "fridays"),))),
            ("“on Fridays”", "“on Fridays”", Filters(phrases=(("on", "fridays"),))),
            ("«По пятницам»", "«По пятницам»", Filters(phrases=(("по", "пятницам"),))),
            ('"배포는 금요일" 서버', '"배포는 금요일" 서버', Filters(phrases=(("배포는", "금요일"),))),
            ('"v1.2" x "a b"', '"v1.2" x "a b"', Filters(phrases=(("v1", "2"), ("a", "b")))),
            ('scope:"a b" "c d"', '"c d"', Filters(scope="a b", phrases=(("c", "d"),))),
        ],
    )
    def test_qualifiers_are_taken_out_and_phrases_stay_as_words(
        self, text: str, words: str, expected: Filters
    ) -> None:
        assert filters(text) == (words, expected)

    @pytest.mark.parametrize(
        "text",
        [
            "https://is:stale",
            "tel:123",
            "re:key:x",
            'say "hello',
            "it's 5 o'clock",
            '""',
            '"?!"',
            "“”",
            "до:завтра",
        ],
    )
    def test_whatever_else_stands_there_is_words(self, text: str) -> None:
        assert filters(text) == (text, NO_FILTERS)

    @pytest.mark.parametrize(
        ("text", "argument", "allows"),
        [
            ("is:fresh", "is", "`stale`, `marked` or `conflict`"),
            ("is:unverified", "is", "`stale`, `marked` or `conflict`"),
            ("after:tomorrow", "after", "a date as 2026-05-31"),
            ("before:2026-13-01", "before", "a date as 2026-05-31"),
            ("before:2026-02-30", "before", "a date as 2026-05-31"),
            ("after:31.05.2026", "after", "a date as 2026-05-31"),
            ("after:завтра", "after", "a date as 2026-05-31"),
            ("after:0001-01-01T00:00+09:00", "after", "a date as 2026-05-31"),
            ("scope:team is:old deploy", "is", "`stale`, `marked` or `conflict`"),
        ],
    )
    def test_a_value_that_cannot_be_is_named(self, text: str, argument: str, allows: str) -> None:
        assert filters(text) == Invalid(argument, Reason.RANGE, allows)

    @pytest.mark.parametrize(
        ("text", "argument"),
        [
            ("scope:a deploy scope:b", "scope"),
            ("key:a key:A", "key"),
            ("by:anna by:boris", "by"),
            ("is:stale is:conflict", "is"),
            ("after:2026-05-01 AFTER:2026-05-02", "after"),
            ("before:2026-05-01 is:marked before:2026-05-02", "before"),
        ],
    )
    def test_a_filter_with_two_values_is_named(self, text: str, argument: str) -> None:
        assert filters(text) == Invalid(argument, Reason.TWICE, "one value")

    @pytest.mark.parametrize("text", ["is: stale", "deploy Is:", "before: \n 2026-05-01", "key:x key:"])
    def test_a_filter_without_a_value_is_named(self, text: str) -> None:
        found = filters(text)
        assert isinstance(found, Invalid)
        assert (found.reason, f"{found.argument}:" in text.lower()) == (Reason.MISSING, True)

    @pytest.mark.parametrize(
        ("words", "name"),
        [
            ("tag:release", "tag"),
            ("when ключ:день", "ключ"),
            ("https://wiki/x", None),
            ("std::vector", None),
            ("12:30 v2:1", None),
            ("so: it is", None),
            ('"tag:release"', None),
            ("re.tag:x", None),
        ],
    )
    def test_what_looks_like_a_filter_is_told_from_words_with_a_colon(
        self, words: str, name: str | None
    ) -> None:
        assert unknown_filter(words) == name

    @pytest.mark.parametrize(
        ("value", "moment"),
        [
            ("2026-05-01", day(5, 1)),
            ("20260501", day(5, 1)),
            ("2026-05-01T09:30", day(5, 1) + timedelta(hours=9, minutes=30)),
            ("2026-05-01T09:30Z", day(5, 1) + timedelta(hours=9, minutes=30)),
            ("2026-05-01T09:30+09:00", day(5, 1) + timedelta(minutes=30)),
        ],
    )
    def test_a_date_is_a_moment_in_utc_unless_it_says_otherwise(self, value: str, moment: datetime) -> None:
        assert filters(f"after:{value}") == ("", Filters(after=moment))


ANNA = Person(record().author.id, "Анна Ёлкина")


class TestWhatPasses:
    @pytest.mark.parametrize(
        ("wanted", "fields", "passes"),
        [
            (NO_FILTERS, {}, True),
            (Filters(scope="team"), {"scope": "team"}, True),
            (Filters(scope="team"), {"scope": "Team"}, True),
            (Filters(scope="team"), {"scope": "teams"}, False),
            (Filters(fact_key="release-day"), {}, True),
            (Filters(fact_key="release"), {}, False),
            (Filters(fact_key="x"), {"fact_key": None}, False),
            (Filters(by="анна"), {"author": ANNA}, True),
            (Filters(by="АННА Елк"), {"author": ANNA}, True),
            (Filters(by="елкина"), {"author": ANNA}, False),
            (Filters(by="김"), {"said_by": "김민수"}, True),
            (Filters(by="민수"), {"said_by": "김민수"}, False),
            (Filters(by="own"), {"said_by": "Carol"}, True),
            (Filters(by="bob"), {"said_by": "Carol"}, False),
            (Filters(after=MORNING), {}, True),
            (Filters(after=MORNING + timedelta(microseconds=1)), {}, False),
            (Filters(before=MORNING), {}, False),
            (Filters(before=MORNING + timedelta(microseconds=1)), {}, True),
            (Filters(phrases=(("go", "out"),)), {}, True),
            (Filters(phrases=(("releases", "go", "out", "on", "fridays"),)), {}, True),
            (Filters(phrases=(("out", "go"),)), {}, False),
            (Filters(phrases=(("go", "ou"),)), {}, False),
            (Filters(phrases=(("go", "out"), ("on", "mondays"))), {}, False),
            (Filters(phrases=(("go", "out"),)), {"content": "they go, OUT!"}, True),
            (Filters(phrases=(("все", "в", "елку"),)), {"content": "Все — в «Ёлку»"}, True),
            (Filters(phrases=(("owner",),)), {}, False),
            (Filters(scope="shared", fact_key="other"), {}, False),
        ],
    )
    def test_a_record_passes_where_each_filter_lets_it(
        self, wanted: Filters, fields: dict[str, object], passes: bool
    ) -> None:
        assert wanted.allow(record(**fields)) is passes

    def test_the_last_change_counts_not_the_first(self) -> None:
        late = record(updated_at=MORNING + timedelta(days=2))
        assert Filters(after=MORNING + timedelta(days=1)).allow(late)
        assert not Filters(before=MORNING + timedelta(days=1)).allow(late)


async def looked_up(memory: Memory, actor: Actor, text: str, **request: object) -> Page:
    """What `/search` finds, with this request besides."""
    parsed = filters(text)
    assert not isinstance(parsed, Invalid)
    words, wanted = parsed
    asked = SearchRequest(Query.parse(words), None, wanted.scope, filters=wanted, **request)  # type: ignore[arg-type]
    found = await memory.search(actor, asked)
    assert isinstance(found, Page)
    return found


async def found(memory: Memory, actor: Actor, text: str, **request: object) -> list[str]:
    """The contents that `/search` finds."""
    return [one.record.content for one in (await looked_up(memory, actor, text, **request)).results]


async def by_date(memory: Memory, actor: Actor, clock: StoppedClock) -> list[Record]:
    """Three records, a day apart."""
    saved = []
    for number in range(3):
        saved.append(await save(memory, actor, f"note {number}"))
        clock.advance(days=1)
    return saved


class TestSearching:
    async def test_days_bound_what_is_found(self, memory: Memory, owner: Actor, clock: StoppedClock) -> None:
        await by_date(memory, owner, clock)
        assert await found(memory, owner, "after:2026-03-03") == ["note 2", "note 1"]
        assert await found(memory, owner, "before:2026-03-03 note") == ["note 0"]
        assert await found(memory, owner, "after:2026-03-03 before:2026-03-04") == ["note 1"]

    async def test_a_key_a_label_and_exact_words_narrow_it(self, memory: Memory, owner: Actor) -> None:
        await save(memory, owner, "релиз по пятницам", fact_key="день релиза", scope="team")
        await save(memory, owner, "пятницам по релиз", scope="team")
        await save(memory, owner, "релиз по пятницам")
        assert await found(memory, owner, "релиз key:«день релиза»") == ["релиз по пятницам"]
        assert await found(memory, owner, "scope:team «по пятницам»") == ["релиз по пятницам"]
        assert len(await found(memory, owner, '"По Пятницам"')) == 2
        assert await found(memory, owner, '"По Пятницам" сервер scope:x') == []

    async def test_people_are_found_as_authors_and_by_their_words(self, memory: Memory, bob: Actor) -> None:
        carol = await enter(memory, "Carol", "team")
        await save(memory, carol, "carol's")
        await save(memory, bob, "what carol said", said_by="Carol")
        await save(memory, bob, "bob's own")
        assert await found(memory, bob, "by:carol") == ["what carol said", "carol's"]
        assert await found(memory, bob, "by:bob") == ["bob's own", "what carol said"]

    async def test_what_does_not_pass_leaves_no_page_short_and_no_count(
        self, memory: Memory, owner: Actor
    ) -> None:
        for number in range(200):
            await save(memory, owner, f"note {number}", fact_key="k" if number % 50 == 0 else None)
        first = await looked_up(memory, owner, "note key:k", limit=3)
        assert [one.record.content for one in first.results] == ["note 150", "note 100", "note 50"]
        assert (first.total, first.has_more) == (None, True)
        rest = await looked_up(memory, owner, "note key:k", limit=3, offset=3)
        assert [one.record.content for one in rest.results] == ["note 0"]
        assert (rest.total, rest.has_more) == (None, False)

    async def test_records_are_found_by_the_status_that_shows(
        self, memory: Memory, store: Store, owner: Actor
    ) -> None:
        monday, friday = [await save(memory, owner, day, fact_key="day") for day in ("Monday", "Friday")]
        await save(memory, owner, "a summary", derived_from=(monday.id,))
        plain, cause = await save(memory, owner, "plain"), await save(memory, owner, "cause")
        await mark(store, plain, cause)
        await mark(store, friday, cause)
        assert await found(memory, owner, "is:conflict") == ["a summary", "Friday", "Monday"]
        assert await found(memory, owner, "is:stale") == ["plain"]
        assert await found(memory, owner, "friday is:conflict") == ["Friday"]
        await memory.resolve.by_key(owner, "day", monday.id, "default")
        assert await found(memory, owner, "is:conflict") == []
        assert await found(memory, owner, "is:stale") == ["plain", "Friday"]

    async def test_what_is_stale_for_its_sources_hash_is_found_where_the_hash_is_given(
        self, memory: Memory, owner: Actor
    ) -> None:
        await save(memory, owner, "old", source_hash="sha256:1")
        await save(memory, owner, "new", source_hash="sha256:2")
        assert await found(memory, owner, "is:stale") == []
        assert await found(memory, owner, "is:stale", current_source_hash="sha256:2") == ["old"]
