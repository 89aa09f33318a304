"""What the palette puts into the sketch: tools for its rows, or why a row has no place there."""

from __future__ import annotations

from functools import partial

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.catalogue.geometry import Line, OnCoordinate, OverPulleys, Side
from lagr_gui.editing import sketch
from lagr_gui.editing.sketch import BodyPlaces
from lagr_gui.gui.sketch.pointer.tools import BY_NAME, MANY, DrawingTool, Stroke
from lagr_gui.gui.words import tr
from lagr_gui.model import Model

OWN = {
    "body:rigid": "box",
    "joint:revolute": "pin",
    "joint:prismatic": "slider",
    "joint:fixed": "fix",
    "element:spring": "spring",
    "element:dashpot": "damper",
    "element:rope": "rope",
    "element:pulley_rope": "rope",
    "element:force": "force",
    "element:torque": "moment",
    "element:coordinate_force": "drive",
    "element:gear": "gear",
    "element:wall": "contact",
    "element:bumper": "contact",
    "element:stop": "stop",
}
"""Rows of the palette for which the sketch has a tool of its own."""
LONELY = "body:point"


def tool_for(row: str) -> DrawingTool | None:
    """The tool that puts a row of the palette into the sketch; None where it has no place there."""
    if row in OWN:
        return BY_NAME[OWN[row]]
    if row == LONELY:
        return DrawingTool(
            row,
            "",
            "Point mass",
            "point_mass",
            "Click on the point of a body to which the mass is fixed.",
            "Draw a point mass",
            lambda m, p, s: sketch.draw_mass(m, p, s.start, s.name),
            click=True,
            touches=True,
            moving=True,
            body="Mass {n}",
        )
    sort, _, name = row.partition(":")
    return _of_element(row, name) if sort == "element" and name in ELEMENTS else None


def _of_element(row: str, name: str) -> DrawingTool | None:
    """A tool for an element along a line, over pulleys, or on the coordinate of a joint."""
    kind = ELEMENTS[name]
    match kind.geometry:
        case Line():
            return DrawingTool(
                row,
                "",
                kind.title,
                kind.glyph,
                "Pull from one body to another; empty paper is the ground.",
                "Draw an element",
                partial(_between, name),
                touches=True,
            )
        case OverPulleys():
            return DrawingTool(
                row,
                "",
                kind.title,
                kind.glyph,
                "Pull from end to end; or click the ends and the pulleys between, the last one "
                "twice.",
                "Draw an element",
                partial(_over, name),
                touches=True,
                points=MANY,
            )
        case OnCoordinate():
            return DrawingTool(
                row,
                "",
                kind.title,
                kind.glyph,
                "Click on the hinge or the slider in which it shall act.",
                "Add element",
                lambda m, p, s: sketch.put_on_coordinate(m, name, s.found),
                click=True,
            )
        case _:
            return None


def _between(kind: str, model: Model, places: BodyPlaces, stroke: Stroke) -> Model:
    return sketch.draw_between(model, places, kind, stroke.start, stroke.end)


def _over(kind: str, model: Model, places: BodyPlaces, stroke: Stroke) -> Model:
    return sketch.draw_over_pulleys(model, places, kind, stroke.points)


def why_not(row: str) -> str:
    """What is said of a row that has no place in the sketch, and what to do instead."""
    sort, _, name = row.partition(":")
    if sort == "joint":
        words = tr("{title}: pull it from body to body in the diagram (Ctrl+1).")
        return words.format(title=tr(JOINTS[name].title))
    if sort == "element":
        circuit = ELEMENTS[name].geometry.ends.side in (Side.TERMINALS, Side.COILS)
        words = tr("{title}: is part of a circuit, which is drawn in the diagram (Ctrl+1).")
        if not circuit:
            words = tr("{title}: has no place in the sketch. Put it into the diagram (Ctrl+1).")
        return words.format(title=tr(ELEMENTS[name].title))
    words = {
        "terminal": tr("Circuits are drawn in the diagram (Ctrl+1)."),
        "note": tr("Notes stand in the diagram (Ctrl+1)."),
        "subsystem": tr("Subsystems are put into the diagram (Ctrl+1); then they are seen here."),
    }
    return words.get(sort, tr("This has no place in the sketch. Put it into the diagram (Ctrl+1)."))
