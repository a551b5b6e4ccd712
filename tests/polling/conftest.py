"""What tests of polling begin with."""

import pytest

from tests.telegram.fixtures import telegram

__all__ = ["telegram"]

# Lets what the helpers assert tell as much as what tests do.
pytest.register_assert_rewrite("tests.polling.life", "tests.polling.memory", "tests.polling.process")
