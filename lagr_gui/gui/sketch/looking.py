"""From where the sketch is seen, and how large."""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.gui.sketch.view import Sketch
from lagr_gui.scenery.camera import Camera


@dataclass(frozen=True, eq=False)
class SketchLook:
    """A camera, or None where all is to be seen; the angles in space, the plane."""

    camera: Camera | None
    angles: tuple[float, float] | None
    plane: str


def sketch_look(sketch: Sketch) -> SketchLook:
    """How one looks at the mechanism now."""
    own, lens = sketch.isVisible() and not sketch.fitted, sketch.lens
    return SketchLook(sketch.camera if own else None, lens.angles, lens.box.currentData())


def look_at_sketch(sketch: Sketch, look: SketchLook) -> None:
    """Look at it like that again, as far as it is seen."""
    sketch.lens.look_at(look.plane, sketch.session.model)
    sketch.lens.angles = look.angles
    if look.camera is not None and sketch.isVisible():
        sketch.camera, sketch.fitted = look.camera, False
        sketch.update()
    else:
        sketch.fit()
