"""The pictures of a document in Typst: drawing, mechanism, curves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lagr_gui.drawing.faces import NOTE, faces
from lagr_gui.drawing.geometry import HEIGHT, WIDTH, Point, size_of
from lagr_gui.drawing.notes import line_places
from lagr_gui.exchange.documents.blocks import CurvePlot, thinned
from lagr_gui.exchange.documents.diagram import BROAD, UNIT, labels, planned
from lagr_gui.exchange.documents.sketch import DrawnMechanism
from lagr_gui.exchange.documents.svg_diagram import frame, strokes_svg
from lagr_gui.exchange.documents.typst_paper import TypstPaper
from lagr_gui.exchange.svg_curves import COLORS, limits, ticks
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Model
from lagr_gui.typesetting.words import Text, typst_words

CM = 72 / 2.54
"""Points (pt) in a centimetre."""
_INK = "#000000"
_ANCHORS = {"left": (0.0, 0.5), "right": (1.0, 0.5), "middle": (0.5, 0.5)}
PLOT_WIDTH = 17.0 * CM
_LEFT, _LOW, _TOP = 46.0, 23.0, 3.0
"""What stays free beside, below and above curves for numbers (pt)."""


def _sized(text: str, size: float) -> str:
    return f"#text(size: {size:g}pt)[{text}]"


def diagram(model: Model) -> str:
    """The drawing; labels of joints and elements begin with their short names."""
    looks, plan = planned(model)
    texts = labels(model, looks)
    left, top, right, low = frame(model, plan)
    part = min(1.0, BROAD * UNIT / (right - left))
    unit = CM / UNIT * part  # no wider than the page
    paper = TypstPaper((right - left) * unit, (low - top) * unit)
    paper.svg(strokes_svg(model), paper.width)

    def at(point: Point) -> Array:
        return np.array([(point[0] - left) * unit, (point[1] - top) * unit])

    for note in model.layout.notes:
        for place, line in line_places(note):
            paper.words(_sized(typst_words(line), 6 * part), at(place), (0.0, 0.5))
    names = {0: model.base.name} | {body.number: body.name for body in model.bodies}
    for number, (x, y) in plan.bodies.items():
        name = f"align(center)[{_name(names[number], part)}]"
        name = f"#block(width: {0.9 * WIDTH * unit:.1f}pt, {name})"
        paper.words(name, at((x, y)))
        corner = at((x - WIDTH / 2, y - HEIGHT / 2))
        paper.words(f'#text(size: {6 * part:g}pt, weight: "bold", fill: white)[{number}]', corner)
    for key, face in faces(model).items():
        if key in plan.wired:
            x, y = plan.wired[key]
            name = f"align(center)[{_name(face.name, part)}]"
            wide = 0.9 * size_of(key)[0] * unit
            paper.words(f"#block(width: {wide:.1f}pt, {name})", at((x, y + face.at)))
            if face.note:
                paper.words(_sized(typst_words(face.note), 6 * part), at((x, y + NOTE)))
    for key, shape in plan.shapes.items():
        x0, y0, x1, y1 = shape.label
        if x0 < x1 and texts[key]:
            size = 7.0 if key.startswith("joint:") else 6.0
            x = {"left": x0, "right": x1, "middle": (x0 + x1) / 2}[shape.side]
            text = _sized(typst_words(texts[key]), size * part)
            paper.words(text, at((x, (y0 + y1) / 2)), _ANCHORS[shape.side])
    return paper.markup()


def _name(text: str, part: float) -> str:
    words = _sized(typst_words(text), 7 * part)
    return f"#par(leading: 0.35em, justify: false)[{words}]"


def mechanism(drawn: DrawnMechanism) -> str:
    """The mechanism to scale."""
    named = (*drawn.elements, *drawn.joints, *drawn.bodies)
    ways = [way for sign in drawn.signs for way in sign.ways]
    ways += [way for way, _ in (*named, *drawn.beside)]
    points = np.vstack(ways)
    low, high = points.min(axis=0) - 0.5, points.max(axis=0) + 0.5
    width, height = (float(part) * CM for part in high - low)
    paper = TypstPaper(width, height)

    def at(way: Array) -> Array:
        return (way - low) * CM * [1, -1] + [0, height]

    def name(text: Text, place: Array, *more: tuple[float, float]) -> None:
        paper.words(_sized(typst_words(text), 7), place, *more)

    for sign in drawn.signs:
        ways = [at(way) for way in sign.ways]
        if sign.fill:
            paper.region(ways, sign.fill, sign.ink, sign.width)
        else:
            for way in ways:
                paper.line(way, sign.ink, sign.width)
    for point, said in named:
        name(said, at(point))
    for way, said in drawn.axes:
        ends = at(way)
        paper.arrow(ends, _INK, 0.5, most=5.0)
        name(said, ends[0] + 1.3 * (ends[1] - ends[0]))
    if drawn.measure is not None:
        way, said = drawn.measure
        ends = at(way)
        paper.line(ends, _INK, 0.5)
        for end in ends:
            paper.line(end + np.array([[0, -2.5], [0, 2.5]]), _INK, 0.5)
        name(said, ends.mean(axis=0), (0.5, 0), (0, 3))
    return paper.markup()


def curves(block: CurvePlot) -> str:
    """Curves over time with a grid, their names above them."""
    named = block.curves
    values = [values for _, values in named]
    paper = _plot(block.t, values, block.height * CM / 10, "," if block.commas else ".")
    entries = " #h(14pt, weak: true) ".join(
        f'#box[#box(baseline: -2.5pt, line(length: 12pt, stroke: 0.9pt + rgb("{color}")))'
        f"#h(4pt){typst_words(name)}]"
        for color, (name, _) in zip(_colors(len(named)), named, strict=True)
    )
    legend = f"#set par(justify: false); #text(size: 8pt)[{entries}]"
    legend = f"#pad(left: {_LEFT:g}pt)[{legend}]"
    return f"#block(breakable: false)[#stack(spacing: 5pt, [{legend}], [{paper.markup()}])]"


def _plot(t: Array, named: Sequence[Array], height: float, point: str) -> TypstPaper:
    low, high = limits(np.concatenate(named))
    start, end = float(t[0]), float(t[-1]) if t[-1] > t[0] else float(t[0]) + 1.0
    right, bottom = PLOT_WIDTH - 12, height - _LOW
    paper = TypstPaper(PLOT_WIDTH, height)

    def at(points: Array) -> Array:
        x = _LEFT + (right - _LEFT) * (points[:, 0] - start) / (end - start)
        y = bottom - (bottom - _TOP) * (points[:, 1] - low) / (high - low)
        return np.column_stack([x, y])

    for tick in ticks(start, end, 8):
        (place, _) = ends = at(np.array([[tick, low], [tick, high]]))
        paper.line(ends, "#d9d9d9", 0.4)
        paper.words(_sized(_number(tick, point), 7), place, (0.5, 0), (0, 4))
    for tick in ticks(low, high, 6 if height > 160 else 4):
        (place, _) = ends = at(np.array([[start, tick], [end, tick]]))
        paper.line(ends, "#d9d9d9", 0.4)
        paper.words(_sized(_number(tick, point), 7), place, (1, 0.5), (-4, 0))
    corners = np.array([[_LEFT, _TOP], [right, _TOP], [right, bottom], [_LEFT, bottom]])
    paper.line(np.vstack([corners, corners[:1]]), _INK, 0.5)
    paper.words(_sized("$t$ (s)", 8), np.array([(_LEFT + right) / 2, bottom + 13]), (0.5, 0))
    for color, curve in zip(_colors(len(named)), named, strict=True):
        for run in _runs(thinned(np.column_stack([t, curve]))):
            paper.line(at(run), color, 0.9)
    return paper


def _runs(points: Array) -> list[Array]:
    """The parts of a curve (n, 2) that have values."""
    finite = np.isfinite(points).all(axis=1)
    parts = np.split(points, np.flatnonzero(np.diff(finite)) + 1)
    return [part for part in parts if len(part) > 1 and np.isfinite(part[0]).all()]


def _colors(count: int) -> list[str]:
    return [COLORS[place % len(COLORS)] for place in range(count)]


def _number(value: float, point: str) -> str:
    mantissa, _, power = f"{value:.6g}".partition("e")
    shown = mantissa.replace("-", "−").replace(".", point)
    return f"{shown}#h(0.17em)$dot 10^({int(power)})$" if power else shown
