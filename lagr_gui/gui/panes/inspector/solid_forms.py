"""The solids of a composed body: a section for each, and what the body has of them."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.drawing.bodies.appearance import solids_add_up
from lagr_gui.drawing.bodies.mesh_files import MeshFiles
from lagr_gui.editing import edits
from lagr_gui.editing.edits.shapes import TURNS
from lagr_gui.editing.solid import composed_of, is_of_solids
from lagr_gui.foundation.message import say
from lagr_gui.gui.panes.inspector.rows import (
    FieldsAt,
    FormButton,
    FormRow,
    Section,
    ValueSort,
)
from lagr_gui.gui.words import in_words, tr
from lagr_gui.model import Body, Model, Solid
from lagr_gui.model.solids.bodies import MESH, PLATE, dimensions, materials
from lagr_gui.scenery.values import known_values

FORMS = ("box", "cylinder", "tube", "sphere", "cone", "capsule", "rod", "plate", MESH)
UNITS = {"section": "m²"}
LABELS = {
    "radius": "Radius",
    "inner": "Inner radius",
    "length": "Length",
    "section": "Cross-section",
    "thickness": "Thickness",
}
"""What dimensions are called."""
_TURNED = tuple((axis, TURNS[axis]) for axis in "xyz")


def solid_sections(model: Model, index: int, files: MeshFiles) -> Iterator[Section]:
    """What there is to choose of each solid, and the buttons that bring or take them."""
    for number, solid in enumerate(model.bodies[index].shape.solids):
        sort = tr("hole") if solid.hole else tr(solid.form)
        title = tr("Solid {n}: {form}").format(n=number + 1, form=sort)
        buttons = [FormButton("Remove solid", lambda m, n=number: edits.remove_solid(m, index, n))]
        if solid.form == PLATE:
            buttons.append(
                FormButton("Add corner", lambda m, n=number: edits.add_corner(m, index, n))
            )
            buttons.append(
                FormButton("Remove corner", lambda m, n=number: edits.remove_corner(m, index, n))
            )
        rows = tuple(_rows(index, number, solid, files))
        yield Section(title, rows, tuple(buttons), folded=number > 0)
    yield Section(
        tr("All solids"),
        (FormRow(_told(model, index, files), ValueSort.NOTE, ()),),
        (
            FormButton("Add solid", lambda m: edits.add_solid(m, index)),
            FormButton(
                "Take mass and inertia",
                lambda m: edits.take_from_solids(m, index, files.filled),
            ),
        ),
    )


def _told(model: Model, index: int, files: MeshFiles) -> str:
    """Whether the body has what its solids tell."""
    body = model.bodies[index]
    composed = composed_of(body, files.filled)
    if composed is None:
        return tr("The solids do not tell mass, centre and inertia.")
    names = {
        "mass": tr("the mass"),
        "centre": tr("the centre of mass"),
        "inertia": tr("the inertia"),
    }
    values = known_values(model)
    if not solids_add_up(body.shape, values, files.surface):
        return tr("Solids overlap, or a hole reaches out: masses are sums all the same.")
    words = [word for name, word in names.items() if is_of_solids(body, composed, name)]
    if not words:
        return tr("Mass, centre of mass and inertia are typed.")
    return tr("Of the solids: {names}.").format(names=", ".join(words))


def inertia_told(body: Body, files: MeshFiles) -> str:
    """Whether the inertia of a body is that of its solids, and these have the mass it has."""
    composed = composed_of(body, files.filled)
    if composed is None or not is_of_solids(body, composed, "inertia"):
        return ""
    if is_of_solids(body, composed, "mass"):
        return tr("that of the solids")
    return tr("that of the solids alone")


def _rows(index: int, number: int, solid: Solid, files: MeshFiles) -> Iterator[FormRow]:
    field = FieldsAt(("bodies", index, "shape", "solids", number), say("Change solid"))
    yield field.row(
        tr("Form"),
        ValueSort.CHOICE,
        "form",
        choices=tuple((form, tr(form)) for form in FORMS),
        put=lambda model, form: edits.set_solid_form(model, index, number, form),
    )
    if solid.form == "box":
        yield field.row(tr("Size"), ValueSort.VECTOR, "size", unit="m")
    elif solid.form == MESH:
        where = tr("STL, OBJ or GLB, beside the file of the model.")
        yield field.row(tr("File"), ValueSort.TEXT, "file", help=where)
        if (problem := files.problem(solid.file)) is not None:
            yield FormRow(str(in_words(problem)), ValueSort.NOTE, ())
        metres = tr("Metres for one unit of the file: 0.001 for millimetres.")
        yield field.row(tr("Scale"), ValueSort.SCALAR, "scale", help=metres)
    else:
        for name in dimensions(solid.form):
            unit = UNITS.get(name, "m")
            yield field.row(tr(LABELS[name]), ValueSort.SCALAR, name, unit=unit)
    for corner in range(len(solid.corners) if solid.form == PLATE else 0):
        for axis in (0, 1):
            label = tr("Corner {n}, {axis}").format(n=corner + 1, axis="xy"[axis])
            yield field.row(label, ValueSort.SCALAR, "corners", corner, axis, unit="m")
    yield field.row(tr("Position"), ValueSort.VECTOR, "at", unit="m")
    turned = tr("Angles about the axes x, y, z of the body, one after the other.")
    yield field.row(
        tr("Turned by"), ValueSort.VECTOR, "turn", unit="rad", presets=_TURNED, help=turned
    )
    choices = tuple((name, tr(name)) for name in materials())
    yield field.row(
        tr("Material"),
        ValueSort.CHOICE,
        "material",
        choices=(("", tr("any, typed")), *choices),
    )
    if not solid.material:
        yield field.row(tr("Density"), ValueSort.SCALAR, "density", unit="kg/m³", optional=True)
        if solid.density is None:
            yield field.row(tr("Mass"), ValueSort.SCALAR, "mass", unit="kg", optional=True)
    yield field.row(tr("Hole"), ValueSort.FLAG, "hole", help=tr("It takes away."))
    yield field.row(tr("Colour"), ValueSort.COLOR, "color", step=say("Change colour"))
