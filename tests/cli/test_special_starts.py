"""A motion of a special case begins where the start values of that case are."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import lagr_gui
from lagr_gui import System
from lagr_gui.cli.__main__ import main
from lagr_gui.cli.commands import COMMANDS


@pytest.fixture
def mass() -> System:
    """Its start follows a parameter that a special case replaces."""
    system = System("Mass", l=1.0, c=10.0)
    system.joint("prismatic", 0, system.body("Mass"), "x")
    system.element("spring", name="spring", c="c")
    system.special_case("far", l=3)
    system.start(x=("l", "2*l"))
    return system


def test_however_it_is_asked(mass: System) -> None:
    settings = lagr_gui.settings_of(mass.model, "far")
    motions = [
        mass.simulate(until=0.1, special="far"),
        lagr_gui.simulate(mass.model, special="far"),
        lagr_gui.simulate(mass.model, settings, special="far"),
        lagr_gui.simulate(lagr_gui.prepare(mass.model, "far")),
    ]
    assert [(m.q[0, 0], m.qd[0, 0]) for m in motions] == [(3, 6)] * len(motions)
    assert mass.simulate(until=0.1).q[0, 0] == 1


@pytest.mark.parametrize(
    "command",
    [c for c in ("simulate", "sweep --vary c=10,20 --output x") if c.split()[0] in COMMANDS],
)
def test_on_the_command_line(mass: System, tmp_path: Path, command: str) -> None:
    drawn, out = tmp_path / "mass.lagr", tmp_path / "out.csv"
    lagr_gui.save(mass.model, drawn)
    name, *words = command.split()
    given = [name, str(drawn), *words, "--special", "far", "--until", "0.1", "--out", str(out)]
    assert main(given) == 0
    with out.open(encoding="utf-8", newline="") as file:
        first = next(csv.DictReader(file))
    assert [float(first[head]) for head in first if head.split()[0] == "x"] == [3]
