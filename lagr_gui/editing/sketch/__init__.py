"""Drawing a mechanism as it is: edits from strokes in a plane, without a window."""

from lagr_gui.editing.sketch.anchors import Anchor, StrokeEnd, anchors, inside, nearest
from lagr_gui.editing.sketch.bodies import draw_box, draw_disc, draw_mass, draw_rod
from lagr_gui.editing.sketch.connections import (
    DAMPER_MEANINGS,
    SPRING_MEANINGS,
    draw_between,
    draw_damper,
    draw_spring,
    host_of,
    put_pin,
    put_slider,
    put_weld,
    topmost,
)
from lagr_gui.editing.sketch.contacts import draw_contact
from lagr_gui.editing.sketch.gears import draw_gear
from lagr_gui.editing.sketch.ground_motion import shake_ground
from lagr_gui.editing.sketch.loads import (
    FORCE_MEANINGS,
    draw_force,
    draw_moment,
    put_drive,
    put_on_coordinate,
)
from lagr_gui.editing.sketch.marks import draw_ground, trace_point
from lagr_gui.editing.sketch.measures import draw_measure, set_measure
from lagr_gui.editing.sketch.plane import BodyPlaces, Flat, WorkingPlane
from lagr_gui.editing.sketch.polygons import draw_polygon
from lagr_gui.editing.sketch.ropes import ROPE_MEANINGS, draw_over_pulleys, draw_rope
from lagr_gui.editing.sketch.stops import put_stop

__all__ = [
    "DAMPER_MEANINGS",
    "FORCE_MEANINGS",
    "ROPE_MEANINGS",
    "SPRING_MEANINGS",
    "Anchor",
    "BodyPlaces",
    "Flat",
    "StrokeEnd",
    "WorkingPlane",
    "anchors",
    "draw_between",
    "draw_box",
    "draw_contact",
    "draw_damper",
    "draw_disc",
    "draw_force",
    "draw_gear",
    "draw_ground",
    "draw_mass",
    "draw_measure",
    "draw_moment",
    "draw_over_pulleys",
    "draw_polygon",
    "draw_rod",
    "draw_rope",
    "draw_spring",
    "host_of",
    "inside",
    "nearest",
    "put_drive",
    "put_on_coordinate",
    "put_pin",
    "put_slider",
    "put_stop",
    "put_weld",
    "set_measure",
    "shake_ground",
    "topmost",
    "trace_point",
]
