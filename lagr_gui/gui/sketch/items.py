"""Items whose values are typed where they are drawn: springs, dampers, bodies, the weight."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF

from lagr_gui.editing.sketch.item_values import GRAVITY, item_values
from lagr_gui.gui.panes.animation.painter import gravity_place
from lagr_gui.gui.sketch.loads import load_at
from lagr_gui.gui.sketch.seen import SketchSeen
from lagr_gui.gui.sketch.written import WrittenValue

NEAR = 20.0
"""So near (pixels) to its middle the arrow of gravity is hit."""


def entry_of_item(sketch: SketchSeen, position: QPointF) -> WrittenValue | None:
    """What is typed of the item under a pixel of the plane; None where nothing is."""
    stand, camera = sketch.stand, sketch.camera
    if stand is None or camera is None or not (sketch.planar and stand.scene.motion.planar):
        return None
    box, key = QRectF(position, QSizeF(1, 1)), sketch.key_at(position)
    pixel = np.array([position.x(), position.y()])
    if not key and np.hypot(*(gravity_place(sketch.size_) - pixel)) < NEAR:
        key = GRAVITY
    load = load_at(stand, camera, sketch.size_, pixel)
    if load is not None and load.key == key and load.load.sort != "motion":
        return WrittenValue(box, "load", load.load.name)
    if not item_values(sketch.session.model, key, stand.places(camera).plane):
        return None
    return WrittenValue(box, "item", key)
