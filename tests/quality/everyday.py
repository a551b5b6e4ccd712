"""Long texts of every kind that people paste into a chat, made anew and alike at each run."""

import csv
import inspect
import random
import textwrap
from base64 import b64encode
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from string import ascii_letters, ascii_lowercase, digits, hexdigits
from uuid import UUID

from core import records, scoring
from core.guard.spans import placeholder
from core.guard.values import words
from tests.quality.fakes import FAKES, fake
from tests.quality.messages import ordinary, telling

_HEX = hexdigits[:16]
_NAMES = sorted(words("anna boris chen dasha emil fatima goran hana igor jin kim lena minjun nina oleg"))
_NOUNS = sorted(words("order user invoice report cache queue worker batch release tenant region price stock"))
_VERBS = sorted(words("load save build check parse merge split send fetch rotate retry close open count"))
_LEVELS = ("INFO", "INFO", "INFO", "DEBUG", "WARN", "ERROR")


def everyday(length: int) -> Iterator[tuple[str, str]]:
    """Texts of that many characters, each with what it is."""
    for kind, piece in _PIECES.items():
        dice = random.Random(kind)
        parts: list[str] = []
        missing = length
        while missing > 0:
            parts.append(piece(dice))
            missing -= len(parts[-1])
        yield kind, "".join(parts)[:length]


def _prose(language: str) -> Callable[[random.Random], str]:
    with Path(__file__).with_name(f"{language}.tsv").open(encoding="utf-8", newline="") as file:
        forms = sorted({row["other"] for row in csv.DictReader(file, delimiter="\t")})

    def sentence(dice: random.Random) -> str:
        said = dice.choices(forms, k=dice.randrange(5, 14))
        if dice.random() < 0.3:
            said.insert(2, str(dice.randrange(2, 2_027)))
        ending = dice.choice((".", ".", ".", "!", "?", ".\n"))
        return f"{' '.join(said).capitalize()}{ending} "

    return sentence


def _spoken_of(language: str) -> Callable[[random.Random], str]:
    """Sentences that nearly all name a password, a key or a token, and tell none."""
    messages = ordinary()
    third = len(messages) // 3
    at = {"en": 0, "ru": third, "ko": 2 * third}[language]
    return lambda dice: f"{dice.choice(messages[at : at + third])}\n"


def _told(dice: random.Random) -> str:
    return f"{dice.choice(_TELLING)}\n"


_TELLING = [told.text for told in telling()]


def _environment(dice: random.Random) -> str:
    name = f"{dice.choice(_NOUNS)}_{dice.choice(('password', 'token', 'api_key', 'secret'))}".upper()
    secret = (
        fake(dice.choice(FAKES[:14]), dice) if dice.random() < 0.3 else _drawn(ascii_letters + digits, dice)
    )
    return f"{name}={secret}\n"


def _source(module: object) -> Callable[[random.Random], str]:
    text = inspect.getsource(module)  # type: ignore[arg-type]
    blocks = text.split("\n\n")
    return lambda dice: f"{dice.choice(blocks)}\n\n"


def _filled(template: str) -> Callable[[random.Random], str]:
    """A template whose words in capitals between bars are drawn anew each time."""
    parts = textwrap.dedent(template).lstrip("\n").split("|")

    def fill(dice: random.Random) -> str:
        return "".join(_DRAWN[part](dice) if part in _DRAWN else part for part in parts)

    return fill


def _drawn(letters: str, dice: random.Random, *, least: int = 10, most: int = 28) -> str:
    return "".join(dice.choices(letters, k=dice.randrange(least, most)))


def _address(dice: random.Random) -> str:
    return ".".join(str(dice.randrange(1, 255)) for _ in range(4))


def _time(dice: random.Random) -> str:
    return datetime.fromtimestamp(dice.randrange(1_700_000_000, 1_800_000_000), UTC).isoformat()


_DRAWN: dict[str, Callable[[random.Random], str]] = {
    "ADDRESS": _address,
    "BASE64": lambda dice: b64encode(dice.randbytes(57)).decode(),
    "FIELD": lambda dice: f"{dice.choice(_VERBS)}_{dice.choice(_NOUNS)}",
    "HASH": lambda dice: dice.randbytes(20).hex(),
    "HEX": lambda dice: " ".join(dice.randbytes(2).hex() for _ in range(8)),
    "LETTER": lambda dice: dice.choice(ascii_lowercase),
    "LEVEL": lambda dice: dice.choice(_LEVELS),
    "METHOD": lambda dice: dice.choice(_VERBS) + dice.choice(_NOUNS).capitalize(),
    "NAME": lambda dice: dice.choice(_NAMES),
    "NOUN": lambda dice: dice.choice(_NOUNS),
    "NUMBER": lambda dice: str(dice.randrange(1, 100_000)),
    "OFFSET": lambda dice: f"{dice.randrange(1 << 28):08x}",
    "PHONE": lambda dice: (
        f"+7 9{dice.randrange(10, 100)} {dice.randrange(100, 1000)}-{dice.randrange(10, 100)}-55"
    ),
    "PRICE": lambda dice: f"{dice.randrange(1, 10_000)}.{dice.randrange(100):02}",
    "TEN": lambda dice: str(dice.randrange(10**9, 10**10)),
    "TIME": _time,
    "UUID": lambda dice: str(UUID(bytes=dice.randbytes(16), version=4)),
    "VERB": lambda dice: dice.choice(_VERBS),
}

_PIECES: dict[str, Callable[[random.Random], str]] = {
    "prose, English": _prose("en"),
    "prose, Russian": _prose("ru"),
    "prose, Korean": _prose("ko"),
    "talk of passwords and keys, English": _spoken_of("en"),
    "talk of passwords and keys, Russian": _spoken_of("ru"),
    "talk of passwords and keys, Korean": _spoken_of("ko"),
    "messages that tell a secret each": _told,
    "an environment of secrets": _environment,
    "placeholders": lambda dice: (
        f"{dice.choice(_NOUNS)} {placeholder(dice.choice(('password', 'jwt', 'token')))} "
    ),
    "Python": _source(records),
    "Python of numbers": _source(scoring),
    "JavaScript": _filled(
        """
        export async function |METHOD|(|NOUN|, { |NAME| = |NUMBER|, signal } = {}) {
          const response = await fetch(`/api/v2/|NOUN|/${|NOUN|.id}?limit=|NUMBER|`, { signal });
          if (!response.ok) throw new Error("|VERB| failed: " + response.status);
          return (await response.json()).map((|LETTER|) => ({ ...|LETTER|, |FIELD|: |LETTER|.id ?? null }));
        }

        """
    ),
    "minified JavaScript": _filled(
        "function |LETTER|(t,e){var n=|NUMBER|,r=t.|METHOD|;return r&&e[|NUMBER|]?r(n,!0):void 0}"
        'var |LETTER|={|METHOD|:|LETTER|,|NOUN|:"|VERB|",|LETTER|:[|NUMBER|,|NUMBER|]};'
    ),
    "Go": _filled(
        """
        // |METHOD| |VERB|s the |NOUN| of a |NAME|.
        func (s *Server) |METHOD|(ctx context.Context, |LETTER| *|NOUN|) (*Result, error) {
        \trows, err := s.db.QueryContext(ctx, "SELECT id, |FIELD| FROM |NOUN|s WHERE id = $1", |LETTER|.ID)
        \tif err != nil {
        \t\treturn nil, fmt.Errorf("|VERB| |NOUN| %d: %w", |NUMBER|, err)
        \t}
        \tdefer rows.Close()
        \treturn &Result{Count: |NUMBER|, |METHOD|: true}, nil
        }

        """
    ),
    "SQL": _filled(
        """
        SELECT |LETTER|.id, |LETTER|.|FIELD|, count(*) AS total FROM |NOUN|s AS |LETTER|
        JOIN |NOUN|s ON |NOUN|s.|FIELD|_id = |LETTER|.id AND price > |PRICE|
        WHERE |LETTER|.created_at >= '2026-03-|NUMBER|' GROUP BY 1, 2 ORDER BY total DESC LIMIT |NUMBER|;
        INSERT INTO |NOUN|s (id, |FIELD|, name) VALUES (|NUMBER|, |PRICE|, '|NAME|'), (7, NULL, '|NAME|');
        CREATE INDEX |FIELD|_idx ON |NOUN|s (|FIELD|, id); ALTER TABLE |NOUN|s ADD PRIMARY KEY (id);
        """
    ),
    "YAML": _filled(
        """
        - name: |VERB|-|NOUN|
          image: registry.example.com:5000/team/|NOUN|:1.|NUMBER|
          replicas: |NUMBER|
          env:
            - name: |FIELD|
              value: "|NUMBER|"
            - name: DB_PASSWORD
              valueFrom: {secretKeyRef: {name: |NOUN|-db, key: password}}
          ports: [|NUMBER|, |NUMBER|]
        """
    ),
    "JSON": _filled(
        '{"id": |NUMBER|, "uuid": "|UUID|", "|FIELD|": {"name": "|NAME|", "tags": ["|NOUN|", "|VERB|"],'
        ' "price": |PRICE|, "at": "|TIME|"}, "active": true},\n'
    ),
    "log": _filled(
        "|TIME| |LEVEL| [|NOUN|-|NUMBER|] |ADDRESS| |METHOD|: |VERB| |UUID| took |NUMBER| ms, |HASH|\n"
    ),
    "log of requests": _filled(
        '|ADDRESS| - |NAME| [|TIME|] "GET /|NOUN|/|NUMBER|?|FIELD|=|NUMBER|&page=2 HTTP/1.1" 200 |NUMBER| "-"'
        ' "curl/8.5.0"\n'
    ),
    "log of logins": _filled(
        "|TIME| |LEVEL| auth: token of user |NUMBER| (|UUID|) accepted from |ADDRESS|, key id |NUMBER|,"
        " password age |NUMBER| d\n"
    ),
    "log of a debugger": _filled(
        "|TIME| |NOUN|.|METHOD|:|NUMBER| key=|FIELD| token=null |NOUN|=|HASH| ttl=|NUMBER|\n"
    ),
    "picture in base64, lines": _filled("|BASE64|\n"),
    "picture in base64, one line": _filled("|BASE64|"),
    "hex dump": _filled("|OFFSET|: |HEX|  ..|LETTER|.@...|NAME|..\n"),
    "hashes": _filled("|HASH|  ./|NOUN|/|METHOD|.bin\n"),
    "UUIDs": _filled("|UUID|\n"),
    "URLs": _filled("https://|NOUN|.example.com/|VERB|/|NUMBER|?|NOUN|=|UUID|&|FIELD|=|NUMBER|#|NOUN| \n"),
    "links with tickets": _filled(
        "|NAME|: https://jira.example.com/browse/OPS-|NUMBER| and @|NAME|, tel: |PHONE|\n"
    ),
    "CSV": _filled("|NUMBER|,|PRICE|,|NAME|,|NUMBER|,,|PRICE|,|NUMBER|,|NUMBER|\n"),
    "numbers": _filled("|TEN||NUMBER| |NUMBER| "),
    "phones": _filled("|NAME| |PHONE|\n"),
    "differences": _filled(
        "diff --git a/|NOUN|.py b/|NOUN|.py\nindex |OFFSET|..|OFFSET| 100644\n"
        "-    return |FIELD|\n+    return |FIELD|(|NUMBER|)\n"
    ),
    "table of keys": _filled(
        "| |FIELD| ||NUMBER| | primary key: |FIELD|, cache key |NOUN|:|NUMBER| |\n".replace("| |F", "|F")
    ),
}
