"""The block diagram as SVG, for where there is no window."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from math import hypot

from lagr_gui.drawing import DrawnShape, Look, Plan
from lagr_gui.drawing.boxes import Box, about, united
from lagr_gui.drawing.ends import HATCH
from lagr_gui.drawing.faces import NOTE, SCALE, Face, faces
from lagr_gui.drawing.geometry import GLYPH, HEIGHT, WIDTH, Point, size_of
from lagr_gui.drawing.looks import FONT
from lagr_gui.drawing.notes import line_places, note_box
from lagr_gui.exchange.documents.diagram import HOP, planned
from lagr_gui.foundation.resource import resource_path
from lagr_gui.model import Model, Note
from lagr_gui.subsystems import flat

INK, LIGHT, MUTED, FAINT = "#1f2933", "#e4e7eb", "#52606d", "#9aa5b1"
PAPER, RIM = "#fff3c4", "#f0b429"
"""Ground and edge of notes."""
STROKES = (
    f'color="{INK}" fill="none" stroke="currentColor" stroke-width="2" '
    'stroke-linecap="round" stroke-linejoin="round"'
)
"""Of glyphs, as in their files."""
ROOM = 26.0
"""White around the drawing."""
_ANCHORS = {"left": "start", "right": "end", "middle": "middle"}


def diagram_svg(model: Model) -> str:
    """The drawing with routes, symbols and names; empty for a model without bodies."""
    model = flat(model)
    if not (model.bodies or model.terminals or model.layout.notes):
        return ""
    looks, plan = planned(model)
    parts = [_item(note.item, _note(note)) for note in model.layout.notes]
    parts += [_item(key, _edge(key, shape, looks[key])) for key, shape in plan.shapes.items()]
    parts += _blocks(model, plan)
    for key, face in faces(model).items():
        if key in plan.wired:
            parts.append(_item(key, _wired(key, face, plan.wired[key])))
    parts += [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{INK}"/>'
        for x, y in plan.terminals.values()
    ]
    parts += [_item(key, [_label(key, shape, looks[key])]) for key, shape in plan.shapes.items()]
    x, y, right, low = frame(model, plan)
    size = f'width="{right - x:.0f}" height="{low - y:.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
        f'viewBox="{x:.0f} {y:.0f} {right - x:.0f} {low - y:.0f}" font-family="sans-serif">\n'
        f'<rect x="{x:.0f}" y="{y:.0f}" width="100%" height="100%" fill="white"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _note(note: Note) -> Iterator[str]:
    """A text on a light ground, broken as on the screen."""
    left, top, right, low = note_box(note)
    yield (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" '
        f'height="{low - top:.1f}" rx="3" fill="{PAPER}" stroke="{RIM}"/>'
    )
    for at, line in line_places(note):
        yield _text(at, line, FONT["note"], "start")


def strokes_svg(model: Model) -> str:
    """The drawing without any words."""
    return re.sub(r"<text.*?</text>", "", diagram_svg(model))


def frame(model: Model, plan: Plan) -> Box:
    """Where the picture is, in units of the drawing, with white around it."""
    boxes: list[Box] = [
        (x - WIDTH / 2, y - HEIGHT / 2, x + WIDTH / 2, y + HEIGHT / 2 + HATCH)
        for x, y in plan.bodies.values()
    ]
    boxes += [(x, y, x, y) for x, y in plan.terminals.values()]
    boxes += [about(at, *size_of(key)) for key, at in plan.wired.items()]
    boxes += map(note_box, model.layout.notes)
    for shape in plan.shapes.values():
        boxes += [box for box in (shape.symbol, shape.label) if box[0] < box[2]]
        boxes += [(x, y, x, y) for x, y in shape.line]
    x, y, right, low = united(boxes)
    return x - ROOM, y - ROOM, right + ROOM, low + ROOM


def _blocks(model: Model, plan: Plan) -> Iterator[str]:
    """Bodies with their names and numbers; body 0 stands on hatched ground."""
    names = {0: model.base.name} | {body.number: body.name for body in model.bodies}
    for number, (x, y) in plan.bodies.items():
        left, top = x - WIDTH / 2, y - HEIGHT / 2
        ground = _ground(left, y + HEIGHT / 2 + 5) if number == 0 else ()
        yield _item(f"body:{number}", [*ground, *_block(number, names[number], left, top)])


def _block(number: int, name: str, left: float, top: float) -> Iterator[str]:
    """A body with its name and number."""
    centre = left + WIDTH / 2, top + HEIGHT / 2
    yield (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{WIDTH:g}" height="{HEIGHT:g}" rx="9" '
        f'fill="{"white" if number else LIGHT}" stroke="{INK}" stroke-width="1.5"/>'
    )
    yield _text(centre, name, 13, "middle", fit=WIDTH - 16)
    yield f'<circle cx="{left:.1f}" cy="{top:.1f}" r="12" fill="{INK}"/>'
    yield _text((left, top), str(number), 12, "middle", fill="white")


def _wired(key: str, face: Face, at: Point) -> Iterator[str]:
    """The block of a controller or a signal with what it shows."""
    width, height = size_of(key)
    x, y = at
    dashes = "" if face.enabled else ' stroke-dasharray="4 4"'
    yield (
        f'<rect x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" width="{width:g}" '
        f'height="{height:g}" fill="white" stroke="{INK}" stroke-width="1.2"{dashes}/>'
    )
    if face.glyph:
        left, top = face.corner
        yield (
            f'<g transform="translate({x + left:.1f} {y + top:.1f}) scale({SCALE:g})" {STROKES}>'
            f"{_glyph(face.glyph)}</g>"
        )
    yield _text((x, y + face.at), face.name, 13, "middle", fit=width - 12)
    if face.note:
        yield _text((x, y + NOTE), face.note, 11, "middle", MUTED, width - 12)


def _item(key: str, parts: Iterable[str]) -> str:
    """What belongs to one item, which can be found by its key."""
    return f'<g data-item="{escape(key)}">{"".join(parts)}</g>'


def _ground(left: float, y: float) -> Iterator[str]:
    strokes = f"M{left:.1f} {y:.1f}h{WIDTH:g}"
    for step in range(1, 11):
        strokes += f"M{left + step * WIDTH / 10:.1f} {y:.1f}l-8 {HATCH - 7:g}"
    yield f'<path d="{strokes}" stroke="{INK}" stroke-width="1.2" fill="none"/>'


def _text(at: Point, text: str, size: float, anchor: str, fill: str = INK, fit: float = 0.0) -> str:
    """Words about a point, made narrower where they would not fit."""
    narrow = f' textLength="{fit:g}" lengthAdjust="spacingAndGlyphs"'
    squeezed = narrow if fit and 0.55 * size * len(text) > fit else ""
    return (
        f'<text x="{at[0]:.1f}" y="{at[1] + 0.36 * size:.1f}" font-size="{size:g}" fill="{fill}" '
        f'text-anchor="{anchor}"{squeezed}>{escape(text)}</text>'
    )


def _edge(key: str, shape: DrawnShape, look: Look) -> Iterator[str]:
    """A line with arcs over others, and its symbol on white."""
    if look.between:
        yield from _signal(shape, look)
    if not look.glyph:
        return
    width, dashes = 1.5, "" if look.enabled else "2 4"
    if key.startswith("joint:"):
        width, dashes = 2.2, "7 4" if look.cut else ""
    if shape.line[0] != shape.line[-1]:
        style = f' stroke-dasharray="{dashes}"' if dashes else ""
        yield (
            f'<path d="{_way(shape)}" fill="none" stroke="{MUTED}" stroke-width="{width}"{style}/>'
        )
    yield _symbol(shape, look)


def _signal(shape: DrawnShape, look: Look) -> Iterator[str]:
    """A thin dashed line with an arrow head."""
    ink = MUTED if look.enabled else FAINT
    yield (
        f'<path d="{_way(shape)}" fill="none" stroke="{ink}" stroke-width="1.1" '
        'stroke-dasharray="5 3"/>'
    )
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in shape.arrow)
    yield f'<polygon points="{corners}" fill="{ink}"/>'


def _way(shape: DrawnShape) -> str:
    path = f"M{shape.line[0][0]:.1f} {shape.line[0][1]:.1f}"
    for a, b, hops in shape.pieces():
        span = hypot(b[0] - a[0], b[1] - a[1])
        for x, y in hops:
            dx, dy = HOP * (b[0] - a[0]) / span, HOP * (b[1] - a[1]) / span
            sweep = int(b[0] >= a[0])  # arcs bulge upwards
            path += f"L{x - dx:.1f} {y - dy:.1f}"
            path += f"A{HOP:g} {HOP:g} 0 0 {sweep} {x + dx:.1f} {y + dy:.1f}"
        path += f"L{b[0]:.1f} {b[1]:.1f}"
    return path


def _symbol(shape: DrawnShape, look: Look) -> str:
    """The glyph on a white ground, turned with its line where it belongs to it."""
    width, height = look.symbol
    turn, scale = shape.laid(look)
    x, y = shape.centre
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn:.1f})">'
        f'<rect x="{-width / 2:.1f}" y="{1 - height / 2:.1f}" width="{width:.1f}" '
        f'height="{height - 2:.1f}" fill="white"/>'
        f'<g transform="scale({scale:.4f}) translate({-GLYPH[0] / 2:g} {-GLYPH[1] / 2:g})" '
        f"{STROKES}>{_glyph(look.glyph)}</g></g>"
    )


@cache
def _glyph(name: str) -> str:
    """The strokes of a glyph as they stand in its file."""
    text = resource_path(f"glyphs/{name}.svg").read_text("utf-8")
    return re.sub(r"\s*</?svg[^>]*>\s*", "", text)


def _label(key: str, shape: DrawnShape, look: Look) -> str:
    box = shape.label
    if not look.text:
        return ""
    sort = key.partition(":")[0]
    x = {"left": box[0], "right": box[2], "middle": (box[0] + box[2]) / 2}[shape.side]
    at = x, (box[1] + box[3]) / 2
    return _text(at, look.text, FONT[sort], _ANCHORS[shape.side])
