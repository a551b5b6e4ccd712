"""The methods of the Bot API that the server plays, one function each."""

from tests.telegram.methods import answering, asking, editing, listening, profile, sending
from tests.telegram.methods.registry import PLAYED, Call, Played

__all__ = ["PLAYED", "Call", "Played", "answering", "asking", "editing", "listening", "profile", "sending"]
