"""The words of the command line: what was typed becomes one frozen value a command.

Imported by every command, `--help` too, so it imports nothing that takes time.
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from bot.tools.caller import NAME_LIMIT, Caller, Profile, Right, read_name, read_rights


@dataclass(frozen=True)
class Help:
    """Nothing was asked: say what there is."""

    text: str


@dataclass(frozen=True)
class Version:
    """Say which release this is."""


@dataclass(frozen=True)
class Run:
    """Serve: Telegram with a token, else the terminal."""


@dataclass(frozen=True)
class Console:
    """Chat in the terminal; with `script`, lines in and JSON lines out."""

    script: bool


@dataclass(frozen=True)
class CallOne:
    """One call of a tool."""

    caller: Caller
    tool: str
    arguments: str


@dataclass(frozen=True)
class CallLines:
    """Calls from standard input, one a line."""

    caller: Caller


@dataclass(frozen=True)
class ListJobs:
    """Show what waits; with `every`, what is done or given up too."""

    json: bool
    every: bool


@dataclass(frozen=True)
class RunJobs:
    """Do what is due; with `now`, all that waits."""

    now: bool


@dataclass(frozen=True)
class RetryJobs:
    """Queue what was given up once more."""


@dataclass(frozen=True)
class ShowStatus:
    """Say whether the database can be used, and how much is in it."""

    json: bool
    quiet: bool


@dataclass(frozen=True)
class RebuildIndex:
    """Make the word index anew."""


@dataclass(frozen=True)
class BackUp:
    """Copy the database into a new file."""

    to: Path


Command = (
    Help
    | Version
    | Run
    | Console
    | CallOne
    | CallLines
    | ListJobs
    | RunJobs
    | RetryJobs
    | ShowStatus
    | RebuildIndex
    | BackUp
)

_EPILOG = """\
exit status:
  0  all went well
  1  `call`: an answer was an error
  2  wrong usage, wrong settings, or a database that cannot be used

Settings come from the environment and from a file `.env` in the current folder;
`.env.example` in the source describes each.
"""
_CALL_EPILOG = """\
examples:
  letopis call remember '{"content": "Deploys are on Tuesdays", "fact_key": "deploy-day"}'
  letopis call search '{"query": "deploys"}' --as alice --chat team
  letopis call --stdin <<< '{"tool": "search", "args": {"query": "deploys"}, "as": "alice"}'

An answer is {"result": ...} or {"error": "text"}; exit status 1 where any was an error.
A line may hold "tool", "args", "as", "chat", "profile" and "rights"; what it leaves out
comes from the options.
"""


def parse(words: Sequence[str]) -> Command:
    """What was asked. SystemExit with status 2 where it cannot be understood, 0 after `--help`."""
    parser, make = _parser()
    options = parser.parse_args(words)
    return make(options)


class _Parser(argparse.ArgumentParser):
    """A parser whose help may end with `more`, a text that takes time to make."""

    more: Callable[[], str] | None = None

    def format_help(self) -> str:
        """The help."""
        text = super().format_help()
        return text if self.more is None else f"{text}\n{self.more()}"


def _parser() -> tuple[argparse.ArgumentParser, Callable[[argparse.Namespace], Command]]:
    parser = argparse.ArgumentParser(
        prog="letopis",
        description="A team memory in Telegram: records with a source, a date and a status.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    parser.set_defaults(make=lambda _: Help(parser.format_help()))
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)

    run = _command(commands, "run", "serve: a chat in the terminal, as long as no BOT_TOKEN is set")
    run.set_defaults(make=lambda _: Run())

    console = _command(commands, "console", "chat with Letopis in the terminal")
    console.add_argument(
        "--script",
        action="store_true",
        help="read lines from standard input and print what the bot sends, a JSON object a line",
    )
    console.set_defaults(make=lambda options: Console(options.script))

    _add_call(commands)
    _add_jobs(commands)

    status = _command(commands, "status", "say whether the database can be used, and how much is in it")
    status.add_argument("--json", action="store_true", help="print a JSON object")
    status.add_argument("--quiet", action="store_true", help="print nothing: the exit status says it")
    status.set_defaults(make=lambda options: ShowStatus(options.json, options.quiet))

    rebuild = _command(commands, "rebuild-index", "rebuild the word index from the records")
    rebuild.set_defaults(make=lambda _: RebuildIndex())

    backup = _command(commands, "backup", "copy the database into a new file, while others use it")
    backup.add_argument("file", metavar="FILE", type=Path, help="the copy, which must not be there yet")
    backup.set_defaults(make=lambda options: BackUp(options.file))

    def make(options: argparse.Namespace) -> Command:
        command: Command = Version() if options.version else options.make(options)
        return command

    return parser, make


_Commands: TypeAlias = "argparse._SubParsersAction[_Parser]"


def _command(commands: _Commands, name: str, about: str, epilog: str | None = None) -> _Parser:
    return commands.add_parser(
        name,
        help=about,
        description=about[0].upper() + about[1:] + ".",
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def _add_call(commands: _Commands) -> None:
    call = _command(commands, "call", "call a tool of memory, as programs do", _CALL_EPILOG)
    call.more = _tools_page
    call.add_argument("tool", nargs="?", metavar="TOOL", help="what to do; all tools are listed below")
    call.add_argument("arguments", nargs="?", metavar="JSON", help="the tool's arguments, a JSON object")
    call.add_argument(
        "--stdin", action="store_true", help="read calls from standard input, a JSON object a line"
    )
    call.add_argument(
        "--as", dest="person", type=_name, default=Caller().person, help="who calls (default: %(default)s)"
    )
    call.add_argument(
        "--chat",
        type=_name,
        metavar="NAME",
        help="the group to call in, made and joined on first use (default: the person's private chat)",
    )
    call.add_argument(
        "--profile",
        choices=[profile.value for profile in Profile],
        default=Profile.GENERIC.value,
        help="which arguments the tools take (default: %(default)s)",
    )
    call.add_argument(
        "--rights",
        type=_rights,
        metavar="R,R",
        help=f"rights of the caller: {','.join(Right)} (default: all)",
    )

    def make(options: argparse.Namespace) -> Command:
        caller = Caller(options.person, options.chat, Profile(options.profile), options.rights)
        if options.stdin:
            if options.tool is not None:
                call.error("--stdin takes no TOOL")
            return CallLines(caller)
        if options.tool is None or options.arguments is None:
            call.error("TOOL and JSON are needed, or --stdin")
        return CallOne(caller, options.tool, options.arguments)

    call.set_defaults(make=make)


def _tools_page() -> str:
    from bot.tools.documented import tools_page

    return tools_page()


def _add_jobs(commands: _Commands) -> None:
    jobs = _command(commands, "jobs", "what is done in the background")
    jobs.set_defaults(make=lambda _: Help(jobs.format_help()))
    kinds = jobs.add_subparsers(title="commands", metavar="COMMAND")

    listing = _command(kinds, "list", "show what waits")
    listing.add_argument("--json", action="store_true", help="print a JSON list")
    listing.add_argument("--all", dest="every", action="store_true", help="show what is done or given up too")
    listing.set_defaults(make=lambda options: ListJobs(options.json, options.every))

    running = _command(kinds, "run", "do what is due, once, and print counts")
    running.add_argument("--now", action="store_true", help="do all that waits, due or not")
    running.set_defaults(make=lambda options: RunJobs(options.now))

    retrying = _command(kinds, "retry", "put back into the queue what was given up")
    retrying.set_defaults(make=lambda _: RetryJobs())


def _name(text: str) -> str:
    name = read_name(text)
    if name is None:
        raise argparse.ArgumentTypeError(f"expected a name of 1 to {NAME_LIMIT} characters")
    return name


def _rights(text: str) -> frozenset[str]:
    rights = read_rights([] if not text.strip() else text.split(","))
    if rights is None:
        raise argparse.ArgumentTypeError(f"expected {', '.join(Right)}, separated by commas")
    return rights
