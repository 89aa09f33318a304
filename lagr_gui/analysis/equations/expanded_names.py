"""What names in expanded results are drawn as: points of bodies, ends of elements, angles.

Expanded results have no vectors, so that a picture is found by what the name means: a coordinate
by its structured line, a parameter by the fields in which it stands, a distance that is defined
by the points that are so far apart at any state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np

from lagr_gui.algebra import Algebra
from lagr_gui.analysis.equations.lines import Lines, kernel_of
from lagr_gui.analysis.runs import poses
from lagr_gui.expression import Expression, Symbol, read, symbols
from lagr_gui.expression.arithmetic import value
from lagr_gui.mechanics.sheets.pictures import Kind, pose_of
from lagr_gui.mechanics.sheets.sheet import Definition, Sheet, needed
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.mechanics.trees import vector
from lagr_gui.model import BodyPoint, Model
from lagr_gui.prepared import Prepared
from lagr_gui.simulation.system import Array

Places = tuple[tuple[Array, ...], ...]
Found = tuple[Kind, Array, Places]
"""How a name is drawn, its numbers (n, 1, 3 or 9), its places."""

Point = tuple[Expression, Expression, Expression]
CENTRE: Point = vector((0, 0, 0))

TRIED, SEED = 6, 1
"""Random states at which a distance must be that of two points."""
RATE = "elldot"
"""The stem of rates of lengths."""
NEAR = 1e-9
"""Rounding of two ways to one distance, relative to the largest."""


@dataclass(frozen=True, slots=True)
class ExpandedName:
    """A name in expanded results, with the definitions that it needs, its own the last."""

    name: str
    definitions: tuple[Definition, ...]

    @classmethod
    def of(cls, sheet: Sheet, name: str) -> ExpandedName:
        """A name of a sheet; in other coordinates motions tell nothing of what is defined."""
        definitions = () if sheet.chosen is not None else sheet.definitions
        return cls(name, needed(definitions, [Symbol(name)]))


def found_of(prepared: Prepared, asked: ExpandedName, t: Array, q: Array, qd: Array) -> Found:
    """How a name that is no coordinate is drawn at times (n,) and states (n, f), if it is."""
    motion = poses(prepared, t, q, qd)
    if pose := pose_of(asked.name):
        values = _pose(motion, *pose)
    elif asked.definitions:
        values = _defined(prepared, asked, motion)
    elif asked.name in prepared.reading.parameters:
        values = _parameter(prepared, asked.name, motion)
    else:
        values = None
    return values or ("length", np.zeros((len(t), 1)), ())


def _pose(motion: Motion, symbol: str, body: int) -> Found | None:
    """Where a body is, or how it is turned; body 0 by its origin."""
    if body not in motion.x:
        return None
    place, turned = motion.x[body], motion.R[body].reshape(-1, 9)
    return ("point", place, ((),)) if symbol == "x" else ("axes", turned, ((place,),))


def _parameter(prepared: Prepared, name: str, motion: Motion) -> Found | None:
    """A parameter as a length on bodies, else as the mass of bodies, else as gravity."""
    model, numbers = prepared.model, prepared.values
    whole = np.full((len(motion.t), 1), numbers[name])
    lengths = tuple(_lengths(prepared, name, motion))
    if lengths:
        return "length", whole, lengths
    heavy = [body.number for body in model.bodies if read(body.mass) == Symbol(name)]
    if heavy:
        return "centre", whole, tuple((motion.x[number],) for number in heavy)
    if any(Symbol(name) in symbols(tree) for tree in vector(model.gravity)):
        masses = {body.number: value(read(body.mass), numbers) for body in model.bodies}
        centre = sum(
            (mass * motion.x[number] for number, mass in masses.items()), np.zeros_like(motion.x[0])
        ) / (sum(masses.values()) or 1.0)
        gravity = np.array([value(tree, numbers) for tree in vector(model.gravity)])
        return "acceleration", np.tile(gravity, (len(motion.t), 1)), ((centre,),)
    return None


def _lengths(prepared: Prepared, name: str, motion: Motion) -> Iterator[tuple[Array, Array]]:
    """Ways along an axis of a body, as long as a parameter says, between points given on it."""
    algebra, numbers = Algebra(), prepared.values
    wanted = algebra.expression(Symbol(name))
    for number, points in _points(prepared.model).items():
        for one, other in combinations(points, 2):
            if not any(Symbol(name) in symbols(tree) for tree in (*one, *other)):
                continue
            pairs = zip(map(algebra.expression, one), map(algebra.expression, other), strict=True)
            ways = [a - b for a, b in pairs if not (a - b).is_zero]
            if len(ways) == 1 and ((ways[0] - wanted).is_zero or (ways[0] + wanted).is_zero):
                ends = (np.array([value(tree, numbers) for tree in end]) for end in (one, other))
                start, end = (motion.x[number] + motion.R[number] @ point for point in ends)
                yield start, end


def _points(model: Model) -> dict[int, list[Point]]:
    """The points that joints and elements have on each body, after its centre of mass."""
    places = {number: {CENTRE: None} for number in (0, *model.numbers)}
    for joint in model.joints:
        places[joint.parent][vector(joint.point_parent)] = None
        places[joint.child][vector(joint.point_child)] = None
    for element in model.elements:
        for _, point in element:
            if isinstance(point, BodyPoint) and point.body in places:
                places[point.body][vector(point.point)] = None
    return {number: list(points) for number, points in places.items()}


def _defined(prepared: Prepared, asked: ExpandedName, motion: Motion) -> Found | None:
    """A name that is defined: a distance, or the rate of the length of an element."""
    definition = asked.definitions[-1]
    kernel = kernel_of(prepared, Lines(asked.definitions, (), structured=False))

    def numbers(along: Motion) -> Array:
        own_states = np.zeros((len(along.t), prepared.layout.s))  # no place depends on them
        states = np.hstack([along.q, along.qd, own_states])
        return kernel.along(along.t, states, prepared.parameters)[definition.name]

    if definition.stem == RATE:
        return _rate(numbers(motion), list(_lines(motion, definition.sources)))
    tried = _anywhere(prepared, motion)
    wanted = np.abs(numbers(tried)[:, 0])
    for (a, b), place in zip(_ways(tried, definition), _ways(motion, definition), strict=True):
        apart = np.linalg.norm(b - a, axis=1)
        if np.allclose(apart, wanted, rtol=0, atol=NEAR * float(apart.max())):
            return "length", numbers(motion), (place,)
    return None


def _anywhere(prepared: Prepared, motion: Motion) -> Motion:
    """Random states: two distances that happen to be equal along a motion differ there."""
    source, shape = np.random.default_rng(SEED), (TRIED, motion.q.shape[1])
    t = motion.t[0] + source.uniform(0, 1, TRIED)
    return poses(prepared, t, source.uniform(-1, 1, shape), source.uniform(-1, 1, shape))


def _ways(motion: Motion, definition: Definition) -> Iterator[tuple[Array, Array]]:
    """Where a distance may lie: along the element that it is of, or between two joints."""
    yield from _lines(motion, definition.sources)
    yield from combinations(motion.joints.values(), 2)


def _lines(motion: Motion, sources: Iterable[str]) -> Iterator[tuple[Array, Array]]:
    """The straight parts of elements along lines."""
    for key in sources:
        points = motion.lines.get(key.removeprefix("element:"), motion.x[0][:, None])
        yield from pairwise(points.swapaxes(0, 1))


def _rate(numbers: Array, lines: list[tuple[Array, Array]]) -> Found | None:
    """The rate of a length as the velocity of its end away from its beginning."""
    if len(lines) != 1:
        return None
    ((start, end),) = lines
    way = end - start
    with np.errstate(invalid="ignore", divide="ignore"):
        along = way / np.linalg.norm(way, axis=1, keepdims=True)
    return "velocity", numbers * along, ((end,),)
