"""The form of what is selected: made from the records of the model and the kinds' fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lagr_gui.algebra.names import pretty
from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.catalogue.kinds import ElementKind
from lagr_gui.catalogue.motions import JointKind
from lagr_gui.editing import edits
from lagr_gui.gui.panes.inspector.body_forms import AXES, base_form, body_form, several_form
from lagr_gui.gui.panes.inspector.circuit_forms import charge_note, terminal_form
from lagr_gui.gui.panes.inspector.circuit_forms import choices as circuit_choices
from lagr_gui.gui.panes.inspector.model_form import model_form
from lagr_gui.gui.panes.inspector.points_form import bodies, points_section
from lagr_gui.gui.panes.inspector.rows import Form, FormButton, FormRow, Section, ValueSort
from lagr_gui.gui.panes.inspector.several_forms import records_form
from lagr_gui.gui.words import tr
from lagr_gui.message import say
from lagr_gui.model import FieldSpec, FieldType, Model
from lagr_gui.problem import Path

_SORTS = {
    FieldType.SCALAR: ValueSort.SCALAR,
    FieldType.VECTOR: ValueSort.VECTOR,
    FieldType.AXIS: ValueSort.VECTOR,
    FieldType.BODY: ValueSort.CHOICE,
    FieldType.COORDINATE: ValueSort.CHOICE,
    FieldType.TERMINAL: ValueSort.CHOICE,
    FieldType.COIL: ValueSort.CHOICE,
    FieldType.CHOICE: ValueSort.CHOICE,
}


def form_of(model: Model, selection: frozenset[str]) -> tuple[str, Form]:
    """Title and form of a selection; without one, those of the model."""
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
        return tr("Body {n}").format(n=name), body_form(model, int(name))
    if sort == "joint":
        return tr("Joint"), _joint_form(model, name)
    if sort == "element":
        return tr("Element"), _element_form(model, name)
    if sort == "terminal":
        return tr("Terminal"), terminal_form(model, name)
    return tr("Parameter"), parameter_form(model, name)


def _joint_form(model: Model, name: str) -> Form:
    index = next(i for i, joint in enumerate(model.joints) if joint.name == name)
    joint = model.joints[index]
    at: Path = ("joints", index)
    kind = JOINTS.get(joint.kind)
    step = say("Change joint")
    among = bodies(model)
    coordinates = tuple(
        _coordinate_row(("joints", index, "coordinates"), place, tr("Coordinate"))
        for place in range(len(joint.coordinates))
    )
    if kind is not None and kind.freedoms is None:
        coordinates = (FormRow(tr("Coordinates"), ValueSort.WORDS, ((*at, "coordinates"),), step),)
    units = kind.units if kind is not None else ()
    starts = tuple(
        row
        for place, coordinate in enumerate(joint.coordinates)
        for row in start_rows(coordinate, units[place] if place < len(units) else "")
    )
    return (
        Section(
            "",
            (
                _name_row("joint", index, name),
                _kind_row(JOINTS, at, f"joint:{name}", kind),
                FormRow(tr("From body"), ValueSort.CHOICE, ((*at, "parent"),), step, choices=among),
                FormRow(tr("To body"), ValueSort.CHOICE, ((*at, "child"),), step, choices=among),
                *coordinates,
                FormRow(
                    tr("Cut here"),
                    ValueSort.FLAG,
                    ((*at, "cut"),),
                    tr("Choose cut"),
                    help=tr(
                        "Of the joints of a closed path this one is cut: it becomes conditions."
                    ),
                ),
            ),
        ),
        Section(
            tr("Where"),
            (
                FormRow(
                    tr("Point on {n}").format(n=joint.parent),
                    ValueSort.VECTOR,
                    ((*at, "point_parent"),),
                    step,
                    "m",
                    help=tr("From the centre of mass, in the axes of the body."),
                ),
                FormRow(
                    tr("Point on {n}").format(n=joint.child),
                    ValueSort.VECTOR,
                    ((*at, "point_child"),),
                    step,
                    "m",
                    help=tr("From the centre of mass, in the axes of the body."),
                ),
                *(_kind_rows(model, at, kind.fields, step) if kind is not None else ()),
            ),
        ),
        Section(
            tr("Axes of the joint in the first body"),
            tuple(
                FormRow(
                    tr("Row {n}").format(n=row + 1),
                    ValueSort.VECTOR,
                    ((*at, "orientation", row),),
                    step,
                )
                for row in range(3)
            ),
            folded=True,
        ),
        *((Section(tr("At the start"), starts),) if starts else ()),
    )


def _coordinate_row(at: Path, place: int, word: str) -> FormRow:
    path = (*at, place)
    return FormRow(
        word if place == 0 else "",
        ValueSort.TEXT,
        (path,),
        tr("Rename coordinate"),
        put=lambda model, value: edits.rename_coordinate(model, path, value),
    )


def start_rows(coordinate: str, unit: str) -> tuple[FormRow, FormRow]:
    """The rows of a coordinate's position and velocity at the start."""

    def known(model: Model) -> tuple[Any, Any]:
        for entry in model.start:
            if entry.coordinate == coordinate:
                return entry.position, entry.velocity
        return 0, 0

    step = say("Change start")
    rate = f"{unit}/s" if unit else ""
    return (
        FormRow(
            pretty(coordinate),
            ValueSort.SCALAR,
            (("start", coordinate, "position"),),
            step,
            unit,
            get=lambda model: known(model)[0],
            put=lambda model, value: edits.set_start(model, coordinate, value, known(model)[1]),
        ),
        FormRow(
            pretty(coordinate, 1),
            ValueSort.SCALAR,
            (("start", coordinate, "velocity"),),
            step,
            rate,
            get=lambda model: known(model)[1],
            put=lambda model, value: edits.set_start(model, coordinate, known(model)[0], value),
        ),
    )


def _element_form(model: Model, name: str) -> Form:
    index = next(i for i, element in enumerate(model.elements) if element.name == name)
    element = model.elements[index]
    at: Path = ("elements", index)
    kind = ELEMENTS.get(element.kind)
    fields = kind.fields if kind is not None else ()
    step = say("Change element")
    is_branch = kind is not None and kind.role is not None
    note = charge_note(model, element) if is_branch else ""
    word = tr("Charge") if is_branch else tr("Coordinate")
    own = tuple(_coordinate_row((*at, "own"), place, word) for place in range(len(element.own)))
    if note:
        own = (*own, FormRow(note, ValueSort.NOTE, ()))
    if kind is not None and kind.own is None:
        own = (FormRow(tr("Own coordinates"), ValueSort.WORDS, ((*at, "own"),), step),)
    lists = tuple(
        points_section(model, at, spec) for spec in fields if spec.type is FieldType.POINTS
    )
    units = (kind.own if kind is not None else None) or ("",) * len(element.own)
    named = zip(element.own, units, strict=False)
    starts = () if note else tuple(row for name, unit in named for row in start_rows(name, unit))
    return (
        Section(
            "",
            (
                _name_row("element", index, name),
                _kind_row(ELEMENTS, at, f"element:{name}", kind),
                *own,
                *(_kind_rows(model, at, kind.fields, step) if kind is not None else ()),
                FormRow(
                    tr("Active"),
                    ValueSort.FLAG,
                    ((*at, "enabled"),),
                    step,
                    help=tr("Elements that are not active take no part."),
                ),
            ),
        ),
        *lists,
        *((Section(tr("At the start"), starts),) if starts else ()),
    )


def _kind_row(
    known: Mapping[str, Any], at: Path, key: str, kind: JointKind | ElementKind | None
) -> FormRow:
    """The choice of another kind of joint or element."""
    return FormRow(
        tr("Kind"),
        ValueSort.CHOICE,
        ((*at, "kind"),),
        say("Change kind"),
        choices=tuple((name, tr(entry.title)) for name, entry in known.items()),
        help=tr(kind.help) if kind else "",
        put=lambda model, value: edits.change_kind(model, key, value),
    )


def _kind_rows(
    model: Model, at: Path, fields: tuple[FieldSpec, ...], step: str
) -> tuple[FormRow, ...]:
    rows: list[FormRow] = []
    for spec in fields:
        if spec.type is FieldType.POINTS:
            continue  # these have a section of their own
        label, path = tr(spec.label), (*at, spec.name)
        if spec.type in (FieldType.MATRIX, FieldType.AXES):
            count = 3 if spec.type is FieldType.MATRIX else len(spec.default)
            rows += [
                FormRow(f"{label} {row + 1}", ValueSort.VECTOR, ((*path, row),), step, spec.unit)
                for row in range(count)
            ]
            continue
        choices: tuple[tuple[Any, str], ...] = tuple((word, tr(word)) for word in spec.choices)
        if spec.type is FieldType.BODY:
            choices = bodies(model)
        elif spec.type is FieldType.COORDINATE:
            choices = tuple((name, pretty(name)) for name in model.coordinates)
        elif spec.type in (FieldType.TERMINAL, FieldType.COIL):
            choices = circuit_choices(model, spec.type)
        rows.append(
            FormRow(
                label,
                _SORTS[spec.type],
                (path,),
                step,
                spec.unit,
                choices=choices,
                presets=AXES if spec.type is FieldType.AXIS else (),
            )
        )
    return tuple(rows)


def _name_row(sort: str, index: int, name: str) -> FormRow:
    section = "joints" if sort == "joint" else "elements"
    return FormRow(
        tr("Name"),
        ValueSort.TEXT,
        ((section, index, "name"),),
        tr("Rename"),
        put=lambda model, value: edits.rename(model, f"{sort}:{name}", value),
        follow=lambda value: f"{sort}:{value}",
    )


def parameter_form(model: Model, name: str) -> Form:
    """The form of a parameter."""
    index = next(i for i, entry in enumerate(model.parameters) if entry.name == name)
    at: Path = ("parameters", index)
    step = say("Change parameter")
    rename: Callable[[Model, Any], Model] = lambda m, value: edits.rename(  # noqa: E731
        m, f"parameter:{name}", value
    )
    return (
        Section(
            "",
            (
                FormRow(
                    tr("Symbol"),
                    ValueSort.TEXT,
                    ((*at, "name"),),
                    tr("Rename"),
                    put=rename,
                    follow=lambda value: f"parameter:{value}",
                ),
                FormRow(tr("Value"), ValueSort.SCALAR, ((*at, "value"),), step, optional=True),
                FormRow(tr("Unit"), ValueSort.TEXT, ((*at, "unit"),), step),
                FormRow(tr("Meaning"), ValueSort.TEXT, ((*at, "description"),), step),
                FormRow(
                    tr("Slider from"), ValueSort.NUMBER, ((*at, "minimum"),), step, optional=True
                ),
                FormRow(
                    tr("Slider to"), ValueSort.NUMBER, ((*at, "maximum"),), step, optional=True
                ),
                FormRow(
                    tr("Positive"),
                    ValueSort.FLAG,
                    ((*at, "positive"),),
                    step,
                    help=tr("Known to be positive: √(l²) is shown as l."),
                ),
            ),
            (
                FormButton(
                    tr("Remove parameter"),
                    tr("Remove parameter"),
                    edit=lambda model: edits.remove_parameter(model, name),
                ),
            ),
        ),
    )
