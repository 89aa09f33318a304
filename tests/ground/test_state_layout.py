"""What the numbers of a state are is known to the layout, and to few others."""

from __future__ import annotations

import re

import pytest

from tests.ground.sources import PACKAGE

SEEING = (
    "simulation",
    "prepared",
    "analysis/motions",
    "analysis/trajectories",
    "analysis/small_motions",
    "extensions/families",
    "extensions/programs",
)
"""Folders that see a state y and the layout."""

SPLITTING = {
    "simulation/bursts/alternating.py": "machine code",
    "simulation/bursts/evaluating.py": "machine code",
    "simulation/bursts/constrained.py": "machine code",
    "extensions/families/sensitivity.py": "the linear equations of the first order",
}
"""Those that know the order of its parts all the same, and why."""

HALVES = re.compile(
    r"\[(?:[:.]*, ?)?:\s*f\]|\[(?:[:.]*, ?)?f\s*:\]|2 \* (?:self\._?)?f\b|halves\(|"
    r"len\((?:y|state|states)\) // 2|shape\[-?1\] // 2|np\.split\(\w*(?:y|state|dense)\w*\(?"
)


def test_states_are_split_by_their_layout_alone() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix()
        for folder in SEEING
        for path in (PACKAGE / folder).rglob("*.py")
        if "tests" not in path.relative_to(PACKAGE).parts and HALVES.search(path.read_text("utf-8"))
    }
    assert found == {name for name in SPLITTING if (PACKAGE / name).exists()}


@pytest.mark.parametrize(
    "text",
    ["y[:f]", "states[:, f:]", "2 * self._f", "halves(y)", "len(y) // 2", "x.shape[1] // 2"],
)
def test_what_splits_a_state_in_halves_is_seen(text: str) -> None:
    assert HALVES.search(text)
