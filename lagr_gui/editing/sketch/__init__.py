"""Drawing a mechanism as it is: edits from strokes in a plane, without a window."""

from lagr_gui.editing.sketch.anchors import Anchor, StrokeEnd, anchors, inside, nearest
from lagr_gui.editing.sketch.bodies import draw_box, draw_disc, draw_rod
from lagr_gui.editing.sketch.connecting import (
    draw_damper,
    draw_spring,
    put_pin,
    put_slider,
    put_weld,
)
from lagr_gui.editing.sketch.marking import trace_point
from lagr_gui.editing.sketch.plane import BodyPlaces, Flat, WorkingPlane

__all__ = [
    "Anchor",
    "BodyPlaces",
    "Flat",
    "StrokeEnd",
    "WorkingPlane",
    "anchors",
    "draw_box",
    "draw_damper",
    "draw_disc",
    "draw_rod",
    "draw_spring",
    "inside",
    "nearest",
    "put_pin",
    "put_slider",
    "put_weld",
    "trace_point",
]
