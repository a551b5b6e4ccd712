"""A strict Telegram Bot API server over HTTP, with a world of people and chats that tests drive.

A test takes the fixture `telegram` (see `fixtures.py`), points the bot at `telegram.url` and
`telegram.token`, and lets people act:

    async def test_a_message_is_kept(telegram: Server) -> None:
        anna = telegram.world.person("Anna", language_code="ru")
        message = await anna.says(anna.private, "релиз по четвергам")
        assert await telegram.world.wait_for(lambda: message.reaction) == "👌"

        group = telegram.world.group("team", members=[anna])
        await anna.says(group, "/search релиз")
        page = await group.answer()
        press = await (await anna.presses(page, "1")).answered()

Nothing is waited for by time: `chat.answer()`, `press.answered()`, `world.wait_for(...)` wake when something
happens at the server, and its clock stands still until `telegram.clock.advance(seconds)`. Trouble comes by
`telegram.fault(...)` and `telegram.limit_floods()`. Whatever Telegram would refuse is refused in its words,
and fails the test at its end unless `telegram.allow_refusal(words)` announced it.
"""
