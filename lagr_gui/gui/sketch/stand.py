"""How the mechanism stands at the start: what the sketch draws, and where drawing begins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lagr_gui.analysis.positions.start_positions import StandingWalk, standing
from lagr_gui.drawing.lengths import vector
from lagr_gui.editing.sketch.anchors import Anchor, anchors_in_space
from lagr_gui.editing.sketch.plane import BodyPlaces, WorkingPlane
from lagr_gui.editing.sketch.shapes import is_size
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError, Path
from lagr_gui.gui.bridge.scenery import mesh_files, posed
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.sketch.planes import BodyCamera
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from lagr_gui.scenery.camera import Camera
from lagr_gui.scenery.loads import ShownLoad, newtons_for, shown_loads, weight_of
from lagr_gui.scenery.scene import Instant, Scene, build_scene
from lagr_gui.scenery.values import known_values

AT_ONCE = 24
"""Closed paths of so many bodies are closed before they are painted; larger ones meanwhile gape."""


@dataclass(frozen=True, eq=False)
class Stand:
    """The drawn model at its start; `coordinates` are those of its motion, in order.

    What is seen and moved is the `whole`: the same without instances of subsystems; one that is
    led somewhere was `still` before.
    """

    model: Model
    whole: Model
    special: str
    scene: Scene
    coordinates: tuple[str, ...]
    still: Stand | None = None

    @cached_property
    def values(self) -> Mapping[str, float]:
        """The values of the parameters of the drawing."""
        return known_values(self.model, self.special)

    @cached_property
    def start(self) -> dict[str, float]:
        """The coordinates as the bodies stand."""
        return dict(zip(self.coordinates, self.scene.motion.q[0].tolist(), strict=False))

    @cached_property
    def now(self) -> Instant:
        """Where all that is drawn is."""
        return self.scene.at(float(self.scene.motion.t[0]))

    @cached_property
    def points(self) -> BodyPoints:
        """Points of the bodies, the same wherever these are led."""
        if self.still is not None:
            return self.still.points
        return BodyPoints.of(self.model, self.places(Camera(*np.eye(3), centre=np.zeros(3))))

    @cached_property
    def loads(self) -> tuple[ShownLoad, ...]:
        """Forces, moments and drives in action."""
        values = known_values(self.whole, self.special)
        return shown_loads(self.whole, self.scene.motion, self.coordinates, values)

    @cached_property
    def newtons(self) -> float:
        """The force of which an arrow has one more pixel (N)."""
        return newtons_for(self.loads, self.weight)

    @cached_property
    def weight(self) -> float:
        """The weight of all bodies (N), the same wherever they are led."""
        if self.still is not None:
            return self.still.weight
        return weight_of(self.whole, known_values(self.whole, self.special))

    def at(self, motion: Motion) -> Stand:
        """The same bodies somewhere else."""
        return replace(self, scene=self.scene.along(motion), still=self.still or self)

    def places(self, camera: Camera) -> BodyPlaces:
        """Where the bodies stand in the plane that a camera looks at."""
        return _seen(self._origins, camera)

    @cached_property
    def _origins(self) -> BodyPlaces:
        """Where the bodies stand in space."""
        return _origins(self.model, self.special, self.scene.motion)

    def centre(self, body: int) -> Array:
        """The centre of mass of a body from its origin (3,), in its axes."""
        centre = vector(self.model.body(body).centre, self.values)
        return np.zeros(3) if centre is None else centre

    def elsewhere(self, model: Model, camera: Camera) -> BodyPlaces:
        """Where the bodies of another model stand, without looking at closed paths.

        Raises LagrError for an unsound model.
        """
        motion = standing(prepare(model, self.special))
        return _seen(_origins(model, self.special, motion), camera)


def _origins(model: Model, special: str, motion: Motion) -> BodyPlaces:
    """Where the origins of bodies are in space at the first instant of a motion."""
    values = known_values(model, special)
    x, R = _starts(model, motion.x), _starts(model, motion.R)
    for body in model.bodies:
        centre = vector(body.centre, values) if any(body.centre) else None
        if centre is not None and body.number in x:
            x[body.number] = x[body.number] - R[body.number] @ centre
    return BodyPlaces(WorkingPlane(*np.eye(3)[:2]), x, R, values)


def _seen(places: BodyPlaces, camera: Camera) -> BodyPlaces:
    """The same bodies in the plane that a camera looks at."""
    seen = replace(places, plane=WorkingPlane(camera.right, camera.up))
    if isinstance(camera, BodyCamera):
        return seen.seen_from(camera.origin, camera.axes)
    return seen


def _starts(model: Model, tables: Mapping[int, Array]) -> dict[int, Array]:
    """What bodies have at the first instant, by the numbers that the drawing gives them."""
    expansion = prepare(model).expansion
    if not model.instances:
        return {number: table[0] for number, table in tables.items()}
    numbers = {0, *model.numbers}
    starts = {number: table[0] for number, table in tables.items() if number in numbers}
    ports = {port: tables[inner][0] for port, inner in expansion.ports.items() if inner in tables}
    return starts | ports


def stand_of(session: Session, last: Stand | None) -> Stand | None:
    """The model of the session at its start, with closed paths closed where they can be.

    Those of a drawing that was just opened are closed as soon as that is known.
    Of a model with a fault what is known is shown; one that has no position as it stood last.
    """
    model, special = session.flat, session.special
    shown = session.start.shown
    if shown is not None and shown.origin.suits(model, special):
        motion: Motion | None = shown.motion
    elif shown is not None and closes(model, special):
        motion = _walked(model, special, prepare(model, special).assembly.q.tolist())
    else:
        motion = _walked(model, special)
    if motion is None:
        return _posed(session) or last
    coordinates = prepare(model, special).coordinates
    drawn = session.model
    return Stand(
        drawn,
        model if drawn.instances else drawn,
        special,
        build_scene(model, motion, special, mesh_files(session).surface),
        coordinates,
    )


def _posed(session: Session) -> Stand | None:
    """What is known of a model with a fault: where its bodies stand, if that is."""
    if (shown := posed(session)) is None:
        return None
    model, special = shown.origin.model, session.special
    drawn = session.model if session.model.instances else model
    scene = build_scene(model, shown.motion, special, mesh_files(session).surface)
    return Stand(drawn, model, special, scene, prepare(model, special).coordinates)


def closes(model: Model, special: str) -> bool:
    """Whether a model has closed paths, not too many to wait for, that close at its start."""
    try:
        prepared = prepare(model, special)
        few = len(prepared.model.bodies) <= AT_ONCE
        return bool(few and prepared.report.cuts and len(prepared.assembly.q))
    except (LagrError, ArithmeticError, ValueError):
        return False


def _walked(model: Model, special: str, q: Sequence[float] = ()) -> Motion | None:
    """Where the bodies are at positions of all coordinates, without them at the start values."""
    try:
        prepared = prepare(model, special)
        return StandingWalk(prepared).motion(dict(zip(prepared.coordinates, q, strict=False)))
    except (LagrError, ArithmeticError, ValueError):
        return None


# --- Points of bodies in space, read once for wherever the bodies stand ------------------------


@dataclass(frozen=True, eq=False)
class BodyPoints:
    """Points of bodies, those that are written down first, then where shapes end.

    `written` are the places of those that are written down, by the keys of their bodies and of
    what they are written in; `inner` (n, 3) are the points from the origins of their bodies, of
    which `number` (n,) is the place among `bodies`.
    """

    anchors: list[Anchor]
    written: Mapping[str, Sequence[int]]
    inner: Array = field(repr=False)
    bodies: NDArray[np.intp] = field(repr=False)
    number: NDArray[np.intp] = field(repr=False)

    @staticmethod
    def of(model: Model, places: BodyPlaces) -> BodyPoints:
        """Those of a model whose bodies stand somewhere."""
        ordered = in_order(anchors_in_space(model, places))
        written: dict[str, list[int]] = defaultdict(list)
        for index, anchor in enumerate(ordered):
            if anchor.path:
                for key in (f"body:{anchor.body}", _key(model, anchor.path)):
                    written[key].append(index)
        inner = np.array([places.numbers(anchor.point) for anchor in ordered])
        bodies, number = np.unique([anchor.body for anchor in ordered], return_inverse=True)
        return BodyPoints(ordered, written, inner, bodies, number)

    def at(self, places: BodyPlaces) -> Array:
        """Where they are in space (n, 3)."""
        x = np.array([places.x[int(body)] for body in self.bodies])
        turned = np.array([places.R[int(body)] for body in self.bodies])
        off = np.einsum("nij,nj->ni", turned[self.number], self.inner)
        return np.asarray(x[self.number] + off, dtype=np.float64)

    def of_selected(self, selected: Collection[str]) -> Iterable[int]:
        """The places of those that belong to what is selected and are written down, in order."""
        return sorted({index for key in selected for index in self.written.get(key, ())})


def in_order(found: Iterable[Anchor]) -> list[Anchor]:
    """Those that are written down first, then where shapes end."""
    return sorted(found, key=lambda a: (not a.path or is_size(a.path), a.body))


def _key(model: Model, path: Path) -> str:
    """The key of what a point is written in; empty for a shape."""
    match path:
        case "joints", int(index), *_:
            return f"joint:{model.joints[index].name}"
        case "elements", int(index), *_:
            return f"element:{model.elements[index].name}"
        case "sketch", str(sort), int(index), *_:
            return f"mark:{sort}.{index}"
        case _:
            return ""
