"""The forms of bodies."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.drawing.bodies.mesh_files import MeshFiles
from lagr_gui.editing import edits
from lagr_gui.editing.solid import COMPOSED, FORMLESS, follows, material_of
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Path
from lagr_gui.gui.panes.inspector.instance_form import port_section
from lagr_gui.gui.panes.inspector.rows import FieldsAt, Form, FormRow, Section, ValueSort
from lagr_gui.gui.panes.inspector.solid_forms import inertia_told, solid_sections
from lagr_gui.gui.words import tr
from lagr_gui.model import Body, Model
from lagr_gui.model.solids.bodies import materials

AXES = (("x", (1, 0, 0)), ("y", (0, 1, 0)), ("z", (0, 0, 1)))
"""Directions to choose by a click."""
SHAPES = ("box", "rod", "cylinder", "disc", "wheel", "sphere", "bead", "frame", "composed", "point")


def several_form(model: Model, keys: frozenset[str]) -> Form:
    """What several selected bodies have in common."""
    numbers = {int(key.partition(":")[2]) for key in keys if key.startswith("body:")} - {0}
    places = [i for i, body in enumerate(model.bodies) if body.number in numbers]
    if len(places) < 2:
        return (Section("", (FormRow(tr("Several items are selected."), ValueSort.NOTE, ()),)),)

    def paths(*rest: str) -> tuple[Path, ...]:
        return tuple(("bodies", place, *rest) for place in places)

    rows = (
        FormRow(tr("Mass"), ValueSort.SCALAR, paths("mass"), say("Change mass"), "kg"),
        FormRow(tr("Weight"), ValueSort.FLAG, paths("gravity"), say("Change weight")),
        FormRow(tr("Colour"), ValueSort.COLOR, paths("shape", "color"), say("Change colour")),
    )
    return (Section(tr("All selected bodies"), rows),)


def body_form(model: Model, number: int, files: MeshFiles) -> Form:
    """Mass, inertia and appearance of a body."""
    index = next(i for i, body in enumerate(model.bodies) if body.number == number)
    field = FieldsAt(("bodies", index), say("Change inertia"))
    letter = "θ̄" if model.bodies[index].inertia.form == "ordinary" else "θ"
    pulled = tr("Whether gravity acts on this body.")
    general = (
        field.row(tr("Name"), ValueSort.TEXT, "name", step="Rename"),
        _number_row(number, index),
        field.row(tr("Mass"), ValueSort.SCALAR, "mass", step=say("Change mass"), unit="kg"),
        field.row(
            tr("Centre of mass"),
            ValueSort.VECTOR,
            "centre",
            step=say("Change centre of mass"),
            unit="m",
            help=tr("From the origin of the points of the body; (0, 0, 0): they begin in it."),
        ),
        field.row(tr("Weight"), ValueSort.FLAG, "gravity", step=say("Change weight"), help=pulled),
    )
    forms = (("ordinary", tr("ordinary")), ("binet", tr("Binet")))
    meaning = tr("Ordinary: ∫(r² δ − x x)dm. Binet: ∫ x x dm.")
    inertia = (
        field.row(tr("Tensor"), ValueSort.CHOICE, "inertia", "form", choices=forms, help=meaning),
        *(
            field.row(
                f"{letter}{_digits(pair)}",
                ValueSort.SCALAR,
                *("inertia", pair),
                unit="kg m²",
                note=lambda m, pair=pair: _origin(m.bodies[index], files, pair),
            )
            for pair in ("xx", "yy", "zz", "xy", "xz", "yz")
        ),
    )
    return (
        Section("", general),
        Section(tr("Inertia about the centre of mass"), inertia),
        _appearance(model, index),
        *_solids(model, index, files),
        port_section(number),
    )


def _solids(model: Model, index: int, files: MeshFiles) -> Iterator[Section]:
    if model.bodies[index].shape.form == COMPOSED:
        yield from solid_sections(model, index, files)


def _origin(body: Body, files: MeshFiles, pair: str) -> str:
    """Where a moment of inertia comes from that nobody typed."""
    if pair[0] != pair[1]:
        return ""
    if body.shape.form == COMPOSED:
        return inertia_told(body, files)
    return tr("follows from mass and size") if follows(body) else ""


def _appearance(model: Model, index: int) -> Section:
    """Shape, colour, and what the shape needs besides."""
    field = FieldsAt(("bodies", index, "shape"), say("Change shape"))
    form = model.bodies[index].shape.form
    forms = tuple((form, tr(form)) for form in SHAPES)
    rows = [
        field.row(
            tr("Shape"),
            ValueSort.CHOICE,
            "form",
            choices=forms,
            put=lambda m, value: edits.set_form(m, index, value),
        )
    ]
    if form not in ("point", "frame", COMPOSED):
        rows.append(field.row(tr("Size"), ValueSort.VECTOR, "size", unit="m"))
        if form not in FORMLESS:
            rows.append(_material(index))
    if form in edits.WITH_AXIS:
        rows.append(
            field.row(
                tr("Along"),
                ValueSort.CHOICE,
                "axis",
                choices=tuple((axis, axis) for axis in "xyz"),
                put=lambda m, value: edits.set_axis(m, index, value),
            )
        )
    rows.append(field.row(tr("Colour"), ValueSort.COLOR, "color", step=say("Change colour")))
    return Section(tr("Appearance"), tuple(rows), folded=True)


def _material(index: int) -> FormRow:
    """Of what the body is, where its mass is that of its shape."""
    choices = tuple((name, tr(name)) for name in materials())
    return FormRow(
        tr("Material"),
        ValueSort.CHOICE,
        (("bodies", index, "shape"),),
        say("Change mass"),
        choices=(("", tr("any: the mass is typed")), *choices),
        help=tr("The mass follows from density and size, and goes with the size."),
        get=lambda model: material_of(model.bodies[index]),
        put=lambda model, name: edits.set_material(model, index, name),
    )


def _digits(pair: str) -> str:
    return "".join("₁₂₃"["xyz".index(letter)] for letter in pair)


def _number_row(number: int, index: int) -> FormRow:
    def put(model: Model, value: int) -> Model:
        mapping = {number: value}
        if value in model.numbers:
            mapping[value] = number
        return edits.renumber(model, mapping)

    return FormRow(
        tr("Number"),
        ValueSort.INTEGER,
        (("bodies", index, "number"),),
        "Renumber",
        help=tr("Numbers rise along every path from body 0."),
        put=put,
        follow=lambda value: f"body:{value}",
    )


def base_form() -> Form:
    """The prescribed motion of body 0."""
    field = FieldsAt(("base",), say("Change body 0"))
    of_time = tr("Functions of time t; at rest: (0, 0, 0).")
    rows = (
        field.row(tr("Name"), ValueSort.TEXT, "name", step="Rename"),
        field.row(tr("Position"), ValueSort.VECTOR, "position", unit="m", help=of_time),
        field.row(tr("Turn about"), ValueSort.VECTOR, "axis", presets=AXES),
        field.row(tr("Angle"), ValueSort.SCALAR, "angle", unit="rad"),
    )
    return (Section("", rows), port_section(0))
