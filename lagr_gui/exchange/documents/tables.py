"""The tables of a document: everything that one needs to check its equations by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from lagr_gui.catalogue import ELEMENTS, JOINTS, KINDS, title_of
from lagr_gui.catalogue.kinds import ElementKind
from lagr_gui.catalogue.motions import JointKind
from lagr_gui.drawing.looks import short_names
from lagr_gui.exchange.documents.blocks import Block, Heading, Paragraph, Table
from lagr_gui.exchange.documents.carried import ROUNDING
from lagr_gui.exchange.documents.quantities import (
    NONE,
    bare,
    column,
    field_words,
    formula,
    matrix,
    says_something,
    scalar,
    unit,
    vector,
)
from lagr_gui.expression.units import in_si
from lagr_gui.foundation.languages import Words
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.model import Element, Function, Inertia, Joint, Model, Scalar
from lagr_gui.model.checks.dimension_proof import units_of_all_coordinates
from lagr_gui.model.kinds import FieldType
from lagr_gui.model.record import IDENTITY
from lagr_gui.simulation import Trajectory
from lagr_gui.topology import cut_joints
from lagr_gui.typesetting.dialects import named
from lagr_gui.typesetting.formula import (
    GAP,
    Box,
    Formula,
    indexed,
    joined,
    letter,
    plain,
    raised,
    spelled,
)
from lagr_gui.typesetting.prose import with_formulas
from lagr_gui.typesetting.words import Text, filled, listed, math, name_math

PAIRS = ("xx", "yy", "zz", "xy", "xz", "yz")


def bodies(w: Words, model: Model) -> Iterator[Block]:
    """Masses and inertias; gravity and the motion of body 0 before them."""
    rows = [
        (
            str(body.number),
            body.name,
            (formula(body.mass),),
            w("yes") if body.gravity else w("no"),
            _inertia(w, body.inertia),
        )
        for body in model.bodies
    ]
    inertia = w(
        "Moments of inertia ({unit}) about the centre of mass, body axes", unit="kg\u2009m²"
    )
    heads = (w("Body"), w("Name"), w("Mass (kg)"), w("Weight"), inertia)
    binet = any(body.inertia.form == "binet" for body in model.bodies)
    note = ("Binet: ", math((_BINET,)), ". ") if binet else ()
    if rows:
        yield Table(w("Bodies"), heads, rows, (*note, *_space(w, model)))


_BINET = spelled(r"J_{jk} = \int x_j x_k\,dm", "J_(j k) = integral x_(j) x_(k) thin d#h(0pt)m")


def _inertia(w: Words, inertia: Inertia) -> Text:
    entries = [(pair, getattr(inertia, pair)) for pair in PAIRS]
    stem = letter("J" if inertia.form == "binet" else "Theta")  # angles are called θ
    shown = [
        math((indexed(stem, Box("place", text=pair)), " = ", *bare(value)))
        for pair, value in entries
        if value not in (0, "0")
    ]
    return listed(shown) if shown else w("none")


def _space(w: Words, model: Model) -> Formula:
    """Gravity, and where body 0 is."""
    base = model.base
    gravity = vector(model.gravity, "m/s^2")
    parts: list[Text] = [filled(w, "Acceleration of gravity (space axes): {value}.", value=gravity)]
    if base.position != (0, 0, 0):
        origin = vector(base.position, "m")
        parts.append(filled(w, "Origin of body 0: {value}.", value=origin))
    if base.matrix is not None:
        rows = matrix(base.matrix)
        parts.append(
            filled(
                w,
                "Rotation matrix of body 0 (rows: its axes in space axes): {value}.",
                value=rows,
            )
        )
    elif base.angle not in (0, "0"):
        angle, axis = scalar(base.angle, "rad"), column(base.axis)
        parts.append(
            filled(
                w,
                "Body 0 is rotated by the angle {angle} about the axis {axis}.",
                angle=angle,
                axis=axis,
            )
        )
    if len(parts) == 1:
        parts.append(w("Body 0 is at rest; its axes are the space axes."))
    return listed(parts, " ")


def joints(w: Words, model: Model) -> Iterator[Block]:
    """Points and axes of all joints."""
    short, cuts = short_names(model), cut_joints(model, KINDS)
    rows = [
        (
            short[f"joint:{joint.name}"],
            called(joint.name, kind_title(w, joint, {})),
            places(
                (joint.parent, joint.point_parent),
                (joint.child, joint.point_child),
            ),
            listed(_joint_parts(w, joint, joint.name in cuts), "; "),
        )
        for joint in model.joints
    ]
    points = w(
        "Points are measured from the centre of mass (of body 0: from its origin) in body axes."
    )
    if any(joint.orientation != IDENTITY for joint in model.joints):
        axes = w(
            "Axes are given in the joint frame; the columns of the orientation are its axes in "
            "those of the first body, without one both are parallel. With all coordinates zero the "
            "axes of the second body are parallel to the joint frame."
        )
    else:
        axes = w(
            "Axes are given in those of the first body, to which the axes of the second are "
            "parallel with all coordinates zero."
        )
    text = f"{points} {axes}"
    heads = ("", w("Joint, kind"), w("Bodies: points (m)"), w("Axes, coordinates"))
    if rows:
        yield Table(w("Joints"), heads, rows, text)


def names_of(model: Model) -> list[str]:
    """The names that formulas in the words of a model may hold."""
    own = [entry.name for entry in (*model.parameters, *model.functions)]
    return [*own, *units_of_all_coordinates(model, KINDS)]


def places(*ends: tuple[int, Sequence[Scalar]]) -> Formula:
    """Points on bodies by their numbers, from one to the other."""
    return listed([(f"{body}: ", column(point)) for body, point in ends], " → ")


def _joint_parts(w: Words, joint: Joint, cut: bool) -> Iterator[Text]:
    if joint.orientation != IDENTITY:
        yield filled(w, "orientation {value}", value=matrix(joint.orientation))
    kind = JOINTS.get(joint.kind)
    for spec in kind.fields if kind else ():
        if says_something(spec, joint):
            yield field_words(w, spec, joint)
    if joint.coordinates:
        yield names(joint.coordinates)
    if cut:
        yield w("cut (loop closure)")


def coordinates(
    w: Words, model: Model, sheet: Sheet, units: Sequence[str], trajectory: Trajectory | None
) -> Iterator[Block]:
    """The coordinates and where they start; of a motion also the values that meet conditions."""
    if sheet.begun:
        yield _of_bodies(w, sheet)
        return
    start = {entry.coordinate: entry for entry in model.start}
    used = trajectory if trajectory and trajectory.coordinates == sheet.coordinates else None
    if used is None or not (sheet.of("G") or sheet.of("phi")):
        used = None
    heads = [w("Index"), w("Coordinate"), w("Unit"), w("Initial position"), w("Initial velocity")]
    rows: list[list[Text]] = []
    for at, name in enumerate(sheet.coordinates):
        entry = start.get(name)
        row: list[Text] = [(math(coordinate(at + 1)),), (name_math(name),)]
        row.append(unit(units[at]) if at < len(units) else "")
        if sheet.chosen is not None:
            begun = sheet.chosen.start
            row += [(math((f"{value:.6g}",)),) for value in begun[at]] if begun else [NONE, NONE]
        else:
            unit_of = units[at] if at < len(units) else ""
            row.append((formula(entry.position if entry else 0, unit_of),))
            row.append((formula(entry.velocity if entry else 0, unit_of),))
        if used is not None:
            alike = [place for place, name in enumerate(units) if name == units[at]]
            begun = (
                _first(float(table[0, at]), float(np.nanmax(np.abs(table[:, alike]))))
                for table in (used.q, used.qd)
            )
            row.append(listed(begun))
        rows.append(row)
    if used is not None:
        heads.append(w("Consistent initial values"))
    if rows:
        yield Table(w("Coordinates and initial values"), heads, rows)


def _of_bodies(w: Words, sheet: Sheet) -> Table:
    """Coordinates of bodies that are cut free, and where the joints put them at the start."""
    rows: list[list[Text]] = []
    for at, (name, begun) in enumerate(zip(sheet.coordinates, sheet.begun, strict=True), start=1):
        row: list[Text] = [(math(coordinate(at)),), (name_math(name),), unit(begun.unit)]
        for which in ("position", "velocity"):
            value: float | None = getattr(begun, which)
            alike = (getattr(own, which) for own in sheet.begun if own.unit == begun.unit)
            row.append(NONE if value is None else (_first(value, max(map(abs, alike))),))
        rows.append(row)
    heads = [w("Index"), w("Coordinate"), w("Unit"), w("Initial position"), w("Initial velocity")]
    return Table(w("Coordinates and initial values"), heads, rows)


def _first(value: float, largest: float) -> Box:
    """A value at the start; 0 where it is rounding of the largest one of its unit."""
    return formula(0.0 if abs(value) <= ROUNDING * largest else float(f"{value:.6g}"))


def parameters(w: Words, model: Model) -> Iterator[Block]:
    """The parameters with values and units; units that nobody gave as their places ask for."""
    asked, known = asked_units(model), names_of(model)
    rows = [
        (
            (name_math(entry.name),),
            (formula(entry.value, entry.unit),) if entry.value is not None else NONE,
            unit(in_si(entry.unit) or asked.get(entry.name, "")) or NONE,
            with_formulas(entry.description, known),
        )
        for entry in model.parameters
    ]
    heads = (w("Symbol"), w("Value"), w("Unit"), w("Meaning"))
    if rows:
        yield Table(w("Parameters"), heads, rows)


def asked_units(model: Model) -> dict[str, str]:
    """The units of fields that hold nothing but a name, by that name."""
    units: dict[str, str] = {}

    def note(value: Scalar | Sequence[Scalar], name: str) -> None:
        for part in (value,) if isinstance(value, str | int | float) else value:
            if isinstance(part, str) and name and "," not in name:
                units.setdefault(part.strip().lstrip("-").strip(), name)

    for body in model.bodies:
        note(body.mass, "kg")
        note([getattr(body.inertia, pair) for pair in PAIRS], "kg m^2")
    for joint in model.joints:
        note(joint.point_parent, "m")
        note(joint.point_child, "m")
        _note_fields(joint, JOINTS.get(joint.kind), note)
    for element in model.elements:
        _note_fields(element, ELEMENTS.get(element.kind), note)
    note(model.gravity, "m/s^2")
    return units


def _note_fields(record: Any, kind: JointKind | ElementKind | None, note: Any) -> None:
    for spec in kind.fields if kind else ():
        value = getattr(record, spec.name)
        if spec.type in (FieldType.SCALAR, FieldType.VECTOR):
            note(value, spec.unit)
        elif spec.type is FieldType.POINTS:
            for entry in value:
                note(entry.point, spec.unit)
        elif spec.type is FieldType.PLACES:
            for entry in value:
                note(entry, spec.unit)


def functions(w: Words, model: Model) -> Iterator[Block]:
    """Given functions."""
    entries: list[Text] = []
    for function in model.functions:
        arguments = joined((", ",), [named(name) for name in function.arguments])
        name = (*named(function.name), plain(arguments))
        expression = function.expression
        what = () if expression else (" ", *_told(w, function))
        entries.append((math((*name, " = ", *bare(expression)) if expression else name), *what))
    if entries:
        yield Heading(w("Functions"))
        yield Paragraph(listed(entries, _APART))


_APART = spelled(r",\quad ", '#text(",\u2003 ")')


def _told(w: Words, function: Function) -> Formula:
    """What a function without an expression is."""
    table = function.table
    if table is not None:
        curves = {
            "linear": w("linear interpolation"),
            "monotone": w("monotone cubic interpolation"),
            "akima": w("Akima spline"),
            "spline": w("natural cubic spline"),
        }
        between = curves[table.between]
        words = w("table of {count} points ({between})", count=len(table.points), between=between)
        return (words,)
    if function.integral:
        return filled(w, "integral of {name}", name=name_math(function.integral))
    return (w("unspecified"),)


def special_case(w: Words, model: Model, sheet: Sheet) -> Iterator[Block]:
    """What the special case of the equations replaces."""
    if not sheet.special:
        return
    case = next(case for case in model.special_cases if case.name == sheet.special)
    rows = [((name_math(r.name),), (formula(r.value),)) for r in case.replacements]
    title = w("Special case {name}", name=case.name)
    if rows:
        yield Table(title, (w("Name"), w("Replaced by")), rows)


def coordinate(number: int) -> Formula:
    """The coordinate of an index: q¹."""
    return (raised((letter("q"),), (str(number),)),)


def names(found: Sequence[str]) -> Text:
    """Coordinates in a row."""
    return (math(joined((",", GAP), [named(name) for name in found])),) if found else NONE


def kind_title(w: Words, record: Joint | Element, units: Mapping[str, str]) -> str:
    """What a joint or element is called within a sentence; its kind where that is not known."""
    title = title_of(record, units)
    return w.lowered(w.spoken(title)) if title else record.kind.replace("_", " ")


def called(name: str, title: str) -> str:
    """An item by its name and by the title of its kind, which is not said twice."""
    if name.casefold().startswith(title.casefold()):
        return name
    if title.casefold().startswith(name.casefold()):
        return name + title[len(name) :]
    return f"{name}, {title}"
