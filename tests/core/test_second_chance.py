"""The second chance of a search (SPEC section 4, point 5)."""

import asyncio
from datetime import timedelta

import pytest

from core.edit import Changes
from core.errors import Failure, ModelAway
from core.judgement import Malformed
from core.memory import Memory
from core.records import Visibility
from core.second_chance import KEPT, SecondChance
from core.sight import Sight
from core.spaces import Actor
from core.storage import Store
from tests.core.fakes import FakeModel, StoppedClock
from tests.core.judging import give_key
from tests.core.steps import contents, enter, page, save


def hide(text: str) -> str:
    """Stands in for Memory Guard."""
    return text.replace("hunter2", "[secret:password]")


@pytest.fixture
def memory(store: Store, clock: StoppedClock, model: FakeModel) -> Memory:
    return Memory.on(store, clock, model=model, clean=hide)


async def test_where_nothing_matches_other_words_are_tried(
    memory: Memory, owner: Actor, model: FakeModel
) -> None:
    await save(memory, owner, "prod is rolled out on Thursdays")
    model.offers = ("rollout", "rolled")
    found = await page(memory, owner, "deployment")
    assert [(one.record.content, one.score) for one in found.results] == [
        ("prod is rolled out on Thursdays", 1)
    ]
    assert found.expanded_with == ("rollout", "rolled")
    assert found.total == 1


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("staging", False),
        ("staging server", False),
        ("staging server deployment", True),
        ("how is the staging server", False),
        ("deployment", True),
        ("", False),
        ("   ", False),
    ],
)
async def test_it_is_for_queries_whose_best_hit_covers_under_half_of_their_content_words(
    memory: Memory, owner: Actor, model: FakeModel, query: str, asked: bool
) -> None:
    await save(memory, owner, "staging rests")
    found = await page(memory, owner, query)
    assert bool(model.searched) is asked
    assert found.expanded_with == ()


async def test_hits_with_words_of_the_query_stand_first_by_their_original_count(
    memory: Memory, owner: Actor, model: FakeModel
) -> None:
    model.offers = ("delivery", "pipeline", "thursday")
    for content in (
        "alpha beta",
        "alpha delivery pipeline thursday",
        "delivery pipeline thursday",
        "delivery",
    ):
        await save(memory, owner, content)
    found = await page(memory, owner, "alpha beta gamma delta epsilon")
    assert [(one.record.content, one.score) for one in found.results] == [
        ("alpha beta", 2),
        ("alpha delivery pipeline thursday", 4),
        ("delivery pipeline thursday", 3),
        ("delivery", 1),
    ]


async def test_keys_are_searched_then_too(
    memory: Memory, store: Store, owner: Actor, model: FakeModel
) -> None:
    await save(memory, owner, "by Anna", fact_key="deploy-prod")
    service = await save(memory, owner, "by Boris")
    await give_key(store, service, "archivist:deploy:staging")
    await save(memory, owner, "by Clara", fact_key="lunch")
    assert await contents(memory, owner, "deploy") == []
    model.offers = ("deploy",)
    assert await contents(memory, owner, "rollout") == ["by Boris", "by Anna"]


async def test_words_that_are_the_querys_own_widen_nothing(
    memory: Memory, owner: Actor, model: FakeModel
) -> None:
    model.offers = ("Deployments", "deploys")
    await save(memory, owner, "by Anna", fact_key="deployment")
    assert (await page(memory, owner, "deployments")).expanded_with == ()
    model.offers = ("deployment",)
    assert (await page(memory, owner, "deployment")).expanded_with == ()


async def test_the_model_is_told_of_keys_and_labels_that_the_reader_sees_and_never_of_texts(
    memory: Memory, store: Store, alice: Actor, bob: Actor, model: FakeModel
) -> None:
    await save(memory, alice, "text one", fact_key="deploy-prod", scope="ops")
    await save(memory, alice, "text two", fact_key="draft-key", visibility=Visibility.AUTHOR)
    await save(memory, alice, "text three", fact_key="exempt-key", analyze=False)
    await save(memory, alice, "text four", fact_key="elsewhere", workspace="other")
    forgotten = await save(memory, alice, "text five", fact_key="forgotten-key")
    await memory.forget.by_name(alice, forgotten.id)
    await page(memory, bob, "nothing like it")
    await page(memory, alice, "nothing like it")
    await page(memory, alice, "nothing like it", Sight.FOR_ALL)
    assert [set(known) for _, known in model.searched] == [
        {"deploy-prod", "ops"},
        {"draft-key", "deploy-prod", "ops"},
    ]


async def test_no_more_than_fifty_keys_are_named_the_latest_ones(
    memory: Memory, owner: Actor, model: FakeModel
) -> None:
    for number in range(60):
        await save(memory, owner, "text", fact_key=f"key-{number}")
    await page(memory, owner, "nothing")
    [(_, known)] = model.searched
    assert known == tuple(f"key-{number}" for number in range(59, 9, -1))


async def test_the_query_is_cleaned_before_it_is_sent(memory: Memory, owner: Actor, model: FakeModel) -> None:
    await page(memory, owner, "where is hunter2")
    assert model.searched == [("where is [secret:password]", ())]


async def test_of_a_query_as_long_as_a_book_the_beginning_is_cleaned(
    owner: Actor, model: FakeModel, clock: StoppedClock
) -> None:
    cleaned: list[str] = []

    def clean(text: str) -> str:
        cleaned.append(text)
        return text

    await SecondChance(model, clock, clean).words(owner.space, None, "half-a-secret " * 50_000, ())
    assert [len(text) < 5_000 and text.endswith("half-a-secret") for text in cleaned] == [True]


async def test_the_answer_is_kept_for_an_hour_for_exactly_what_was_sent(
    memory: Memory, owner: Actor, model: FakeModel, clock: StoppedClock
) -> None:
    model.offers = ("delivery",)
    for _ in range(3):
        assert (await page(memory, owner, "rollout")).expanded_with == ("delivery",)
    assert len(model.searched) == 1
    await save(memory, owner, "text", fact_key="new-key")
    await page(memory, owner, "rollout")
    assert len(model.searched) == 2
    clock.advance(seconds=KEPT.total_seconds())
    await page(memory, owner, "rollout")
    assert len(model.searched) == 3
    clock.advance(days=-1)
    await page(memory, owner, "rollout")
    assert len(model.searched) == 4


async def test_what_was_asked_in_one_space_is_no_answer_in_another(
    memory: Memory, owner: Actor, admin: Actor, model: FakeModel
) -> None:
    await page(memory, owner, "rollout")
    await page(memory, admin, "rollout")
    assert len(model.searched) == 2


@pytest.mark.parametrize(
    "said", [ModelAway(Failure.CONNECTION), Malformed("words")], ids=["away", "malformed"]
)
async def test_a_model_that_is_away_leaves_the_plain_answer_and_that_is_said(
    memory: Memory, owner: Actor, model: FakeModel, said: ModelAway | Malformed
) -> None:
    await save(memory, owner, "staging rests")
    model.offers = said
    found = await page(memory, owner, "staging alpha beta gamma")
    assert [one.record.content for one in found.results] == ["staging rests"]
    assert (found.expanded_with, found.model_was_away) == ((), True)
    model.offers = ("rests",)
    assert (await page(memory, owner, "staging alpha beta gamma")).expanded_with == ("rests",)


async def test_a_model_that_rests_is_not_asked(memory: Memory, owner: Actor, model: FakeModel) -> None:
    model.is_ready = False
    assert (await page(memory, owner, "rollout")).model_was_away
    assert model.searched == []


async def test_a_slow_model_is_not_waited_for(model: FakeModel, clock: StoppedClock, owner: Actor) -> None:
    async def never() -> None:
        await asyncio.Event().wait()

    model.meanwhile = never
    chance = SecondChance(model, clock, hide, seconds=0.01)
    assert await chance.words(owner.space, "default", "rollout", []) is None


async def test_without_a_model_or_with_the_built_in_one_nothing_is_said(
    store: Store, clock: StoppedClock, model: FakeModel
) -> None:
    model.knows_words = False
    for memory in (Memory.on(store, clock), Memory.on(store, clock, model=model)):
        owner = await enter(memory, "owner")
        assert not (await page(memory, owner, "rollout")).model_was_away
    assert model.searched == []


class TestTheSwitch:
    """With the archivist off in a chat nothing of it goes to a model (SPEC section 7, point 7)."""

    async def test_no_query_goes_to_the_model(self, memory: Memory, owner: Actor, model: FakeModel) -> None:
        await memory.membership.switch_archivist(owner, on=False)
        found = await page(memory, owner, "rollout")
        assert (model.searched, found.model_was_away) == ([], False)

    async def test_what_is_saved_meanwhile_stays_exempt(
        self, memory: Memory, owner: Actor, model: FakeModel
    ) -> None:
        await memory.membership.switch_archivist(owner, on=False)
        off = await enter(memory, "owner")
        await save(memory, off, "saved while it was off", fact_key="off-key")
        await memory.membership.switch_archivist(off, on=True)
        await save(memory, await enter(memory, "owner"), "saved later")
        await memory.archive.run_once(now=True)
        assert [(question.text, question.candidates) for question in model.asked] == [("saved later", ())]
        await page(memory, owner, "rollout")
        assert model.searched == [("rollout", ())]

    @pytest.mark.parametrize(
        "changes", [Changes(content="off"), Changes(fact_key="off"), Changes(scope="off")]
    )
    async def test_what_is_changed_meanwhile_becomes_exempt(
        self, memory: Memory, owner: Actor, model: FakeModel, changes: Changes
    ) -> None:
        record = await save(memory, owner, "saved before", fact_key="before")
        await memory.membership.switch_archivist(owner, on=False)
        await memory.edit(owner, record.id, changes)
        await memory.membership.switch_archivist(owner, on=True)
        await save(memory, owner, "saved later")
        await memory.archive.run_once(now=True)
        assert [(question.text, question.candidates) for question in model.asked] == [("saved later", ())]
        await page(memory, owner, "rollout")
        assert model.searched == [("rollout", ())]

    async def test_where_it_moves_alone_it_stays_what_it_was(
        self, memory: Memory, owner: Actor, model: FakeModel
    ) -> None:
        record = await save(memory, owner, "saved before")
        await memory.membership.switch_archivist(owner, on=False)
        await memory.edit(owner, record.id, Changes(path="/elsewhere"))
        await memory.membership.switch_archivist(owner, on=True)
        await memory.archive.run_once(now=True)
        assert [question.text for question in model.asked] == ["saved before"]

    async def test_it_is_read_when_sending(
        self, memory: Memory, owner: Actor, model: FakeModel, clock: StoppedClock
    ) -> None:
        await save(memory, owner, "saved before")
        await memory.membership.switch_archivist(owner, on=False)
        clock.advance(seconds=timedelta(days=1).total_seconds())
        await memory.archive.run_once(now=False)
        assert model.asked == []

    async def test_keys_of_a_group_where_it_is_off_are_not_named_elsewhere(
        self, memory: Memory, owner: Actor, admin: Actor, model: FakeModel
    ) -> None:
        await save(memory, admin, "text", fact_key="key-of-the-team")
        await page(memory, owner, "rollout", Sight.EVERYWHERE, workspace=None)
        await memory.membership.switch_archivist(admin, on=False)
        await page(memory, owner, "rollout", Sight.EVERYWHERE, workspace=None)
        assert [known for _, known in model.searched] == [("key-of-the-team",), ()]
