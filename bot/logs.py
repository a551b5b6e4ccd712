"""Logs: lines on standard error that carry ids, never texts, tokens or whole updates (HOUSE rule 12).

A terminal gets `key=value`, anything else JSON. Libraries write what they like: of their lines only the
template and the numbers in it are kept, of errors and warnings the kind and the place.
"""

import logging
import sys
import traceback
import warnings
from collections.abc import Mapping, MutableMapping
from pathlib import PurePath
from types import TracebackType
from typing import Any, TextIO

import structlog

from bot.settings import LogLevel

HIDDEN = "…"
"""What stands for a text."""
_PLACE_PARTS = 2
"""Parts of a path that say where an error was, and not whose machine it was on."""


def configure(level: LogLevel, stream: TextIO | None = None) -> None:
    """Log from that level on, to standard error or the stream given."""
    out = sys.stderr if stream is None else stream
    shared: list[Any] = [
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    handler = logging.StreamHandler(out)
    handler.addFilter(_wordless)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                _wordless_error,
                structlog.processors.LogfmtRenderer(bool_as_flag=False)
                if out.isatty()
                else structlog.processors.JSONRenderer(ensure_ascii=False),
            ],
        )
    )
    logging.basicConfig(level=level.value, handlers=[handler], force=True)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.value]),
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
    if level is not LogLevel.DEBUG:
        # The clock would tell of every tick, and warn of every one at which a job is still at work.
        logging.getLogger("apscheduler").setLevel(logging.ERROR)
    # It writes whole headers, which hold what a server sets and repeats.
    logging.getLogger("httpcore").setLevel(logging.WARNING)
    # aiogram warns of updates that it does not know, with the whole update in the warning.
    warnings.showwarning = _log_warning


def report(error: BaseException) -> None:
    """Log an error that nobody expected, also where nothing was configured, as in `letopis call`."""
    if not logging.getLogger().handlers:
        configure(LogLevel.ERROR)
    logging.getLogger("letopis").error("unexpected error", exc_info=error)


def _wordless(line: logging.LogRecord) -> bool:
    """Strip a library's line of words that may be somebody's."""
    if isinstance(line.msg, str):
        # Some libraries put what they know of an error into the lines below the first.
        line.msg = line.msg.partition("\n")[0]
    if isinstance(line.args, Mapping):
        line.args = {name: _number(value) for name, value in line.args.items()}
    elif line.args:
        line.args = tuple(_number(value) for value in line.args)
    return True


def _number(value: object) -> object:
    return value if isinstance(value, int | float) else HIDDEN


def _wordless_error(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Of an error keep its kind and where it was; its message may quote anything."""
    error = _error(event.pop("exc_info", None))
    if error is not None:
        event["error"] = type(error).__name__
        event["places"] = places(error.__traceback__)
    return event


def _error(exc_info: object) -> BaseException | None:
    """The error in one of the forms that loggers take."""
    match exc_info:
        case BaseException():
            return exc_info
        case (_, BaseException() as error, _):
            return error
        case True:
            return sys.exception()
        case _:
            return None


def places(trace: TracebackType | None) -> str:
    """Where an error passed, the innermost place last."""
    return " > ".join(
        f"{'/'.join(PurePath(frame.filename).parts[-_PLACE_PARTS:])}:{frame.lineno}"
        for frame in traceback.extract_tb(trace)
    )


def _log_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    place = "/".join(PurePath(filename).parts[-_PLACE_PARTS:])
    structlog.get_logger("letopis").warning("warning", kind=category.__name__, place=f"{place}:{lineno}")
