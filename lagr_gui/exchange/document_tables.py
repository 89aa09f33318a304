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
from lagr_gui.exchange.document_figure import cut_joints, labels
from lagr_gui.exchange.escape import escaped
from lagr_gui.exchange.quantities import bare, column, field_value, formula, matrix, unit, with_unit
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


def bodies(model: Model) -> str:
    """Masses and inertias; gravity and the motion of body 0 before them."""
    rows = [
        (
            str(body.number),
            escaped(body.name),
            formula(body.mass),
            "yes" if body.gravity else "no",
            _inertia(body.inertia),
        )
        for body in model.bodies
    ]
    inertia = r"Inertia about the centre of mass, body axes (kg\,m$^2$)"
    found = table(
        "Bodies", ("Body", "Name", "Mass (kg)", "Weight", inertia), rows, (0.2, 0, 0, 0.34)
    )
    return f"{found}\n\n{_space(model)}"


def _inertia(inertia: Inertia) -> str:
    entries = [(pair, getattr(inertia, pair)) for pair in PAIRS]
    letter = "J" if inertia.form == "binet" else r"\theta"
    shown = [f"${letter}_{{{pair}}} = {bare(v)}$" for pair, v in entries if v not in (0, "0")]
    note = r" (Binet: $\int x_j x_k\,dm$)" if inertia.form == "binet" and shown else ""
    return (", ".join(shown) or "none") + note


def _space(model: Model) -> str:
    """Gravity, and where body 0 is."""
    base = model.base
    parts = [f"Gravity in space axes: {with_unit(column(model.gravity), 'm/s^2')}."]
    if base.position != (0, 0, 0):
        parts.append(f"Origin of body 0: {with_unit(column(base.position), 'm')}.")
    if base.matrix is not None:
        parts.append(f"Rows are the axes of body 0 in space: {matrix(base.matrix)}.")
    elif base.angle not in (0, "0"):
        turned = f"{with_unit(formula(base.angle), 'rad')} about {column(base.axis)}"
        parts.append(f"Body 0 is turned by {turned}.")
    if len(parts) == 1:
        parts.append("Body 0 is at rest: its axes are those of space.")
    return " ".join(parts)


def joints(model: Model) -> str:
    """Points and axes of all joints."""
    short, cuts = labels(model), cut_joints(model)
    rows = [
        (
            short[f"joint:{joint.name}"],
            f"{escaped(joint.name)}, {_titled(JOINTS.get(joint.kind), joint.kind)}",
            f"{joint.parent} $\\to$ {joint.child}",
            "; ".join(_joint_parts(joint, joint.name in cuts)),
        )
        for joint in model.joints
    ]
    text = (
        "Points are counted from the centre of mass (of body 0: from its origin) in the axes of "
        "the body. Axes are given in the joint frame, whose columns in the axes of the first "
        "body are those of the orientation; without one they are parallel. With all "
        "coordinates zero the axes of the second body are parallel to the joint frame."
    )
    found = table(
        "Joints", ("", "Joint, kind", "Bodies", "Points, axes, coordinates"), rows, (0.22, 0, 0.52)
    )
    return f"{found}\n\n{text}" if found else ""


def _joint_parts(joint: Joint, cut: bool) -> Iterator[str]:
    yield f"point on {joint.parent}: {with_unit(column(joint.point_parent), 'm')}"
    yield f"point on {joint.child}: {with_unit(column(joint.point_child), 'm')}"
    if joint.orientation != IDENTITY:
        yield f"orientation {matrix(joint.orientation)}"
    kind = JOINTS.get(joint.kind)
    for spec in kind.fields if kind else ():
        yield _field(spec, joint)
    if joint.coordinates:
        yield "coordinates " + names(joint.coordinates)
    if cut:
        yield "cut to open a closed path"


def _field(spec: FieldSpec, record: Any) -> str:
    """A field by its label, such as “stiffness c = c₁ N/m”."""
    sign = " =" if spec.type == FieldType.SCALAR else ""
    return f"{_lowered(spec.label['en'])}{sign} {field_value(spec, getattr(record, spec.name))}"


def elements(model: Model) -> str:
    """Ends, numbers and laws of all elements."""
    short = labels(model)
    rows = [
        (
            short[f"element:{element.name}"],
            f"{escaped(element.name)}, {_titled(ELEMENTS.get(element.kind), element.kind)}"
            + ("" if element.enabled else " (switched off)"),
            "; ".join(_element_parts(element)),
        )
        for element in model.elements
    ]
    text = (
        r"In laws \emph{length} is the distance between the two points, \emph{value} the "
        r"coordinate, \emph{rate} the derivative of either, and square\textsubscript{speed} the "
        r"square of the velocity of one point relative to the other."
    )
    found = table("Elements", ("", "Element, kind", "Ends, numbers, law"), rows, (0.25, 0.62))
    return f"{found}\n\n{text}" if found else ""


def _element_parts(element: Any) -> Iterator[str]:
    kind = ELEMENTS.get(element.kind)
    if kind is None:
        return
    for spec in kind.fields:
        yield _field(spec, element)
    if element.own:
        yield "coordinates " + names(element.own)
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
    model: Model, sheet: Sheet, units: Sequence[str], trajectory: Trajectory | None
) -> str:
    """The coordinates and where they start; of a motion also the values that meet conditions."""
    start = {entry.coordinate: entry for entry in model.start}
    used = trajectory if trajectory and trajectory.coordinates == sheet.coordinates else None
    heads = ["Index", "Coordinate", "Unit", "Start", "Velocity"]
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
        heads.append("As simulated (meets the conditions)")
    return table("Coordinates and start", heads, rows, (0.3,))


def parameters(model: Model) -> str:
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
    return table("Parameters", ("Symbol", "Value", "Unit", "Meaning"), rows)


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


def functions(model: Model) -> str:
    """Given functions."""
    rows = []
    for function in model.functions:
        arguments = ", ".join(latex_name(name) for name in function.arguments)
        value = formula(function.expression) if function.expression is not None else "unspecified"
        rows.append((f"${latex_name(function.name)}({arguments})$", value))
    return table("Functions", ("Function", "Value"), rows)


def special_case(model: Model, sheet: Sheet) -> str:
    """What the special case of the equations replaces."""
    if not sheet.special:
        return ""
    case = next(case for case in model.special_cases if case.name == sheet.special)
    rows = [(f"${latex_name(r.name)}$", formula(r.value)) for r in case.replacements]
    return table(f"Special case {escaped(case.name)}", ("Name", "Replaced by"), rows)


def transmitted(t: np.ndarray, curves: Mapping[str, np.ndarray]) -> str:
    """The largest of what is transmitted, and when."""
    rows = []
    for name, values in curves.items():
        at = int(np.argmax(np.abs(values)))
        rows.append((escaped(name), f"${values[at]:.6g}$", f"${t[at]:.6g}$"))
    heads = ("Quantity", "Largest value", "Time (s)")
    return table("What joints and elements transmit", heads, rows, (0.2,))


def names(found: Sequence[str]) -> str:
    """Coordinates in a row."""
    return "$" + ",\\ ".join(latex_name(name) for name in found) + "$" if found else "--"


def _titled(kind: JointKind | ElementKind | None, name: str) -> str:
    return escaped(_lowered(kind.title["en"]) if kind else name.replace("_", " "))


def _lowered(text: str) -> str:
    """A heading within a sentence; names of people and letters keep their size."""
    capital = len(text) > 1 and text[1].islower() and not text.startswith(("Lagr", "Hertz"))
    return escaped(text[0].lower() + text[1:] if capital else text)
