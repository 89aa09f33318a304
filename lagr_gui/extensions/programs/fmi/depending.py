"""Of which states and inputs the unknowns of a unit depend."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from lagr_gui.extensions.programs.record import OUTPUTS, Operand, ProgramFormula, Standalone

Known = frozenset[Operand]
"""Coordinates "q", velocities "v", further forces "u" and parameters by their places."""


def dependencies(program: Standalone) -> Mapping[str, Known]:
    """For each acceleration "a0", …, energy "e0", … and output "s0", … what it depends on."""
    by_name = {formula.name: formula for formula in program.formulas}
    count = len(program.coordinates)
    derived = program.constants.made_of("derived")
    solved: dict[Operand, Known] = {("constant", k): known for k, known in enumerate(derived)}
    whole: Known = frozenset()
    if "motion" in by_name:
        found = dict(zip(_places("a", count), _rows(by_name["motion"], "a", solved), strict=True))
    else:
        dynamics = by_name["dynamics"]
        rows = (
            row
            for name in ("mass", "force", "slopes", "drift")
            for row in _rows(dynamics, name, solved)
        )
        whole = frozenset[Operand](("u", i) for i in range(count)).union(*rows)
        found = dict.fromkeys(_places("a", count), whole)
    kinetic, potential, dissipated = _rows(by_name["energies"], "energy", solved)
    energies = (kinetic, potential, kinetic | potential, dissipated)
    solved |= {("acceleration", i): found[f"a{i}"] for i in range(count)}
    solved |= {("multiplier", s): whole for s in range(len(program.conditions))}
    found |= dict(zip(_places("e", 4), energies, strict=True))
    if not program.shown:
        return found
    shown = _rows(by_name[OUTPUTS.formula], "shown", solved)
    return found | dict(zip(_places("s", len(program.shown)), shown, strict=True))


def _places(sort: str, count: int) -> list[str]:
    return [f"{sort}{place}" for place in range(count)]


def _rows(formula: ProgramFormula, name: str, solved: Mapping[Operand, Known]) -> Iterable[Known]:
    """What each output of a row is made of; `solved` tells it of what follows from others."""
    for made in formula.made_of(name):
        whole = frozenset[Operand]().union(*(solved.get(own, {own}) for own in made))
        yield frozenset(own for own in whole if own[0] in ("q", "v", "u", "parameter"))
