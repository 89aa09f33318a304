"""Dragging: a mechanism follows a point that is held, through its joints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from lagr_gui.analysis.positions.branches import Bonds, Linkage, Posture
from lagr_gui.analysis.positions.nearest import MET, Arrival, Goal, PointPlace, PointSearch
from lagr_gui.analysis.runs import poses
from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.geometry import OnCoordinate
from lagr_gui.expression.arguments import numbers, wrong
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import joined, say
from lagr_gui.foundation.problem import refusal
from lagr_gui.kernel import Bound
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.centres import centre_of
from lagr_gui.prepared.kernels import pinned_kernel, point_kernel
from lagr_gui.prepared.sensors.bodies import body_number
from lagr_gui.simulation.constraints import place_of

Vector = Sequence[float]

MOST_NAMED = 3
"""Items that a message names."""

FARTHER = 20
"""How often a way that is long goes on."""

IMMOVABLE = 1e-9
"""Slopes below this part of what a free point would have are none."""

TAKES_PART = 1e-6
"""An item that takes up this part of the largest effort, or of the pull, takes part in it."""

GOES = 1e-3
"""A point moves where its slopes are this part of what they are without loops, or more."""

ON_ITS_WAY = "The point follows its path; the target lies beside it."


@dataclass(frozen=True, eq=False)
class Dragged:
    """Positions q (f,) of `coordinates`, and where the held point is there (3,), in space.

    `distance` (m) is what is left to the target, and `words` say what keeps the point from it;
    `limits` are the keys of the items that push back.  One whose target lies `beside` the only
    way it has is as near as it comes, and nothing holds it there.  One that is not `resting` is on
    its way still: the same target leads it farther.
    """

    coordinates: tuple[str, ...]
    q: Array
    place: Array
    distance: float
    reached: bool
    resting: bool
    words: str
    limits: tuple[str, ...] = ()

    @property
    def beside(self) -> bool:
        """Whether the target lies beside the path of the point."""
        return str(self.words) == ON_ITS_WAY

    def __getitem__(self, coordinate: str) -> float:
        """The position of a coordinate. Raises KeyError for an unknown one."""
        if coordinate not in self.coordinates:
            raise KeyError(coordinate)
        return float(self.q[self.coordinates.index(coordinate)])

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        fields = {"coordinates": self.coordinates, "q": self.q, "place": self.place}
        fields |= {"distance": self.distance, "reached": self.reached, "resting": self.resting}
        return fields | {"words": str(self.words), "limits": self.limits}

    def __str__(self) -> str:
        lines = [f"{name} = {q:.9g}" for name, q in zip(self.coordinates, self.q, strict=True)]
        return "\n".join([*lines, str(self.words)])


@dataclass(frozen=True, eq=False)
class _Held:
    """A body of which a point is held, the directions that count, and the way of the point."""

    body: int
    counts: Array
    search: PointSearch


class Dragging:
    """A mechanism at rest whose points can be taken hold of and drawn to places of space.

    Time stands still at the start of simulations: what is driven stays where it is then, what
    binds velocities alone, as rolling does, binds each step.  Of all positions in which the point
    is equally near the one is taken to which masses move least, from the last position on.
    """

    def __init__(self, prepared: Prepared, start: Vector | None = None) -> None:
        """Begin at positions (f,), by default those with which a simulation begins.

        Raises LagrError where no position meets the conditions.
        """
        self._prepared = prepared
        self._t = prepared.model.simulation.start
        reading, constraints = prepared.reading, prepared.recursion.constraints
        rows = (*constraints.rows, *constraints.limits)
        self._sources = tuple(row.source for row in rows)
        placed = [row.value is not None for row in rows]
        kernel = prepared.kept("pinned", lambda: pinned_kernel(prepared.recursion), lasting=True)
        bound = kernel.bind(prepared.parameters)
        self._linkage = Linkage(bound, self._t, placed, len(constraints.rows), prepared.extents)
        units = dict(zip(prepared.report.coordinates, prepared.report.units, strict=False))
        self._turning = np.array([units.get(name) == "rad" for name in reading.coordinates], bool)
        self._seat = self._begun(start)
        self._held: _Held | None = None

    @property
    def coordinates(self) -> tuple[str, ...]:
        """The coordinates in their order."""
        return self._prepared.coordinates

    @property
    def q(self) -> Array:
        """The positions (f,) that are reached."""
        return self._seat.q.copy()

    @property
    def search(self) -> PointSearch:
        """The way of the point that is held. Raises LagrError where nothing is held."""
        return self._holding.search

    @property
    def _holding(self) -> _Held:
        if self._held is None:
            raise refusal("Drag", "No point is held.", "Take hold of a point first.", "held-point")
        return self._held

    @on_one_thread
    def hold(
        self, body: int | str, point: Vector = (0, 0, 0), normal: Vector | None = None
    ) -> None:
        """Take hold of a point of a body: from its origin, in its axes (m).

        Where a `normal` is given (space axes) the distance along it does not count, as that into
        a screen; for a planar system it is that of its plane.  Raises LagrError where there is no
        such body.
        """
        number = body_number(self._prepared, body)
        free = self._plane() if normal is None else _unit(normal)
        counts = np.eye(3) - np.outer(free, free)
        prepared = self._prepared
        kernel = prepared.kept(
            ("point", number), lambda: point_kernel(prepared.recursion, number), lasting=True
        )
        place = _three(point, "point") - centre_of(prepared.model, number, prepared.values)
        look = partial(_look, kernel.bind(prepared.parameters), self._t, place)
        limits = [row for row in self._linkage.limits if row not in self._beyond]
        search = PointSearch(
            self._linkage,
            look,
            self._turning,
            limits,
            np.zeros(len(self._seat.q)),
            self._prepared.length,
        )
        self._held = _Held(number, counts, search)

    @on_one_thread
    def to(self, target: Vector) -> Dragged:
        """Draw the point to a place of space (m), or as near to it as it comes from where it is.

        Raises LagrError where nothing is held.
        """
        held = self._holding
        goal = Goal(_three(target, "target"), held.counts)
        arrival = held.search.nearest(self._seat, goal)
        self._seat = arrival.at.seat
        distance = goal.distance(arrival.at.place)
        is_met = distance <= MET * held.search.size(arrival.at)
        return Dragged(
            self.coordinates,
            self._seat.q.copy(),
            arrival.at.place.copy(),
            distance,
            is_met,
            arrival.still,
            say("The point is where it should be.")
            if is_met
            else self._cause(held.body, goal, arrival),
            tuple(self._sources[row] for row in arrival.holding),
        )

    def _plane(self) -> Array:
        """The normal of a planar system; nothing for any other."""
        prepared, f = self._prepared, len(self._seat.q)

        def found() -> str | None:
            q, still = self._seat.q[None], np.zeros((1, f))
            return poses(prepared, np.array([self._t]), q, still, checked=False).planar

        return np.array(
            [float(axis == prepared.own("plane", found)) for axis in ("yz", "xz", "xy")]
        )

    def _begun(self, start: Vector | None) -> Posture:
        """The seat at the start; limits that are passed there are reached first, if they can."""
        q = self._prepared.assembly.q
        if start is not None:
            q = np.array(numbers(start, "start"))
            if len(q) != len(self.coordinates):
                raise wrong("start", start, f"{len(self.coordinates)} numbers")
        seat = self._linkage.at(np.array(q, float))
        beyond = [row for row in self._linkage.limits if seat.position[row] > 0]
        always = self._linkage.conditions
        for held in ([*always, *beyond], always):
            posture = self._linkage.closed(Bonds.of(seat, held), seat.q)
            if posture is not None:
                self._beyond = frozenset(set(beyond) - set(held))
                return posture
        raise refusal(
            "Start",
            "The loops are not closed at the given start, and not near to it.",
            "Give other start values.",
            "cannot-close",
        )

    # --- words ------------------------------------------------------------------------------

    def _cause(self, body: int, goal: Goal, arrival: Arrival) -> str:
        """What keeps the point from its target."""
        if not arrival.still:
            return say("The point is still on its way.")
        at = arrival.at
        title = self._prepared.model.title(body)
        J = goal.counts @ at.J * at.seat.scale
        usual = float(np.max(at.seat.scale))
        if np.linalg.norm(J) <= IMMOVABLE * usual:
            return say("{body} is fixed: no joint moves this point.", body=title)
        bonds, holding = self.search.bonds(at, goal)
        if holding:
            names = joined(self._limit(row) for row in holding[:MOST_NAMED])
            return say("{limits} lets the point come no nearer.", limits=names)
        if self._goes_on(at, goal, bonds):
            return say(ON_ITS_WAY)
        return self._bound(at, goal, bonds)

    def _goes_on(self, at: PointPlace, goal: Goal, bonds: Bonds) -> bool:
        """Whether the point has one way alone, on which it still moves: the target lies beside it.

        A loop that is taut leaves it no motion.
        """
        J, scale = goal.counts @ at.J, at.seat.scale
        moving = np.linalg.norm(J * scale, axis=0) > IMMOVABLE * float(np.max(scale))
        motions = at.seat.frame @ bonds.free
        ways = np.linalg.matrix_rank((motions / scale[:, None])[moving], tol=TAKES_PART)
        whole = float(np.linalg.norm(J @ at.seat.frame))
        return int(ways) == 1 and float(np.linalg.norm(J @ motions)) > GOES * whole

    def _bound(self, at: PointPlace, goal: Goal, bonds: Bonds) -> str:
        """What takes up a pull towards the target."""
        efforts = np.abs(bonds.efforts(at.J.T @ goal.left(at.place)))
        sizes = at.seat.rows[list(bonds.held)].sizes(at.seat.scale)[0]
        efforts = efforts * sizes
        pull = float(np.linalg.norm(at.J * at.seat.scale)) * goal.distance(at.place)
        least = TAKES_PART * max(float(np.max(efforts, initial=0.0)), pull)
        takes = [
            self._sources[row] for row, e in zip(bonds.held, efforts, strict=True) if e > least
        ]
        if not takes:
            return say("The joints reach no farther: they are stretched towards the target.")
        named = tuple(dict.fromkeys(takes))[:MOST_NAMED]
        names = joined(place_of(source) for source in named)
        if not bonds.free.shape[1]:
            return say("The point is held fast: {names}.", names=names)
        if any(source.startswith("element:") for source in named):
            return say("The point comes no nearer, held by what binds it: {names}.", names=names)
        return say("The point comes no nearer: its loop is taut ({names}).", names=names)

    def _limit(self, row: int) -> str:
        """A limit by its item, with the coordinate that it bounds."""
        source = self._sources[row]
        sort, _, name = source.partition(":")
        if sort == "element":
            element = self._prepared.model.element(name)
            geometry = ELEMENTS[element.kind].geometry
            if isinstance(geometry, OnCoordinate):
                coordinate = getattr(element, geometry.coordinate)
                return say("The limit of {coordinate} (“{name}”)", coordinate=coordinate, name=name)
        return place_of(source)


def drag(
    prepared: Prepared,
    body: int | str,
    point: Vector,
    target: Vector,
    start: Vector | Mapping[str, float] | None = None,
    normal: Vector | None = None,
) -> Dragged:
    """The position of a mechanism when a point of a body is drawn to a place of space (m).

    The point is given from the origin of the body, in its axes.

    It begins at `start` (by default where simulations begin) and follows through its joints, with
    loops closed and limits held, without a jump to another branch.  Distances along a `normal`
    do not count.  Raises LagrError for unknown bodies, and where loops cannot be closed.
    """
    if isinstance(start, Mapping):
        first = dict(zip(prepared.coordinates, prepared.assembly.q.tolist(), strict=True))
        if unknown := set(start) - set(first):
            raise wrong("start", sorted(unknown)[0], "the name of a coordinate")
        start = list((first | dict(start)).values())
    dragging = Dragging(prepared, start)
    dragging.hold(body, point, normal)
    dragged = dragging.to(target)
    for _ in range(FARTHER):
        if dragged.resting:
            break
        dragged = dragging.to(target)
    return dragged


def _unit(normal: Vector) -> Array:
    vector = _three(normal, "normal")
    if not vector.any():
        raise wrong("normal", normal, "a direction")
    return vector / np.linalg.norm(vector)


def _look(bound: Bound, t: float, point: Array, q: Array) -> tuple[Array, Array]:
    """Places (k, 3) of a point and its slopes (k, 3, f) at several positions (k, f)."""
    times, points = np.full((len(q), 1), t), np.tile(point, (len(q), 1))
    out = bound.many(np.hstack([times, q, np.zeros_like(q), points]))
    return out["place"], out["slopes"]


def _three(components: Vector, place: str) -> Array:
    vector = numbers(components, place)
    if len(vector) != 3:
        raise wrong(place, components, "three numbers")
    return np.array(vector)
