"""The bot in Telegram: the product's own composition, polling the Bot API server of `tests.telegram`."""
