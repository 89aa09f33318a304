"""The tools of the sketch: one record for each, with the edit that its stroke makes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import atan2

from lagr_gui.editing import sketch
from lagr_gui.editing.sketch import Anchor, BodyPlaces, StrokeEnd
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
    """A tool: its letter, its glyph, what to do with it, the title of its edit, and the edit.

    One that draws by a `click` needs no second point; one that takes more than two `points` ends by
    a double click or Enter; one that `touches` ends on any place of a body, not only on its points,
    and one for `moving` bodies rather on them than on the ground that lies there too; a `free` one
    snaps to nothing.
    `body` names the bodies that it draws, `meanings` tell what the parameters of an element are.
    """

    name: str
    letter: str
    title: str
    glyph: str
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


def _slider(model: Model, places: BodyPlaces, stroke: Stroke) -> Model:
    at, angle, block = sketch.topmost(stroke.start, stroke.found), stroke.angle, stroke.block
    host = sketch.host_of(model, at, stroke.found)
    return sketch.put_slider(model, places, at, angle, block, stroke.name, host)


def _drive(model: Model, places: BodyPlaces, stroke: Stroke) -> Model:
    if stroke.angle is not None and not stroke.start.body:
        return sketch.shake_ground(model, places, stroke.start.at, stroke.end.at)
    return sketch.put_drive(model, stroke.found, stroke.meanings)


MANY = 100
"""Points of a rope, corners of a free shape."""
SCALE = DrawingTool(
    "scale",
    "I",
    "Scale of the picture",
    "picture",
    "Pull from one point of the picture behind the sketch to another, and type their distance.",
    free=True,
)
TOOLS = (
    DrawingTool("select", "V", "Select", "select", "Click: select. Drag a body: move it."),
    DrawingTool(
        "rod",
        "R",
        "Rod",
        "rod",
        "Pull from one end to the other, or type a length and an angle."
        " An end on empty paper is free until P hangs it on the ground.",
        "Draw a rod",
        lambda m, p, s: sketch.draw_rod(m, p, s.start, s.end, s.name),
        body="Rod {n}",
    ),
    DrawingTool(
        "disc",
        "O",
        "Disc",
        "disc",
        "Pull from the centre to the rim.",
        "Draw a disc",
        lambda m, p, s: sketch.draw_disc(m, p, s.start, s.end.at, s.name),
        shape="disc",
        body="Disc {n}",
    ),
    DrawingTool(
        "box",
        "B",
        "Box",
        "box",
        "Pull from corner to corner, or type the width and the height.",
        "Draw a box",
        lambda m, p, s: sketch.draw_box(m, p, s.start.at, s.end.at, s.name),
        shape="box",
        body="Box {n}",
    ),
    DrawingTool(
        "polygon",
        "N",
        "Free shape",
        "polygon",
        "Click the corners; the last one twice, the first one again or Enter closes the outline.",
        "Draw a free shape",
        lambda m, p, s: sketch.draw_polygon(m, p, s.points, s.name),
        points=MANY,
        shape="polygon",
        body="Plate {n}",
    ),
    DrawingTool(
        "pin",
        "P",
        "Pin",
        "revolute",
        "Click where two bodies overlap, or where a body hangs on the ground.",
        "Put a pin",
        lambda m, p, s: sketch.put_pin(m, p, s.found),
        click=True,
    ),
    DrawingTool(
        "slider",
        "S",
        "Slider",
        "prismatic",
        "Pull along the way from the end of a rod or a box; over another body it slides on that.",
        "Put a slider",
        _slider,
        body="Slider {n}",
        click=True,
        touches=True,
    ),
    DrawingTool(
        "spring",
        "K",
        "Spring",
        "spring",
        "Pull from one body to another; empty paper is the ground.",
        "Draw a spring",
        lambda m, p, s: sketch.draw_spring(m, p, s.start, s.end, s.meanings),
        touches=True,
        meanings=sketch.SPRING_MEANINGS,
    ),
    DrawingTool(
        "damper",
        "D",
        "Damper",
        "dashpot",
        "Pull from one body to another; empty paper is the ground.",
        "Draw a damper",
        lambda m, p, s: sketch.draw_damper(m, p, s.start, s.end, s.meanings),
        touches=True,
        meanings=sketch.DAMPER_MEANINGS,
    ),
    DrawingTool(
        "rope",
        "L",
        "Rope",
        "pulley_rope",
        "Pull from end to end; or click the ends and the pulleys between, the last one twice.",
        "Draw a rope",
        lambda m, p, s: sketch.draw_rope(m, p, s.points, s.meanings),
        touches=True,
        meanings=sketch.ROPE_MEANINGS,
        points=MANY,
    ),
    DrawingTool(
        "force",
        "Q",
        "Force",
        "force",
        "Pull from a point of a body along the force, or type it with its angle: 50 -90.",
        "Draw a force",
        lambda m, p, s: sketch.draw_force(m, p, s.start, s.force, s.meanings),
        touches=True,
        moving=True,
        shape="force",
        meanings=sketch.FORCE_MEANINGS,
    ),
    DrawingTool(
        "moment",
        "U",
        "Moment",
        "moment",
        "Click on a body: a moment acts on it, whose value is typed.",
        "Put a moment",
        lambda m, p, s: sketch.draw_moment(m, p, s.start, s.meanings),
        click=True,
        touches=True,
        moving=True,
        meanings=sketch.FORCE_MEANINGS,
    ),
    DrawingTool(
        "drive",
        "A",
        "Drive",
        "drive",
        "Click on a hinge or a slider: it gets a drive; again: none."
        " Pull from the ground: it moves to and fro.",
        "Put a drive",
        _drive,
        click=True,
        meanings=sketch.FORCE_MEANINGS,
    ),
    DrawingTool(
        "gear",
        "E",
        "Gear",
        "gear",
        "Pull from one hinged disc to another, or from a slider, which is the rack, to a disc.",
        "Put a gear",
        lambda m, p, s: sketch.draw_gear(m, p, s.start, s.end),
        touches=True,
        moving=True,
    ),
    DrawingTool(
        "ground",
        "G",
        "Ground",
        "ground",
        "Pull: a wall, with the bodies before it. Click: a fixed pivot; again takes it away.",
        "Draw the ground",
        lambda m, p, s: sketch.draw_ground(m, p, s.start, s.end),
        click=True,
    ),
    DrawingTool(
        "contact",
        "C",
        "Contact",
        "wall",
        "Pull from a body to a wall, or from disc to disc: there they rebound.",
        "Put a contact",
        lambda m, p, s: sketch.draw_contact(m, p, s.start, s.end),
        touches=True,
        moving=True,
    ),
    DrawingTool(
        "stop",
        "H",
        "Joint stop",
        "stop",
        "Click on a hinge or a slider: it gets limits, to be pulled (Alt) or typed. Again: none.",
        "Put a stop",
        lambda m, p, s: sketch.put_stop(m, p, s.found, 2 * s.block),
        click=True,
    ),
    DrawingTool(
        "measure",
        "M",
        "Measure",
        "measure",
        "Pull from point to point: their distance. Click three points: the angle at the second.",
        "Draw a measure",
        lambda m, p, s: sketch.draw_measure(m, p, s.points, s.block / 2),
        points=3,
    ),
    SCALE,
    DrawingTool(
        "trace",
        "T",
        "Trace point",
        "trace",
        "Click on a point of a body to see its path; click again to take it away.",
        "Trace a point",
        lambda m, _, s: sketch.trace_point(m, s.start),
        click=True,
        touches=True,
        moving=True,
    ),
    DrawingTool(
        "fix",
        "W",
        "Fix",
        "fixed",
        "Click where two bodies become one piece, or where a body is fixed to the ground.",
        "Fix a body",
        lambda m, p, s: sketch.put_weld(m, p, s.found),
        click=True,
    ),
)
SELECT = TOOLS[0]
"""What one holds at first."""
BY_NAME = {tool.name: tool for tool in TOOLS}
BY_LETTER = {tool.letter: tool for tool in TOOLS}
