"""aiogram's own way to echo, to compare with: its dispatcher, its polling, an answer for every message.

python -m tests.bench.echo_bot URL TOKEN
"""

import asyncio
import logging
import sys

from aiogram import Bot, Dispatcher
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.types import Message


async def main(url: str, token: str) -> None:
    """Echo until told to stop, which needs no words."""
    logging.getLogger("aiogram").setLevel(logging.ERROR)
    dispatcher = Dispatcher()

    @dispatcher.message()
    async def echo(message: Message) -> None:
        await message.answer(message.text or "")

    bot = Bot(token, session=AiohttpSession(api=TelegramAPIServer.from_base(url)))
    await dispatcher.start_polling(bot)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
