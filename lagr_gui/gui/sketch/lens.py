"""In which direction one looks at the sketch: at a plane, or in space by angles."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QWidget

from lagr_gui.gui.sketch.stand import Stand
from lagr_gui.gui.widgets.plain import set_note
from lagr_gui.gui.widgets.slim import SlimComboBox
from lagr_gui.gui.words import tr
from lagr_gui.scenery.camera import Camera, orbit_camera, plane_camera, upward
from lagr_gui.scenery.first_view import first_angles


class Lens:
    """A box in which one chooses a plane, and the angles (degrees) at which one looks in space."""

    def __init__(self, sketch: QWidget, chosen: Callable[[], None]) -> None:
        self.angles: tuple[float, float] | None = None  # until something is seen in space
        choices = [("", tr("In space")), *((plane, plane) for plane in ("xy", "xz", "yz"))]
        self.box = SlimComboBox(choices, lambda _: chosen(), "sketch_plane")
        self.box.setParent(sketch)
        set_note(self.box, tr("The plane in which one looks and draws"))

    def show_choice(self, stand: Stand | None) -> None:
        """Planar mechanisms leave no choice."""
        self.box.setVisible(stand is not None and not stand.scene.motion.planar)

    def plane(self, stand: Stand | None) -> str | None:
        """The plane that is looked at; None before anything is there or in space."""
        if stand is None:
            return None
        return stand.scene.motion.planar or self.box.currentData() or None

    def direction(self, stand: Stand) -> Camera:
        """A camera that looks in the direction."""
        scene = stand.scene
        if plane := self.plane(stand):
            return plane_camera(plane, scene.gravity)
        if self.angles is None or not scene.figures:
            self.angles = first_angles(scene)
        return orbit_camera(*self.angles, upward(scene.gravity))

    def turn(self, by: QPointF) -> None:
        """Turn what is seen in space by pixels of the pointer."""
        if self.angles is not None:
            azimuth, elevation = self.angles
            tilted = float(np.clip(elevation + 0.5 * by.y(), -89, 89))
            self.angles = azimuth - 0.5 * by.x(), tilted
