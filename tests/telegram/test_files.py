"""Photos and documents come as Telegram takes them, and can be fetched."""

import struct

import pytest
from aiogram import Bot
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import BufferedInputFile
from aiohttp import ClientSession, FormData

from tests.telegram.conftest import Api
from tests.telegram.files import LARGEST_PHOTO, LARGEST_UPLOAD
from tests.telegram.people import Person
from tests.telegram.schema import Upload
from tests.telegram.server import Server


def png(width: int, height: int) -> bytes:
    """The head of a picture of a size, which is all that is looked at."""
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width, height)


def jpeg(width: int, height: int) -> bytes:
    """Likewise, with something before the size."""
    return (
        b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x0b\x08"
        + struct.pack(">HH", height, width)
        + b"\x01\x00\x00\x00"
    )


@pytest.fixture
def anna(telegram: Server) -> Person:
    """Somebody."""
    return telegram.world.person("Anna")


@pytest.mark.parametrize("picture", [png(800, 600), jpeg(800, 600)], ids=["png", "jpeg"])
async def test_a_photo_is_kept_with_its_bytes(
    telegram: Server, anna: Person, bot: Bot, picture: bytes
) -> None:
    await bot.send_photo(anna.id, BufferedInputFile(picture, "map.png"), caption="the map")
    answer = await anna.private.answer()
    assert answer.text == "the map"
    assert [size["width"] for size in answer.data["photo"]] == [90, 320, 800]
    assert telegram.world.files.find(answer.file_id).content == picture


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"no picture", "IMAGE_PROCESS_FAILED"),
        (b"\xff\xd8\xff", "IMAGE_PROCESS_FAILED"),
        (png(9000, 2000), "PHOTO_INVALID_DIMENSIONS"),
        (png(2100, 100), "PHOTO_INVALID_DIMENSIONS"),
        (png(100, 100) + bytes(LARGEST_PHOTO), "PHOTO_SAVE_FILE_INVALID"),
        (b"", "file must be non-empty"),
    ],
    ids=["text", "broken", "too large", "too narrow", "too heavy", "empty"],
)
async def test_what_is_no_photo_is_refused(
    telegram: Server, anna: Person, bot: Bot, content: bytes, words: str
) -> None:
    telegram.allow_refusal(words)
    with pytest.raises(TelegramBadRequest, match=words):
        await bot.send_photo(anna.id, BufferedInputFile(content, "map.png"))


async def test_a_document_is_kept_and_can_be_fetched(
    telegram: Server, anna: Person, bot: Bot, client: ClientSession
) -> None:
    sent = await bot.send_document(anna.id, BufferedInputFile(b'{"a": 1}\n', "export.jsonl"), caption="all")
    assert sent.document is not None
    assert sent.document.file_name == "export.jsonl"
    answer = await anna.private.answer()
    assert answer.document is not None
    file = await bot.get_file(answer.file_id)
    assert file.file_path is not None
    fetched = await bot.download_file(file.file_path)
    assert fetched is not None
    assert fetched.read() == b'{"a": 1}\n'
    async with client.get(f"{telegram.url}/file/bot{telegram.token}/nowhere") as missing:
        assert missing.status == 404


async def test_a_known_file_can_be_sent_again_as_what_it_was(
    telegram: Server, anna: Person, bot: Bot
) -> None:
    await bot.send_document(anna.id, BufferedInputFile(b"x", "x.txt"))
    answer = await anna.private.answer()
    again = await bot.send_document(anna.id, answer.file_id)
    assert again.document is not None
    assert again.document.file_id == answer.file_id
    telegram.allow_refusal("can't use file of another type as Photo")
    with pytest.raises(TelegramBadRequest, match="another type"):
        await bot.send_photo(anna.id, answer.file_id)
    telegram.allow_refusal("wrong file identifier")
    with pytest.raises(TelegramBadRequest, match="wrong file identifier/HTTP URL specified"):
        await bot.send_photo(anna.id, "no such file")
    telegram.allow_refusal("invalid file_id")
    with pytest.raises(TelegramBadRequest, match="invalid file_id"):
        await bot.get_file("no such file")


@pytest.mark.parametrize(("caption", "fits"), [("б" * 1024, True), ("🙂" * 513, False)])
async def test_a_caption_may_be_as_long_as_1024_utf16_units(
    telegram: Server, anna: Person, api: Api, caption: str, fits: bool
) -> None:
    said = await anna.document(anna.private, "x.txt")
    telegram.allow_refusal("message caption is too long")
    answer = await api("sendDocument", chat_id=anna.id, document=said.file_id, caption=caption)
    assert answer["ok"] is fits


async def test_a_file_may_be_a_part_of_the_form_itself(
    telegram: Server, anna: Person, client: ClientSession
) -> None:
    form = FormData({"chat_id": str(anna.id)})
    form.add_field("document", b"plain", filename="plain.txt", content_type="text/plain")
    async with client.post(f"{telegram.url}/bot{telegram.token}/sendDocument", data=form) as answer:
        assert (await answer.json())["result"]["document"]["mime_type"] == "text/plain"


async def test_a_file_that_is_named_but_not_there_is_refused(
    telegram: Server, anna: Person, api: Api
) -> None:
    telegram.allow_refusal("wrong file identifier/HTTP URL specified")
    answer = await api("sendDocument", chat_id=anna.id, document="attach://nothing")
    assert answer["error_code"] == 400
    telegram.allow_refusal("there is no photo in the request")
    assert "there is no photo" in (await api("sendPhoto", chat_id=anna.id))["description"]


async def test_a_file_that_is_too_large_is_refused(telegram: Server, anna: Person) -> None:
    telegram.allow_refusal("Request Entity Too Large")
    large = Upload("large.bin", bytes(LARGEST_UPLOAD + 1), "application/octet-stream")
    answer = await telegram.perform("sendDocument", {"chat_id": anna.id, "document": large})
    assert answer["error_code"] == 413
