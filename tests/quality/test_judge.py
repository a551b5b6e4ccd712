"""The measurement of the judge, through a model's server that says what is expected."""

import asyncio
import json
from pathlib import Path

import pytest

from tests.llm.server import KEY, Asked, ModelServer, serving, status
from tests.quality.judge import main

NOTES = [
    ("part", "label", "old", "new"),
    ("tuning", "update", "The release is on Friday", "The release is on Monday now"),
    ("tuning", "update", "Prod runs 1.4", "Prod runs 1.5 now"),
    ("aside", "addition", "Lunch is at noon", "Lunch is in the garden"),
    ("aside", "unrelated", "The key is with Anna", "It rained"),
]
OTHERS = [
    {"label": "INVALIDATE", "old": "Ann Lee — Home: Paris", "new": "Ann Lee — Home: Rome"},
    {"label": "CONFLICT", "old": "Ann Lee — Name: Ann Lee", "new": "Ann Lee — Name: Bo Lee"},
]


def verdict(asked: Asked) -> object:
    """A friend of the word "now"; where lunch is concerned, it refines."""
    text, target = asked.data["new_record"]["text"], asked.candidates[0]["id"]
    decision = "INVALIDATE" if "now" in text or "Rome" in text else "MERGE" if "Lunch" in text else "CREATE"
    targets = [] if decision == "CREATE" else [target]
    return {"reason": "so it is", "decision": decision, "targets": targets, "links": [], "fact_key": None}


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Few pairs of both kinds, as they are named to the command."""
    notes, others = tmp_path / "notes.tsv", tmp_path / "memconflict.json"
    notes.write_text("".join("\t".join(row) + "\n" for row in NOTES), encoding="utf-8")
    others.write_text(json.dumps(OTHERS), encoding="utf-8")
    return ["--notes", str(notes), "--memconflict", str(others), "--shuffles", "1"]


async def printed(
    files: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, **settings: str
) -> list[list[str]]:
    """The lines of the command under these settings, each split at blanks."""
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert await asyncio.to_thread(main, files) == 0
    return [line.split() for line in capsys.readouterr().out.splitlines()]


def connected(kind: str, server: ModelServer) -> dict[str, str]:
    """The settings for a model of that kind behind the server."""
    if kind == "openai":
        return {"MODEL_KIND": kind, "MODEL_URL": f"{server.origin}/v1", "MODEL_NAME": "m"}
    return {"MODEL_KIND": kind, "MODEL_URL": f"{server.origin}/api/v1", "MODEL_KEY": KEY}


@pytest.mark.parametrize("kind", ["openai", "gigachat"])
async def test_a_model_behind_a_server_is_measured_by_its_answers(
    kind: str, files: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving() as server:
        server.verdict = verdict
        lines = await printed(files, capsys, monkeypatch, **connected(kind, server))
    # The columns are INVALIDATE, MERGE, ASK, LINK, nothing, no answer.
    assert ["update", "2", "0", "0", "0", "0", "0"] in lines
    assert ["addition", "0", "1", "0", "0", "0", "0"] in lines
    assert ["unrelated", "0", "0", "0", "0", "1", "0"] in lines
    assert ["INVALIDATE", "1", "0", "0", "0", "0", "0"] in lines
    assert ["CONFLICT", "0", "0", "0", "0", "1", "0"] in lines
    assert len(server.asked) == len(NOTES) - 1 + len(OTHERS)
    assert ["as", "given", "1.000"] in lines


async def test_an_answer_that_means_nothing_is_none(
    files: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving() as server:
        server.verdict = lambda asked: "Hm." if "It rained" in str(asked.data) else verdict(asked)
        lines = await printed(files, capsys, monkeypatch, **connected("openai", server))
    assert ["unrelated", "0", "0", "0", "0", "0", "1"] in lines
    assert ["update", "2", "0", "0", "0", "0", "0"] in lines


async def test_where_the_server_refuses_there_is_no_answer_either(
    files: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving() as server:
        server.next(*[status(403)] * 20)
        lines = await printed(files, capsys, monkeypatch, **connected("openai", server))
    assert ["update", "0", "0", "0", "0", "0", "2"] in lines


async def test_without_a_model_the_candidates_alone_are_measured(
    files: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = await printed(files, capsys, monkeypatch, MODEL_KIND="none", ARCHIVIST_SIMILAR="3")
    assert lines[0] == ["MODEL_KIND=none"]
    assert not any("INVALIDATE" in line for line in lines)
    assert ["as", "given", "1.000"] in lines
