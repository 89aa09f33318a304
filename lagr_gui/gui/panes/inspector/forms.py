"""The form of what is selected: made from the records of the model and the kinds' fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import degrees, radians
from typing import Any

from lagr_gui.catalogue import ELEMENTS, JOINTS, KINDS
from lagr_gui.catalogue.kinds import ElementKind
from lagr_gui.catalogue.motions import JointKind
from lagr_gui.drawing.bodies.mesh_files import NO_FILES, MeshFiles
from lagr_gui.editing import edits
from lagr_gui.editing.edits import get_value, set_note_text, set_note_width, set_value
from lagr_gui.editing.sketch.plane import tidy
from lagr_gui.expression.letters import pretty
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Path
from lagr_gui.gui.panes.inspector.body_forms import AXES, base_form, body_form, several_form
from lagr_gui.gui.panes.inspector.instance_form import bodies_and_ports, instance_form
from lagr_gui.gui.panes.inspector.model_form import model_form
from lagr_gui.gui.panes.inspector.rows import (
    FieldsAt,
    Form,
    FormButton,
    FormRow,
    Section,
    ValueSort,
)
from lagr_gui.gui.panes.inspector.signal_form import signal_form
from lagr_gui.gui.words import tr
from lagr_gui.model import BodyPoint, Element, FieldSpec, FieldType, Model, Role, Scalar, Vector
from lagr_gui.model.quantities import Places, units_of_coordinates
from lagr_gui.model.record import ZERO
from lagr_gui.model.turning import angles_of
from lagr_gui.topology.circuits import circuits


def form_of(
    model: Model, selection: frozenset[str], files: MeshFiles = NO_FILES
) -> tuple[str, Form]:
    """Title and form of a selection; without one, those of the model.

    `files` are the meshes beside it.
    """
    if not selection:
        return tr("Model"), model_form(model)
    if len(selection) > 1:
        form = records_form(model, selection) or several_form(model, selection)
        return tr("{n} items").format(n=len(selection)), form
    (key,) = selection
    sort, _, name = key.partition(":")
    if key == "body:0":
        return tr("Body 0"), base_form()
    if sort == "body":
        return tr("Body {n}").format(n=name), body_form(model, int(name), files)
    if sort == "joint":
        return tr("Joint"), _joint_form(model, name)
    if sort == "element":
        return tr("Element"), _element_form(model, name)
    if sort == "instance":
        return tr("Instance"), instance_form(model, name)
    if sort == "terminal":
        return tr("Terminal"), _terminal_form(model, name)
    if sort == "controller":
        return tr("Controller"), controller_form(model, name)
    if sort == "signal":
        return tr("Signal"), signal_form(model, name)
    if sort == "note":
        return tr("Note"), note_form(model, int(name))
    if sort == "mark":
        return mark_title(name), mark_form(name)
    return tr("Parameter"), parameter_form(model, name)


def _joint_form(model: Model, name: str) -> Form:
    index = next(i for i, joint in enumerate(model.joints) if joint.name == name)
    joint = model.joints[index]
    field = FieldsAt(("joints", index), say("Change joint"))
    kind = JOINTS.get(joint.kind)
    among = bodies_and_ports(model)
    coordinates = tuple(
        _coordinate_row((*field.at, "coordinates"), place, tr("Coordinate"))
        for place in range(len(joint.coordinates))
    )
    if kind is not None and kind.freedoms is None:
        coordinates = (field.row(tr("Coordinates"), ValueSort.WORDS, "coordinates"),)
    units = kind.units if kind is not None else ()
    starts = tuple(
        row
        for place, coordinate in enumerate(joint.coordinates)
        for row in start_rows(coordinate, units[place] if place < len(units) else "")
    )
    cut = tr("Of the joints of a closed path this one is cut: it becomes conditions.")
    general = (
        field.renamed(tr("Name"), f"joint:{name}"),
        _kind_row(field, {n: one.title for n, one in JOINTS.items()}, f"joint:{name}", kind),
        field.row(tr("From body"), ValueSort.CHOICE, "parent", choices=among),
        field.row(tr("To body"), ValueSort.CHOICE, "child", choices=among),
        *coordinates,
        field.row(tr("Cut here"), ValueSort.FLAG, "cut", step="Choose cut", help=cut),
    )
    on, centred = tr("Point on {n}"), tr("From the origin of the body, in its axes.")
    places = (
        *(
            field.row(on.format(n=body), ValueSort.VECTOR, point, unit="m", help=centred)
            for body, point in ((joint.parent, "point_parent"), (joint.child, "point_child"))
        ),
        *(_kind_rows(model, field, kind.fields) if kind is not None else ()),
    )
    axes = tuple(
        field.row(tr("Row {n}").format(n=row + 1), ValueSort.VECTOR, "orientation", row)
        for row in range(3)
    )
    if angles_of(joint.orientation) is not None:
        axes = (_turn_row(field, index), *axes)
    return (
        Section("", general),
        Section(tr("Where"), places),
        Section(tr("Axes of the joint in the first body"), axes, folded=joint.kind != "fixed"),
        *((Section(tr("At the start"), starts),) if starts else ()),
    )


def _turn_row(field: FieldsAt, index: int) -> FormRow:
    """The axes as angles; other matrices stand row by row."""

    def angles(model: Model) -> Vector:
        return angles_of(model.joints[index].orientation) or ZERO

    return field.row(
        tr("Turned about x, y, z"),
        ValueSort.VECTOR,
        "orientation",
        unit="rad",
        help=tr("Angles about the axes of the first body, one after the other."),
        get=angles,
        put=lambda model, value: edits.turn_joint(model, model.joints[index].name, value),
    )


def _coordinate_row(at: Path, place: int, word: str) -> FormRow:
    path = (*at, place)
    return FormRow(
        word if place == 0 else "",
        ValueSort.TEXT,
        (path,),
        "Rename coordinate",
        put=lambda model, value: edits.rename_coordinate(model, path, value),
    )


def start_rows(coordinate: str, unit: str) -> tuple[FormRow, FormRow]:
    """The rows of a coordinate's position and velocity at the start."""

    def start_of(model: Model) -> tuple[Scalar, Scalar]:
        for entry in model.start:
            if entry.coordinate == coordinate:
                return entry.position, entry.velocity
        return 0, 0

    def row(part: int, name: str, unit: str) -> FormRow:
        def put(model: Model, value: Scalar) -> Model:
            new = (value, start_of(model)[1]) if part == 0 else (start_of(model)[0], value)
            return edits.set_start(model, coordinate, *new)

        return FieldsAt(("start", coordinate), say("Change start")).row(
            pretty(coordinate, part),
            ValueSort.SCALAR,
            name,
            unit=unit,
            get=lambda model: start_of(model)[part],
            put=put,
        )

    return row(0, "position", unit), row(1, "velocity", f"{unit}/s" if unit else "")


def _element_form(model: Model, name: str) -> Form:
    index = next(i for i, element in enumerate(model.elements) if element.name == name)
    element = model.elements[index]
    field = FieldsAt(("elements", index), say("Change element"))
    kind = ELEMENTS.get(element.kind)
    fields = kind.fields if kind is not None else ()
    is_branch = kind is not None and kind.role is not None
    note = _charge_note(model, element) if is_branch else ""
    word = tr("Charge") if is_branch else tr("Coordinate")
    places = range(len(element.own))
    rows = tuple(_coordinate_row((*field.at, "own"), place, word) for place in places)
    if note:
        rows = (*rows, FormRow(note, ValueSort.NOTE, ()))
    if kind is not None and kind.own is None:
        rows = (field.row(tr("Own coordinates"), ValueSort.WORDS, "own"),)
    lists = tuple(
        _points_section(model, field.at, spec)
        for spec in fields
        if spec.type in (FieldType.POINTS, FieldType.PLACES)
    )
    units = (kind.own if kind is not None else None) or ("",) * len(element.own)
    named = zip(element.own, units, strict=False)
    starts = () if note else tuple(row for name, unit in named for row in start_rows(name, unit))
    idle = tr("Elements that are not active take no part.")
    moved = units_of_coordinates(model, KINDS)
    titles = {n: one.titled(element, moved) for n, one in ELEMENTS.items()}
    general = (
        field.renamed(tr("Name"), f"element:{name}"),
        _kind_row(field, titles, f"element:{name}", kind),
        *rows,
        *_kind_rows(model, field, fields),
        field.row(tr("Active"), ValueSort.FLAG, "enabled", help=idle),
    )
    return (
        Section("", general),
        *lists,
        *((Section(tr("At the start"), starts),) if starts else ()),
    )


def _kind_row(
    field: FieldsAt, titles: Mapping[str, str], key: str, kind: JointKind | ElementKind | None
) -> FormRow:
    """The choice of another kind of joint or element."""
    return field.row(
        tr("Kind"),
        ValueSort.CHOICE,
        "kind",
        step=say("Change kind"),
        choices=tuple((name, tr(title)) for name, title in titles.items()),
        help=tr(kind.help) if kind else "",
        put=lambda model, value: edits.change_kind(model, key, value),
    )


def _kind_rows(model: Model, field: FieldsAt, fields: tuple[FieldSpec, ...]) -> Iterator[FormRow]:
    spots = Places(model, KINDS)
    for spec in fields:
        match spec.type:
            case FieldType.POINTS | FieldType.PLACES:
                continue  # these have a section of their own
            case FieldType.MATRIX | FieldType.AXES:
                count = 3 if spec.type is FieldType.MATRIX else len(spec.default)
                for row in range(count):
                    label = f"{tr(spec.label)} {row + 1}"
                    yield field.row(label, ValueSort.VECTOR, spec.name, row, unit=spec.unit)
                continue
            case FieldType.BODY:
                choices = bodies_and_ports(model)
            case FieldType.COORDINATE:
                choices = tuple((name, pretty(name)) for name in model.coordinates)
            case FieldType.TERMINAL | FieldType.COIL:
                choices = _circuit_choices(model, spec.type)
            case _:
                choices = None
        unit = shown_unit(spots, (field.at,), spec)
        yield field_row(spec, (field.at,), field.step, unit, choices)


def parameter_form(model: Model, name: str) -> Form:
    """The form of a parameter."""
    index = next(i for i, entry in enumerate(model.parameters) if entry.name == name)
    field = FieldsAt(("parameters", index), say("Change parameter"))
    positive = tr("Known to be positive: √(l²) is shown as l.")
    rows = (
        field.renamed(tr("Symbol"), f"parameter:{name}"),
        field.row(tr("Value"), ValueSort.SCALAR, "value", optional=True),
        field.row(tr("Unit"), ValueSort.TEXT, "unit"),
        field.row(tr("Meaning"), ValueSort.TEXT, "description"),
        field.row(tr("Slider from"), ValueSort.NUMBER, "minimum", optional=True),
        field.row(tr("Slider to"), ValueSort.NUMBER, "maximum", optional=True),
        field.row(tr("Positive"), ValueSort.FLAG, "positive", help=positive),
    )
    remove = FormButton("Remove parameter", lambda model: edits.remove_parameter(model, name))
    return (Section("", rows, (remove,)),)


def _points_section(model: Model, at: Path, spec: FieldSpec) -> Section:
    """Point of every entry, with its body where it has one; buttons that add and remove one."""
    path = (*at, spec.name)
    field = FieldsAt(path, say("Change element"))
    points = get_value(model, path)
    rows: list[FormRow] = []
    new: BodyPoint | Vector = BodyPoint() if spec.type is FieldType.POINTS else (0, 0, 0)
    for index in range(len(points)):
        if spec.type is FieldType.PLACES:
            label = tr("Point {n}").format(n=index + 1)
            rows.append(field.row(label, ValueSort.VECTOR, index, unit=spec.unit))
            continue
        label = tr("Point {n}: body").format(n=index + 1)
        rows += [
            field.row(label, ValueSort.CHOICE, index, "body", choices=bodies_and_ports(model)),
            field.row(tr("Point on it"), ValueSort.VECTOR, index, "point", unit=spec.unit),
        ]
    more = FormButton(
        "Add point",
        lambda model: set_value(model, path, (*get_value(model, path), new)),
    )
    fewer = FormButton(
        "Remove last point",
        lambda model: set_value(model, path, get_value(model, path)[:-1]),
    )
    actions = (more, fewer) if points else (more,)
    return Section(tr(spec.label), tuple(rows), actions)


def _terminal_form(model: Model, name: str) -> Form:
    """Its name, and the branches that meet in it."""
    index = [terminal.name for terminal in model.terminals].index(name)
    branches = [element.name for element in model.elements if name in _ends(element)]
    meeting = tr("No branch meets here.")
    if branches:
        meeting = tr("Here meet: {names}.").format(names=", ".join(branches))
    name_row = FieldsAt(("terminals", index), "").renamed(tr("Name"), f"terminal:{name}")
    return (Section("", (name_row, FormRow(meeting, ValueSort.NOTE, ()))),)


def _charge_note(model: Model, element: Element) -> str:
    """What the charge of a branch is made of; empty where it is a coordinate itself."""
    network = circuits(model, KINDS)
    if not element.own or element.own[0] not in network.dependent:
        return ""
    charge = network.charges[element.name]
    if not charge:
        return tr("The branch lies in no closed mesh: no current flows.")
    terms = [("−" if sign < 0 else "+", pretty(name)) for name, sign in charge]
    text = " ".join(f"{sign} {name}" for sign, name in terms).removeprefix("+ ")
    return f"{pretty(element.own[0])} = {text.replace('− ', '−', 1) if text[0] == '−' else text}"


def _circuit_choices(model: Model, sort: FieldType) -> tuple[tuple[str, str], ...]:
    """The terminals, or the inductors, of a model."""
    if sort is FieldType.TERMINAL:
        return tuple((terminal.name, terminal.name) for terminal in model.terminals)
    coils = (e.name for e in model.elements if ELEMENTS[e.kind].role is Role.INDUCTANCE)
    return tuple((name, name) for name in coils)


def _ends(element: Element) -> set[str]:
    fields = ELEMENTS[element.kind].fields
    return {getattr(element, s.name) for s in fields if s.type is FieldType.TERMINAL}


# --- The form of a controller: file, signals, values -------------------------------------------


def controller_form(model: Model, name: str) -> Form:
    """Its file and sample time, what it measures, what it drives, the values of its parameters."""
    names = [controller.name for controller in model.simulation.controllers]
    place = names.index(name)
    controller = model.simulation.controllers[place]
    field = FieldsAt(("simulation", "controllers", place), say("Change controller"))
    general = (
        field.renamed(tr("Name"), f"controller:{name}"),
        field.row(tr("File"), ValueSort.UNIT, "file", help=tr("A unit of FMI for co-simulation.")),
        field.row(tr("Sample time"), ValueSort.NUMBER, "sample", unit="s"),
        field.row(tr("Acts"), ValueSort.FLAG, "enabled"),
    )
    measured = tr("What the input gets, such as phi', length(spring), force(hinge).y.")
    driven = tr("The parameter of the model that the output drives.")
    inputs = tuple(
        field.row(f"{entry.name} ←", ValueSort.TEXT, "inputs", at, "expression", help=measured)
        for at, entry in enumerate(controller.inputs)
    )
    outputs = tuple(
        field.row(f"{entry.name} →", ValueSort.TEXT, "outputs", at, "parameter", help=driven)
        for at, entry in enumerate(controller.outputs)
    )
    values = tuple(
        field.row(f"{entry.name} =", ValueSort.NUMBER, "values", at, "value")
        for at, entry in enumerate(controller.values)
    )
    more = (tr("Inputs"), inputs), (tr("Outputs"), outputs), (tr("Values"), values)
    return (Section("", general), *(Section(title, rows) for title, rows in more if rows))


# --- The form of several joints or elements: the fields that they have in common ---------------

_SHARED = (FieldType.SCALAR, FieldType.VECTOR, FieldType.AXIS, FieldType.CHOICE)
"""Fields that several records can share; which bodies they join is a matter of each."""


def records_form(model: Model, keys: frozenset[str]) -> Form:
    """Common fields of several joints, or of several elements; empty for other selections."""
    sorts = {key.partition(":")[0] for key in keys}
    if len(keys) < 2 or sorts not in ({"joint"}, {"element"}):
        return ()
    joined = sorts == {"joint"}
    section, kinds = ("joints", JOINTS) if joined else ("elements", ELEMENTS)
    listed = model.joints if joined else model.elements
    names = {key.partition(":")[2] for key in keys}
    records = [(index, record) for index, record in enumerate(listed) if record.name in names]
    places: tuple[Path, ...] = tuple((section, index) for index, _ in records)
    fields = [kinds[record.kind].fields for _, record in records]
    common = [spec for spec in fields[0] if all(_has(others, spec) for others in fields[1:])]
    if joined:
        title, step = tr("All selected joints"), say("Change joint")
        columns = (
            (tr("Point on parents"), ValueSort.VECTOR, "point_parent", "m"),
            (tr("Point on children"), ValueSort.VECTOR, "point_child", "m"),
        )
    else:
        title, step = tr("All selected elements"), say("Change element")
        columns = ((tr("Active"), ValueSort.FLAG, "enabled", ""),)
    shared = (spec for spec in common if spec.type in _SHARED)
    spots = Places(model, KINDS)
    rows = [
        *(field_row(spec, places, step, shown_unit(spots, places, spec)) for spec in shared),
        *(
            FormRow(label, sort, _below(places, name), step, unit)
            for label, sort, name, unit in columns
        ),
    ]
    return (Section(title, tuple(rows)),)


def _below(places: tuple[Path, ...], name: str) -> tuple[Path, ...]:
    return tuple((*place, name) for place in places)


def _has(fields: tuple[FieldSpec, ...], spec: FieldSpec) -> bool:
    """Whether a kind has the same field: of that name, type and unit, with the same choices."""
    return any(
        (field.name, field.type, field.unit, field.choices)
        == (spec.name, spec.type, spec.unit, spec.choices)
        for field in fields
    )


def shown_unit(known: Places, places: tuple[Path, ...], spec: FieldSpec) -> str:
    """The unit of a field of a kind: that of its coordinate; none where records differ."""
    units = {known.unit(place) for place in _below(places, spec.name)}
    if len(units) > 1:
        return ""
    return spec.unit if units <= {"", "1"} else units.pop()


def field_row(
    spec: FieldSpec,
    places: tuple[Path, ...],
    step: str,
    unit: str,
    choices: tuple[tuple[Any, str], ...] | None = None,
) -> FormRow:
    """The row of a field of a kind, for all records at the places."""
    if choices is None:
        choices = tuple((word, tr(word)) for word in spec.choices)
    sorts = {FieldType.SCALAR: ValueSort.SCALAR, FieldType.VECTOR: ValueSort.VECTOR}
    is_axis = spec.type is FieldType.AXIS
    return FormRow(
        tr(spec.label),
        ValueSort.VECTOR if is_axis else sorts.get(spec.type, ValueSort.CHOICE),
        _below(places, spec.name),
        step,
        unit,
        choices=choices,
        presets=AXES if is_axis else (),
    )


# --- The forms of what says nothing of mechanics: marks in the sketch, notes on the diagram ----

ANGLE_DIGITS = 9
"""After the point of an angle in degrees."""


def mark_title(name: str) -> str:
    """What a mark is called by the section in which it is."""
    words = {"points": tr("Point"), "walls": tr("Wall"), "measures": tr("Measure")}
    words["pictures"] = tr("Picture")
    return words[name.partition(".")[0]]


def mark_form(name: str) -> Form:
    """The fields of a mark; `name` is its section and index, as in ``walls.0``."""
    section, _, place = name.partition(".")
    field = FieldsAt(("sketch", section, int(place)), say("Change the sketch"))
    if section == "measures":
        aside = tr("How far aside it is written")
        return (
            Section("", (field.row(tr("Aside"), ValueSort.NUMBER, "aside", unit="m", help=aside),)),
        )
    if section == "pictures":
        return (Section("", tuple(_picture_rows(field))),)
    on = tr("From the origin of the body, in its axes.")
    if section == "points":
        return (
            Section(
                "",
                (
                    field.row(tr("Name"), ValueSort.TEXT, "name"),
                    field.row(tr("Point"), ValueSort.VECTOR, "point", unit="m", help=on),
                    field.row(tr("Path is drawn"), ValueSort.FLAG, "traced"),
                ),
            ),
        )
    ends = ((tr("Begins at"), "start"), (tr("Ends at"), "end"))
    return (
        Section("", tuple(field.row(t, ValueSort.VECTOR, f, unit="m", help=on) for t, f in ends)),
    )


def note_form(model: Model, number: int) -> Form:
    """Text and width of a note."""
    index = [note.number for note in model.layout.notes].index(number)
    field = FieldsAt(("layout", "notes", index), say("Change note"))
    key = f"note:{number}"
    wide = tr("In pixels at full size; pull the right edge.")
    rows = (
        field.row(
            tr("Text"),
            ValueSort.PROSE,
            "text",
            put=lambda model, value: set_note_text(model, key, value),
        ),
        field.row(
            tr("Width"),
            ValueSort.NUMBER,
            "width",
            help=wide,
            put=lambda model, value: set_note_width(model, key, value),
        ),
    )
    return (Section("", rows),)


def _picture_rows(field: FieldsAt) -> Iterator[FormRow]:
    """The file of a picture, where it lies and how it is seen."""
    where = tr("PNG, JPEG, WebP, BMP or GIF, beside the file of the model or anywhere.")
    yield field.row(tr("File"), ValueSort.TEXT, "file", help=where)
    corner = tr("Of its lower left corner.")
    yield field.row("x", ValueSort.NUMBER, "x", unit="m", help=corner)
    yield field.row("y", ValueSort.NUMBER, "y", unit="m", help=corner)
    by_points = tr("I: pull from point to point of the picture and type their distance.")
    yield field.row(tr("Width"), ValueSort.NUMBER, "width", unit="m", help=by_points)
    yield field.row(
        tr("Turned by"),
        ValueSort.NUMBER,
        "turn",
        unit="deg",
        help=corner,
        get=lambda model: _degrees(get_value(model, (*field.at, "turn"))),
        put=lambda model, value: set_value(model, (*field.at, "turn"), radians(value)),
    )
    yield field.row(tr("Opacity"), ValueSort.NUMBER, "opacity", help=tr("From 0 to 1."))


def _degrees(angle: float) -> Scalar:
    """An angle (rad) in degrees, without the digits that the turn into radians adds."""
    return tidy(round(degrees(angle), ANGLE_DIGITS))
