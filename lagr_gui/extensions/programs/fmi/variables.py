"""The variables of a functional mock-up unit, in the order of their value references."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from lagr_gui.expression.units import BASE, unit_of
from lagr_gui.extensions.programs.record import (
    OUTPUTS,
    NamedValue,
    Operand,
    ProgramFormula,
    Standalone,
)


@dataclass(frozen=True, slots=True)
class UnitVariable:
    """One of them; `derivative` is the place of that of which it is the derivative."""

    name: str
    unit: str
    words: str
    causality: str
    variability: str
    initial: str = ""
    start: float | None = None
    derivative: int | None = None


def variables(program: Standalone) -> tuple[UnitVariable, ...]:
    """Time, parameters, coordinates, velocities, forces, accelerations, energies, impacts, outputs.

    States of the first order stand behind velocities, then what signals hold and what is there; the
    rates of the first behind accelerations.  Behind all stands what tells importers of gaps that
    close and contacts that end.
    """
    coordinates, count = program.coordinates, len(program.coordinates)
    first = 1 + len(program.parameters)
    # Conditions move what is set to the nearest state that meets them; at limits it may rebound.
    initial = "approx" if program.is_bound else "exact"
    entries = [UnitVariable("time", "s", "time", "independent", "continuous")]
    entries += [
        UnitVariable(p.name, p.unit.line, p.comment.line, "input", "continuous", start=p.value)
        if place in program.driven
        else _parameter(p)
        for place, p in enumerate(program.parameters)
    ]
    states = [
        UnitVariable(q.name, q.unit.line, q.comment.line, "output", "continuous")
        for q in coordinates
    ]
    states += [_rate(place + first, q, 1, "") for place, q in enumerate(coordinates)]
    own = program.states[: len(program.states) - len(program.held)]
    states += [
        UnitVariable(z.name, z.unit.line, z.comment.line, "output", "continuous") for z in own
    ]
    entries += [
        replace(state, initial=initial, start=value, words=_with_start(state.words, program, place))
        for place, (state, value) in enumerate(zip(states, program.start, strict=False))
    ]
    entries += [
        UnitVariable(z.name, z.unit.line, z.comment.line, "local", "discrete", "calculated")
        for z in program.states[len(own) :]
    ]
    words = "generalised force on {} beside those of the model"
    entries += [
        UnitVariable(
            f"force({q.name})",
            _force_unit(q.unit.line),
            words.format(q.name),
            "input",
            "continuous",
            start=0.0,
        )
        for q in coordinates
    ]
    place = first + count
    entries += [_rate(place + i, q, 2, "calculated") for i, q in enumerate(coordinates)]
    place += count
    entries += [_rate(place + i, z, 1, "calculated") for i, z in enumerate(own)]
    entries += _energies()
    entries += _impacts(program)
    entries += _shown(program, {entry.name for entry in entries})
    entries += _indicators(program, {entry.name for entry in entries})
    return tuple(entries)


def _parameter(p: NamedValue) -> UnitVariable:
    unit, words = p.unit.line, p.comment.line
    return UnitVariable(p.name, unit, words, "parameter", "tunable", "exact", p.value)


def _with_start(words: str, program: Standalone, place: int) -> str:
    """The words of a state; where its start follows parameters in the model they say so."""
    if text := program.followed.get(place):
        return f"{words}; its start is a number here, {text.line} in the model".removeprefix("; ")
    return words


def _shown(program: Standalone, taken: set[str]) -> Iterable[UnitVariable]:
    """What sensors show; one that has the name of another variable is called ``output(NAME)``."""
    for entry in program.shown:
        name = _free(entry.title.line, "output", taken)
        words = entry.comment.line.removeprefix("= ")
        yield UnitVariable(name, entry.unit.line, words, "output", "continuous", "calculated")


def _impacts(program: Standalone) -> Iterable[UnitVariable]:
    """What is known of impacts, where there may be some."""
    if program.limits:
        for name, unit, words in (
            ("impacts(count)", "", "number of impacts since the start"),
            ("impacts(time)", "s", "time of the last impact; the start before the first one"),
            ("impacts(loss)", "J", "energy that the last impact took away"),
        ):
            yield UnitVariable(name, unit, words, "output", "discrete", "calculated")


def indicators(program: Standalone) -> tuple[tuple[str, str], ...]:
    """Names and meanings of what is watched, in its order; nothing where nobody else integrates."""
    if not program.is_exchanged:
        return ()
    named = [
        (e.line, f"width of the gap of {e.line}; in contact what it pushes with")
        for e in program.limits
    ]
    named += [
        (e.line, f"slip of {e.line}; while it sticks what it holds more") for e in program.frictions
    ]
    rough = [program.limits[number].line for number in program.rough]
    for name in rough:
        named.append((f"{name} slip", f"slip of {name}; while it sticks what it holds more"))
        named.append((f"{name} hold", f"how far {name} is from what no force stops"))
    for e in program.switches:
        named += [(f"{e.title.line} {n}", f"positive until {e.title.line} switches") for n in "12"]
    named += [(e.title.line, f"positive until {e.title.line} may happen") for e in program.events]
    return tuple(named)


def _indicators(program: Standalone, taken: set[str]) -> Iterable[UnitVariable]:
    """For each of what is watched what is positive until it happens."""
    for title, words in indicators(program):
        name = _free(f"indicator({title})", "indicator", taken)
        yield UnitVariable(name, "", words, "local", "continuous", "calculated")


def _free(name: str, word: str, taken: set[str]) -> str:
    """The name; within a word where another variable has it."""
    while name in taken:
        name = f"{word}({name})"
    taken.add(name)
    return name


def is_derivable(program: Standalone) -> bool:
    """Whether all outputs have derivatives: nothing that changes, or that conditions share."""
    return not (program.changes or any(program.shared))


KnownPlaces = Mapping[int, Sequence[int]]
"""For places of unknowns those of the states and inputs that they depend on; all, where none."""


def known_places(program: Standalone) -> KnownPlaces:
    """What outputs and derivatives of states depend on; nothing is known of what changes."""
    if program.changes:
        return {}
    count, first = len(program.coordinates), 1 + len(program.parameters)
    forces = first + len(program.start)
    start = {"q": first, "v": first + count, "u": forces}
    places: dict[int, Sequence[int]] = {place: (place,) for place in range(first, forces)}
    accelerations = forces + count
    energies = accelerations + count + len(program.states)
    outputs = energies + 4 + len(tuple(_impacts(program)))
    last = {"a": accelerations, "e": energies, "s": outputs}
    for name, operands in dependencies(program).items():
        place = last[name[0]] + int(name[1:])
        driven = (1 + int(p) for sort, p in operands if sort == "parameter" and p in program.driven)
        moving = (start[sort] + int(index) for sort, index in operands if sort in start)
        places[place] = sorted([*driven, *moving])
    return places


def _rate(of: int, q: NamedValue, order: int, initial: str) -> UnitVariable:
    """The velocity of a quantity, its acceleration where the order is 2."""
    name = f"der({q.name})" if order == 1 else f"der(der({q.name}))"
    below = "s" if order == 1 else "s^2"
    numerator = q.unit.line
    unit = f"{numerator}/{below}" if numerator and "/" not in numerator else ""
    words = f"{'velocity' if order == 1 else 'acceleration'} of {q.name}"
    return UnitVariable(name, unit, words, "output", "continuous", initial, None, of)


def _force_unit(unit: str) -> str:
    force_units = {"m": "N", "rad": "N m", "C": "V"}
    return force_units.get(unit, "")


def _energies() -> Iterable[UnitVariable]:
    for name, unit, words in (
        ("energy(kinetic)", "J", "kinetic energy"),
        ("energy(potential)", "J", "potential energy"),
        ("energy(total)", "J", "kinetic and potential energy"),
        ("power(dissipated)", "W", "power that is dissipated"),
    ):
        yield UnitVariable(name, unit, words, "output", "continuous", "calculated")


def base_units(unit: str) -> dict[str, str] | None:
    """A unit by those of SI and radians, as FMI has them; None where it is not known."""
    conversion = unit_of(unit)
    if conversion is None or any(exponent.denominator != 1 for exponent in conversion.dimension):
        return None
    exponents = {
        name: str(int(exponent))
        for name, exponent in zip(BASE, conversion.dimension, strict=True)
        if exponent and name != "cycle"
    }
    above, _, below = unit.partition("/")
    if turns := above.split().count("rad") - below.split().count("rad"):
        exponents["rad"] = str(turns)
    factor = float(conversion.factor) * math.pi**conversion.turns
    return exponents if factor == 1 else exponents | {"factor": repr(factor)}


# --- Of which states and inputs the unknowns of a unit depend ----------------------------------

Known = frozenset[Operand]
"""Coordinates "q", velocities "v", further forces "u" and parameters by their places."""


def dependencies(program: Standalone) -> Mapping[str, Known]:
    """For each acceleration "a0", …, energy "e0", … and output "s0", … what it depends on.

    The rates of states of the first order count behind the accelerations.
    """
    by_name = {formula.name: formula for formula in program.formulas}
    count = len(program.coordinates)
    derived = program.constants.made_of("derived")
    solved: dict[Operand, Known] = {("constant", k): operands for k, operands in enumerate(derived)}
    whole: Known = frozenset()
    if "motion" in by_name:
        needs = dict(zip(_places("a", count), _rows(by_name["motion"], "a", solved), strict=True))
    else:
        dynamics = by_name["dynamics"]
        rows = (
            row
            for name in ("mass", "force", "slopes", "drift")
            for row in _rows(dynamics, name, solved)
        )
        whole = frozenset[Operand](("u", i) for i in range(count)).union(*rows)
        needs = dict.fromkeys(_places("a", count), whole)
    kinetic, potential, dissipated = _rows(by_name["energies"], "energy", solved)
    energies = (kinetic, potential, kinetic | potential, dissipated)
    solved |= {("acceleration", i): needs[f"a{i}"] for i in range(count)}
    solved |= {("multiplier", s): whole for s in range(len(program.conditions))}
    if program.states:
        flows = _rows(by_name["flow"], "zd", solved)
        needs |= {f"a{place}": flow for place, flow in enumerate(flows, start=count)}
    needs |= dict(zip(_places("e", 4), energies, strict=True))
    if not program.shown:
        return needs
    shown = _rows(by_name[OUTPUTS.formula], "shown", solved)
    return needs | dict(zip(_places("s", len(program.shown)), shown, strict=True))


def _places(sort: str, count: int) -> list[str]:
    return [f"{sort}{place}" for place in range(count)]


def _rows(formula: ProgramFormula, name: str, solved: Mapping[Operand, Known]) -> Iterable[Known]:
    """What each output of a row is made of; `solved` tells it of what follows from others."""
    for made in formula.made_of(name):
        whole = frozenset[Operand]().union(*(solved.get(operand, {operand}) for operand in made))
        yield frozenset(operand for operand in whole if operand[0] in ("q", "v", "u", "parameter"))
