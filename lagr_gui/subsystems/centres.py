"""Points of bodies, seen from their centres of mass: what derivations start from.

A body may have its points from another origin, as from a joint; its `centre` says where the
centre of mass lies.  Everything that is asked of a model is asked of one in which that is zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.model import (
    Body,
    Element,
    FieldType,
    Joint,
    Model,
    Scalar,
    SketchMarks,
    SketchMeasure,
    Vector,
)
from lagr_gui.model.record import ZERO

Centres = Mapping[int, Vector]
"""Where the centres of mass lie, seen from the origins of bodies, in their axes (m)."""


def _centres(model: Model) -> Centres:
    """Those that are not zero, by the numbers of bodies."""
    return {body.number: body.centre for body in model.bodies if any(e != 0 for e in body.centre)}


def centred(model: Model) -> Model:
    """The same system with all points from the centres of mass."""
    centres = _centres(model)
    if not centres:
        return model
    return model.having(
        bodies=tuple(_body(body, centres) for body in model.bodies),
        joints=tuple(_joint(joint, centres) for joint in model.joints),
        elements=tuple(_element(element, centres) for element in model.elements),
        sketch=_marks(model.sketch, centres),
    )


def _from_centre(point: Vector, body: int, centres: Centres) -> Vector:
    shift = centres.get(body, ZERO)
    return ZERO if point == shift else plus(point, shift, "-")


def _body(body: Body, centres: Centres) -> Body:
    """Its solids lie elsewhere too; other shapes are drawn about the centre of mass."""
    if body.number not in centres:
        return body
    moved = tuple(
        solid.having(at=_from_centre(solid.at, body.number, centres)) for solid in body.shape.solids
    )
    return body.seen_from_centre(body.shape.having(solids=moved))


def _joint(joint: Joint, centres: Centres) -> Joint:
    ends = {"point_parent": joint.parent, "point_child": joint.child}
    new = {
        name: _from_centre(getattr(joint, name), body, centres)
        for name, body in ends.items()
        if body in centres
    }
    return joint.having(**new) if new else joint


def _marks(marks: SketchMarks, centres: Centres) -> SketchMarks:
    def moved(mark: Any, *names: str) -> Any:
        return mark.having(
            **{name: _from_centre(getattr(mark, name), mark.body, centres) for name in names}
        )

    def ends(measure: SketchMeasure) -> SketchMeasure:
        return measure.each("points", lambda point: moved(point, "point"))

    marks = marks.each("points", lambda point: moved(point, "point"))
    return marks.each("walls", lambda wall: moved(wall, "start", "end")).each("measures", ends)


def _element(element: Element, centres: Centres) -> Element:
    kind, new = ELEMENTS[element.kind], dict[str, Any]()
    for body, point in kind.geometry.anchors:
        number = getattr(element, body)
        if number in centres:
            new[point] = _from_centre(getattr(element, point), number, centres)
    for spec in kind.fields:
        if spec.type is FieldType.POINTS:
            new[spec.name] = tuple(
                entry.having(point=_from_centre(entry.point, entry.body, centres))
                for entry in getattr(element, spec.name)
            )
    return element.having(**new) if new else element


def plus(vector: Vector, shift: Vector, sign: str = "+") -> Vector:
    """The sum of two vectors, or with another `sign` their difference, entry by entry."""
    x, y, z = (_sum(one, other, sign) for one, other in zip(vector, shift, strict=True))
    return x, y, z


def _sum(one: Scalar, other: Scalar, sign: str) -> Scalar:
    if other == 0:
        return one
    if not isinstance(one, str) and not isinstance(other, str):
        return one + other if sign == "+" else one - other
    if one == 0:
        return other if sign == "+" else f"-{factor(other)}"
    return f"{one} {sign} {factor(other)}"


def factor(value: Scalar) -> str:
    """A value as it can stand in the place of a name."""
    text = str(value).strip()
    return text if text.isidentifier() or text.replace(".", "").isdigit() else f"({text})"
