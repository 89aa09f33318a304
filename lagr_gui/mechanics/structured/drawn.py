"""Where the names of motions and composite bodies are drawn; elements note theirs themselves."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.expression import Power, Symbol
from lagr_gui.mechanics.sheets.pictures import NamePicture
from lagr_gui.mechanics.sheets.sheet import Definition
from lagr_gui.mechanics.structured.composites import Whole
from lagr_gui.mechanics.structured.derivation import Structured
from lagr_gui.mechanics.structured.quantity import Quantity, apply, cross, dot, minus, plus, scaled
from lagr_gui.mechanics.structured.segments import Segment
from lagr_gui.mechanics.trees import IDENTITY, MINUS

Pictures = tuple[tuple[tuple[str, NamePicture], ...], tuple[Definition, ...]]
"""Pictures by name, and the definitions that their places need beyond those of the sheet."""


def pictures(structured: Structured, used: tuple[Definition, ...]) -> Pictures:
    """The pictures of the names in use and of the coordinates."""
    _draw_motions(structured)
    _draw_wholes(structured)
    _draw_coordinates(structured)
    whole = structured.composites[structured.segments.all[0]]
    structured.book.draw(structured.gravity, "acceleration", _centre(structured, whole))
    names = {*(item.name for item in used), *structured.reading.coordinates}
    drawn = {name: item for name, item in structured.book.pictures.items() if name in names}
    trees = (tree for picture in drawn.values() for tree in picture.trees)
    further = (item for item in structured.book.used(trees) if item.name not in names)
    return tuple(drawn.items()), tuple(further)


def _draw_motions(structured: Structured) -> None:
    """Axes, directions, points and rates."""
    book, points = structured.book, structured.points
    for segment in structured.segments.all[1:]:
        book.draw(segment.p, "point")
        book.draw(segment.A, "axes", segment.p)
        for vector in segment.acts.values():
            book.draw(vector, "axis" if segment.turns else "direction", segment.p)
        if (rates := points.known(segment)) is not None:
            book.draw(rates.omega, "turn", segment.p)
            book.draw(rates.alpha, "swing", segment.p)
            book.draw(rates.v, "velocity", segment.p)
            book.draw(rates.a, "acceleration", segment.p)


def _draw_wholes(structured: Structured) -> None:
    """Composite bodies, and the bodies and beams that they consist of."""
    composites, inertia = structured.composites, structured.inertia
    fixed = (whole for wholes in composites.fixed.values() for whole in wholes)
    moved = (composites[segment] for segment in reversed(structured.segments.all[1:]))
    for whole in (*fixed, *moved):  # in the order in which they were named
        centre = _centre(structured, whole)
        for quantity in (whole.mass, whole.binet, whole.weight[0]):
            structured.book.draw(quantity, "centre", centre)
        for moment in (whole.moment, whole.weight[1]):
            structured.book.draw(moment, "moment", whole.point, centre)
    for number, tensor in inertia.inertias.items():
        centre = _centre(structured, composites.wholes[number])
        structured.book.draw(tensor, "centre", centre)


def _centre(structured: Structured, whole: Whole) -> Quantity:
    """The centre of mass of what moves as one."""
    if whole.mass.is_zero:
        return whole.point
    inverse = structured.book.scalar(Power(whole.mass.tree, MINUS))
    return plus(whole.point, scaled(inverse, whole.moment))


def _draw_coordinates(structured: Structured) -> None:
    """Angles and ways that are coordinates themselves."""
    for index, name in enumerate(structured.segments.names[1:], start=1):
        flows = structured.inertia.flows[index]
        if len(flows) != 1 or structured.inertia.modes[index]:
            continue
        segment, e = flows[0].segment, flows[0].vector
        if len(segment.acts) > 1 or segment.seconds or dot(e, e).shadow != (1,):
            continue
        if not segment.turns:
            structured.book.draw(Symbol(name), "shift", segment.p, e)
        elif (arm := _arm(structured, segment, e)) is not None:
            structured.book.draw(Symbol(name), "angle", segment.p, e, arm)


def _arm(structured: Structured, segment: Segment, axis: Quantity) -> Quantity | None:
    """A direction across an axis that turns with it: where what it carries lies."""
    return next((arm for arm in _arms(structured, segment) if not cross(axis, arm).is_zero), None)


def _arms(structured: Structured, segment: Segment) -> Iterator[Quantity]:
    """Ways to what hangs on a turn: its bodies, the next motions, then its axes."""
    composites = structured.composites
    for whole in composites.fixed.get(segment.number, ()):
        yield minus(whole.point, segment.p)
    for child in composites.children.get(segment.number, ()):
        yield minus(child.p, segment.p)
    yield composites[segment].moment
    for axis in IDENTITY:
        yield apply(segment.A, structured.book.components(axis))
