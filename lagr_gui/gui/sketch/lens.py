"""How one looks at the sketch: at a plane, or in space, in perspective, by angles."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QWidget

from lagr_gui.gui.panes.animation.looking import in_perspective
from lagr_gui.gui.sketch.planes import PLANES, body_camera
from lagr_gui.gui.sketch.stand import Stand
from lagr_gui.gui.widgets.plain import set_note
from lagr_gui.gui.widgets.slim import SlimComboBox
from lagr_gui.gui.words import tr
from lagr_gui.model import Model
from lagr_gui.scenery.camera import Camera, orbit_camera, plane_camera, upward
from lagr_gui.scenery.first_view import first_angles


class Lens:
    """A box in which one chooses a plane, and the angles (degrees) at which one looks in space."""

    def __init__(self, sketch: QWidget, chosen: Callable[[], None]) -> None:
        self.angles: tuple[float, float] | None = None  # until something is seen in space
        self.box = SlimComboBox((), lambda _: chosen(), "sketch_plane")
        self._offer(Model(), ())
        self.box.setParent(sketch)
        self.box.setSizeAdjustPolicy(SlimComboBox.SizeAdjustPolicy.AdjustToContents)
        self.box.currentTextChanged.connect(lambda _: self.box.adjustSize())
        set_note(self.box, tr("The plane in which one looks and draws"))

    def offer(self, model: Model, selected: Collection[str], stand: Stand | None) -> None:
        """Offer space, its planes, and those of the body that is selected or looked at.

        Planar mechanisms leave no choice.
        """
        chosen = self.box.currentData()
        wanted = [body.number for body in model.bodies if f"body:{body.number}" in selected]
        wanted = wanted if len(wanted) == 1 else []
        self._offer(model, [self._body(stand), *wanted])
        self.box.choose(chosen)
        self.box.setVisible(stand is not None and not stand.scene.motion.planar)

    def look_at(self, plane: str, model: Model) -> None:
        """Choose space, one of its planes, or one of a body where there is that body."""
        self._offer(model, [_number(plane)])
        self.box.choose(plane)

    def _offer(self, model: Model, bodies: Iterable[int]) -> None:
        drawn = [model.body(n) for n in dict.fromkeys(bodies) if n in model.numbers]
        words = tr("{plane} of {body}")
        named = [(body.number, body.name or tr("Body {n}").format(n=body.number)) for body in drawn]
        planes = [
            (f"{plane}:{number}", words.format(plane=plane, body=name))
            for number, name in named
            for plane in PLANES
        ]
        fixed = [("", tr("In space")), *((plane, plane) for plane in PLANES)]
        self.box.offer([*fixed, *planes])

    @property
    def rides(self) -> bool:
        """Whether one looks at the plane of a body, which goes along with it."""
        return ":" in (self.box.currentData() or "")

    def _body(self, stand: Stand | None) -> int:
        """The body whose plane is looked at; 0 for none."""
        number = _number(self.box.currentData() or "")
        return number if stand is not None and number in stand.scene.motion.x else 0

    def plane(self, stand: Stand | None) -> str | None:
        """The plane that is looked at; None before anything is there or in space."""
        if stand is None:
            return None
        return stand.scene.motion.planar or self.box.currentData() or None

    def direction(self, stand: Stand) -> Camera:
        """A camera that looks in the direction."""
        scene = stand.scene
        plane, body = self.plane(stand), self._body(stand)
        if plane and body and not scene.motion.planar:
            return body_camera(plane, scene.motion, body, stand.centre(body), scene.gravity)
        if plane:
            return plane_camera(plane[:2], scene.gravity)
        if self.angles is None or not scene.figures:
            self.angles = first_angles(scene)
        return in_perspective(orbit_camera(*self.angles, upward(scene.gravity)), scene.extent)

    def turn(self, by: QPointF) -> None:
        """Turn what is seen in space by pixels of the pointer."""
        if self.angles is not None:
            azimuth, elevation = self.angles
            tilted = float(np.clip(elevation + 0.5 * by.y(), -89, 89))
            self.angles = azimuth - 0.5 * by.x(), tilted


def _number(plane: str) -> int:
    """The body of which a plane is; 0 for none."""
    return int(plane.partition(":")[2] or 0)
