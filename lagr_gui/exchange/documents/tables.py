"""The tables of a document: everything that one needs to check its equations by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from lagr_gui.catalogue import ELEMENTS, JOINTS, KINDS, title_of
from lagr_gui.catalogue.kinds import ElementKind
from lagr_gui.catalogue.motions import JointKind
from lagr_gui.drawing.looks import short_names
from lagr_gui.exchange.documents.blocks import Block, ColumnTable, Heading, Paragraph, Table
from lagr_gui.exchange.documents.quantities import (
    bare,
    column,
    field_words,
    formula,
    matrix,
    unit,
    with_unit,
)
from lagr_gui.expression.units import in_si
from lagr_gui.foundation.languages import Words
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.model import Element, Function, Inertia, Joint, Model, Scalar
from lagr_gui.model.kinds import FieldType
from lagr_gui.model.record import IDENTITY
from lagr_gui.simulation import Trajectory
from lagr_gui.topology import cut_joints
from lagr_gui.typesetting import latex_name
from lagr_gui.typesetting.escape import escaped

PAIRS = ("xx", "yy", "zz", "xy", "xz", "yz")


def bodies(w: Words, model: Model) -> Iterator[Block]:
    """Masses and inertias; gravity and the motion of body 0 before them."""
    rows = [
        (
            str(body.number),
            escaped(body.name),
            formula(body.mass),
            w("yes") if body.gravity else w("no"),
            _inertia(w, body.inertia),
        )
        for body in model.bodies
    ]
    inertia = w("Inertia about the centre of mass, body axes ({unit})", unit=r"kg\,m$^2$")
    heads = (w("Body"), w("Name"), w("Mass (kg)"), w("Weight"), inertia)
    if rows:
        yield Table(w("Bodies"), heads, rows, (0.2, 0, 0, 0.34))
    binet = any(body.inertia.form == "binet" for body in model.bodies)
    note = r"Binet: $J_{jk} = \int x_j x_k\,dm$. " if binet else ""
    yield Paragraph(note + _space(w, model), small=True)


def _inertia(w: Words, inertia: Inertia) -> str:
    entries = [(pair, getattr(inertia, pair)) for pair in PAIRS]
    letter = "J" if inertia.form == "binet" else r"\theta"
    shown = [f"${letter}_{{{pair}}} = {bare(v)}$" for pair, v in entries if v not in (0, "0")]
    return ", ".join(shown) or w("none")


def _space(w: Words, model: Model) -> str:
    """Gravity, and where body 0 is."""
    base = model.base
    gravity = with_unit(column(model.gravity), "m/s^2")
    parts = [w("Gravity in space axes: {value}.", value=gravity)]
    if base.position != (0, 0, 0):
        origin = with_unit(column(base.position), "m")
        parts.append(w("Origin of body 0: {value}.", value=origin))
    if base.matrix is not None:
        rows = matrix(base.matrix)
        parts.append(w("Rows are the axes of body 0 in space: {value}.", value=rows))
    elif base.angle not in (0, "0"):
        angle, axis = with_unit(formula(base.angle), "rad"), column(base.axis)
        parts.append(w("Body 0 is turned by {angle} about {axis}.", angle=angle, axis=axis))
    if len(parts) == 1:
        parts.append(w("Body 0 is at rest: its axes are those of space."))
    return " ".join(parts)


def joints(w: Words, model: Model) -> Iterator[Block]:
    """Points and axes of all joints."""
    short, cuts = short_names(model), cut_joints(model, KINDS)
    rows = [
        (
            short[f"joint:{joint.name}"],
            f"{escaped(joint.name)}, {kind_title(w, joint, {})}",
            places(
                (joint.parent, joint.point_parent),
                (joint.child, joint.point_child),
            ),
            "; ".join(_joint_parts(w, joint, joint.name in cuts)),
        )
        for joint in model.joints
    ]
    text = w(
        "Points are counted from the centre of mass (of body 0: from its origin) in the axes of "
        "the body. Axes are given in the joint frame, whose columns in the axes of the first "
        "body are those of the orientation; without one they are parallel. With all "
        "coordinates zero the axes of the second body are parallel to the joint frame."
    )
    heads = ("", w("Joint, kind"), w("Bodies: points (m)"), w("Axes, coordinates"))
    if rows:
        yield Table(w("Joints"), heads, rows, (0.2, 0.36, 0.36))
        yield Paragraph(text, small=True)


def places(*ends: tuple[int, Sequence[Scalar]]) -> str:
    """Points on bodies by their numbers, from one to the other."""
    return r" $\to$ ".join(f"{body}: {column(point)}" for body, point in ends)


def _joint_parts(w: Words, joint: Joint, cut: bool) -> Iterator[str]:
    if joint.orientation != IDENTITY:
        yield w("orientation {value}", value=matrix(joint.orientation))
    kind = JOINTS.get(joint.kind)
    for spec in kind.fields if kind else ():
        yield field_words(w, spec, joint)
    if joint.coordinates:
        yield names(joint.coordinates)
    if cut:
        yield w("cut to open a closed path")


def coordinates(
    w: Words, model: Model, sheet: Sheet, units: Sequence[str], trajectory: Trajectory | None
) -> Iterator[Block]:
    """The coordinates and where they start; of a motion also the values that meet conditions."""
    start = {entry.coordinate: entry for entry in model.start}
    used = trajectory if trajectory and trajectory.coordinates == sheet.coordinates else None
    heads = [w("Index"), w("Coordinate"), w("Unit"), w("Start"), w("Velocity")]
    rows = []
    for at, name in enumerate(sheet.coordinates):
        entry = start.get(name)
        row = [f"$q^{{{at + 1}}}$", f"${latex_name(name)}$"]
        row.append(unit(units[at]) if at < len(units) else "")
        if sheet.chosen is not None:
            begun = sheet.chosen.start
            row += [f"${value:.6g}$" for value in begun[at]] if begun else ["--", "--"]
        else:
            row.append(formula(entry.position if entry else 0))
            row.append(formula(entry.velocity if entry else 0))
        if used is not None:
            row.append(f"${used.q[0, at]:.6g}$, $\\ {used.qd[0, at]:.6g}$")
        rows.append(row)
    if used is not None:
        heads.append(w("As simulated (meets the conditions)"))
    if rows:
        yield Table(w("Coordinates and start"), heads, rows, (0.3,))


def parameters(w: Words, model: Model) -> Iterator[Block]:
    """The parameters with values and units; units that nobody gave as their places ask for."""
    asked = asked_units(model)
    rows = [
        (
            f"${latex_name(entry.name)}$",
            formula(entry.value) if entry.value is not None else "--",
            unit(in_si(entry.unit) or asked.get(entry.name, "")) or "--",
            escaped(entry.description),
        )
        for entry in model.parameters
    ]
    heads = (w("Symbol"), w("Value"), w("Unit"), w("Meaning"))
    if rows:
        yield ColumnTable(w("Parameters"), heads, rows, wide=3)


def asked_units(model: Model) -> dict[str, str]:
    """The units of fields that hold nothing but a name, by that name."""
    found: dict[str, str] = {}

    def note(value: Scalar | Sequence[Scalar], name: str) -> None:
        for part in (value,) if isinstance(value, str | int | float) else value:
            if isinstance(part, str) and name and "," not in name:
                found.setdefault(part.strip().lstrip("-").strip(), name)

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
    return found


def _note_fields(record: Any, kind: JointKind | ElementKind | None, note: Any) -> None:
    for spec in kind.fields if kind else ():
        value = getattr(record, spec.name)
        if spec.type in (FieldType.SCALAR, FieldType.VECTOR):
            note(value, spec.unit)
        elif spec.type is FieldType.POINTS:
            for entry in value:
                note(entry.point, spec.unit)


def functions(w: Words, model: Model) -> Iterator[Block]:
    """Given functions."""
    told = []
    for function in model.functions:
        arguments = ", ".join(latex_name(name) for name in function.arguments)
        name = f"{latex_name(function.name)}({arguments})"
        given = function.expression
        told.append(f"${name} = {bare(given)}$" if given else f"${name}$ {_told(w, function)}")
    if told:
        yield Heading(w("Functions"))
        yield Paragraph(",\\quad ".join(told))


def _told(w: Words, function: Function) -> str:
    """What a function without an expression is."""
    table = function.table
    if table is not None:
        curves = {
            "linear": w("straight lines"),
            "monotone": w("monotone cubics"),
            "akima": w("curve of Akima"),
            "spline": w("natural cubic spline"),
        }
        between = curves[table.between]
        return w("by {count} points ({between})", count=len(table.points), between=between)
    if function.integral:
        return w("integral of {name}", name=f"${latex_name(function.integral)}$")
    return w("unspecified")


def special_case(w: Words, model: Model, sheet: Sheet) -> Iterator[Block]:
    """What the special case of the equations replaces."""
    if not sheet.special:
        return
    case = next(case for case in model.special_cases if case.name == sheet.special)
    rows = [(f"${latex_name(r.name)}$", formula(r.value)) for r in case.replacements]
    title = w("Special case {name}", name=escaped(case.name))
    if rows:
        yield Table(title, (w("Name"), w("Replaced by")), rows)


def transmitted(w: Words, t: np.ndarray, curves: Mapping[str, np.ndarray]) -> Block:
    """The largest of what is transmitted, and when."""
    rows = []
    for name, values in curves.items():
        at = int(np.argmax(np.abs(values)))
        rows.append((escaped(w.spoken(name)), _figures(values[at]), _figures(t[at])))
    heads = (w("Quantity"), w("Largest value"), w("Time (s)"))
    return ColumnTable(w("What joints and elements transmit"), heads, rows, wide=0)


def _figures(value: float) -> str:
    return formula(float(f"{value:.6g}"))


def names(found: Sequence[str]) -> str:
    """Coordinates in a row."""
    return "$" + ",\\ ".join(latex_name(name) for name in found) + "$" if found else "--"


def kind_title(w: Words, record: Joint | Element, units: Mapping[str, str]) -> str:
    """What a joint or element is called within a sentence; its kind where that is not known."""
    title = title_of(record, units)
    return escaped(w.lowered(w.spoken(title)) if title else record.kind.replace("_", " "))
