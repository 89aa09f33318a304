"""What is drawn beside the mechanism: points whose paths are seen."""

from __future__ import annotations

from lagr_gui.editing.edits.marks import free_letter
from lagr_gui.editing.sketch.anchors import StrokeEnd
from lagr_gui.model import Model, SketchPoint
from lagr_gui.problem import refusal


def trace_point(model: Model, end: StrokeEnd) -> Model:
    """A point of a body whose path is to be seen; one that is traced already is so no more.

    Raises LagrError where no body lies.
    """
    if end.anchor is None or end.body == 0:
        cause, remedy = "No body lies here.", "Click on a point of a body."
        raise refusal("Sketch", cause, remedy, code="trace")
    known, anchor = model.sketch, end.anchor
    left = known.only("points", lambda mark: (mark.body, mark.point) != (anchor.body, anchor.point))
    if left == known:
        mark = SketchPoint(name=free_letter(known), body=anchor.body, point=anchor.point)
        left = known.having(points=(*known.points, mark))
    return model.having(sketch=left)
