"""What the server answers instead of a result, in Telegram's own words."""

from dataclasses import dataclass, field

from tests.telegram.schema import Json


@dataclass
class Refusal(Exception):
    """An answer with an error code."""

    code: int
    description: str
    parameters: Json = field(default_factory=dict)
    scripted: bool = False
    """Whether a test asked for it."""

    @property
    def mistake(self) -> bool:
        """Whether a well-made bot never calls it down upon itself; else it is the state of the world."""
        return self.code in {400, 404, 413} and not self.parameters and not self.scripted

    def answer(self) -> Json:
        """The body of the answer."""
        body: Json = {"ok": False, "error_code": self.code, "description": self.description}
        return {**body, "parameters": self.parameters} if self.parameters else body


def bad_request(words: str) -> Refusal:
    """400."""
    return Refusal(400, f"Bad Request: {words}")


def forbidden(words: str) -> Refusal:
    """403."""
    return Refusal(403, f"Forbidden: {words}")


def not_found() -> Refusal:
    """404 for a method that does not exist."""
    return Refusal(404, "Not Found")


def conflict(words: str) -> Refusal:
    """409."""
    return Refusal(409, f"Conflict: {words}")


def too_large() -> Refusal:
    """413 for a file above the limit."""
    return Refusal(413, "Request Entity Too Large")


def too_many_requests(retry_after: int) -> Refusal:
    """429."""
    return Refusal(429, f"Too Many Requests: retry after {retry_after}", {"retry_after": retry_after})


def migrated(chat_id: int) -> Refusal:
    """400 for a group that has become a supergroup."""
    words = "Bad Request: group chat was upgraded to a supergroup chat"
    return Refusal(400, words, {"migrate_to_chat_id": chat_id})
