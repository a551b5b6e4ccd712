"""The chat in the terminal: a Telegram in one process, for the same handlers (SPEC section 11)."""

from bot.console.console import Console

__all__ = ["Console"]
