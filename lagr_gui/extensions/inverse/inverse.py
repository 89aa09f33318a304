"""Inverse dynamics and mixed problems: the forces that prescribed motions need."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from lagr_gui.analysis.motions.simulation import simulate
from lagr_gui.analysis.trajectories.reactions import transmitted
from lagr_gui.catalogue import ELEMENTS
from lagr_gui.expression import Expression
from lagr_gui.expression import read as read_tree
from lagr_gui.expression.arguments import by_name, not_negative, numbers, wrong
from lagr_gui.extensions.inverse.courses import ExpressionCourse, TableCourse
from lagr_gui.extensions.inverse.following import Following
from lagr_gui.extensions.inverse.kernel import InverseKernel, Needs, split
from lagr_gui.extensions.inverse.motion import DrivenMotion
from lagr_gui.foundation.message import counted, say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.foundation.registry import check_known
from lagr_gui.model import Scalar
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.simulation.positions.freedom import freedom
from lagr_gui.simulation.quadrature import integrated
from lagr_gui.simulation.system import SIDES, Array

POINTS = 201
"""Instants of a given motion where none are asked for: enough for a smooth curve."""


@on_one_thread
def inverse(
    prepared: Prepared,
    motion: Mapping[str, Scalar] | Mapping[str, Sequence[float]] | None = None,
    times: Sequence[float] | None = None,
    noise: float = 0.0,
) -> DrivenMotion:
    """The generalised forces that a motion needs beyond those of the model, by coordinate.

    `motion` gives coordinates as expressions in t, or a table: ``t`` and coordinates as lists,
    which splines make smooth (`noise` is the standard deviation of the positions).  Without it
    the motions that the model lists are meant.  `times` (s) are by default 201 from the start to
    the end of the simulation, or those of the table.

    Where as many coordinates are given as the system has freedoms this is inverse dynamics;
    where fewer are given the others move freely from their start values (mixed problem), for
    which expressions are needed.  Raises LagrError for motions that cannot be.
    """
    prepared.refuse_states()
    prepared.refuse_frictions()
    listed = {prescribed.coordinate: prescribed.motion for prescribed in prepared.model.motions}
    motion = listed if motion is None else by_name(motion, "Motion")
    noise = not_negative(noise, "Noise")
    names = [name for name in motion if name != "t"]
    _check_names(prepared, names)
    binding = prepared.conditions
    free = len(prepared.coordinates) - len(names)
    bent = binding is not None and bool(binding.bent.any())
    if binding is not None:
        start = prepared.assembly
        whole = freedom(binding, prepared.model.simulation.start, start.q, start.qd)
        free = whole.freedoms - len(names)
    if free < 0:
        cause = counted(
            len(names),
            "{count} motion is given, {free} more than the system has freedoms.",
            "{count} motions are given, {free} more than the system has freedoms.",
            free=-free,
        )
        raise refusal("Motion", cause, "Leave some out.", "motion")
    if "t" in motion:
        columns: Mapping[str, Any] = motion
        course = TableCourse(names, *_table(columns, names), noise)
        grid = _rising(columns["t"] if times is None else times)
        _check_span(grid, course.span)
        if free or bent:
            raise _needs_expressions(prepared, names)
        return _full(prepared, course, grid, course.knots, course.how)
    trees = {name: _course(name, value) for name, value in motion.items()}
    grid = _grid(prepared, times)
    if free or bent:  # velocities that meet bent conditions follow from those before
        return _mixed(prepared, trees, grid)
    expressions = ExpressionCourse(prepared.reading, trees, prepared.parameters)
    return _full(prepared, expressions, grid, (), "expressions, differentiated exactly")


def _course(name: str, motion: Any) -> Expression:
    """The expression in t of one coordinate."""
    place = say("Motion of “{name}”", name=name)
    if not isinstance(motion, (str, int, float)):
        raise wrong(place, motion, "an expression in t; a table has a column “t” of times too")
    return read_tree(motion, place)


def _full(
    prepared: Prepared, course: Course, t: Array, breaks: Sequence[float], how: str
) -> DrivenMotion:
    """Inverse dynamics: all motions follow from those given."""
    if not all(np.isfinite(table).all() for table in course.at(t)):
        cause = "It has no value at some of the times."
        raise refusal("Motion", cause, "Correct the expressions.", "motion")
    places = [prepared.coordinates.index(name) for name in course.names]
    forces = NeededForces(prepared, course.names)
    binding = prepared.conditions
    if binding is None:
        order = np.argsort(places)

        def moved(times: Array) -> Needed:
            q, qd, qdd = (table[:, order] for table in course.at(times))
            return forces.needed(times, q, qd, qdd)
    else:
        start, span = prepared.assembly.q, float(t[-1] - t[0])
        following = Following(binding, places, course.at, float(t[0]), start, span)

        def moved(times: Array) -> Needed:
            return forces.followed(following, times)

    return _driven(prepared, course.names, t, moved, breaks, how)


class Course(Protocol):
    """Motions of some coordinates."""

    @property
    def names(self) -> Sequence[str]:
        """The coordinates."""
        ...

    def at(self, t: Array) -> tuple[Array, Array, Array]:
        """q, q̇ and q̈ (n, p) at times (n,)."""
        ...


@dataclass(frozen=True, eq=False)
class Needed:
    """States of n instants (n, f), the forces (n, p) and multipliers (n, c) that they need."""

    q: Array
    qd: Array
    qdd: Array
    forces: Array
    multipliers: Array
    needs: Needs

    def flows(self, places: Sequence[int]) -> Array:
        """Powers (n, p + 2): of the forces, of dampers, of what the model drives."""
        needs = self.needs
        power = self.forces * self.qd[:, list(places)]
        return np.column_stack([power, needs.dissipated, needs.supplied])


class NeededForces:
    """What states need, for one model and the coordinates that are prescribed."""

    def __init__(self, prepared: Prepared, names: Sequence[str]) -> None:
        reading = prepared.reading
        self._places = [reading.coordinates.index(name) for name in names]
        self._kernel = prepared.kept("inverse", lambda: InverseKernel(prepared.separate))
        self._parameters = prepared.parameters

    def needed(
        self,
        t: Array,
        q: Array,
        qd: Array,
        qdd: Array,
        efforts: tuple[Array, Array] | None = None,
    ) -> Needed:
        """Forces, energies and reactions; `efforts` are τ and λ where they are not to be found."""
        if efforts is None:
            nothing = np.zeros((len(t), self._kernel.c))
            bare = self._kernel(self._parameters, t, q, qd, qdd, nothing)
            efforts = split(bare.force, bare.rows, self._places)
        forces, multipliers = efforts
        needs = self._kernel(self._parameters, t, q, qd, qdd, multipliers)
        return Needed(q, qd, qdd, forces, multipliers, needs)

    def followed(self, following: Following, t: Array) -> Needed:
        """Those of a bound motion; in dead positions means of both sides."""
        places = following.at(t)
        q, qd, qdd = (np.array([getattr(p, name) for p in places]) for name in ("q", "qd", "qdd"))
        needed = self.needed(t, q, qd, qdd)
        dead = [row for row, place in enumerate(places) if place.beside]
        if not dead:
            return needed
        forces, multipliers = needed.forces.copy(), needed.multipliers.copy()
        for row in dead:
            sides = self.followed(following, np.array(places[row].beside))
            forces[row], multipliers[row] = SIDES @ sides.forces, SIDES @ sides.multipliers
        return self.needed(t, q, qd, qdd, (forces, multipliers))


def _driven(
    prepared: Prepared,
    names: Sequence[str],
    t: Array,
    moved: Callable[[Array], Needed],
    breaks: Sequence[float],
    how: str,
) -> DrivenMotion:
    """A motion at the times (n,), with its works."""
    coordinates = prepared.coordinates
    places = [coordinates.index(name) for name in names]
    followed = moved(t)
    binding, needs = prepared.conditions, followed.needs
    energy = float(np.max(needs.T) + np.ptp(needs.U))
    works = integrated(lambda times: moved(times).flows(places), t, breaks, energy)
    states = np.hstack([followed.q, followed.qd])
    driven = DrivenMotion(
        coordinates=coordinates,
        prescribed=tuple(names),
        t=t,
        q=followed.q,
        qd=followed.qd,
        qdd=followed.qdd,
        forces=followed.forces,
        T=needs.T,
        U=needs.U,
        dissipated=needs.dissipated,
        supplied=needs.supplied,
        work=works[:, :-2],
        lost=works[:, -2],
        given=works[:, -1],
        sources=tuple(binding.sources) if binding else (),
        multipliers=followed.multipliers,
        reactions=transmitted(prepared, t, states, followed.qdd, followed.multipliers).joints,
        how=how,
    )
    return replace(driven, certificate=driven.check(prepared))


def _mixed(prepared: Prepared, motion: Mapping[str, Expression], t: Array) -> DrivenMotion:
    """Some coordinates prescribed, the others simulated: multipliers are the forces."""
    from lagr_gui.expression import write

    record = ELEMENTS["prescribed_motion"].record
    taken = {element.name for element in prepared.model.elements}
    drives = tuple(
        record(
            name=_unused(f"motion of {name}", taken),
            kind="prescribed_motion",
            coordinate=name,
            motion=write(tree),
        )
        for name, tree in motion.items()
    )
    elements = (*prepared.model.elements, *drives)
    driven = prepared.of(prepared.model.having(elements=elements))
    settings = replace(driven.settings, t0=float(t[0]), t_end=float(t[-1]), points=len(t))
    simulated = simulate(driven, settings)
    binding = driven.conditions
    assert binding is not None
    forces, free = NeededForces(prepared, list(motion)), len(binding.sources) - len(drives)

    def moved(times: Array) -> Needed:
        q, qd = simulated.at(times)
        rows = [binding.at(*entry).solution() for entry in zip(times.tolist(), q, qd, strict=True)]
        multipliers = np.array([row.multipliers for row in rows])
        efforts = multipliers[:, free:], multipliers[:, :free]
        return forces.needed(times, q, qd, np.array([row.qdd for row in rows]), efforts)

    how = say("expressions, the other coordinates simulated by {method}", method=simulated.method)
    return _driven(prepared, list(motion), t, moved, [hit.t for hit in simulated.impacts], how)


def _unused(name: str, taken: set[str]) -> str:
    while name in taken:
        name += " *"
    return name


def _grid(prepared: Prepared, times: Sequence[float] | None) -> Array:
    if times is None:
        return np.linspace(prepared.model.simulation.start, prepared.model.simulation.until, POINTS)
    return _rising(times)


def _rising(times: Any) -> Array:
    grid = np.array(numbers(times, "Times"))
    if len(grid) < 2 or np.any(np.diff(grid) <= 0):
        raise refusal("Times", "They do not rise.", "Give rising times.", "times")
    return grid


def _table(columns: Mapping[str, Any], names: Sequence[str]) -> tuple[Array, Array]:
    listed = {
        name: numbers(columns[name], say("Column “{name}”", name=name)) for name in ("t", *names)
    }
    if len({len(column) for column in listed.values()}) != 1:
        cause = "Its columns have different lengths."
        raise refusal("Table of the motion", cause, "Give equal ones.", "table")
    return np.array(listed["t"]), np.array([listed[name] for name in names]).T


def _check_span(grid: Array, span: tuple[float, float]) -> None:
    if grid[0] < span[0] or grid[-1] > span[1]:
        cause = say(
            "The table covers {span:g} s to {span_2:g} s only.", span=span[0], span_2=span[1]
        )
        raise refusal("Times", cause, "Choose times within.", "times")


def _check_names(prepared: Prepared, names: Sequence[str]) -> None:
    coordinates = prepared.coordinates
    if not names:
        cause = "No coordinate is given a motion."
        remedy = say("The coordinates are {coordinates}.", coordinates=", ".join(coordinates))
        raise refusal("Motion", cause, remedy, "motion")
    for name in names:
        place = say("Motion of “{name}”", name=name)
        check_known(name, coordinates, place, "There is no coordinate of this name.")


def _needs_expressions(prepared: Prepared, names: Sequence[str]) -> LagrError:
    others = ", ".join(name for name in prepared.coordinates if name not in names)
    cause = say(
        "The table leaves freedoms among {others}: they would have to be simulated.", others=others
    )
    remedy = "Give motions as expressions in t for that, or a table for more coordinates."
    return refusal("Table of the motion", cause, remedy, "table")
