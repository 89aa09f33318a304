"""What holds for all tests: no window on the user's screen, the same random examples each time."""

from __future__ import annotations

import os
import re
import signal
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from lagr_gui.extension import extensions

pytest_plugins = ["tests.costs", "tests.last_words"]

ROOT = Path(__file__).parent
IMPORTED = r"^from (tests[\w.]*) import"
EXTENSION = r"^from lagr_gui\.extensions\.(\w+)"

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of the tests of programs."""
    words = "compare whole motions where a language is slow, too: Octave takes hours for them"
    parser.addoption("--whole-motions", action="store_true", help=words)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Tests that look at an extension too are left out where its folder is."""
    if collection_path.suffix != ".py" or not collection_path.name.startswith("test_"):
        return None
    return not _extensions_of(collection_path) <= _present() or None


@cache
def _present() -> frozenset[str]:
    return frozenset(extension.name for extension in extensions())


def _extensions_of(path: Path) -> frozenset[str]:
    """The extensions that a file of tests imports, itself or by files of tests that it imports."""
    files, waiting = {path}, [path]
    while waiting:
        helpers = {ROOT / f"{name.replace('.', '/')}.py" for name in _imported(waiting.pop())[0]}
        waiting += [helper for helper in helpers - files if helper.is_file()]
        files |= helpers
    return frozenset().union(*(_imported(file)[1] for file in files if file.is_file()))


@cache
def _imported(path: Path) -> tuple[frozenset[str], frozenset[str]]:
    """The modules of tests and the extensions that a file imports."""
    text = path.read_text("utf-8")
    return frozenset(re.findall(IMPORTED, text, re.M)), frozenset(re.findall(EXTENSION, text, re.M))


def pytest_configure() -> None:
    """Programs that tests begin hear of Ctrl+C, in the background of a shell too."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


# `pytest --hypothesis-profile explore` looks for new examples.
settings.register_profile("explore", deadline=None, print_blob=True)
settings.register_profile("steady", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("steady")
