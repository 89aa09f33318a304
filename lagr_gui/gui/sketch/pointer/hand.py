"""What the pointer does in the sketch: strokes of tools, points that are pulled, values typed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Thread
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF

from lagr_gui import pipeline
from lagr_gui.analysis.positions.start_positions import StandingWalk
from lagr_gui.editing.sketch.anchors import Anchor
from lagr_gui.editing.sketch.definitions import without_leftovers
from lagr_gui.editing.sketch.item_values import GRAVITY, item_values
from lagr_gui.editing.sketch.moved import moved_from, stand_at
from lagr_gui.editing.sketch.plane import Flat
from lagr_gui.foundation.interruption import begun
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui.bridge.keys import keys_of
from lagr_gui.gui.bridge.new_items import in_own_words
from lagr_gui.gui.bridge.shown import MotionOrigin
from lagr_gui.gui.panes.animation.grasping import Grasped, bodies_under, grasped, place_of
from lagr_gui.gui.panes.animation.painter import gravity_place
from lagr_gui.gui.sketch.axes import arrow_at, typed_in
from lagr_gui.gui.sketch.loads import load_at
from lagr_gui.gui.sketch.near_ends import join_under
from lagr_gui.gui.sketch.pictures import picture_at, pictures_of
from lagr_gui.gui.sketch.pointer.drawer import REACH, UNREAD, Drawer, Surface
from lagr_gui.gui.sketch.pointer.handles import (
    Grasp,
    Handle,
    grip_at,
    limit_at,
    picture_under,
    point_in_plane,
    point_in_space,
)
from lagr_gui.gui.sketch.pointer.hits import drawn_numbers, warn_of_instance
from lagr_gui.gui.sketch.pointer.points import handle_under, points_in_plane
from lagr_gui.gui.sketch.pointer.tools import SCALE, SELECT, DrawingTool, Stroke
from lagr_gui.gui.sketch.ruler import grid_step
from lagr_gui.gui.sketch.seen import SketchSeen, pixel_of
from lagr_gui.gui.sketch.stand import Stand
from lagr_gui.gui.sketch.values import WrittenValue, entry_of, with_units, with_value
from lagr_gui.gui.words import in_words, spoken, tr
from lagr_gui.model import Model
from lagr_gui.prepared import Prepared, prepare
from lagr_gui.prepared.centres import centre_of

if TYPE_CHECKING:
    from lagr_gui.analysis.positions.drag import Dragging


KEPT = 1e-6
"""A value that a closed path changes by a smaller part (m, rad) is kept."""
ASTRAY = 60.0
"""So far (pixels) a pointer may stray from the path of what it leads before that is told."""
STILL = 4
"""A pointer that moves less (pixels) clicks."""


@dataclass(eq=False)
class HeldBody:
    """A body that was taken hold of; how it can move is asked when it is first led somewhere."""

    stand: Stand
    grip: Grasped
    begun: QPointF
    dragging: Dragging | None = None
    positions: dict[str, float] = field(default_factory=dict[str, float])
    words: str = ""

    @cached_property
    def walk(self) -> StandingWalk:
        """The way from body to body, by which its pictures are made."""
        return StandingWalk(self.prepared)

    @property
    def prepared(self) -> Prepared:
        """What is known of the mechanism."""
        return prepare(self.stand.whole, self.stand.special)

    @property
    def following(self) -> frozenset[str]:
        """Coordinates whose start values follow from where it is led."""
        return self.prepared.topology.following

    def taken(self) -> Dragging:
        """The mechanism with the point that is held. Raises LagrError where it cannot stand."""
        if self.dragging is None:
            from lagr_gui.analysis.positions.drag import Dragging  # loads SciPy's solvers

            prepared, body = self.prepared, self.grip.body
            self.dragging = Dragging(prepared)
            point = self.grip.point + centre_of(prepared.model, body, prepared.values)
            self.dragging.hold(body, point.tolist())
        return self.dragging


class SketchHand:
    """Holds a tool, or a point of a body that is pulled."""

    def __init__(self, sketch: SketchSeen) -> None:
        self.sketch = sketch
        self.drawer = Drawer()
        self._held: HeldBody | None = None
        self._pulled: Handle | None = None
        self._moves = False
        self._readiness = Readiness()

    @property
    def tool(self) -> DrawingTool:
        """The tool that is held."""
        return self.drawer.tool

    @property
    def draws(self) -> bool:
        """Whether the tool draws something."""
        return self.tool is not SELECT

    def surface(self) -> Surface | None:
        """What is drawn on; None in space, and where the model has no position."""
        sketch, stand, camera = self.sketch, self.sketch.stand, self.sketch.camera
        if stand is None or camera is None or not sketch.planar:
            return None
        if stand.model is not sketch.session.model:
            return None

        def touched(at: Flat) -> list[int]:
            place = sketch.pixel(at)
            pixel = np.array([place.x(), place.y()])
            bodies = bodies_under(stand.scene, stand.now, camera, sketch.size_, pixel)
            return drawn_numbers(stand, bodies)

        places = stand.places(camera)
        grid, newtons = grid_step(camera.scale), stand.newtons * camera.scale
        return Surface(stand.model, places, camera.scale, grid, touched, newtons)

    @property
    def holds(self) -> bool:
        """Whether a point or a body is held."""
        return not (self._held is None and self._pulled is None)

    @property
    def leads(self) -> bool:
        """Whether a body is led somewhere else in the model as it is now."""
        held = self._held
        if held is None or held.stand.model is not self.sketch.session.model:
            return False
        return bool(held.positions)

    # --- bodies ----------------------------------------------------------------------------

    def take_body(self, position: QPointF) -> bool:
        """Take hold of the body under a pixel, also in space; whether there is one."""
        sketch, stand, camera = self.sketch, self.sketch.stand, self.sketch.camera
        if stand is None or camera is None or stand.model is not sketch.session.model:
            return False
        if join_under(sketch, position):
            return True
        pixel = pixel_of(position)
        grasp = grasped(stand.scene, stand.now, camera, sketch.size_, pixel)
        if grasp is None or not grasp.body:
            return False
        self._held = HeldBody(stand, grasp, position)
        sketch.session.live.hold()
        sketch.session.start.hold()
        return True

    def _lead(self, held: HeldBody, position: QPointF) -> None:
        """Lead the body that is held to a pixel, as far as its joints let it come."""
        sketch, camera = self.sketch, self.sketch.camera
        assert camera is not None
        if held.stand.model is not sketch.session.model:
            self.drop()  # an edit by the keys came between
            return
        if held.dragging is None and (position - held.begun).manhattanLength() < STILL:
            return
        pixel = pixel_of(position)
        target = place_of(camera, pixel, sketch.size_, held.grip.depth)
        self._readiness.wait()
        try:
            pose = held.taken().to(target.tolist())
        except LagrError as error:
            sketch.tell(in_words(error.problems[0]).cause)
            return
        follows = pose.beside and pose.distance * camera.scale < ASTRAY
        held.words = "" if pose.reached or follows else spoken(pose.words)
        sketch.tell(held.words)
        held.positions = dict(zip(pose.coordinates, pose.q.tolist(), strict=True))
        sketch.show_moved(held.stand.at(held.walk.motion(held.positions)))
        self._foresee(stand_at(held.stand.whole, held.positions, held.following))

    def _foresee(self, model: Model) -> None:
        """Let the motion follow that begins where a body is led, if it follows at all."""
        session = self.sketch.session
        if session.live.follows:
            origin = MotionOrigin(model, session.special, folder=str(session.folder))
            session.live.follow(origin)

    def drop(self) -> None:
        """Let go of what is held: a body goes back to where it was."""
        if self._held is not None and self._held.positions:
            self._foresee(self.sketch.session.flat)
        self._held = self._pulled = None
        self._released()

    def _released(self) -> None:
        """Nothing is held any more."""
        self.sketch.session.live.release()
        self.sketch.session.start.release()

    def _let_go(self, held: HeldBody) -> None:
        """The position that was reached becomes the start, as one step."""
        if held.positions:
            values, following = held.prepared.values, held.following
            q = moved_from(held.stand.whole, held.positions, values)
            step = "Drag the mechanism"
            self.sketch.session.edit(step, lambda model: stand_at(model, q, following))
            self.sketch.tell(held.words)

    # --- strokes ---------------------------------------------------------------------------

    def hover(self, position: QPointF) -> None:
        """The pointer is at a pixel."""
        if self._pulled is not None:
            self._moves = self._pulled.lead(self.sketch, position, self._moves)
        elif self._held is not None:
            self._lead(self._held, position)
        elif self.draws:
            if (surface := self.surface()) is not None:
                self.drawer.hover(surface, self.sketch.flat(position))
                self.sketch.update()
        elif self.sketch.stand is not None:
            self._readiness.begin(self.sketch.stand.whole, self.sketch.stand.special)

    def press(self, position: QPointF) -> None:
        """A stroke begins, or its second point is given."""
        self._finish(lambda surface: self.drawer.press(surface, self.sketch.flat(position)))

    def release(self, position: QPointF) -> None:
        """A stroke ends, or a point is let go."""
        held, pulled, self._held, self._pulled = self._held, self._pulled, None, None
        if held is not None or pulled is not None:
            if held is not None:
                self._let_go(held)
            elif self._moves and pulled is not None and pulled.lengths:
                self._close(pulled.step)
            self._released()
        elif self.draws:
            self._finish(lambda surface: self.drawer.release(surface, self.sketch.flat(position)))

    def enter(self) -> None:
        """A stroke ends by what was typed."""
        self._finish(self.drawer.enter)
        if self.drawer.text and self.surface() is not None:
            self.sketch.tell(tr(UNREAD.get(self.tool.shape, UNREAD["line"])))

    def _finish(self, gesture: Callable[[Surface], Stroke | None]) -> None:
        """Do what a gesture drew, as one step; what cannot be is told in the sketch."""
        sketch, surface = self.sketch, self.surface()
        if surface is None:
            sketch.tell(tr("Mend the problems first; one draws in a plane."))
            return
        tool, stroke = self.tool, gesture(surface)
        sketch.update()
        if stroke is None:
            return
        if tool is SCALE:
            self._ask_scale(stroke)
        if tool.draw is None:
            return
        try:
            meanings = tuple(tr(meaning) for meaning in tool.meanings)
            named = replace(stroke, name=tr(tool.body) if tool.body else "", meanings=meanings)
            drawn = in_own_words(surface.model, tool.draw(surface.model, surface.places, named))
        except LagrError as error:
            sketch.tell(in_words(error.problems[0]).cause)
            return
        before = keys_of(surface.model)
        sketch.tell("")
        if sketch.session.edit(tool.step, lambda _: drawn):
            sketch.fitted = False  # what one draws stays under the pointer
            new = keys_of(drawn) - before
            bodies = {key for key in new if key.startswith("body:")}
            sketch.session.select(bodies or {k for k in new if not k.startswith("parameter:")})

    def _ask_scale(self, stroke: Stroke) -> None:
        """Ask how far two points of the picture behind the sketch are apart."""
        a, b = stroke.start.at, stroke.end.at
        index = picture_at(pictures_of(self.sketch.session), a)
        if index is None:
            self.sketch.tell(tr("No picture lies here: Model ▸ Picture behind the sketch…"))
            return
        box = QRectF(self.sketch.pixel(b), QSizeF(1, 1))
        self.sketch.open_field(WrittenValue(box, "scale", str(index), ends=(a, b)))

    # --- points and lengths ----------------------------------------------------------------

    def points_at(self, position: QPointF) -> list[Anchor]:
        """The points of bodies under a pixel, those that can be typed first."""
        if (surface := self.surface()) is not None:
            return points_in_plane(surface, self.sketch.flat(position))
        handle = handle_under(self.sketch, position)
        return handle.found if handle is not None else []

    def handle(self, position: QPointF) -> WrittenValue | None:
        """The point, the axis in space, or the item, under a pixel that can be typed."""
        sketch, model = self.sketch, self.sketch.session.model
        if (arrow := arrow_at(sketch, position, REACH)) is not None:
            return arrow.entry
        if (handle := handle_under(sketch, position)) is not None:
            return entry_of(model, handle.found[0], QPointF(*handle.pixel), "xyz")
        points, surface = sorted(self.points_at(position), key=_rarely_typed), self.surface()
        if surface is None:
            return None
        if points:
            axes = "".join(surface.places.plane.axes[:2])
            entry = entry_of(model, points[0], sketch.pixel(points[0].at), axes)
        else:
            grip = grip_at(sketch, position)
            entry = grip and grip.typed
        return entry or entry_of_item(sketch, position)

    def take_point(self, position: QPointF) -> bool:
        """Take hold of the point of a body under a pixel; whether there is one.

        A value of a stop that is written there comes first, then points, the rim of a disc and the
        arrow of a slide, a picture last.
        """
        sketch, self._moves = self.sketch, False
        self._pulled = limit_at(sketch, position) or self._point_at(position)
        self._pulled = self._pulled or grip_at(sketch, position)
        if self._pulled is None:
            warn_of_instance(sketch, position)
            self._pulled = picture_under(sketch, position)
        elif self._pulled.point:
            sketch.session.live.hold()
        if self._pulled is not None:
            sketch.session.start.hold()
        return self._pulled is not None

    def _point_at(self, position: QPointF) -> Handle | None:
        """The point of a body under a pixel."""
        if (handle := handle_under(self.sketch, position)) is not None:
            return point_in_space(self.sketch, handle)
        surface, points = self.surface(), self.points_at(position)
        if surface is None or not points:
            return None
        return point_in_plane(self.sketch, surface, points)

    def set_value(self, entry: WrittenValue, text: str) -> bool:
        """Give what is written somewhere a value that was typed; whether it can have it."""
        sketch = self.sketch
        stand, look = sketch.stand, sketch.camera
        assert stand is not None and look is not None
        model = sketch.session.model
        standing = Grasp(model, stand, typed_in(entry, look)).standing
        try:
            typed = with_value(model, standing, entry, text)
            changed = with_units(model, without_leftovers(model, typed))
        except LagrError as error:
            said = in_words(error.problems[0])
            sketch.tell(f"{said.cause} {said.remedy}".strip())
            return False
        sketch.tell("")
        done = sketch.session.edit(entry.of.step, lambda _: changed)
        if done:
            self._close(entry.of.step)
            with suppress(LagrError):  # what is unsound has no position; the problems say so
                models = changed, sketch.session.model
                typed, kept = (entry.of.number(model, standing, entry) for model in models)
                if abs(typed - kept) > KEPT * (1 + abs(typed)):
                    sketch.tell(tr("The closed path does not come to the value that was typed."))
        return done

    def _close(self, step: str) -> None:
        """Where lengths of a closed path have changed, the start becomes one that fits them."""
        session = self.sketch.session
        if not (session.report and session.report.sound and session.report.cuts):
            return
        prepared = prepare(session.model, session.special)
        try:
            q = pipeline.start_motion(prepared).q[0]
        except (LagrError, ArithmeticError):
            return  # the problems say why it has no start
        positions = dict(zip(prepared.coordinates, q.tolist(), strict=True))
        moved = moved_from(session.flat, positions, prepared.values)
        following = prepared.topology.following
        session.edit(step, lambda model: stand_at(model, moved, following), merge=True)


def _rarely_typed(anchor: Anchor) -> tuple[bool, bool]:
    """The order of points at one place: those with numbers or formulas before origins."""
    return not anchor.path, not any(anchor.point)


# --- Items whose values are typed where they are drawn: springs, dampers, bodies, the weight ---

NEAR = 20.0
"""So near (pixels) to its middle the arrow of gravity is hit."""


def entry_of_item(sketch: SketchSeen, position: QPointF) -> WrittenValue | None:
    """What is typed of the item under a pixel of the plane; None where nothing is."""
    stand, camera = sketch.stand, sketch.camera
    if stand is None or camera is None or not (sketch.planar and stand.scene.motion.planar):
        return None
    box, key = QRectF(position, QSizeF(1, 1)), sketch.key_at(position)
    pixel = pixel_of(position)
    if not key and np.hypot(*(gravity_place(sketch.size_) - pixel)) < NEAR:
        key = GRAVITY
    load = load_at(stand, camera, sketch.size_, pixel)
    if load is not None and load.key == key and load.load.sort != "motion":
        return WrittenValue(box, "load", load.load.name)
    if not item_values(sketch.session.model, key, stand.places(camera).plane):
        return None
    return WrittenValue(box, "item", key)


# --- What a drag needs, made on another thread while the pointer comes to the mechanism --------


class Readiness:
    """The solvers, and the machine code by which a model is dragged: of one model at a time."""

    def __init__(self) -> None:
        self._model: Model | None = None
        self._thread: Thread | None = None

    def begin(self, model: Model, special: str) -> None:
        """Begin to make what is missing."""
        if model is self._model or (self._thread is not None and self._thread.is_alive()):
            return
        self._model = model
        self._thread = Thread(target=_make, args=(model, special), name="dragging")
        begun(self._thread)

    def wait(self) -> None:
        """Until it is there: made twice it would take longer."""
        if self._thread is not None:
            self._thread.join()


def _make(model: Model, special: str) -> None:
    from lagr_gui.analysis.positions.drag import Dragging  # loads SciPy's solvers

    with suppress(LagrError):  # it is told to who drags
        Dragging(prepare(model, special))
