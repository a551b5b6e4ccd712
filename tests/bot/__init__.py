"""The chat: from an update, through the real dispatcher and store, to what the bot says."""
