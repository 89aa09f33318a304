"""The matrices of robotics: M, C, g, Jacobians of points, regressor and base parameters."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from lagr_gui.algebra import Canonical
from lagr_gui.analysis.equations.assumptions import start_numbers
from lagr_gui.analysis.equations.derivation import check_form, presenter_of
from lagr_gui.analysis.equations.structured import structured_of
from lagr_gui.expression import Expression, symbols
from lagr_gui.expression.arithmetic import value
from lagr_gui.extensions.robotics.jacobian import AXES, SPACE, Jacobian, jacobian_entries
from lagr_gui.extensions.robotics.matrices import CHRISTOFFEL, CORIOLIS, Matrices, entries_of
from lagr_gui.extensions.robotics.regressor import Inertias, Regressor, regressor_kernel
from lagr_gui.extensions.robotics.structured import (
    structured_entries,
    structured_jacobian,
    structured_regressor,
)
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import counted, say
from lagr_gui.foundation.problem import LagrError, NotStructured, TooLong, refusal
from lagr_gui.foundation.registry import check_known
from lagr_gui.mechanics.centres import from_centre
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.directions import Direction, assuming
from lagr_gui.mechanics.sheets.sheet import FORMS, STRUCTURED, Definition, Entry, Sheet
from lagr_gui.mechanics.sheets.special_case import replacing, spelling_of
from lagr_gui.mechanics.steps import Shift, Spin, Turn
from lagr_gui.mechanics.structured import Structured
from lagr_gui.mechanics.structured.drawn import pictures
from lagr_gui.mechanics.trees import NOWHERE, Trees, vector
from lagr_gui.mechanics.typed_numbers import Typed
from lagr_gui.mechanics.vectors import rotation
from lagr_gui.model import Scalar
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Advance, Prepared, derived
from lagr_gui.prepared.sensors.bodies import body_number

TURNS, FLAT = 4, 12
"""Turns behind one another that can be read multiplied out: about any and parallel axes."""

SKEW = 1e-9
"""The sine of an angle between axes that are not parallel."""


@derived
def matrices(
    prepared: Prepared,
    coriolis: str = CHRISTOFFEL,
    form: str = "",
    progress: Advance | None = None,
) -> Matrices:
    """M q̈ + C q̇ + d + g = Q + Wᵀ λ as matrices of expressions.

    `coriolis` chooses C: ``christoffel`` or ``bodies``; Ṁ − 2 C is skew with both.  Without a
    `form` it is the shortest, or the structured one where that is the only one to read.  Raises
    LagrError for an unsound model, unknown names, and for C by bodies in the structured form.
    """
    prepared.refuse_states()
    place = say("Coriolis matrix “{name}”", name=coriolis)
    check_known(coriolis, CORIOLIS, place, "There is no such choice.")
    return _readable(prepared, form, lambda asked: _matrices(prepared, coriolis, asked, progress))


def _matrices(prepared: Prepared, coriolis: str, form: str, progress: Advance | None) -> Matrices:
    skew: bool | None = None
    if form == STRUCTURED:
        if coriolis != CHRISTOFFEL:
            raise _refused(say("Coriolis matrix by bodies"))
        structured = structured_of(prepared)
        entries = tuple(structured_entries(structured))
        sheet = _structured_sheet(prepared, structured, entries)
    else:
        with (closed := prepared.general.closed).telling(progress):
            directions, show = _show(prepared, form)
            entries, skew = entries_of(closed, coriolis, show)
        sheet = _sheet(prepared, form, entries, directions)
    rows = max((entry.indices[0] for entry in entries if entry.symbol == "W"), default=0)
    return Matrices(sheet, coriolis, rows, skew)


@derived
def jacobian(
    prepared: Prepared,
    body: int | str,
    point: Sequence[Scalar] | None = None,
    axes: str = SPACE,
    form: str = "",
) -> Jacobian:
    """J_v of a point of a body (None: the centre of mass), and J_w of the body.

    The point is seen from the origin of the body, which `body` names or numbers, in its axes;
    `axes` are ``space`` or ``body``.  Raises LagrError for an unsound model, unknown names, and for
    body axes in the structured form.
    """
    check_known(axes, AXES, say("Axes “{name}”", name=axes), "There is no such choice.")
    number = body_number(prepared, body)
    local = _point(point)
    local = local if point is None else from_centre(prepared.model, number, local)
    form = form if axes == SPACE else form or "shortest"
    return _readable(prepared, form, lambda asked: _jacobian(prepared, number, local, axes, asked))


def _jacobian(prepared: Prepared, number: int, local: Trees, axes: str, form: str) -> Jacobian:
    if form == STRUCTURED:
        if axes != SPACE:
            raise _refused(say("Jacobian in body axes"))
        structured = structured_of(prepared)
        place = structured.points.point(number, local, f"body:{number}").place
        entries = tuple(structured_jacobian(structured, number, place))
        sheet = _structured_sheet(prepared, structured, entries)
    else:
        directions, show = _show(prepared, form)
        entries = tuple(jacobian_entries(prepared.general.closed, number, local, axes, show))
        sheet = _sheet(prepared, form, entries, directions)
    return Jacobian(sheet, number, local, axes)


@derived
def formulas(prepared: Prepared, form: str = "") -> Regressor:
    """The base parameters of the rigid bodies, as formulas, and Y_B(q, q̇, q̈).

    Raises LagrError for an unsound model, an unknown form or special case, and where no formulas
    are found.
    """
    prepared.refuse_states()
    return _readable(prepared, form, lambda asked: _formulas(prepared, asked))


def _formulas(prepared: Prepared, form: str) -> Regressor:
    inertias = _inertias(prepared.general)
    show = Show(form, _replaced(prepared), _typed(prepared))
    if form == STRUCTURED:
        structured = structured_of(prepared)
        entries = tuple(structured_regressor(structured, inertias))
        sheet = _structured_sheet(prepared, structured, entries)
    else:
        sheet = _sheet(prepared, form, tuple(inertias.entries(show)))
    points = {
        number: inertias.transfers.places[number].point for number in inertias.transfers.bodies
    }
    parameters, base = inertias.parameters(show.after), inertias.base(show.after)
    return Regressor(sheet, parameters, base, points, inertias.without())


@on_one_thread
def regressor_values(
    prepared: Prepared, q: Any, qd: Any, qdd: Any, t: Any = 0.0, base: bool = True
) -> NDArray[np.float64]:
    """Y_B (n, f, b) at n positions, velocities and accelerations (n, f), one or many.

    Columns are those of `regressor(model).base`, or with `base` false of all its `parameters`.
    Raises LagrError for an unsound model and for parameters without a value.
    """
    prepared.refuse_states()
    reading = prepared.reading
    rows = [np.atleast_2d(np.asarray(states, float)) for states in (q, qd, qdd)]
    times = np.broadcast_to(np.asarray(t, float), (len(rows[0]),))[:, None]
    if any(part.shape != (len(rows[0]), len(reading.coordinates)) for part in rows):
        raise _misshapen(len(reading.coordinates))
    kernel = prepared.kept("regressor", lambda: regressor_kernel(reading, prepared.topology.cuts))
    bound = kernel.bind(prepared.parameters)
    Y = bound.many(np.hstack([times, *rows]))["Y"]
    return Y[:, :, _inertias(prepared).stays] if base else Y


def _inertias(prepared: Prepared) -> Inertias:
    return prepared.kept("inertias", lambda: Inertias(prepared.reading, prepared.topology.cuts))


def _misshapen(size: int) -> LagrError:
    return refusal(
        "Regressor",
        say("q, q' and q'' have different shapes, or not {n} columns.", n=size),
        "Give as many rows of each, with a number for each coordinate.",
        "shape",
    )


T = TypeVar("T")


def _readable(prepared: Prepared, form: str, written: Callable[[str], T]) -> T:
    """What is `written` in the form that is asked for, or in the first that is not too long."""
    chosen = _form(prepared, form)
    try:
        return written(chosen)
    except TooLong as error:
        if form:
            (problem,) = error.problems
            raise TooLong(replace(problem, remedy=_STRUCTURED_REMEDY)) from error
        return written(STRUCTURED)


_STRUCTURED_REMEDY = 'Take the structured form: --form structured, or form="structured".'


def _form(prepared: Prepared, form: str) -> str:
    """The form that is asked for, or the one that can be read."""
    if form:
        check_form(form, FORMS)
        return form
    deepest = max(_turning_axes(prepared), key=len)
    parallel = all(_are_parallel(axis, deepest[0]) for axis in deepest)
    return STRUCTURED if len(deepest) > (FLAT if parallel else TURNS) else "shortest"


def _are_parallel(a: Array | None, b: Array | None) -> bool:
    if a is None or b is None:
        return False
    return bool(np.linalg.norm(np.cross(a, b)) <= SKEW)


def _turning_axes(prepared: Prepared) -> Iterator[list[Array | None]]:
    """The axes about which the motions to each body turn, in space where all coordinates are zero.

    Those of parallel axes are parallel there in every position.  None stands for a motion about
    several axes.
    """
    reading = prepared.reading
    numbers = {**_known_values(prepared), **dict.fromkeys(reading.coordinates, 0.0), "t": 0.0}
    turned: dict[int, tuple[Array, list[Array | None]]] = {0: (np.eye(3), [])}
    yield []
    for link in reading.links:
        R, axes = turned[link.parent][0], [*turned[link.parent][1]]
        for step in link.steps:
            if isinstance(step, Shift):
                continue
            if not _moves(step, reading.coordinates):
                R = R @ _fixed_turn(step, numbers)
            elif isinstance(step, Spin):
                axes.append(R @ _numbers(step.axis, numbers))
            else:
                axes.append(None)
        turned[link.child] = R, axes
        yield axes


def _known_values(prepared: Prepared) -> Mapping[str, float]:
    """Values of parameters, as far as they have some."""
    try:
        return prepared.values
    except LagrError:
        return {}


def _fixed_turn(step: Spin | Turn, numbers: Mapping[str, float]) -> Array:
    """The map of vectors behind a turn into the axes before it."""
    if isinstance(step, Turn):
        return np.array([_numbers(row, numbers) for row in step.matrix])
    (angle,) = _numbers((step.angle,), numbers)
    x, y, z = _numbers(step.axis, numbers).tolist()
    return np.array(rotation((x, y, z), math.cos(angle), math.sin(angle), 1.0))


def _numbers(trees: Iterable[Expression], numbers: Mapping[str, float]) -> Array:
    """Numbers of trees; nan for those that have none, which are parallel to nothing."""

    def number(tree: Expression) -> float:
        try:
            return float(value(tree, numbers))
        except (LagrError, ArithmeticError):
            return math.nan

    return np.array([number(tree) for tree in trees])


def _moves(step: Spin | Turn, coordinates: Sequence[str]) -> bool:
    trees = [step.angle] if isinstance(step, Spin) else [e for row in step.matrix for e in row]
    return any(symbol.name in coordinates for tree in trees for symbol in symbols(tree))


def _show(prepared: Prepared, form: str) -> tuple[tuple[Direction, ...], Show]:
    """What turns values into trees, and what is assumed for that."""
    presenter = presenter_of(prepared)
    numbers = start_numbers(prepared) if presenter.is_signed(prepared.special) else {}
    directions = presenter.directions(prepared.special, numbers)
    replaced, assumed = _replaced(prepared), assuming(directions)
    return directions, Show(form, lambda value: assumed(replaced(value)), _typed(prepared))


def _typed(prepared: Prepared) -> Typed:
    typed = prepared.general.reading.typed
    return typed.also(spelling_of(prepared.general.model, prepared.special))


def _replaced(prepared: Prepared) -> Callable[[Canonical], Canonical]:
    """What puts the special case into values."""
    return replacing(prepared.general.model, prepared.special)


def _sheet(
    prepared: Prepared,
    form: str,
    entries: tuple[Entry, ...],
    directions: tuple[Direction, ...] = (),
    definitions: tuple[Definition, ...] = (),
) -> Sheet:
    return Sheet(
        title=prepared.model.name,
        coordinates=prepared.coordinates,
        form=form,
        special=prepared.special,
        entries=entries,
        seconds=0.0,
        directions=directions,
        definitions=definitions,
    )


def _structured_sheet(
    prepared: Prepared, structured: Structured, entries: tuple[Entry, ...]
) -> Sheet:
    trees = [term.tree for entry in entries for term in entry.terms]
    definitions = structured.book.used(trees)
    drawn, places = pictures(structured, definitions)
    sheet = _sheet(prepared, STRUCTURED, entries, definitions=definitions)
    return replace(sheet, pictures=drawn, places=places).spelled(structured.reading.typed)


def _point(point: Sequence[Scalar] | None) -> Trees:
    if point is None:
        return NOWHERE
    if len(point) != 3:
        cause = counted(len(point), "It has {count} coordinate.", "It has {count} coordinates.")
        raise refusal("Point", cause, "Give three: x, y, z.", "point")
    return vector(point)


def _refused(place: str) -> LagrError:
    cause = "It has no structured form."
    return NotStructured.refusal(place, cause, "Choose another form.", "structured")
