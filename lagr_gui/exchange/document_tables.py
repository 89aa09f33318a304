"""The tables of a document: everything that one needs to check its equations by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from lagr_gui.algebra import latex_name
from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.catalogue.kinds import (
    Condition,
    Dissipation,
    ElementKind,
    Energies,
    JointKind,
    Limit,
    Potential,
)
from lagr_gui.exchange.document_diagram import cut_joints, labels
from lagr_gui.exchange.escape import escaped
from lagr_gui.exchange.quantities import bare, column, field_value, formula, matrix, unit, with_unit
from lagr_gui.exchange.words import Words
from lagr_gui.mechanics.sheet import Sheet
from lagr_gui.model import Inertia, Joint, Model, Scalar
from lagr_gui.model.kinds import FieldSpec, FieldType
from lagr_gui.model.records import IDENTITY
from lagr_gui.simulation import Trajectory

Rows = Sequence[Sequence[str]]
PAIRS = ("xx", "yy", "zz", "xy", "xz", "yz")


def table(title: str, heads: Sequence[str], rows: Rows, widths: Sequence[float] = (0.45,)) -> str:
    """A table that may go over pages.

    `widths` are those of the last columns, as parts of a line, 0 where it is that of the words.
    """
    if not rows:
        return ""
    lengths = [0.0] * (len(heads) - len(widths)) + list(widths)
    columns = "".join(
        rf">{{\raggedright\arraybackslash}}p{{{length:g}\linewidth}}" if length else "l"
        for length in lengths
    )
    body = "\n".join(" & ".join(row) + r" \\" for row in rows)
    return (
        f"\\subsection*{{{title}}}\n\\begin{{longtable}}{{{columns}}}\n\\toprule\n"
        f"{' & '.join(heads)} \\\\\n\\midrule\n\\endhead\n{body}\n\\bottomrule\n\\end{{longtable}}"
    )


def bodies(w: Words, model: Model) -> str:
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
    found = table(w("Bodies"), heads, rows, (0.2, 0, 0, 0.34))
    return f"{found}\n\n{_space(w, model)}"


def _inertia(w: Words, inertia: Inertia) -> str:
    entries = [(pair, getattr(inertia, pair)) for pair in PAIRS]
    letter = "J" if inertia.form == "binet" else r"\theta"
    shown = [f"${letter}_{{{pair}}} = {bare(v)}$" for pair, v in entries if v not in (0, "0")]
    note = r" (Binet: $\int x_j x_k\,dm$)" if inertia.form == "binet" and shown else ""
    return (", ".join(shown) or w("none")) + note


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


def joints(w: Words, model: Model) -> str:
    """Points and axes of all joints."""
    short, cuts = labels(model), cut_joints(model)
    rows = [
        (
            short[f"joint:{joint.name}"],
            f"{escaped(joint.name)}, {_titled(w, JOINTS.get(joint.kind), joint.kind)}",
            f"{joint.parent} $\\to$ {joint.child}",
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
    heads = ("", w("Joint, kind"), w("Bodies"), w("Points, axes, coordinates"))
    found = table(w("Joints"), heads, rows, (0.22, 0, 0.52))
    return f"{found}\n\n{text}" if found else ""


def _joint_parts(w: Words, joint: Joint, cut: bool) -> Iterator[str]:
    for body, point in ((joint.parent, joint.point_parent), (joint.child, joint.point_child)):
        yield w("point on {body}: {value}", body=body, value=with_unit(column(point), "m"))
    if joint.orientation != IDENTITY:
        yield w("orientation {value}", value=matrix(joint.orientation))
    kind = JOINTS.get(joint.kind)
    for spec in kind.fields if kind else ():
        yield _field(w, spec, joint)
    if joint.coordinates:
        yield w("coordinates {names}", names=names(joint.coordinates))
    if cut:
        yield w("cut to open a closed path")


def _field(w: Words, spec: FieldSpec, record: Any) -> str:
    """A field by its label, such as “stiffness c = c₁ N/m”."""
    sign = " =" if spec.type == FieldType.SCALAR else ""
    label = escaped(w.lowered(w.of(spec.label)))
    return f"{label}{sign} {field_value(spec, getattr(record, spec.name), w)}"


def elements(w: Words, model: Model) -> str:
    """Ends, numbers and laws of all elements."""
    short = labels(model)
    rows = [
        (
            short[f"element:{element.name}"],
            f"{escaped(element.name)}, {_titled(w, ELEMENTS.get(element.kind), element.kind)}"
            + ("" if element.enabled else f" ({w('switched off')})"),
            "; ".join(_element_parts(w, element)),
        )
        for element in model.elements
    ]
    text = w(
        "In laws {length} is the distance between the two points, {value} the coordinate, {rate} "
        "the derivative of either, and {square} the square of the velocity of one point relative "
        "to the other.",
        **{name: rf"\emph{{{name}}}" for name in ("length", "value", "rate")},
        square=r"square\textsubscript{speed}",
    )
    heads = ("", w("Element, kind"), w("Ends, numbers, law"))
    found = table(w("Elements"), heads, rows, (0.25, 0.62))
    return f"{found}\n\n{text}" if found else ""


def _element_parts(w: Words, element: Any) -> Iterator[str]:
    kind = ELEMENTS.get(element.kind)
    if kind is None:
        return
    for spec in kind.fields:
        yield _field(w, spec, element)
    if element.own:
        yield w("coordinates {names}", names=names(element.own))
    yield from _law(kind)


def _law(kind: ElementKind) -> Iterator[str]:
    """The law of a kind in the names of its fields and measures."""
    match kind.law:
        case Potential(energy):
            yield f"$U = {bare(energy)}$"
        case Dissipation(power):
            yield f"$D = {bare(power)}$"
        case Condition(position, velocity):
            yield from (f"${bare(text)} = 0$" for text in (*position, *velocity))
        case Limit(reached):
            yield from (rf"${bare(text)} \leq 0$" for text in reached)
        case Energies(kinetic, potential, dissipation):
            given = (("T", kinetic), ("U", potential), ("D", dissipation))
            yield from (f"${letter} = {bare(text)}$" for letter, text in given if text != "0")
        case _:
            return


def coordinates(
    w: Words, model: Model, sheet: Sheet, units: Sequence[str], trajectory: Trajectory | None
) -> str:
    """The coordinates and where they start; of a motion also the values that meet conditions."""
    start = {entry.coordinate: entry for entry in model.start}
    used = trajectory if trajectory and trajectory.coordinates == sheet.coordinates else None
    heads = [w("Index"), w("Coordinate"), w("Unit"), w("Start"), w("Velocity")]
    rows = []
    for at, name in enumerate(sheet.coordinates):
        entry = start.get(name)
        row = [f"$q^{{{at + 1}}}$", f"${latex_name(name)}$"]
        row.append(unit(units[at]) if at < len(units) else "")
        row += [formula(entry.position if entry else 0), formula(entry.velocity if entry else 0)]
        if used is not None:
            row.append(f"${used.q[0, at]:.6g}$, $\\ {used.qd[0, at]:.6g}$")
        rows.append(row)
    if used is not None:
        heads.append(w("As simulated (meets the conditions)"))
    return table(w("Coordinates and start"), heads, rows, (0.3,))


def parameters(w: Words, model: Model) -> str:
    """The parameters with values and units; units that nobody gave as their places ask for."""
    asked = asked_units(model)
    rows = [
        (
            f"${latex_name(entry.name)}$",
            formula(entry.value) if entry.value is not None else "--",
            unit(entry.unit or asked.get(entry.name, "")) or "--",
            escaped(entry.description),
        )
        for entry in model.parameters
    ]
    heads = (w("Symbol"), w("Value"), w("Unit"), w("Meaning"))
    return table(w("Parameters"), heads, rows)


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


def functions(w: Words, model: Model) -> str:
    """Given functions."""
    rows = []
    for function in model.functions:
        arguments = ", ".join(latex_name(name) for name in function.arguments)
        value = (
            formula(function.expression) if function.expression is not None else w("unspecified")
        )
        rows.append((f"${latex_name(function.name)}({arguments})$", value))
    return table(w("Functions"), (w("Function"), w("Value")), rows)


def special_case(w: Words, model: Model, sheet: Sheet) -> str:
    """What the special case of the equations replaces."""
    if not sheet.special:
        return ""
    case = next(case for case in model.special_cases if case.name == sheet.special)
    rows = [(f"${latex_name(r.name)}$", formula(r.value)) for r in case.replacements]
    title = w("Special case {name}", name=escaped(case.name))
    return table(title, (w("Name"), w("Replaced by")), rows)


def transmitted(w: Words, t: np.ndarray, curves: Mapping[str, np.ndarray]) -> str:
    """The largest of what is transmitted, and when."""
    rows = []
    for name, values in curves.items():
        at = int(np.argmax(np.abs(values)))
        rows.append((escaped(name), f"${values[at]:.6g}$", f"${t[at]:.6g}$"))
    heads = (w("Quantity"), w("Largest value"), w("Time (s)"))
    return table(w("What joints and elements transmit"), heads, rows, (0.2,))


def names(found: Sequence[str]) -> str:
    """Coordinates in a row."""
    return "$" + ",\\ ".join(latex_name(name) for name in found) + "$" if found else "--"


def _titled(w: Words, kind: JointKind | ElementKind | None, name: str) -> str:
    return escaped(w.lowered(w.of(kind.title)) if kind else name.replace("_", " "))
