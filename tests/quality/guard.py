"""How well Memory Guard tells secrets from ordinary text, and how quickly.

python -m tests.quality.guard                      the messages that stand beside
python -m tests.quality.guard --samples FILE.gz    and foreign samples: rule, payload, secret
"""

import argparse
import gzip
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from core.guard import clean, vendors
from core.records import CONTENT_LIMIT
from tests.quality.everyday import everyday
from tests.quality.hostile import hostile
from tests.quality.labels import LEFT_OUT
from tests.quality.messages import ordinary, telling

ROUNDS = 5


@dataclass(frozen=True)
class Sample:
    """A text of somebody else's, and whether they say that it holds a secret."""

    label: str
    text: str
    has_secret: bool


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.quality.guard", description=__doc__)
    parser.add_argument("--samples", type=Path, help="a gzipped JSON list of foreign samples")
    options = parser.parse_args()
    clean("the library is loaded")
    print(f"library of vendors' keys: {'yes' if vendors.is_available() else 'no, our own rules alone'}")
    if options.samples is not None:
        _print_samples(list(_read(options.samples)))
    _print_messages()
    _print_times()


def _read(path: Path) -> Iterator[Sample]:
    for sample in json.loads(gzip.decompress(path.read_bytes())):
        yield Sample(sample["rule"], sample["payload"], sample["secret"])


def _print_samples(samples: list[Sample]) -> None:
    found = {sample: bool(clean(sample.text).redacted) for sample in samples}
    secrets = [sample for sample in samples if sample.has_secret]
    named = [sample for sample in secrets if sample.label not in LEFT_OUT]
    harmless = [sample for sample in samples if not sample.has_secret]
    by_label: defaultdict[str, list[bool]] = defaultdict(list)
    for sample in secrets:
        by_label[sample.label].append(found[sample])
    print(f"\nforeign samples: {len(secrets)} with a secret, {len(harmless)} without")
    for label, hits in sorted(by_label.items()):
        reason = f"   left out: {LEFT_OUT[label]}" if label in LEFT_OUT else ""
        print(f"  {label:34} {sum(hits):3} of {len(hits):3}{reason}")
    _print_share("recall, all labels (at least .90)", [found[sample] for sample in secrets])
    _print_share("recall, kinds of section 9 (at least .97)", [found[sample] for sample in named])
    _print_share("untouched without a secret (at least .70)", [not found[sample] for sample in harmless])


def _print_messages() -> None:
    touched = [text for text in ordinary() if clean(text).redacted]
    missed = [told.text for told in telling() if not told.is_safe()]
    print(f"\nordinary messages touched (at most 1 in 100): {len(touched)} of {len(ordinary())}")
    print("".join(f"  {text}\n" for text in touched), end="")
    caught = len(telling()) - len(missed)
    print(
        f"messages with a secret, of which nothing is left (at least 29 in 30): {caught} of {len(telling())}"
    )
    print("".join(f"  {text}\n" for text in missed), end="")


def _print_times() -> None:
    messages = ordinary()
    each = [_milliseconds(text) for text in messages]
    print("\nmilliseconds, the best of", ROUNDS)
    print(f"  an ordinary message, mean (at most 0.1): {sum(each) / len(each):.3f}, slowest {max(each):.3f}")
    prose = " ".join(_prose())[:CONTENT_LIMIT]
    print(f"  {len(prose)} characters of prose (at most 5): {_milliseconds(prose):.2f}")
    dense = "\n".join(messages * 3)[:CONTENT_LIMIT]
    print(f"  {len(dense)} characters of the ordinary messages above: {_milliseconds(dense):.2f}")
    print("  texts of the same length, of every kind that people paste (at most 5 each):")
    for name, text in everyday(CONTENT_LIMIT):
        print(f"    {_milliseconds(text):8.2f}  {name}")
    worst = sorted(
        ((_milliseconds(text, rounds=1), name) for name, text in hostile(CONTENT_LIMIT)), reverse=True
    )
    print("  hostile texts of the same length, the slowest, and of twice the length:")
    twice = dict(hostile(2 * CONTENT_LIMIT))
    for time, name in worst[:5]:
        print(f"    {time:8.2f}  {_milliseconds(twice[name], rounds=1):8.2f}  {name}")


_WORDS = (
    "we deploy staging on fridays after the review and the release notes go out by mail "
    "мы выкатываем стенд по пятницам после проверки и пишем об этом в чат "
    "금요일마다 검토 후에 스테이징을 배포하고 공지를 보냅니다"
)


def _prose() -> Iterator[str]:
    """Sentences of a team that do not speak of secrets."""
    dice, words = random.Random(9), _WORDS.split()
    for _ in range(600):
        yield f"{' '.join(dice.choices(words, k=9)).capitalize()}, {dice.randrange(1, 60)}."


def _milliseconds(text: str, rounds: int = ROUNDS) -> float:
    times = []
    for _ in range(rounds):
        begun = perf_counter()
        clean(text)
        times.append(perf_counter() - begun)
    return min(times) * 1000


def _print_share(title: str, hits: Iterable[bool]) -> None:
    counted = list(hits)
    print(f"{title}: {sum(counted) / len(counted):.3f}")


if __name__ == "__main__":
    main()
