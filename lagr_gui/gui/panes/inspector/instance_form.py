"""The form of an instance of a subsystem: its values, its ports, how often it is repeated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lagr_gui.editing import edits
from lagr_gui.expression.letters import pretty
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui.panes.inspector.rows import FieldsAt, Form, FormRow, Section, ValueSort
from lagr_gui.gui.panes.inspector.texts import scalar_text
from lagr_gui.gui.words import tr
from lagr_gui.model import Attachment, BodyPort, ChainLink, Model, Scalar, SubsystemInstance, Vector
from lagr_gui.model.record import ZERO
from lagr_gui.subsystems import flat, is_foreign, own_numbers, settable, subsystem_of


def instance_form(model: Model, name: str) -> Form:
    """Name and number of members, values of parameters and functions, ports."""
    index = next(i for i, entry in enumerate(model.instances) if entry.name == name)
    instance = model.instances[index]
    inner = subsystem_of(model, instance)
    field = FieldsAt(("instances", index), say("Change instance"))
    subsystems = tuple((entry.name, entry.name) for entry in model.subsystems)

    def repeated(model: Model, count: int | None) -> Model:
        return edits.repeat_instance(model, name, count)

    many = tr("So many equal members; empty: one.")
    hanging = [port for port in inner.ports if is_foreign(port)]
    chained = len(hanging) == 1 and instance.repeat is not None
    general = (
        field.renamed(tr("Name"), f"instance:{name}"),
        field.row(tr("Subsystem"), ValueSort.CHOICE, "subsystem", choices=subsystems),
        field.row(
            tr("Members"), ValueSort.INTEGER, "repeat", optional=True, help=many, put=repeated
        ),
        *((_link_row(name, hanging[0], inner),) if chained else ()),
        FormRow(tr("A double click in the drawing opens the subsystem."), ValueSort.NOTE, ()),
    )
    matters = {p.name for p in settable(_whole(inner))} | {entry.name for entry in instance.values}
    values = [
        _value_row(field, index, p.name, p.unit, p.value)
        for p in inner.parameters
        if p.name in matters
    ]
    values += [_value_row(field, index, f.name, "", f.expression) for f in inner.functions]
    ports = tuple(
        row for port in hanging for row in _port_rows(model, instance, port, inner, not chained)
    )
    return (
        Section("", general),
        *((Section(tr("Values"), tuple(values)),) if values else ()),
        *((Section(tr("Attached to"), ports),) if ports else ()),
    )


def _whole(inner: Model) -> Model:
    """A subsystem with what lies in it, or as it is drawn where that is not sound."""
    try:
        return flat(inner)
    except LagrError:
        return inner


def _value_row(field: FieldsAt, index: int, of: str, unit: str, default: Scalar | None) -> FormRow:
    """A value that stands in the place of a parameter or function; empty: its `own` one holds."""

    def get(model: Model) -> Scalar | None:
        values = {entry.name: entry.value for entry in model.instances[index].values}
        return values.get(of)

    def put(model: Model, value: Scalar | None) -> Model:
        return edits.set_instance_value(model, model.instances[index].name, of, value)

    label = pretty(of)
    hint = "" if default is None else scalar_text(default)
    return field.row(
        label, ValueSort.SCALAR, "values", of, unit=unit, optional=True, get=get, put=put, hint=hint
    )


def _port_rows(
    model: Model, instance: SubsystemInstance, port: BodyPort, inner: Model, linking: bool
) -> Iterator[FormRow]:
    """The body for which a port stands, its place there, and what follows in a chain."""
    name = instance.name
    numbers = set(own_numbers(model, instance))
    choices = tuple((n, text) for n, text in bodies_and_ports(model) if n not in numbers)
    field = FieldsAt(("instances",), say("Attach port"))

    def entry(model: Model) -> Attachment:
        of = next(one for one in model.instances if one.name == name)
        attachments = (attachment for attachment in of.attachments if attachment.port == port.name)
        return next(attachments, Attachment(port=port.name, body=0))

    def put_body(model: Model, value: int) -> Model:
        return edits.attach_port(model, name, entry(model).having(body=value))

    def put_point(model: Model, value: Vector) -> Model:
        return edits.attach_port(model, name, entry(model).having(point=value))

    yield field.row(
        port.name,
        ValueSort.CHOICE,
        name,
        port.name,
        choices=choices,
        get=lambda model: entry(model).body,
        put=put_body,
    )
    yield field.row(
        tr("Point there"),
        ValueSort.VECTOR,
        name,
        port.name,
        "point",
        unit="m",
        get=lambda model: entry(model).point or ZERO,
        put=put_point,
    )
    if linking and instance.repeat is not None:
        yield _link_row(name, port, inner)


def _link_row(name: str, port: BodyPort, inner: Model) -> FormRow:
    """To which port of the member before it is attached."""
    field = FieldsAt(("instances",), say("Attach port"))
    ports = tuple((p.name, p.name) for p in inner.ports if not is_foreign(p))

    def get(model: Model) -> str:
        of = next(one for one in model.instances if one.name == name)
        return next((link.to for link in of.links if link.port == port.name), "")

    def put(model: Model, value: str) -> Model:
        def changed(one: SubsystemInstance) -> SubsystemInstance:
            links = tuple(link for link in one.links if link.port != port.name)
            new = (ChainLink(port=port.name, to=value),) if value else ()
            return one.having(links=(*links, *new)) if one.name == name else one

        return model.each("instances", changed)

    return field.row(
        tr("In a chain at"),
        ValueSort.CHOICE,
        name,
        port.name,
        "link",
        choices=(("", tr("none")), *ports),
        get=get,
        put=put,
        help=tr("The port of the member before at which this one hangs."),
    )


def bodies_and_ports(model: Model) -> tuple[tuple[int, str], ...]:
    """All bodies by number and name, and those of ports of instances."""
    ports = (
        (entry.body, f"{one.name}.{entry.port}")
        for one in model.instances
        for entry in one.attachments
        if entry.body in own_numbers(model, one)
    )
    return (
        (0, f"0 {model.base.name}"),
        *((b.number, f"{b.number} {b.name}") for b in model.bodies),
        *ports,
    )


def port_section(number: int) -> Section:
    """Whether a body is a port where the model is a part of another."""
    field = FieldsAt(("ports",), say("Change port"))

    def get(model: Model, name: str) -> Any:
        entry = next((port for port in model.ports if port.body == number), BodyPort(name=""))
        return getattr(entry, name)

    def put(model: Model, name: str, value: Any) -> Model:
        old = next((p for p in model.ports if p.body == number), BodyPort(name="", body=number))
        port = old.having(**{name: value})
        return edits.set_port(model, number, port if port.name else None)

    def row(label: str, sort: ValueSort, name: str, unit: str = "", help: str = "") -> FormRow:
        return field.row(
            label,
            sort,
            number,
            name,
            get=lambda model: get(model, name),
            put=lambda model, value: put(model, name, value),
            unit=unit,
            help=help,
        )

    named = tr("A name makes it known where this model is a subsystem of another.")
    foreign = tr("It stands for a body of the model that uses this one.")
    rows = (
        row(tr("Port"), ValueSort.TEXT, "name", help=named),
        row(tr("Point"), ValueSort.VECTOR, "point", unit="m"),
        *((row(tr("From outside"), ValueSort.FLAG, "outside", help=foreign),) if number else ()),
    )
    return Section(tr("As a part of others"), rows, folded=True)
