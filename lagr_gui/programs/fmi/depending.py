"""Of which states and inputs the unknowns of a unit depend."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from lagr_gui.programs.record import Operand, ProgramFormula, Standalone

Known = frozenset[tuple[str, int]]
"""Coordinates "q", velocities "v" and further forces "u" by their places."""


def dependencies(program: Standalone) -> Mapping[str, Known]:
    """For each acceleration "a0", "a1", … and energy "e0", … what it depends on."""
    by_name = {formula.name: formula for formula in program.formulas}
    count = len(program.coordinates)
    if "motion" in by_name:
        found = dict(zip(_places("a", count), _rows(by_name["motion"], "a"), strict=True))
    else:
        dynamics = by_name["dynamics"]
        rows = (
            row for name in ("mass", "force", "slopes", "drift") for row in _rows(dynamics, name)
        )
        whole = frozenset(("u", i) for i in range(count)).union(*rows)
        found = dict.fromkeys(_places("a", count), whole)
    kinetic, potential, dissipated = _rows(by_name["energies"], "energy")
    energies = (kinetic, potential, kinetic | potential, dissipated)
    return found | dict(zip(_places("e", 4), energies, strict=True))


def _places(sort: str, count: int) -> list[str]:
    return [f"{sort}{place}" for place in range(count)]


def _rows(formula: ProgramFormula, name: str) -> Iterable[Known]:
    """What each output of a row is made of."""
    known: dict[Operand, Known] = {}

    def of(operand: Operand) -> Known:
        sort, place = operand
        return known[operand] if sort == "step" else frozenset({(sort, int(place))})

    for place, (_, a, b) in enumerate(formula.steps):
        known["step", place] = of(a) | (of(b) if b is not None else frozenset())
    for operand in formula.outputs[name]:
        yield frozenset(entry for entry in of(operand) if entry[0] in ("q", "v", "u"))
