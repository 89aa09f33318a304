"""Inverse dynamics and mixed problems: the forces that prescribed motions need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.expression import Expression
from lagr_gui.expression import read as read_tree
from lagr_gui.given import by_name, number, numbers, wrong
from lagr_gui.mechanics.inverse import ExpressionCourse, InverseKernel
from lagr_gui.mechanics.numbers import specialised
from lagr_gui.model import Model, Scalar
from lagr_gui.pipeline.cache import kept, physics
from lagr_gui.pipeline.derivation import separate_bodies
from lagr_gui.pipeline.reactions import transmitted
from lagr_gui.pipeline.running import assembly, conditions, parameter_array, settings_of, simulate
from lagr_gui.pipeline.structure import read
from lagr_gui.problem import LagrError, Problem
from lagr_gui.registry import did_you_mean
from lagr_gui.simulation.freedom import freedom
from lagr_gui.simulation.inverse import DrivenMotion, TableCourse, follow, split
from lagr_gui.simulation.system import Array

POINTS = 201


def inverse(
    model: Model,
    motion: Mapping[str, Scalar] | Mapping[str, Sequence[float]],
    times: Sequence[float] | None = None,
    noise: float = 0.0,
    special: str = "",
) -> DrivenMotion:
    """The generalised forces that a motion needs beyond those of the model, by coordinate.

    `motion` gives coordinates as expressions in t, or a table: ``t`` and coordinates as lists,
    which splines make smooth (`noise` is the standard deviation of the positions).  `times` (s)
    are by default 201 from the start to the end of the simulation, or those of the table.

    Where as many coordinates are given as the system has freedoms this is inverse dynamics;
    where fewer are given the others move freely from their start values (mixed problem), for
    which expressions are needed.  Raises LagrError for motions that cannot be.
    """
    model = specialised(model, special)
    motion = by_name(motion, "Motion")
    noise = number(noise, "Noise")
    names = [name for name in motion if name != "t"]
    _check_names(model, names)
    binding = conditions(model)
    free = len(read(model).coordinates) - len(names)
    if binding is not None:
        start = assembly(model)
        free = freedom(binding, model.simulation.start, start.q).freedoms - len(names)
    if free < 0:
        cause = f"{len(names)} motions are given, {-free} more than the system has freedoms."
        raise LagrError(Problem("Motion", cause, "Leave some out.", code="motion"))
    if "t" in motion:
        columns: Mapping[str, Any] = motion
        course = TableCourse(names, *_table(columns, names), noise)
        grid = _rising(columns["t"] if times is None else times)
        _check_span(grid, course.span)
        if free:
            raise _needs_expressions(model, names)
        return _full(model, names, grid, course.at(grid), course.how)
    trees = {name: _course(name, value) for name, value in motion.items()}
    grid = _grid(model, times)
    if free:
        return _mixed(model, trees, grid)
    expressions = ExpressionCourse(read(model), trees)
    given = expressions.at(parameter_array(model), grid)
    return _full(model, names, grid, given, "expressions, differentiated exactly")


def _course(name: str, given: Any) -> Expression:
    """The expression in t of one coordinate."""
    place = f"Motion of “{name}”"
    if not isinstance(given, (str, int, float)):
        raise wrong(place, given, "an expression in t; a table has a column “t” of times too")
    return read_tree(given, place)


def _full(
    model: Model,
    names: Sequence[str],
    t: Array,
    given: tuple[Array, Array, Array],
    how: str,
) -> DrivenMotion:
    """Inverse dynamics: all motions follow from those given."""
    coordinates = read(model).coordinates
    if not all(np.isfinite(table).all() for table in given):
        cause = "It has no value at some of the times."
        raise LagrError(Problem("Motion", cause, "Correct the expressions.", code="motion"))
    places = [coordinates.index(name) for name in names]
    binding = conditions(model)
    if binding is None:
        q, qd, qdd = (table[:, np.argsort(places)] for table in given)
    else:
        q, qd, qdd = follow(binding, t, places, given, assembly(model).q)
    return _needed(model, names, t, (q, qd, qdd), None, how)


def _needed(
    model: Model,
    names: Sequence[str],
    t: Array,
    states: tuple[Array, Array, Array],
    known: tuple[Array, Array] | None,
    how: str,
) -> DrivenMotion:
    """Forces, energies and reactions of a motion; τ and λ where they are not known yet."""
    reading = read(model)
    places = [reading.coordinates.index(name) for name in names]
    kernel = kept("inverse", physics(model), lambda: InverseKernel(separate_bodies(model)))
    parameters = parameter_array(model)
    if known is None:
        bare = kernel(parameters, t, *states, np.zeros((len(t), kernel.c)))
        known = split(bare.force, bare.G, places)
    forces, multipliers = known
    needs = kernel(parameters, t, *states, multipliers)
    passed = transmitted(model, t, *states, multipliers)
    binding = conditions(model)
    q, qd, qdd = states
    return DrivenMotion(
        coordinates=reading.coordinates,
        prescribed=tuple(names),
        t=t,
        q=q,
        qd=qd,
        qdd=qdd,
        forces=forces,
        T=needs.T,
        U=needs.U,
        dissipated=needs.dissipated,
        supplied=needs.supplied,
        sources=tuple(binding.sources) if binding else (),
        multipliers=multipliers,
        reactions=passed.joints,
        how=how,
    )


def _mixed(model: Model, motion: Mapping[str, Expression], t: Array) -> DrivenMotion:
    """Some coordinates prescribed, the others simulated: multipliers are the forces."""
    from lagr_gui.expression import write

    record = ELEMENTS["prescribed_motion"].record
    taken = {element.name for element in model.elements}
    drives = tuple(
        record(
            name=_unused(f"motion of {name}", taken),
            kind="prescribed_motion",
            coordinate=name,
            motion=write(tree),
        )
        for name, tree in motion.items()
    )
    driven = model.model_copy(update={"elements": (*model.elements, *drives)})
    settings = replace(settings_of(driven), t0=float(t[0]), t_end=float(t[-1]), points=len(t))
    found = simulate(driven, settings)
    q, qd = found.at(t)
    binding = conditions(driven)
    assert binding is not None
    rows = [binding.at(*entry).solution() for entry in zip(t.tolist(), q, qd, strict=True)]
    qdd = np.array([row.qdd for row in rows])
    multipliers = np.array([row.multipliers for row in rows])
    own = len(binding.sources) - len(drives)
    known = multipliers[:, own:], multipliers[:, :own]
    how = f"expressions, the other coordinates simulated by {found.method}"
    return _needed(model, list(motion), t, (q, qd, qdd), known, how)


def _unused(name: str, taken: set[str]) -> str:
    while name in taken:
        name += " *"
    return name


def _grid(model: Model, times: Sequence[float] | None) -> Array:
    if times is None:
        return np.linspace(model.simulation.start, model.simulation.until, POINTS)
    return _rising(times)


def _rising(times: Any) -> Array:
    grid = np.array(numbers(times, "Times"))
    if len(grid) < 2 or np.any(np.diff(grid) <= 0):
        raise LagrError(Problem("Times", "They do not rise.", "Give rising times.", code="times"))
    return grid


def _table(columns: Mapping[str, Any], names: Sequence[str]) -> tuple[Array, Array]:
    listed = {name: numbers(columns[name], f"Column “{name}”") for name in ("t", *names)}
    if len({len(column) for column in listed.values()}) != 1:
        cause = "Its columns have different lengths."
        raise LagrError(Problem("Table of the motion", cause, "Give equal ones.", code="table"))
    return np.array(listed["t"]), np.array([listed[name] for name in names]).T


def _check_span(grid: Array, span: tuple[float, float]) -> None:
    if grid[0] < span[0] or grid[-1] > span[1]:
        cause = f"The table covers {span[0]:g} s to {span[1]:g} s only."
        raise LagrError(Problem("Times", cause, "Choose times within.", code="times"))


def _check_names(model: Model, names: Sequence[str]) -> None:
    coordinates = read(model).coordinates
    if not names:
        cause = "No coordinate is given a motion."
        remedy = f"The coordinates are {', '.join(coordinates)}."
        raise LagrError(Problem("Motion", cause, remedy, code="motion"))
    for name in names:
        if name not in coordinates:
            cause = "There is no coordinate of this name."
            remedy = did_you_mean(name, coordinates)
            raise LagrError(Problem(f"Motion of “{name}”", cause, remedy, code="unknown-name"))


def _needs_expressions(model: Model, names: Sequence[str]) -> LagrError:
    others = ", ".join(name for name in read(model).coordinates if name not in names)
    cause = f"The table leaves freedoms among {others}: they would have to be simulated."
    remedy = "Give motions as expressions in t for that, or a table for more coordinates."
    return LagrError(Problem("Table of the motion", cause, remedy, code="table"))
