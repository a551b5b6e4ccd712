"""The files that messages carry."""

import hashlib
import struct
from dataclasses import dataclass, field

from tests.telegram.refusals import bad_request
from tests.telegram.schema import Json

LARGEST_DOWNLOAD = 20 * 1024 * 1024
LARGEST_UPLOAD = 50 * 1024 * 1024
LARGEST_PHOTO = 10 * 1024 * 1024

_PHOTO_SIDES = (90, 320, 800, 1280)
_PNG = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True)
class File:
    """A file under its id."""

    id: str
    unique_id: str
    name: str
    mime: str
    content: bytes = field(repr=False)
    size: int

    @property
    def path(self) -> str:
        """Where it is fetched from."""
        return f"files/{self.unique_id}/{self.name}"

    def json(self) -> Json:
        """The File."""
        return {**self._ids(), "file_path": self.path}

    def document(self) -> Json:
        """The Document."""
        return {**self._ids(), "file_name": self.name, "mime_type": self.mime}

    def voice(self, seconds: int) -> Json:
        """The Voice."""
        return {**self._ids(), "duration": seconds, "mime_type": self.mime}

    def photo(self, width: int, height: int) -> list[Json]:
        """The sizes of a photo, the largest last, which is the file itself."""
        smaller = [side for side in _PHOTO_SIDES if side < max(width, height)]
        sizes = []
        for side in smaller:
            scale = side / max(width, height)
            ids = {"file_id": f"{self.id}s{side}", "file_unique_id": f"{self.unique_id}s{side}"}
            sizes.append({**ids, "width": max(1, int(width * scale)), "height": max(1, int(height * scale))})
        return [*sizes, {**self._ids(), "width": width, "height": height}]

    def _ids(self) -> Json:
        return {"file_id": self.id, "file_unique_id": self.unique_id, "file_size": self.size}


class Files:
    """All files of the world."""

    def __init__(self) -> None:
        self._by_id: dict[str, File] = {}

    def add(self, content: bytes, name: str, mime: str, *, size: int | None = None) -> File:
        """Keep a file. A size may be claimed that the content does not have, to stand for a large one."""
        number = len(self._by_id) + 1
        unique = hashlib.sha256(content + name.encode()).hexdigest()[:16]
        file = File(f"file-{number}-{unique}", unique, name, mime, content, size or len(content))
        self._by_id[file.id] = file
        return file

    def knows(self, file_id: str) -> bool:
        """Whether there is a file with an id."""
        return file_id in self._by_id

    def find(self, file_id: str) -> File:
        """The file with an id."""
        if file := self._by_id.get(file_id):
            return file
        raise bad_request("invalid file_id")

    def at(self, path: str) -> File | None:
        """The file that is fetched from a path."""
        return next((file for file in self._by_id.values() if file.path == path), None)


def picture_size(content: bytes) -> tuple[int, int]:
    """Width and height of a PNG or JPEG, or the refusal of what is no picture."""
    if content.startswith(_PNG) and len(content) >= 24:
        width, height = struct.unpack(">II", content[16:24])
        return width, height
    if content.startswith(b"\xff\xd8"):
        return _jpeg_size(content)
    raise bad_request("IMAGE_PROCESS_FAILED")


def check_photo(content: bytes) -> tuple[int, int]:
    """The size of a picture that Telegram takes as a photo."""
    width, height = picture_size(content)
    if len(content) > LARGEST_PHOTO:
        raise bad_request("PHOTO_SAVE_FILE_INVALID")
    if width + height > 10_000 or max(width, height) > 20 * min(width, height):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return width, height


def _jpeg_size(content: bytes) -> tuple[int, int]:
    place = 2
    while place + 9 <= len(content) and content[place] == 0xFF:
        marker = content[place + 1]
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            height, width = struct.unpack(">HH", content[place + 5 : place + 9])
            return width, height
        place += 2 + int.from_bytes(content[place + 2 : place + 4], "big")
    raise bad_request("IMAGE_PROCESS_FAILED")
