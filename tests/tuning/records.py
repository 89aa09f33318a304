"""All records of chosen numbers, the tests that guard them, and how one of them is spoilt."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from lagr_gui.numerics import tolerances
from lagr_gui.simulation import tuning
from tests.ground.sources import python_files, syntax

RECORDS: dict[str, object] = {
    "RANKS": tolerances.RANKS,
    "IMPACTS": tolerances.IMPACTS,
    "CURVES": tolerances.CURVES,
    "TURNS": tolerances.TURNS,
    **{name: getattr(tuning, name) for name in tuning.__all__},
}
NUMBERS = [f"{name}.{number}" for name, record in RECORDS.items() for number in vars(record)]
"""By record and number, as in "CROSSING.looks"."""


@dataclass(frozen=True)
class Guard:
    """The test, from the root, that fails where a number is multiplied by `spoilt`."""

    spoilt: float
    test: str


def _guards() -> dict[str, Guard]:
    """By number; most are among the tests of the core."""
    rows = (line.split() for line in Path(__file__).with_name("guards.txt").read_text().split("\n"))
    root = {True: "", False: "tests/"}
    return {
        row[0]: Guard(float(row[1]), root[row[2].startswith("lagr_gui/")] + row[2])
        for row in rows
        if row
    }


GUARDS = _guards()


def reasons() -> dict[str, str]:
    """What is written below each number in the class of its record."""
    files = [*python_files("lagr_gui/simulation/tuning"), Path(tolerances.__file__)]
    bodies = {
        node.name: node.body
        for file in files
        for node in syntax(file).body
        if isinstance(node, ast.ClassDef)
    }
    return {
        f"{name}.{number.target.id}": str(reason.value.value)
        for name, record in RECORDS.items()
        for number, reason in pairwise(bodies[type(record).__name__])
        if isinstance(number, ast.AnnAssign)
        and isinstance(number.target, ast.Name)
        and isinstance(reason, ast.Expr)
        and isinstance(reason.value, ast.Constant)
    }


def spoil(key: str) -> None:
    """Multiply a number by the factor at which its guard must fail, for the rest of the process.

    Modules that read it when they are imported must not have been imported yet.
    """
    name, number = key.split(".")
    record = RECORDS[name]
    usual = vars(record)[number]
    object.__setattr__(record, number, type(usual)(usual * GUARDS[key].spoilt))
