"""The block diagram of a document: the drawing with its routes, symbols and labels, in TikZ."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from functools import cache
from math import atan2, degrees, hypot

from lagr_gui.catalogue import KINDS
from lagr_gui.drawing import DrawnShape, Look, Plan, looks_of
from lagr_gui.drawing.boxes import Box
from lagr_gui.drawing.ends import HATCH
from lagr_gui.drawing.faces import SCALE, Face, faces
from lagr_gui.drawing.geometry import CONTROL, GLYPH, HEIGHT, WIDTH, Point, size_of
from lagr_gui.drawing.looks import listed, short_names
from lagr_gui.drawing.notes import line_places, note_box
from lagr_gui.editing.edits import places
from lagr_gui.foundation.resource import resource_path
from lagr_gui.model import Joint, Model, Note
from lagr_gui.model.signals import signals_of
from lagr_gui.topology import cut_joints
from lagr_gui.typesetting.escape import escaped
from lagr_gui.typesetting.formula import Formula, spelled
from lagr_gui.typesetting.words import Text, latex_words, name_math, text_of, tiny
from lagr_gui.typesetting.words import listed as words_listed

BROAD, UNIT = 15.5, 55.0
"""Greatest width (cm), and how many units of the drawing are a centimetre."""
POINT = 2.54 / 72.27 * UNIT
"""Units of the drawing in a point of TeX."""
HOP = 5.0
"""Radius of the arc with which a line leaps over another one."""
_SIDES = {"left": "west", "right": "east", "middle": "center"}
_STYLES = (
    rf"x={{({1 / UNIT:.6f}cm,0)}},y={{(0,{-1 / UNIT:.6f}cm)}},line width=0.5pt,"
    rf"body/.style={{draw,rounded corners=3pt,fill=white,align=center,font=\scriptsize,inner sep=0,"
    rf"minimum width={WIDTH / UNIT:.3f}cm,minimum height={HEIGHT / UNIT:.3f}cm,"
    rf"text width={0.9 * WIDTH / UNIT:.3f}cm}},"
    rf"control/.style={{draw,fill=white,align=center,font=\scriptsize,inner sep=0,"
    rf"minimum width={CONTROL[0] / UNIT:.3f}cm,minimum height={CONTROL[1] / UNIT:.3f}cm,"
    rf"text width={0.9 * CONTROL[0] / UNIT:.3f}cm}},"
    r"number/.style={circle,fill=black,text=white,inner sep=0.8pt,font=\tiny\bfseries},"
    r"joint/.style={font=\scriptsize,inner sep=0},element/.style={font=\tiny,inner sep=0}"
)


def diagram(model: Model) -> str:
    """The drawing in TikZ; labels of joints and elements begin with their short names."""
    looks, plan = planned(model)
    texts = labels(model, looks)
    parts = [rf"\begin{{tikzpicture}}[{_STYLES}]"]
    for note in model.layout.notes:
        parts += _note(note)
    for key, shape in plan.shapes.items():
        parts += _edge(key, shape, looks[key])
    parts += _blocks(model, plan.bodies)
    for key, face in faces(model).items():
        if key in plan.wired:
            parts += _wired(key, face, plan.wired[key])
    parts += [f"\\fill {_at(place)} circle[radius=2pt];" for place in plan.terminals.values()]
    parts += [_label(key, shape, texts[key]) for key, shape in plan.shapes.items()]
    parts.append(r"\end{tikzpicture}")
    return "\n".join(parts)


def planned(model: Model) -> tuple[dict[str, Look], Plan]:
    """How the items of a drawing look, and where they are."""
    looks = looks_of(model, cut_joints(model, KINDS), signals_of(model, KINDS))
    plan = Plan()
    plan.take(model, places(model), looks)
    if not model.bodies:  # circuits alone do not stand on the ground
        plan.bodies.clear()
    return looks, plan


def diagram_width(model: Model) -> float:
    """How wide the drawing is (cm)."""
    _, plan = planned(model)
    xs = [x for at in (plan.bodies, plan.terminals, plan.wired) for x, _ in at.values()]
    xs += [x for note in model.layout.notes for x in (note_box(note)[0], note_box(note)[2])]
    xs += [x for shape in plan.shapes.values() for x in (shape.label[0], shape.label[2])]
    return (max(xs) - min(xs) + WIDTH) / UNIT


def _note(note: Note) -> Iterator[str]:
    """A text on a light ground, broken as on the screen."""
    left, top, right, low = note_box(note)
    yield (
        f"\\draw[fill=yellow!15,draw=black!30,rounded corners=1pt] {_at((left, top))} rectangle "
        f"{_at((right, low))};"
    )
    for at, line in line_places(note):
        yield f"\\node[element,anchor=west] at {_at(at)} {{{escaped(line)}}};"


def labels(model: Model, looks: Mapping[str, Look]) -> dict[str, Formula]:
    """What labels say: short names, then names, those of coordinates as formulas."""
    short = short_names(model)
    texts: dict[str, Text] = {key: look.text for key, look in looks.items()}
    texts |= {f"joint:{joint.name}": _formulas(joint, looks) for joint in model.joints}
    return {
        key: text_of(*((tiny(short[key]),) if key in short else ()), text)
        for key, text in texts.items()
    }


def _formulas(joint: Joint, looks: Mapping[str, Look]) -> Text:
    """The coordinates of a joint; nothing where their names are too long for the label."""
    if looks[f"joint:{joint.name}"].text.endswith("…"):
        return ""
    names = listed(list(joint.coordinates))
    return words_listed(_DOTS if name == "…" else name_math(name) for name in names)


_DOTS = spelled(r"\dots", '#text("…")')


def _at(point: Point) -> str:
    return f"({point[0]:.2f},{point[1]:.2f})"


def _blocks(model: Model, where: Mapping[int, Point]) -> Iterator[str]:
    """Bodies with their names and numbers; body 0 stands on hatched ground."""
    names = {0: model.base.name} | {body.number: body.name for body in model.bodies}
    for number, (x, y) in where.items():
        fill = "" if number else ",fill=black!10"
        yield f"\\node[body{fill}] at {_at((x, y))} {{{escaped(names[number])}}};"
        corner = x - WIDTH / 2, y - HEIGHT / 2
        yield f"\\node[number] at {_at(corner)} {{{number}}};"
    if 0 not in where:
        return
    x, y = where[0]
    low = y + HEIGHT / 2 + 5
    yield f"\\draw {_at((x - WIDTH / 2, low))} -- {_at((x + WIDTH / 2, low))};"
    for step in range(1, 11):
        at = x - WIDTH / 2 + step * WIDTH / 10
        yield f"\\draw {_at((at, low))} -- {_at((at - 8, low + HATCH - 7))};"


def _wired(key: str, face: Face, place: Point) -> Iterator[str]:
    """The block of a controller or a signal with what it shows."""
    x, y = place
    off = "" if face.enabled else ",dashed"
    name = escaped(face.name)
    if not face.glyph:
        yield rf"\node[control{off}] at {_at(place)} {{{name}\\{{\tiny {escaped(face.note)}}}}};"
        return
    width, height = size_of(key)
    corner, other = (x - width / 2, y - height / 2), (x + width / 2, y + height / 2)
    yield f"\\draw[fill=white] {_at(corner)} rectangle {_at(other)};"
    left, top = face.corner
    size = SCALE / POINT
    yield (
        f"\\begin{{scope}}[shift={{{_at((x + left, y + top))}}},x=1pt,y=1pt,scale={size:.4f},"
        "yscale=-1,line cap=round,line join=round]"
    )
    yield from _glyph(face.glyph)
    yield r"\end{scope}"
    yield rf"\node[font=\scriptsize,inner sep=0] at {_at((x, y + face.at))} {{{name}}};"


def _edge(key: str, shape: DrawnShape, look: Look) -> Iterator[str]:
    """A line with arcs over others, and its symbol on white."""
    if look.between:
        yield from _signal(shape, look)
    if not look.glyph:
        return
    style = "" if look.enabled else "dotted"
    if key.startswith("joint:"):
        style = "densely dashed" if look.cut else "line width=0.8pt"
    if shape.line[0] != shape.line[-1]:
        yield f"\\draw[{style}] {_at(shape.line[0])}{''.join(_pieces(shape))};"
    yield from _symbol(shape, look)


def _signal(shape: DrawnShape, look: Look) -> Iterator[str]:
    """A thin dashed line with an arrow head."""
    ink = "black" if look.enabled else "black!40"
    way = _at(shape.line[0]) + "".join(_pieces(shape))
    yield f"\\draw[densely dashed,line width=0.3pt,{ink}] {way};"
    yield f"\\fill[{ink}] {' -- '.join(map(_at, shape.arrow))} -- cycle;"


def _pieces(shape: DrawnShape) -> Iterator[str]:
    for a, b, hops in shape.pieces():
        turn = degrees(atan2(a[1] - b[1], b[0] - a[0]))  # TikZ counts angles upwards
        end = turn if b[0] >= a[0] else turn + 360  # arcs bulge upwards
        for x, y in hops:
            span = hypot(b[0] - a[0], b[1] - a[1])
            back = x - HOP * (b[0] - a[0]) / span, y - HOP * (b[1] - a[1]) / span
            radius = f"{HOP / POINT:.2f}pt"
            arc = f"start angle={turn + 180:.1f},end angle={end:.1f},radius={radius}"
            yield f" -- {_at(back)} arc[{arc}]"
        yield f" -- {_at(b)}"


def _symbol(shape: DrawnShape, look: Look) -> Iterator[str]:
    """The glyph on a white ground, turned with its line where it belongs to it."""
    width, height = look.symbol
    turn, scale = shape.laid(look)
    half, high = width / 2 / POINT, (height / 2 - 1) / POINT
    yield f"\\begin{{scope}}[shift={{{_at(shape.centre)}}},rotate={-turn:.1f},x=1pt,y=1pt]"
    yield f"\\fill[white] ({-half:.2f},{-high:.2f}) rectangle ({half:.2f},{high:.2f});"
    x, y = GLYPH[0] / 2, GLYPH[1] / 2
    size = scale / POINT
    yield (
        f"\\begin{{scope}}[scale={size:.4f},yscale=-1,shift={{({-x:g}pt,{-y:g}pt)}},"
        "line cap=round,line join=round]"
    )
    yield from _glyph(look.glyph)
    yield r"\end{scope}\end{scope}"


@cache
def _glyph(name: str) -> tuple[str, ...]:
    """The strokes of a glyph, in points as they stand in its file."""
    text = resource_path(f"glyphs/{name}.svg").read_text("utf-8")
    return tuple(_stroke(node) for node in ET.fromstring(text))


def _stroke(node: ET.Element) -> str:
    sort, value = node.tag.rpartition("}")[2], node.attrib
    options = [f"line width={0.25 * float(value.get('stroke-width', 2)):.2f}pt"]
    if value.get("fill", "none") != "none":
        options.append("fill")
    if value.get("stroke") == "none":
        options.append("draw=none")
    if "stroke-dasharray" in value:
        options.append("dash pattern=on 1pt off 0.8pt")
    match sort:
        case "circle":
            path = f"({value['cx']}pt,{value['cy']}pt) circle[radius={value['r']}pt]"
        case "ellipse":
            radii = f"x radius={value['rx']}pt,y radius={value['ry']}pt"
            path = f"({value['cx']}pt,{value['cy']}pt) ellipse[{radii}]"
        case "rect":
            options.append(f"rounded corners={0.3 * float(value.get('rx', 0)):.2f}pt")
            size = f"++({value['width']}pt,{value['height']}pt)"
            path = f"({value['x']}pt,{value['y']}pt) rectangle {size}"
        case _:
            path = f"svg {{{_spaced(value['d'])}}}"
    return f"\\draw[{','.join(options)}] {path};"


def _spaced(path: str) -> str:
    """The commands and numbers of a path, each by itself."""
    return " ".join(re.findall(r"[A-Za-z]|-?\d*\.?\d+", path))


def _label(key: str, shape: DrawnShape, text: Formula) -> str:
    box: Box = shape.label
    if box[0] >= box[2]:
        return ""
    sort = "joint" if key.startswith("joint:") else "element"
    x = {"left": box[0], "right": box[2], "middle": (box[0] + box[2]) / 2}[shape.side]
    place = _at((x, (box[1] + box[3]) / 2))
    return f"\\node[{sort},anchor={_SIDES[shape.side]}] at {place} {{{latex_words(text)}}};"
