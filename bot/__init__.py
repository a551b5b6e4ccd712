"""The process around the core: the chat, in Telegram or in the terminal, and the command line."""
