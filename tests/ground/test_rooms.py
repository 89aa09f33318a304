"""Folders and files have a size at which one finds one's way: neither heaps nor fragments."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

from tests.ground.sources import PACKAGE, TAKEN_OUT, python_files, shown, syntax

MOST = 30
"""Files that may lie side by side in a folder."""
MEDIAN = 150
LEAST = 80
"""Lines below which a file that a single one of its folder loads with itself belongs into that."""

ALONE = {
    "lagr_gui/builder/questions.py": "has a stub beside it, which is generated",
    "lagr_gui/mechanics/formalisms/gauss.py": "each formalism has a file",
    "lagr_gui/simulation/bursts/advancing.py": "is translated into machine code as a whole",
}
"""Short files that stay, and why."""

FILES = [path for path in python_files("lagr_gui") if path.name != "__init__.py"]


def lines(path: Path) -> int:
    return len(path.read_text("utf-8").splitlines())


def module(path: Path) -> str:
    """What a file is imported as."""
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


def imports(path: Path) -> Iterator[str]:
    """The modules that a file names, wherever it imports them."""
    for node in ast.walk(syntax(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imports_at_once(path: Path) -> Iterator[str]:
    """Those that it loads with itself: not what it loads where that is asked for."""
    for node in syntax(path).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_no_folder_is_a_heap() -> None:
    loose = Counter(shown(path.parent) for path in FILES)
    assert {folder: count for folder, count in loose.items() if count > MOST} == {}


def test_files_have_the_length_of_a_thought() -> None:
    assert median(map(lines, FILES)) <= MEDIAN


@pytest.mark.skipif(bool(TAKEN_OUT), reason="fewer files have importers")
def test_no_file_is_a_fragment_of_another() -> None:
    """Files that are named by texts (records of extensions, registries) have no importer here."""
    users: dict[str, set[Path]] = defaultdict(set)
    for path in python_files("lagr_gui"):
        for name in imports(path):
            users[name].add(path)
    fragments = {
        shown(path): shown(user)
        for path in FILES
        if lines(path) < LEAST
        and len(of := users[name := module(path)]) == 1
        and (user := next(iter(of))).parent == path.parent
        and user.name != "__init__.py"
        and module(path) in imports_at_once(user)
        and name in imports_at_once(user)
    }
    assert fragments.keys() == ALONE.keys(), fragments
