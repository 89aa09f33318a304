"""The figures of a document: the block diagram, and the mechanism at its start, to scale."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from math import floor, log10

import numpy as np
from numpy.typing import NDArray

from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.editing.edits import places
from lagr_gui.exchange.escape import escaped
from lagr_gui.exchange.svg_motion import VIEWS
from lagr_gui.mechanics.motion import Motion
from lagr_gui.model import Element, Model
from lagr_gui.model.kinds import FieldType
from lagr_gui.topology import analyse

Array = NDArray[np.float64]

WIDTH, UNIT = 15.5, 55.0
"""Greatest width (cm), and how many units of the drawing are a centimetre."""
LEAST, MOST = 9.0, 26.0
"""Widths of a body (mm)."""
BENDS = (0, 32, -32, 58, -58, 78, -78)
"""Angles (degrees) by which edges between the same bodies are bent apart."""
TALL = 7.0
"""Greatest height (cm) of the mechanism."""


def labels(model: Model) -> dict[str, str]:
    """The short names J1, E1, … of joints and elements in figures and tables, by their keys."""
    found = {f"joint:{joint.name}": f"J{n}" for n, joint in enumerate(model.joints, 1)}
    return found | {f"element:{e.name}": f"E{n}" for n, e in enumerate(model.elements, 1)}


def cut_joints(model: Model) -> frozenset[str]:
    """The joints at which closed paths are cut."""
    return frozenset(cut.joint.name for cut in analyse(model, KINDS).cuts)


def held(element: Element, sort: FieldType) -> list[object]:
    """What an element names: the bodies, coordinates or terminals in its fields."""
    kind = ELEMENTS.get(element.kind)
    fields = kind.fields if kind else ()
    return [getattr(element, spec.name) for spec in fields if spec.type is sort]


# --- the block diagram ---------------------------------------------------------------------


def diagram(model: Model) -> str:
    """Bodies with their names where they lie on the drawing, joints and elements between."""
    where = places(model)
    bodies = [(0, model.base.name), *((body.number, body.name) for body in model.bodies)]
    if len(bodies) < 2 and not model.terminals:
        return ""
    x = [place[0] for place in where.values()]
    scale = min(1 / UNIT, WIDTH / ((max(x) - min(x) + 140) or 1.0))
    steps = np.diff(sorted({round(value) for value in x}))
    least = float(min((step for step in steps if step > 40), default=200))
    room = min(max(0.62 * least * scale * 10, LEAST), MOST)
    styles = (
        r"body/.style={draw,rounded corners,fill=black!4,align=center,font=\scriptsize,"
        rf"text width={room:.0f}mm,inner sep=3pt}},"
        r"ground/.style={body,fill=black!15},"
        r"on/.style={fill=white,inner sep=1.2pt,font=\scriptsize,align=center}"
    )
    lines = [rf"\begin{{center}}\begin{{tikzpicture}}[{styles}]"]
    loads = _loads(model)
    for number, name in bodies:
        x0, y0 = where[f"body:{number}"]
        style = "body" if number else "ground"
        label = f",label={{[font=\\scriptsize]below:{loads[number]}}}" if number in loads else ""
        text = rf"\textbf{{{number}}} {escaped(name)}"
        lines.append(f"\\node[{style}{label}] (b{number}) at {_at(x0, y0, scale)} {{{text}}};")
    for index, terminal in enumerate(model.terminals):
        x0, y0 = where[f"terminal:{terminal.name}"]
        label = f"label={{[font=\\scriptsize]above right:{escaped(terminal.name)}}}"
        at = _at(x0, y0, scale)
        lines.append(f"\\node[circle,fill,inner sep=1.3pt,{label}] (t{index}) at {at} {{}};")
    lines += _edges(model, where)
    lines.append(r"\end{tikzpicture}\end{center}")
    return "\n".join(lines)


def _at(x: float, y: float, scale: float) -> str:
    return f"({x * scale:.3f},{-y * scale:.3f})"


def _loads(model: Model) -> dict[int, str]:
    """What acts on a single body, by its number."""
    short, found = labels(model), defaultdict[int, list[str]](list)
    for element in model.elements:
        ends = held(element, FieldType.BODY)
        if len(ends) == 1 and isinstance(ends[0], int):
            found[ends[0]].append(short[f"element:{element.name}"])
    return {number: ", ".join(names) for number, names in found.items()}


def _edges(model: Model, where: Mapping[str, tuple[float, float]]) -> Iterator[str]:
    """Joints, and elements between two nodes; those with the same ends are bent apart."""
    nodes = {f"b{number}": where[f"body:{number}"] for number in (0, *model.numbers)}
    nodes |= {f"t{n}": where[f"terminal:{t.name}"] for n, t in enumerate(model.terminals)}
    middle = np.mean(list(nodes.values()), axis=0)
    together: dict[frozenset[str], list[tuple[str, str, str, str]]] = defaultdict(list)
    for a, b, text, style in (*_joint_edges(model), *_element_edges(model)):
        together[frozenset((a, b))].append((a, b, text, style))
    for group in together.values():
        for place, (a, b, text, style) in enumerate(group):
            bend = BENDS[place % len(BENDS)] * _outwards(nodes[a], nodes[b], middle)
            way = f"bend left={bend}" if bend else ""
            along = 0.5 if len(group) == 1 else 0.35 + 0.3 * place / (len(group) - 1)
            node = f"node[on,pos={along:.2f}] {{{text}}}"
            yield f"\\draw[{style}] ({a}) to[{way}] {node} ({b});"


def _outwards(a: tuple[float, float], b: tuple[float, float], middle: Array) -> int:
    """1 where the left of the way from a to b looks away from the middle, otherwise -1."""
    (x0, y0), (x1, y1) = a, b
    inwards = middle - np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    left = np.array([y1 - y0, x0 - x1])  # the drawing counts y downwards
    return -1 if float(left @ inwards) > 0 else 1


def _joint_edges(model: Model) -> Iterator[tuple[str, str, str, str]]:
    short, cuts = labels(model), cut_joints(model)
    acting: dict[str, list[str]] = defaultdict(list)
    for element in model.elements:
        for name in held(element, FieldType.COORDINATE):
            acting[str(name)].append(short[f"element:{element.name}"])
    for joint in model.joints:
        on = list(dict.fromkeys(e for name in joint.coordinates for e in acting[name]))
        own = f"\\\\ {{\\tiny {', '.join(on)}}}" if on else ""
        text = f"\\textbf{{{short[f'joint:{joint.name}']}}}{own}"
        style = "densely dashed" if joint.name in cuts else "thick"
        yield f"b{joint.parent}", f"b{joint.child}", text, style


def _element_edges(model: Model) -> Iterator[tuple[str, str, str, str]]:
    short = labels(model)
    terminals = {terminal.name: f"t{n}" for n, terminal in enumerate(model.terminals)}
    for element in model.elements:
        ends = [f"b{number}" for number in held(element, FieldType.BODY)]
        ends = ends or [
            terminals[str(name)] for name in held(element, FieldType.TERMINAL) if name in terminals
        ]
        if len(ends) == 2 and ends[0] != ends[1]:
            style = "black!60" if element.enabled else "black!30,dotted"
            yield ends[0], ends[1], short[f"element:{element.name}"], style


# --- the mechanism -------------------------------------------------------------------------


def mechanism(model: Model, motion: Motion) -> str:
    """Centres of mass, joints and elements at the first instant, to scale, with axes."""
    view = np.array(VIEWS[motion.planar], dtype=float)
    points = [*motion.x.values(), *motion.joints.values(), *motion.beams.values()]
    points += list(motion.lines.values())
    flat = np.concatenate([np.asarray(p)[0].reshape(-1, 3) for p in points]) @ view.T
    low, high = flat.min(axis=0), flat.max(axis=0)
    span = np.maximum(high - low, 1e-9)
    scale = float(min((WIDTH - 5) / span[0], TALL / span[1]))
    if not np.isfinite(scale) or scale > 1e6:
        return ""
    paper = _Paper(view, low, scale)
    lines = [r"\begin{center}\begin{tikzpicture}[font=\scriptsize]"]
    lines += [
        *_links(model, motion, paper),
        *_line_elements(model, motion, paper),
        *_points(model, motion, paper),
        *_axes(motion, paper, float(high[0] - low[0]) * scale),
    ]
    lines.append(r"\end{tikzpicture}\end{center}")
    return "\n".join(lines)


class _Paper:
    """Maps space (m) to the paper (cm)."""

    def __init__(self, view: Array, low: Array, scale: float) -> None:
        self.view, self.low, self.scale = view, low, scale

    def at(self, point: Array) -> str:
        """A point (3,) as TikZ writes it."""
        x, y = (self.view @ point - self.low) * self.scale
        return f"({float(x):.3f},{float(y):.3f})"

    def path(self, points: Iterable[Array]) -> str:
        """A line through points."""
        return " -- ".join(map(self.at, points))


def _links(model: Model, motion: Motion, paper: _Paper) -> Iterator[str]:
    for joint in model.joints:
        point = motion.joints.get(joint.name)
        if point is None or joint.kind == "free":
            continue
        ends = (joint.parent,) if joint.name in motion.beams else (joint.parent, joint.child)
        for number in ends:
            if number and number in motion.x:
                yield f"\\draw[thick,black!55] {paper.path((motion.x[number][0], point[0]))};"
    for bent in motion.beams.values():
        yield f"\\draw[very thick] {paper.path(bent[0])};"


def _line_elements(model: Model, motion: Motion, paper: _Paper) -> Iterator[str]:
    """Elements along lines; the names of those with the same ends stand side by side."""
    short, known = labels(model), defaultdict[str, int](int)
    for name, ends in motion.lines.items():
        a, b = sorted(map(paper.at, ends[0]))
        known[a + b] += 1
        node = f"node[pos={1 - 0.5 ** known[a + b]:.3f},fill=white,inner sep=1pt]"
        yield f"\\draw[densely dashed] {a} -- {node} {{{short[f'element:{name}']}}} {b};"


def _points(model: Model, motion: Motion, paper: _Paper) -> Iterator[str]:
    """Circles with the names of all joints that lie there, dots with the numbers of bodies."""
    short, joints = labels(model), defaultdict[str, list[str]](list)
    for joint in model.joints:
        if joint.name in motion.joints:
            joints[paper.at(motion.joints[joint.name][0])].append(short[f"joint:{joint.name}"])
    for at, names in joints.items():
        yield f"\\draw[fill=white] {at} circle (2pt) node[below left] {{{', '.join(names)}}};"
    bodies: Mapping[str, list[str]] = defaultdict(list)
    for number, way in motion.x.items():
        bodies[paper.at(way[0])].append(str(number))
    for at, names in bodies.items():
        text = f"\\textbf{{{', '.join(names)}}}"
        yield f"\\fill {at} circle (1.6pt) node[above right] {{{text}}};"


def _axes(motion: Motion, paper: _Paper, width: float) -> Iterator[str]:
    """The directions of space, and a length to measure by."""
    corner = width + 2.2
    for name, axis in zip("xyz", np.eye(3), strict=True):
        x, y = (float(part) * 0.9 for part in paper.view @ axis)
        if abs(x) + abs(y) > 0.1:
            tip = f"({corner + x:.3f},{y:.3f})"
            yield f"\\draw[->] ({corner:.3f},0) -- {tip} node[pos=1.3] {{${name}$}};"
    metres = 10.0 ** floor(log10(2.5 / paper.scale))
    metres = max(part * metres for part in (1, 2, 5) if part * metres * paper.scale <= 2.5)
    end = corner + metres * paper.scale
    text = f"{metres:g}~m"
    yield f"\\draw[|-|] ({corner:.3f},-0.8) -- node[below] {{{text}}} ({end:.3f},-0.8);"
