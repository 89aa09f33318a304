"""A public class has a name of its own: one word, one thing."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache

from tests.ground.sources import python_files, shown, syntax

SHARED = frozenset({"Inertia", "Message", "Place", "Record", "Slopes"})
"""Names that several classes still have: the list may only become shorter."""


@cache
def homes() -> dict[str, list[str]]:
    """Where each public class of the package is written."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in python_files("lagr_gui"):
        for node in syntax(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(shown(path))
    return found


def test_no_name_is_that_of_two_public_classes() -> None:
    several = {name: files for name, files in homes().items() if len(files) > 1}
    assert set(several) == set(SHARED), {n: several[n] for n in several if n not in SHARED}


def test_classes_are_found_where_they_are() -> None:
    assert homes()["Trajectory"] == ["lagr_gui/simulation/trajectory.py"]
    assert len(homes()) > 300
