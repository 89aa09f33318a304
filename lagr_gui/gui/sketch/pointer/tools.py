"""The tools of the sketch: one record for each, with the edit that its stroke makes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import atan2

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.catalogue.geometry import Line, OnCoordinate, OverPulleys, Side
from lagr_gui.editing.sketch import (
    bodies,
    connections,
    contacts,
    gears,
    loads,
    marks,
    measures,
    slopes,
    stops,
)
from lagr_gui.editing.sketch.anchors import Anchor, StrokeEnd
from lagr_gui.editing.sketch.plane import BodyPlaces
from lagr_gui.gui.words import tr
from lagr_gui.model import Model


@dataclass(frozen=True)
class Stroke:
    """What was drawn: its points, what lies at the first one, how large a block is (m).

    As an arrow it stands for so many `newtons` (N/m).  `name` is that of a new body, with `{n}` for
    its number.
    """

    points: Sequence[StrokeEnd]
    found: Sequence[Anchor]
    block: float
    name: str = ""
    meanings: tuple[str, ...] = ()
    newtons: float = 1.0

    @property
    def force(self) -> tuple[float, float]:
        """The force that its length stands for (N), to the right and upwards."""
        (a, b), (c, d) = self.start.at, self.end.at
        return self.newtons * (c - a), self.newtons * (d - b)

    @property
    def start(self) -> StrokeEnd:
        """Where it begins."""
        return self.points[0]

    @property
    def end(self) -> StrokeEnd:
        """Where it ends."""
        return self.points[-1]

    @property
    def angle(self) -> float | None:
        """Its direction (rad); None for a click."""
        (a, b), (c, d) = self.start.at, self.end.at
        return None if (a, b) == (c, d) else atan2(d - b, c - a)


@dataclass(frozen=True)
class DrawingTool:
    """A tool: its letter, what to do with it, the title of its edit, and the edit.

    One that draws by a `click` needs no second point; one that takes more than two `points` ends by
    a double click or Enter; one that `touches` ends on any place of a body, not only on its points,
    and one for `moving` bodies rather on them than on the ground that lies there too; a `free` one
    snaps to nothing.
    `body` names the bodies that it draws, `meanings` tell what the parameters of an element are; a
    `glyph` is named where it is not called as the tool is.
    """

    name: str
    letter: str
    title: str
    hint: str
    step: str = ""
    draw: Callable[[Model, BodyPlaces, Stroke], Model] | None = None
    click: bool = False
    touches: bool = False
    moving: bool = False
    free: bool = False
    points: int = 2
    shape: str = "line"
    body: str = ""
    meanings: tuple[str, ...] = ()
    glyph: str = ""

    @property
    def picture(self) -> str:
        """The name of its glyph."""
        return self.glyph or self.name


def _slider(model: Model, places: BodyPlaces, stroke: Stroke) -> Model:
    at, angle, block = connections.topmost(stroke.start, stroke.found), stroke.angle, stroke.block
    host = connections.host_of(model, at, stroke.found)
    meanings = stroke.meanings
    return connections.put_slider(model, places, at, angle, block, stroke.name, host, meanings)


def _drive(model: Model, places: BodyPlaces, stroke: Stroke) -> Model:
    if stroke.angle is not None and not stroke.start.body:
        return marks.shake_ground(model, places, stroke.start.at, stroke.end.at)
    return loads.put_drive(model, stroke.found, stroke.meanings)


MANY = 100
"""Points of a rope, corners of a free shape."""
ALONG = "Pull from one body to another; empty paper is the ground."
OVER = "Pull from end to end; or click the ends and the pulleys between, the last one twice."
"""What is said of elements along a line, and over pulleys."""
SCALE = DrawingTool(
    "scale",
    "I",
    "Scale of the picture",
    "Pull from one point of the picture behind the sketch to another, and type their distance.",
    free=True,
    glyph="picture",
)
TOOLS = (
    DrawingTool("select", "V", "Select", "Click: select. Drag a body: move it."),
    DrawingTool(
        "rod",
        "R",
        "Rod",
        "Pull from one end to the other, or type a length and an angle."
        " An end on empty paper is free until P hangs it on the ground.",
        "Draw a rod",
        lambda m, p, s: bodies.draw_rod(m, p, s.start, s.end, s.name),
        body="Rod {n}",
    ),
    DrawingTool(
        "disc",
        "O",
        "Disc",
        "Pull from the centre to the rim.",
        "Draw a disc",
        lambda m, p, s: bodies.draw_disc(m, p, s.start, s.end.at, s.name),
        shape="disc",
        body="Disc {n}",
    ),
    DrawingTool(
        "box",
        "B",
        "Box",
        "Pull from corner to corner, or type the width and the height.",
        "Draw a box",
        lambda m, p, s: bodies.draw_box(m, p, s.start.at, s.end.at, s.name),
        shape="box",
        body="Box {n}",
    ),
    DrawingTool(
        "polygon",
        "N",
        "Free shape",
        "Click the corners; the last one twice, the first one again or Enter closes the outline.",
        "Draw a free shape",
        lambda m, p, s: bodies.draw_polygon(m, p, s.points, s.name),
        points=MANY,
        shape="polygon",
        body="Plate {n}",
    ),
    DrawingTool(
        "pin",
        "P",
        "Pin",
        "Click where two bodies overlap, or where a body hangs on the ground.",
        "Put a pin",
        lambda m, p, s: connections.put_pin(m, p, s.found),
        click=True,
        glyph="revolute",
    ),
    DrawingTool(
        "slider",
        "S",
        "Slider",
        "Pull along the way from the end of a rod or a box; over another body it slides on that.",
        "Put a slider",
        _slider,
        body="Slider {n}",
        click=True,
        touches=True,
        meanings=slopes.SLOPE_MEANINGS,
        glyph="prismatic",
    ),
    DrawingTool(
        "spring",
        "K",
        "Spring",
        ALONG,
        "Draw a spring",
        lambda m, p, s: connections.draw_spring(m, p, s.start, s.end, s.meanings),
        touches=True,
        meanings=connections.SPRING_MEANINGS,
    ),
    DrawingTool(
        "damper",
        "D",
        "Damper",
        ALONG,
        "Draw a damper",
        lambda m, p, s: connections.draw_damper(m, p, s.start, s.end, s.meanings),
        touches=True,
        meanings=connections.DAMPER_MEANINGS,
        glyph="dashpot",
    ),
    DrawingTool(
        "rope",
        "L",
        "Rope",
        OVER,
        "Draw a rope",
        lambda m, p, s: connections.draw_rope(m, p, s.points, s.meanings),
        touches=True,
        meanings=connections.ROPE_MEANINGS,
        points=MANY,
        glyph="pulley_rope",
    ),
    DrawingTool(
        "force",
        "Q",
        "Force",
        "Pull from a point of a body along the force, or type it with its angle: 50 -90.",
        "Draw a force",
        lambda m, p, s: loads.draw_force(m, p, s.start, s.force, s.meanings),
        touches=True,
        moving=True,
        shape="force",
        meanings=loads.FORCE_MEANINGS,
    ),
    DrawingTool(
        "moment",
        "U",
        "Moment",
        "Click on a body: a moment acts on it, whose value is typed.",
        "Put a moment",
        lambda m, p, s: loads.draw_moment(m, p, s.start, s.meanings),
        click=True,
        touches=True,
        moving=True,
        meanings=loads.FORCE_MEANINGS,
    ),
    DrawingTool(
        "drive",
        "A",
        "Drive",
        "Click on a hinge or a slider: it gets a drive; again: none."
        " Pull from the ground: it moves to and fro.",
        "Put a drive",
        _drive,
        click=True,
        meanings=loads.FORCE_MEANINGS,
    ),
    DrawingTool(
        "friction",
        "Y",
        "Dry friction",
        "Click on a slider or a hinge: it rubs, pressed by its own reaction; again: no more.",
        "Put dry friction",
        lambda m, p, s: loads.put_friction(m, s.found, s.meanings),
        click=True,
        meanings=loads.FRICTION_MEANINGS,
        glyph="slide_friction",
    ),
    DrawingTool(
        "gear",
        "E",
        "Gear",
        "Pull from one hinged disc to another, or from a slider, which is the rack, to a disc.",
        "Put a gear",
        lambda m, p, s: gears.draw_gear(m, p, s.start, s.end),
        touches=True,
        moving=True,
    ),
    DrawingTool(
        "ground",
        "G",
        "Ground",
        "Pull: a wall, with the bodies before it. Click: a fixed pivot; again takes it away.",
        "Draw the ground",
        lambda m, p, s: marks.draw_ground(m, p, s.start, s.end),
        click=True,
    ),
    DrawingTool(
        "contact",
        "C",
        "Contact",
        "Pull from a body to a wall, or from disc to disc: there they rebound.",
        "Put a contact",
        lambda m, p, s: contacts.draw_contact(m, p, s.start, s.end),
        touches=True,
        moving=True,
        glyph="wall",
    ),
    DrawingTool(
        "stop",
        "H",
        "Joint stop",
        "Click on a hinge or a slider: it gets limits, to be pulled (Alt) or typed. Again: none.",
        "Put a stop",
        lambda m, p, s: stops.put_stop(m, p, s.found, 2 * s.block),
        click=True,
    ),
    DrawingTool(
        "measure",
        "M",
        "Measure",
        "Pull from point to point: their distance. Click three points: the angle at the second.",
        "Draw a measure",
        lambda m, p, s: measures.draw_measure(m, p, s.points, s.block / 2),
        points=3,
    ),
    SCALE,
    DrawingTool(
        "trace",
        "T",
        "Trace point",
        "Click on a point of a body to see its path; click again to take it away.",
        "Trace a point",
        lambda m, _, s: marks.trace_point(m, s.start),
        click=True,
        touches=True,
        moving=True,
    ),
    DrawingTool(
        "fix",
        "W",
        "Fix",
        "Click where two bodies become one piece, or where a body is fixed to the ground.",
        "Fix a body",
        lambda m, p, s: connections.put_weld(m, p, s.found),
        click=True,
        glyph="fixed",
    ),
)
SELECT = TOOLS[0]
"""What one holds at first."""
BY_NAME = {tool.name: tool for tool in TOOLS}
BY_LETTER = {tool.letter: tool for tool in TOOLS}


# --- Rows of the palette -----------------------------------------------------------------------

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
    "element:guide_friction": "friction",
    "element:bearing_friction": "friction",
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
            "Click on the point of a body to which the mass is fixed.",
            "Draw a point mass",
            lambda m, p, s: bodies.draw_mass(m, p, s.start, s.name),
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

    def between(model: Model, places: BodyPlaces, stroke: Stroke) -> Model:
        return connections.draw_between(model, places, name, stroke.start, stroke.end)

    def over(model: Model, places: BodyPlaces, stroke: Stroke) -> Model:
        return connections.draw_over_pulleys(model, places, name, stroke.points)

    def on_joint(model: Model, places: BodyPlaces, stroke: Stroke) -> Model:
        return loads.put_on_coordinate(model, name, stroke.found)

    tool = partial(DrawingTool, row, "", kind.title)
    match kind.geometry:
        case Line():
            return tool(ALONG, "Draw an element", between, touches=True)
        case OverPulleys():
            return tool(OVER, "Draw an element", over, touches=True, points=MANY)
        case OnCoordinate():
            hint = "Click on the hinge or the slider in which it shall act."
            return tool(hint, "Add element", on_joint, click=True)
        case _:
            return None


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
