"""The bitmaps in memory: up to date whatever any process does, within their bound, for any word."""

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection

from core.errors import DatabaseDamaged
from core.ids import AudienceId, Seq
from core.memory import Memory
from core.query import Query
from core.records import Visibility
from core.search import SearchRequest, find
from core.sight import Sight, reader
from core.spaces import Actor
from core.storage import Store, word_tables
from core.storage.index import HEAVY_SHARE, KEPT_CHANGES, Bitmaps, Index, bitmap
from core.storage.newest import AT_ONCE
from tests.core.fakes import StoppedClock
from tests.core.judging import edited
from tests.core.steps import contents, page, save


@pytest.fixture
def other(store: Store, database_url: str, clock: StoppedClock) -> Iterator[Memory]:
    """The use cases on the same file in what might be another process."""
    store = Store.open(database_url)
    yield Memory.on(store, clock)
    store.close()


@contextmanager
def look_ups() -> Iterator[list[str]]:
    """What the stored index is asked meanwhile."""
    asked: list[str] = []

    def note(connection: Connection, table: int, expression: str, above: Seq, through: Seq) -> list[int]:
        asked.append(expression)
        return stored(connection, table, expression, above, through)

    stored = word_tables.find
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(word_tables, "find", note)
        yield asked


async def run(store: Store, *statements: str) -> None:
    """Do something to the database that the product would not."""

    def work(connection: Connection) -> None:
        for statement in statements:
            connection.exec_driver_sql(statement)

    await store.write(work)


class TestCatchingUp:
    async def test_what_another_process_saves_forgets_and_restores_is_seen_at_once(
        self, memory: Memory, other: Memory, alice: Actor
    ) -> None:
        await save(other, alice, "note one")
        assert await contents(memory, alice, "note") == ["note one"]
        record = await save(other, alice, "note two")
        assert await contents(memory, alice, "note") == ["note two", "note one"]
        await other.forget.by_name(alice, record.ref)
        assert await contents(memory, alice, "note") == ["note one"]
        await memory.restore(alice, record.ref)
        assert await contents(other, alice, "note") == ["note two", "note one"]

    async def test_a_scope_that_another_process_sets_is_seen_at_once(
        self, memory: Memory, other: Memory, alice: Actor, bob: Actor
    ) -> None:
        record = await save(other, alice, "note one")
        for actor in (alice, bob):
            assert await contents(memory, actor, "note", scope="team") == []
            assert await contents(memory, actor, "note", scope="shared") == ["note one"]
        await edited(other, alice, record, scope="team", visibility=Visibility.AUTHOR)
        assert await contents(memory, alice, "note", scope="team") == ["note one"]
        assert await contents(memory, alice, "note", scope="shared") == []
        assert await contents(memory, bob, "note", scope="team") == []
        await save(other, bob, "note two", scope="team")
        assert await contents(memory, alice, "note", scope="team") == ["note two", "note one"]
        assert await contents(memory, bob, "note", scope="team") == ["note two"]

    async def test_changes_that_are_gone_are_noticed(
        self, store: Store, memory: Memory, other: Memory, alice: Actor
    ) -> None:
        records = [await save(memory, alice, f"note {number}") for number in range(3)]
        assert len(await contents(other, alice, "note")) == 3
        for record in records[:2]:
            await memory.forget.by_name(alice, record.id)
        await save(memory, alice, "note 3")
        await run(store, "DELETE FROM changes WHERE number <= 1")
        # The total tells what the bitmaps hold, before the records are read.
        assert (await page(other, alice, "note")).total == 2
        assert await contents(other, alice, "note") == ["note 3", "note 2"]
        await save(memory, alice, "note 4")
        assert (await contents(other, alice, "note"))[0] == "note 4"

    async def test_more_changes_than_are_kept_are_not_followed_one_by_one(
        self, store: Store, memory: Memory, other: Memory, alice: Actor
    ) -> None:
        record = await save(memory, alice, "note 1")
        assert await contents(other, alice, "note") == ["note 1"]
        await memory.forget.by_name(alice, record.id)
        # What they tell is not true, so that it shows if they are followed.
        untrue = f"SELECT {record.seq}, {record.audience} FROM n"
        await run(
            store,
            f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= {KEPT_CHANGES})"
            f" INSERT INTO changes (new_seq, new_audience) {untrue}",
        )
        assert (await page(other, alice, "note")).total == 0

    async def test_a_search_that_failed_once_hides_nothing_from_the_next(
        self, store: Store, memory: Memory, other: Memory, alice: Actor
    ) -> None:
        await save(memory, alice, "note one")
        assert await contents(other, alice, "note") == ["note one"]
        await save(memory, alice, "note two")
        await memory.forget.by_name(alice, (await save(memory, alice, "note three")).id)
        await run(store, "UPDATE changes SET old_audience = CAST(x'ff' AS TEXT)")
        with pytest.raises(DatabaseDamaged):
            await contents(other, alice, "note")
        assert await contents(other, alice, "note") == ["note two", "note one"]

    async def test_a_text_that_is_damaged_hides_no_other(
        self, store: Store, memory: Memory, other: Memory, alice: Actor
    ) -> None:
        damaged = await save(memory, alice, "note one")
        await run(store, f"UPDATE records SET content = CAST(x'ff' AS TEXT) WHERE pk = {damaged.key}")
        await save(memory, alice, "note two")
        assert await contents(memory, alice, "note") == ["note two"]
        await store.index_new()
        assert await contents(other, alice, "note") == ["note two"]

    async def test_old_changes_are_dropped_and_the_latest_kept(
        self, store: Store, memory: Memory, other: Memory, alice: Actor
    ) -> None:
        assert (await memory.housekeeping.tidy()).changes == 0
        await save(memory, alice, "note 1")
        assert await contents(other, alice, "note") == ["note 1"]
        await run(
            store,
            f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {KEPT_CHANGES + 5})"
            " INSERT INTO changes (old_seq, old_audience) SELECT 1000000, 404 FROM n",
        )
        assert (await memory.housekeeping.tidy()).changes == 5
        assert (await memory.housekeeping.tidy()).changes == 0
        await save(memory, alice, "note 2")
        assert await contents(other, alice, "note") == ["note 2", "note 1"]

    async def test_a_rebuilt_index_is_used_by_every_process_at_once(
        self, store: Store, memory: Memory, other: Memory, alice: Actor
    ) -> None:
        for number in range(3):
            await save(memory, alice, f"note {number} 배포는 release-1")
        await store.index_new()
        await run(store, "INSERT INTO record_words (record_words) VALUES ('delete-all')")
        assert await contents(other, alice, "note 배포 release_1") == []
        await save(memory, alice, "note 3")
        assert await contents(other, alice, "note") == ["note 3"]
        await memory.housekeeping.rebuild_index()
        assert len(await contents(other, alice, "note 배포 release_1")) == 4
        assert len(await contents(memory, alice, "note 배포 release_1")) == 4


class TestLookUps:
    async def test_a_word_in_many_records_is_looked_up_once_and_then_only_in_what_is_new(
        self, store: Store, memory: Memory, alice: Actor
    ) -> None:
        for number in range(HEAVY_SHARE + 5):
            await save(memory, alice, f"heavy {number}")
        await store.index_new()
        with look_ups() as asked:
            for _ in range(3):
                await contents(memory, alice, "heavy")
        assert len(asked) == 1
        with look_ups() as asked:
            await save(memory, alice, "heavy and new")
            assert (await contents(memory, alice, "heavy"))[0] == "heavy and new"
        assert asked == []
        with look_ups() as asked:
            for number in range(AT_ONCE + 1):
                await save(memory, alice, f"heavy {number} once more")
            await store.index_new()
            assert (await contents(memory, alice, "heavy"))[0] == f"heavy {AT_ONCE} once more"
        assert len(asked) == 1

    async def test_a_new_record_that_was_forgotten_at_first_is_found_once_it_is_back(
        self, memory: Memory, other: Memory, alice: Actor
    ) -> None:
        await save(memory, alice, "note one")
        assert await contents(other, alice, "note") == ["note one"]
        record = await save(memory, alice, "note two")
        await memory.forget.by_name(alice, record.id)
        assert await contents(other, alice, "note") == ["note one"]
        await memory.restore(alice, record.id)
        assert await contents(other, alice, "note") == ["note two", "note one"]

    async def test_a_word_in_few_records_is_looked_up_each_time(
        self, store: Store, memory: Memory, alice: Actor
    ) -> None:
        await save(memory, alice, "light")
        for number in range(HEAVY_SHARE + 5):
            await save(memory, alice, f"note {number}")
        await store.index_new()
        with look_ups() as asked:
            for _ in range(3):
                assert await contents(memory, alice, "light") == ["light"]
        assert len(asked) == 3

    async def test_nothing_is_looked_up_for_a_reader_who_may_read_nothing(
        self, memory: Memory, alice: Actor
    ) -> None:
        await save(memory, alice, "release")
        with look_ups() as asked:
            assert await contents(memory, alice, "release", workspace=None, scope="nowhere") == []
        assert asked == []

    async def test_with_little_room_searches_are_slower_but_right(
        self, store: Store, memory: Memory, alice: Actor
    ) -> None:
        texts = [f"alpha {number % 2} beta {number % 3} gamma {number % 5}" for number in range(60)]
        for text in texts:
            await save(memory, alice, text)
        index = Index(room=40)

        def search(query: str, connection: Connection, _: Index) -> list[str]:
            index.catch_up(connection)
            request = SearchRequest(Query.parse(query), limit=50)
            page = find(connection, index, reader(connection, alice, Sight.HERE), request)
            return [found.record.content for found in page.results]

        for query in ("alpha", "beta 1", "gamma 4 alpha", "alpha", "2 4"):
            wanted = await contents(memory, alice, query, limit=50)
            assert await store.search(partial(search, query)) == wanted


class TestBitmaps:
    @given(st.sets(st.integers(0, 5_000)))
    def test_a_bitmap_has_the_bits_that_were_asked_for(self, seqs: set[int]) -> None:
        bits = bitmap(seqs)
        assert {number for number in range(5_001) if bits >> number & 1} == seqs

    def test_the_least_recently_used_goes_first(self) -> None:
        one = 1 << 1_000
        bitmaps = Bitmaps(room=3 * sys.getsizeof(one))
        for key in ("a", "b", "c"):
            bitmaps.keep(key, one, Seq(1))
        bitmaps.get("a")
        bitmaps.keep(AudienceId(1), one, Seq(1))
        assert [key for key in ("a", "b", "c", AudienceId(1)) if key in bitmaps] == ["a", "c", AudienceId(1)]

    def test_what_is_kept_anew_takes_its_room_once(self) -> None:
        one = 1 << 1_000
        bitmaps = Bitmaps(room=2 * sys.getsizeof(one))
        for _ in range(10):
            bitmaps.keep("a", one, Seq(1))
            bitmaps.keep("b", one, Seq(2))
        assert bitmaps.get("a") == (one, 1)
        assert bitmaps.get("b") == (one, 2)

    def test_what_is_greater_than_all_room_is_kept_alone(self) -> None:
        bitmaps = Bitmaps(room=100)
        bitmaps.keep("a", 1, Seq(1))
        bitmaps.keep("b", 1 << 10_000, Seq(1))
        assert "a" not in bitmaps
        assert bitmaps.get("b") == (1 << 10_000, 1)
        bitmaps.keep("c", 1, Seq(1))
        assert "b" not in bitmaps

    def test_what_is_not_kept_is_not_known(self) -> None:
        bitmaps = Bitmaps(room=100)
        assert bitmaps.get("a") == (0, 0)
        bitmaps.keep("a", 1, Seq(1))
        bitmaps.clear()
        assert bitmaps.get("a") == (0, 0)


def letters(alphabet: str, count: int, seed: int) -> str:
    """A word of so many letters."""
    return "".join(random.Random(seed).choices(alphabet, k=count))


class TestLongWords:
    @pytest.mark.parametrize(
        "alphabet", ["абвгдежз", "abcdefgh", "가나다라마바사아", "一二三四五六七八", "𐍀𐍁𐍂𐍃"]
    )
    async def test_a_word_of_the_longest_content_is_found_whole_and_by_its_beginning(
        self, memory: Memory, alice: Actor, alphabet: str
    ) -> None:
        word = letters(alphabet, 20_000, 1)
        await save(memory, alice, word)
        await save(memory, alice, word[:-1] + word[0])
        await save(memory, alice, "another")
        assert await contents(memory, alice, word) == [word]
        assert len(await contents(memory, alice, word[:19_000])) == 2
        assert len(await contents(memory, alice, word[:300])) == 2
        assert await contents(memory, alice, word + "x") == []

    async def test_the_inside_of_a_long_hangul_word_is_found_and_its_pieces_elsewhere_are_not(
        self, memory: Memory, alice: Actor
    ) -> None:
        word = letters("가나다라마바사아자차카타파하", 20_000, 1)
        await save(memory, alice, word)
        await save(memory, alice, f"{word[100:120]} {word[110:130]}")
        await save(memory, alice, word[100:130])
        assert await contents(memory, alice, word[100:130]) == [word[100:130], word]
        assert await contents(memory, alice, word[7_000:15_000]) == [word]

    async def test_a_compound_of_very_many_parts_is_found_whole_and_by_its_parts(
        self, memory: Memory, alice: Actor
    ) -> None:
        parts = [chr(0x4E00 + number) for number in range(9_999)]
        await save(memory, alice, "-".join(parts))
        await save(memory, alice, " ".join(parts[::-1]))
        await save(memory, alice, "-".join(parts[:-1]))
        assert len(await contents(memory, alice, "-".join(parts))) == 2
        assert len(await contents(memory, alice, "-".join(parts[:-1]))) == 3

    async def test_addresses_that_differ_after_a_long_beginning_are_told_apart(
        self, memory: Memory, alice: Actor
    ) -> None:
        folder = "https://wiki.example/" + "folder/" * 60
        await save(memory, alice, folder + "one")
        await save(memory, alice, folder + "two")
        assert await contents(memory, alice, folder + "two") == [folder + "two"]

    async def test_a_very_long_query_is_answered(self, memory: Memory, alice: Actor) -> None:
        await save(memory, alice, "release on Friday")
        query = " ".join(letters("abcdefghij", 7, number) for number in range(12_000)) + " friday"
        assert len(query) > 90_000
        assert await contents(memory, alice, query) == ["release on Friday"]
