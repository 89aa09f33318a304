"""The picture of the mechanism: pans, zooms and, in space, turns with the pointer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QImage, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.animation.force_painter import ForceLayer
from lagr_gui.gui.panes.animation.grasping import (
    Grasped,
    GraspedBeam,
    grasped,
    grasped_beam,
    held_place,
    place_of,
)
from lagr_gui.gui.panes.animation.ink import Options, SceneLook
from lagr_gui.gui.panes.animation.looking import (
    angles_of,
    from_behind,
    in_perspective,
    place_at,
)
from lagr_gui.gui.panes.animation.named import Named
from lagr_gui.gui.panes.animation.naming import NamePainter
from lagr_gui.gui.panes.animation.painter import Painter, draw_planar
from lagr_gui.gui.panes.animation.spatial import draw_spatial
from lagr_gui.gui.theme import Theme, theme, theme_changed
from lagr_gui.gui.widgets.painting import painted
from lagr_gui.gui.widgets.paper import write_paper
from lagr_gui.scenery.camera import Camera, orbit_camera, plane_camera, upward
from lagr_gui.scenery.first_view import AZIMUTH, ELEVATION, first_angles
from lagr_gui.scenery.scene import Scene
from lagr_gui.scenery.signs import mode_signs

if TYPE_CHECKING:
    from lagr_gui.mechanics.trajectories.poses import Motion

_REFIT = ("follow", "perspective", "body")
"""Options with which the picture is fitted anew."""
NEAREST = 0.45
"""The part of the picture that a body may fill."""


MotionLook = tuple[Options, Camera | None, tuple[float, float], bool]
"""What is shown, the camera, its angles, and whether a user has chosen these."""


class MotionView(QWidget):
    """Draws a scene at a time; empty without one.

    While a hand is out it takes hold of bodies with the left button, with Ctrl always.
    """

    grasped = Signal(object, np.ndarray)
    """A body was taken hold of, with the pointer at a place (3,) of space."""
    led = Signal(np.ndarray)
    """The pointer that holds it is at another place."""
    let_go = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setMinimumSize(160, 120)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.options = Options()
        self.selected: frozenset[str] = frozenset()
        self.warm: frozenset[str] = frozenset()
        self.hand_out = False
        self.forces = ForceLayer()
        self.senses: Callable[[float], Mapping[str, int]] = lambda t: {}
        self.gone: Callable[[float], frozenset[str]] = lambda t: frozenset()
        self._hand: Grasped | GraspedBeam | None = None
        self._pointer = np.zeros(2)
        self._named: Named | None = None
        self._why_empty = ""
        self._scene: Scene | None = None
        self._time = 0.0
        self._camera: Camera | None = None
        self._angles = AZIMUTH, ELEVATION
        self._touched = False
        self._held: QPointF | None = None
        theme_changed().connect(self.update)

    def show_scene(self, scene: Scene | None, keep: bool) -> None:
        """Take another scene; with `keep` the user's view stays as it is."""
        before, self._scene = self._scene, scene
        if not keep or not self._touched:
            self._touched = False
            if scene is not None and not (keep and before):
                self._angles = first_angles(scene)
            self.options = replace(self.options, follow=scene is not None and scene.goes_far)
            self.fit()
        self.update()

    def show_why_empty(self, text: str) -> None:
        """What is written where there is no mechanism to be drawn."""
        if text != self._why_empty:
            self._why_empty = text
            self.update()

    @property
    def scene(self) -> Scene | None:
        """What is drawn."""
        return self._scene

    def show_time(self, t: float) -> None:
        """Draw another instant."""
        self._time = t
        self.update()

    def show_moved(self, motion: Motion) -> None:
        """Draw the same bodies at the end of another motion."""
        if self._scene is not None:
            self._scene = self._scene.along(motion)
            self.show_time(float(motion.t[-1]))

    def show_name(self, named: Named | None) -> None:
        """Draw a name that is pointed at, or none."""
        self._named = named
        self.update()

    def set_options(self, **chosen: Any) -> None:
        """Show or hide trails, velocities, names; follow the bodies or stay; look otherwise."""
        before = self.options
        self.options = replace(self.options, **chosen)
        if any(getattr(before, name) != getattr(self.options, name) for name in _REFIT):
            self.fit()
        self.update()

    @property
    def look(self) -> MotionLook:
        """How one looks at the motion."""
        return self.options, self._camera, self._angles, self._touched

    def look_again(self, look: MotionLook) -> None:
        """Look at the motion of the same model like that again."""
        self.options, camera, self._angles, self._touched = look
        if self._touched and self._scene is not None:
            self._camera = camera
            self.update()
        else:
            self.fit()

    def look_from(self, name: str) -> None:
        """Look at space from a direction with a name, at all of it."""
        if self._scene is not None:
            self._angles = angles_of(name, upward(self._scene.gravity))
            self._touched = True
            self.fit()

    def fit(self) -> None:
        """Show the whole reach of the motion."""
        if self._scene is not None:
            size = self._size()
            camera = self._direction(self._scene).fitted(self._extent(self._scene), size)
            self._camera = _not_too_near(camera, self._scene, size)
            self.update()

    def paint_at(
        self, painter: QPainter, size: tuple[float, float], t: float, colors: Theme
    ) -> None:
        """Paint the picture at a time in another size and other colours, without background."""
        if self._scene is not None:
            camera = self.camera_at(self._scene, size, t)
            self._draw(painter, self._scene, camera, size, t, None, colors)

    def image(self, width: int, height: int, t: float) -> QImage:
        """The picture at a time, in another size."""
        picture = QImage(width, height, QImage.Format.Format_RGB32)
        picture.fill(theme().color("paper"))
        with QPainter(picture) as painter:
            self.paint_at(painter, (float(width), float(height)), t, theme())
        return picture

    def camera_at(self, scene: Scene, size: tuple[float, float], t: float) -> Camera:
        """The look at the whole of a scene in a picture of a size, at a time."""
        margin = 0.08 * size[1]
        camera = self._direction(scene).fitted(self._extent(scene), size, margin)
        return self._moved(_not_too_near(camera, scene, size), scene, t)

    def _moved(self, camera: Camera, scene: Scene, t: float) -> Camera:
        """The camera where it is at a time, if it follows the bodies."""
        options = self.options
        if self._goes_with(scene):
            camera = replace(camera, centre=camera.centre + place_at(scene, options.body, t))
            return from_behind(camera, scene, options.body, t) if options.behind else camera
        if not options.follow:
            return camera
        return replace(camera, centre=camera.centre + scene.travel.at(t))

    def _goes_with(self, scene: Scene) -> bool:
        """Whether the view goes along with one body."""
        return self.options.body in scene.motion.x and bool(self.options.body)

    def _direction(self, scene: Scene) -> Camera:
        plane = scene.motion.planar
        if plane:
            return plane_camera(plane, scene.gravity)
        camera = orbit_camera(*self._angles, upward(scene.gravity))
        if self.options.perspective:
            return in_perspective(camera, self._extent(scene))
        return camera

    def _extent(self, scene: Scene) -> Array:
        """What the picture shall hold; of a view that follows about the middle of the bodies."""
        moving = self.options.follow or self._goes_with(scene)
        return scene.travel.extent if moving else scene.extent

    def _size(self) -> tuple[float, float]:
        return float(self.width()), float(self.height())

    def _draw(
        self,
        painter: QPainter,
        scene: Scene,
        camera: Camera,
        size: tuple[float, float],
        t: float,
        named: Named | None,
        colors: Theme | None = None,
    ) -> None:
        look = SceneLook(colors or theme(), self.selected, self.warm)
        scene = scene.without(self.gone(t))
        picture = Painter(painter, scene, scene.at(t), camera, size, look, self.options)
        picture.draw(draw_planar if scene.motion.planar else draw_spatial)
        picture.play(mode_signs(picture.sight, self.senses(t)))
        self.forces.draw(picture)
        if named is not None:
            NamePainter(picture, named).draw()
        if self._hand is not None:
            picture.hand(held_place(picture.now, self._hand), self._pointer)

    def save_picture(self, path: Path) -> bool:
        """Write the moment that is shown as SVG, PDF or PNG; whether that could be done."""
        scene, camera = self._scene, self._now()
        if scene is None or camera is None:
            return False

        def paint(painter: QPainter) -> None:
            painter.setFont(self.font())
            self._draw(painter, scene, camera, self._size(), self._time, self._named)

        return write_paper(path, self.size(), paint)

    # --- the hand --------------------------------------------------------------------------

    def release(self) -> None:
        """Let go of what is held."""
        if self._hand is not None:
            self._hand = None
            self.let_go.emit()
            self.update()

    def _now(self) -> Camera | None:
        """The camera at this moment."""
        if self._scene is None or self._camera is None:
            return None
        return self._moved(self._camera, self._scene, self._time)

    def _under(self, position: QPointF) -> Grasped | GraspedBeam | None:
        scene, camera = self._scene, self._now()
        if scene is None or camera is None:
            return None
        seen = scene, scene.at(self._time), camera, self._size(), _pixel(position)
        return grasped(*seen) or grasped_beam(*seen)

    def _take_hold(self, position: QPointF) -> None:
        if (hit := self._under(position)) is not None:
            self._hand, self._pointer = hit, _pixel(position)
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.grasped.emit(hit, self._place(hit))

    def _place(self, held: Grasped | GraspedBeam) -> Array:
        camera = self._now()
        assert camera is not None  # something is held in the picture
        return place_of(camera, self._pointer, self._size(), held.depth)

    def _tell_place(self) -> None:
        assert self._hand is not None
        self.led.emit(self._place(self._hand))
        self.update()

    def _show_reach(self, event: QMouseEvent) -> None:
        """Show by the pointer where it could take hold of a body."""
        if self.hand_out and self._held is None and self._under(event.position()) is not None:
            self.setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            self.unsetCursor()

    # --- events ----------------------------------------------------------------------------

    @painted
    def paintEvent(self, painter: QPainter, event: QPaintEvent) -> None:
        """The picture, or what to do to get one."""
        painter.fillRect(self.rect(), theme().color("paper"))
        if self._scene is None or self._camera is None or not self._scene.figures:
            painter.setPen(theme().color("muted"))
            centre = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect(), int(centre), self._why_empty)
            return
        camera = self._moved(self._camera, self._scene, self._time)
        self._draw(painter, self._scene, camera, self._size(), self._time, self._named)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the mechanism in view."""
        if not self._touched:
            self.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer."""
        if self._camera is not None:
            at = event.position()
            factor = 1.0015 ** event.angleDelta().y()
            self._camera = self._camera.zoomed(factor, (at.x(), at.y()), self._size())
            self._touched = True
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Hold a body, or the picture."""
        self._held = event.position()
        ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.button() == Qt.MouseButton.LeftButton and (self.hand_out or ctrl):
            self._take_hold(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let it go."""
        self._held = None
        self.release()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show everything again."""
        self._touched = False
        if self._scene is not None:
            self._angles = first_angles(self._scene)
        self.fit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Lead what is held; else pan; in space the left button turns, the others pan."""
        if self._hand is not None:
            self._pointer = _pixel(event.position())
            self._tell_place()
            return
        self._show_reach(event)
        if not event.buttons() and self.forces.point(_pixel(event.position())):
            self.update()
        if self._held is None or self._camera is None or self._scene is None:
            return
        by = event.position() - self._held
        self._held = event.position()
        self._touched = True
        turning = event.buttons() & Qt.MouseButton.LeftButton and not self._scene.motion.planar
        if turning:
            azimuth, elevation = self._angles
            self._angles = azimuth - 0.5 * by.x(), float(np.clip(elevation + 0.5 * by.y(), -89, 89))
            turned = self._direction(self._scene)
            old = self._camera
            self._camera = replace(
                turned, centre=old.centre, scale=old.scale, distance=old.distance
            )
        else:
            self._camera = self._camera.panned(by.x(), by.y())
        self.update()


def _pixel(position: QPointF) -> Array:
    return np.array([position.x(), position.y()])


def _not_too_near(camera: Camera, scene: Scene, size: tuple[float, float]) -> Camera:
    """A single body that hardly moves shall not fill the picture."""
    sizes = [np.ptp(f.solid.corners, axis=0).max() for f in scene.figures if f.solid]
    largest = float(max(sizes, default=0.0))
    most = NEAREST * min(size) / largest if largest else camera.scale
    return replace(camera, scale=min(camera.scale, most))
