"""What holds for all tests: no window on the user's screen, the same random examples each time."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

pytest_plugins = ["tests.costs", "tests.last_words"]

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of the tests of programs."""
    words = "compare whole motions where a language is slow, too: Octave takes hours for them"
    parser.addoption("--whole-motions", action="store_true", help=words)


def pytest_configure() -> None:
    """Programs that tests begin hear of Ctrl+C, in the background of a shell too."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


# `pytest --hypothesis-profile explore` looks for new examples.
settings.register_profile("explore", deadline=None, print_blob=True)
settings.register_profile("steady", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("steady")
