"""Given forces, moments, drives and body 0's motion as a sketch shows them: where, which way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.geometry import AtPoint, OnBody, OnCoordinate
from lagr_gui.catalogue.kinds import Condition, Load
from lagr_gui.drawing.lengths import number, vector
from lagr_gui.expression import Symbol, read
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.mechanics.numbers import start_values
from lagr_gui.model import Element, Model, Scalar

if TYPE_CHECKING:
    from lagr_gui.mechanics.trajectories.poses import Motion

LoadSort = Literal["force", "moment", "drive", "motion"]


@dataclass(frozen=True, eq=False)
class ShownLoad:
    """A force or moment on a body, or the drive of a joint, at the first instant of a motion.

    It acts at a `point` (3,) of space.  `vector` (3,) is what it is there (N, N m).  Where that is
    zero or unknown at the start, as of one that varies with time, only the way is known: then it
    has length one and the load is not `told`; zero where not even that is known.  Of a drive the
    vector is zero; `bodies` are those that it moves against each other in its `joint`.  Of the
    given motion of body 0 only the way is shown.
    """

    name: str
    sort: LoadSort
    bodies: tuple[int, ...]
    point: Array
    vector: Array
    told: bool = True
    joint: str = ""


def shown_loads(
    model: Model, motion: Motion, coordinates: Sequence[str], values: Mapping[str, float]
) -> tuple[ShownLoad, ...]:
    """All that are in action, in the order of the model; `coordinates` are those of the motion."""
    return tuple(_found(model, motion, _Names(model, motion, coordinates, values)))


def ground_moves(model: Model) -> bool:
    """Whether a motion of body 0 is given by a text."""
    return any(isinstance(entry, str) for entry in model.base.position)


def _found(model: Model, motion: Motion, names: _Names) -> Iterator[ShownLoad]:
    if ground_moves(model):
        way = np.array([float(isinstance(entry, str)) for entry in model.base.position])
        way /= np.linalg.norm(way)
        yield ShownLoad(model.base.name, "motion", (0,), motion.x[0][0], way, told=False)
    for element in model.elements:
        kind = ELEMENTS[element.kind]
        if not element.enabled:
            continue
        match kind.geometry, kind.law:
            case (AtPoint() | OnBody()) as geometry, Load() as law:
                body = int(getattr(element, geometry.body))
                point = _point(model, motion, element, geometry, body, names.values)
                if point is not None:
                    is_told, way = names.vector(getattr(element, law.vector))
                    sort = "force" if isinstance(geometry, AtPoint) else "moment"
                    turned = _turned(element, law, body, motion)
                    yield ShownLoad(element.name, sort, (body,), point, turned @ way, is_told)
            case OnCoordinate() as geometry, Load() | Condition():
                moved = str(getattr(element, geometry.coordinate))
                for joint in model.joints:
                    if moved in joint.coordinates and joint.name in motion.joints:
                        place = motion.joints[joint.name][0]
                        ends = joint.parent, joint.child
                        yield ShownLoad(
                            element.name, "drive", ends, place, np.zeros(3), joint=joint.name
                        )
            case _:
                continue


def _point(
    model: Model,
    motion: Motion,
    element: Element,
    geometry: AtPoint | OnBody,
    body: int,
    values: Mapping[str, float],
) -> Array | None:
    """Where in space (3,) a load acts, a moment at the centre of mass; None: nobody knows."""
    if body not in motion.x or isinstance(geometry, OnBody):
        return motion.x[body][0] if body in motion.x else None
    point = vector(getattr(element, geometry.point), values)
    centre = vector(model.body(body).centre, values) if body else np.zeros(3)
    if point is None or centre is None:
        return None
    return motion.x[body][0] + motion.R[body][0] @ (point - centre)


def _turned(element: Element, law: Load, body: int, motion: Motion) -> Array:
    """The map (3, 3) into space of the axes in which a load is given."""
    turns = law.axes and getattr(element, law.axes) == "body"
    return motion.R[body][0] if turns else np.eye(3)


class _Names:
    """What names stand for at the first instant of a motion."""

    def __init__(
        self, model: Model, motion: Motion, coordinates: Sequence[str], values: Mapping[str, float]
    ) -> None:
        self.values = values
        try:
            _, rates = start_values(model, values, tuple(coordinates))
        except (LagrError, ArithmeticError):
            rates = [0.0] * len(coordinates)
        positions = motion.q[0].tolist()
        self.known = dict(values) | dict(zip(coordinates, positions, strict=False))
        self.known["t"] = float(motion.t[0])
        self.rates = dict(zip(coordinates, rates, strict=False))

    def vector(self, entries: Sequence[Scalar]) -> tuple[bool, Array]:
        """Whether it is known what the entries are, not all zero; they, or a way of length one."""
        numbers = [self._number(entry) for entry in entries]
        if None not in numbers and any(numbers):
            return True, np.array(numbers, float)
        lone = np.array(list(map(_sign, entries, numbers)))
        length = float(np.linalg.norm(lone))
        return False, lone / length if length else lone

    def _number(self, entry: Scalar) -> float | None:
        try:
            result = float(evaluate(read(entry), FloatCarrier(), self._look_up))
        except (LagrError, ArithmeticError, ValueError):
            return None
        return result if np.isfinite(result) else None

    def _look_up(self, symbol: Symbol) -> float:
        table = {0: self.known, 1: self.rates}.get(symbol.order, {})
        if symbol.name not in table:
            raise refusal(
                "Sketch", "It has no value here.", "Use parameters that have values.", code="symbol"
            )
        return table[symbol.name]


def _sign(entry: Scalar, number: float | None) -> float:
    """The sign of an entry: that of its value, of what is written where it has none."""
    if number:
        return float(np.sign(number))
    if isinstance(entry, str) and entry.strip() not in ("", "0"):
        return -1.0 if entry.strip().startswith(("-", "−")) else 1.0
    return 0.0


USUAL, LEAST, MOST = 60.0, 30.0, 160.0
"""Pixels of an arrow that is as large as the weight of all, and those of the largest at least and
at most."""
WEIGHTLESS = 10.0
"""A force that is seen as usual where nothing has weight (N)."""


def newtons_for(loads: Sequence[ShownLoad], weight: float, most: float = MOST) -> float:
    """The force of which an arrow has one more pixel (N), by the weight of all bodies (N).

    As long as the largest force is neither short nor long nothing but the weight decides, so that
    arrows stay as they were drawn; it has `most` pixels at most.
    """
    usual = (float(f"{weight:.1g}") if weight > 0 else WEIGHTLESS) / USUAL
    sizes = [float(np.linalg.norm(f.vector)) for f in loads if f.told and f.sort == "force"]
    largest = max(sizes, default=0.0)
    return min(max(usual, largest / most), largest / LEAST) if largest else usual


def weight_of(model: Model, values: Mapping[str, float]) -> float:
    """The weight of all bodies whose masses are known (N)."""
    gravity = vector(model.gravity, values)
    masses = (number(body.mass, values) or 0.0 for body in model.bodies)
    return 0.0 if gravity is None else float(np.linalg.norm(gravity)) * sum(masses)
