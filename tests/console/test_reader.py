"""Lines from a stream."""

import asyncio
import io
import os

import pytest

from bot.console.reader import lines_of


async def test_a_line_is_read_only_when_it_is_asked_for() -> None:
    source = io.BytesIO(b"one\ntwo\r\nthree")
    lines = lines_of(source)
    assert await anext(lines) == "one"
    assert source.tell() == 4
    assert [line async for line in lines] == ["two", "three"]


async def test_only_the_first_line_loses_its_byte_order_mark() -> None:
    lines = [line async for line in lines_of(io.BytesIO("\ufeffone\n\ufefftwo\n".encode()))]
    assert lines == ["one", "\ufefftwo"]


async def test_waiting_for_a_line_can_be_given_up() -> None:
    read, write = os.pipe()
    with os.fdopen(read, "rb") as source, os.fdopen(write, "wb") as typing:
        lines = lines_of(source)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(lines), timeout=0)
        typing.write(b"\n")
