"""The checks of Letopis: `python -m tests` runs them all."""
