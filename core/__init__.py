"""Letopis without Telegram: the rules, the use cases and the store."""
