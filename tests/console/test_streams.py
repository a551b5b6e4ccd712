"""The process's own streams."""

import io
import os

from bot.console.streams import Streams


def test_when_nobody_reads_any_more_answers_are_dropped() -> None:
    read, write = os.pipe()
    os.close(read)
    out = os.fdopen(write, "wb", buffering=0)
    streams = Streams(io.BytesIO(), out, io.StringIO())
    streams.answer("nobody hears this")
    out.close()
    streams.answer("nor this")
