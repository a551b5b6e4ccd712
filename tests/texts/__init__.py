"""The words that people read, in every language."""
