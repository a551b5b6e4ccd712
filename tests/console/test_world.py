"""What the terminal's world keeps."""

import asyncio

from bot.clock import ShiftedClock
from bot.console.posts import Post
from bot.console.world import REMEMBERED, World
from core.storage import Store
from tests.console.stage import OWNER


async def test_only_the_latest_texts_are_in_memory(store: Store) -> None:
    world = World(store, ShiftedClock())
    texts = [f"text {number}" for number in range(1, REMEMBERED + 3)]
    await asyncio.gather(*(world.append(Post(OWNER, 0, OWNER, text=text)) for text in texts))
    found = [await world.find(OWNER, number) for number in (1, 2, 3, REMEMBERED + 2)]
    assert [post and post.text for post in found] == [None, None, "text 3", texts[-1]]
    assert all(post and post.author == OWNER for post in found)


async def test_two_terminals_on_one_database_never_give_a_number_twice(store: Store) -> None:
    worlds = [World(store, ShiftedClock()), World(store, ShiftedClock())]
    posts = await asyncio.gather(*(world.append(Post(OWNER, 0, OWNER)) for world in worlds * 20))
    assert sorted(post.number for post in posts) == list(range(1, 41))
