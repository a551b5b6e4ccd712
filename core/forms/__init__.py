"""Forms of words, a module for each language: `family` tells what all forms of a word have in common.

Families are keys to compare, not words to show. A word has one: where a form could belong to several words,
the likelier one has it.
"""


def words(text: str) -> frozenset[str]:
    """The words of a text, for a table."""
    return frozenset(text.split())
