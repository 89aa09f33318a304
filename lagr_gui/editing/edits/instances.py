"""Instances of subsystems in a drawing: adding them, their names, their values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from lagr_gui.catalogue import KINDS
from lagr_gui.editing.edits import drawing
from lagr_gui.editing.edits.layout import move
from lagr_gui.editing.edits.names import free_symbol, instance_names
from lagr_gui.editing.edits.outputs import Items, with_words
from lagr_gui.expression import replaced, with_endings
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.model import (
    Attachment,
    BodyPort,
    ChainLink,
    Model,
    Replacement,
    Scalar,
    Subsystem,
    SubsystemInstance,
)
from lagr_gui.model.checks.check import name_fault
from lagr_gui.model.kinds import FieldType
from lagr_gui.model.sites import put, sites
from lagr_gui.subsystems import expand, is_foreign, subsystem_of

SYMBOLS = {FieldType.COORDINATE, FieldType.TERMINAL}
"""Fields in which elements name what stands in equations, or terminals."""


def own_parameter(model: Model, name: str) -> Model:
    """The model with a parameter of a member as its own, so that it can be changed here.

    The same model where it has the parameter already, or no member has it.
    """
    if any(entry.name == name for entry in model.parameters):
        return model
    brought = [entry for entry in expand(model).model.parameters if entry.name == name]
    return model.having(parameters=(*model.parameters, *brought))


def add_instance(model: Model, subsystem: Subsystem, at: tuple[float, float]) -> Model:
    """A new instance of a subsystem at a place of the drawing, the last one of the model.

    A subsystem that the model does not have yet comes along; another one of its name keeps it.
    """
    subsystems = {entry.name: entry for entry in model.subsystems}
    if subsystem.name in subsystems and subsystems[subsystem.name].model != subsystem.model:
        subsystem = subsystem.having(name=free_symbol(subsystem.name, subsystems))
    if subsystem.name not in subsystems:
        model = model.having(subsystems=(*model.subsystems, subsystem))
    name = free_symbol(_index(subsystem.name), instance_names(model))
    bodies = dict.fromkeys(p.body for p in subsystem.model.ports if not is_foreign(p))
    numbers = dict(zip(bodies, count(model.next_number), strict=False))
    ports = [port for port in subsystem.model.ports if port.body in numbers]
    made = SubsystemInstance(
        name=name,
        subsystem=subsystem.name,
        attachments=tuple(Attachment(port=p.name, body=numbers[p.body]) for p in ports),
        values=tuple(
            Replacement(name=p.name, value=p.name)
            for p in subsystem.model.parameters
            if p.name == "g" and any(parameter.name == "g" for parameter in model.parameters)
        ),
    )
    return move(model.having(instances=(*model.instances, made)), {f"instance:{name}": at})


def replace_subsystems(model: Model, new: Mapping[str, Subsystem]) -> Model:
    """The model with other subsystems in the place of those of their names."""
    return model.each("subsystems", lambda entry: new.get(entry.name, entry))


def set_port(model: Model, body: int, port: BodyPort | None) -> Model:
    """Let a body be a port where the model is a subsystem, or with None no longer be one."""
    others = tuple(entry for entry in model.ports if entry.body != body)
    return model.having(ports=(*others, port) if port is not None else others)


def _index(name: str) -> str:
    """A name as an index of names: letters and digits."""
    plain = "".join(letter for letter in name.lower() if letter.isascii() and letter.isalnum())
    return plain or "part"


def _changed(
    model: Model, name: str, change: Callable[[SubsystemInstance], SubsystemInstance]
) -> Model:
    """The model in which the instance of a name is another one."""
    return model.each("instances", lambda one: change(one) if one.name == name else one)


def set_instance_value(model: Model, name: str, of: str, value: Scalar | None) -> Model:
    """Give a parameter or function of an instance another value; None: that of its subsystem."""

    def changed(instance: SubsystemInstance) -> SubsystemInstance:
        values = {entry.name: entry.value for entry in instance.values}
        values.pop(of, None) if value is None else values.update({of: value})
        entries = tuple(Replacement(name=key, value=text) for key, text in values.items())
        return instance.having(values=entries)

    return _changed(model, name, changed)


def repeat_instance(model: Model, name: str, members: int | None) -> Model:
    """Make an instance so many equal members, or with None one that is not repeated.

    Where its subsystem hangs at one port and ends at a point of another one, several members become
    a chain; the links can be taken away afterwards.
    """

    def changed(one: SubsystemInstance) -> SubsystemInstance:
        links = one.links if one.repeat is not None else chain_links(subsystem_of(model, one))
        return one.having(repeat=members, links=() if members is None else links)

    return _changed(model, name, changed)


def chain_links(of: Model) -> tuple[ChainLink, ...]:
    """How members of a subsystem follow each other, where there is only one way."""
    hanging = [port for port in of.ports if is_foreign(port)]
    ends = [port for port in of.ports if not is_foreign(port)]
    if len(hanging) == len(ends) == 1 and ends[0].point != hanging[0].point:
        return (ChainLink(port=hanging[0].name, to=ends[0].name),)
    return ()


def attach_port(model: Model, name: str, entry: Attachment) -> Model:
    """Attach a port of an instance to a body, or to another point of it."""

    def changed(instance: SubsystemInstance) -> SubsystemInstance:
        others = {attachment.port: attachment for attachment in instance.attachments}
        return instance.having(attachments=tuple((others | {entry.port: entry}).values()))

    return _changed(model, name, changed)


def rename_instance(model: Model, old: str, new: str) -> Model:
    """Give an instance another name; what speaks of its members follows.

    Raises LagrError where the name is taken or can be no index.
    """
    if any(entry.name == new for entry in model.instances):
        raise _refused(new, say("The name “{name}” is taken.", name=new))
    if name_fault(f"q_{new}"):
        raise _refused(new, say("“{name}” cannot be an index of names.", name=new))
    before, items = symbols_brought(model, old), _items_brought(model, old)
    model = model.each("instances", lambda i: i.having(name=new) if i.name == old else i)
    names = (key.partition(":")[2] for key in _items_brought(model, new))
    model = with_symbols(
        model,
        dict(zip(before, symbols_brought(model, new), strict=True)),
        dict(zip(items, names, strict=True)),
    )
    return model.having(
        layout=drawing.renamed(model.layout, {f"instance:{old}": f"instance:{new}"})
    )


def symbols_brought(model: Model, name: str) -> list[str]:
    """The names of all that an instance brings into equations."""
    sections = ("joints", "elements", "parameters", "functions", "terminals")
    return [symbol for s, record in _brought(model, name, sections) for symbol in _of(s, record)]


def _items_brought(model: Model, name: str) -> list[str]:
    """The keys of the bodies (by name), joints and elements that an instance brings."""
    records = _brought(model, name, ("bodies", "joints", "elements"))
    sorts = {"bodies": "body", "joints": "joint", "elements": "element"}
    return [f"{sorts[section]}:{record.name}" for section, record in records]


def _brought(model: Model, name: str, sections: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """What an instance brings of some sections of the model."""
    index = next(i for i, entry in enumerate(model.instances) if entry.name == name)
    expanded = expand(model)
    for section in sections:
        for at, record in enumerate(getattr(expanded.model, section)):
            if expanded.instance_at(section, at) == index:
                yield section, record


def _of(section: str, record: Any) -> tuple[str, ...]:
    fields = {"joints": "coordinates", "elements": "own"}
    return getattr(record, fields[section]) if section in fields else (record.name,)


def with_symbols(model: Model, names: Mapping[str, str], items: Items | None = None) -> Model:
    """The model in which all that is said of symbols speaks of others, by old names.

    Curves speak of other `items` too.
    """
    words = with_endings(names)
    model = with_words(model, words, items)
    for site in list(sites(model, KINDS)):
        if isinstance(site.value, str):
            model = put(model, site.path, replaced(site.value, words))
    for section in ("start", "motions"):
        model = model.each(
            section, lambda s: s.having(coordinate=names.get(s.coordinate, s.coordinate))
        )
    model = model.each("parameters", lambda p: p.having(name=names.get(p.name, p.name)))
    model = model.each(
        "elements",
        lambda e: e.having(
            **{
                spec.name: names.get(getattr(e, spec.name), getattr(e, spec.name))
                for spec in KINDS.elements[e.kind].fields
                if spec.type in SYMBOLS
            }
        ),
    )
    return model.each(
        "instances",
        lambda i: i.having(
            values=tuple(
                v.having(value=replaced(v.value, words)) if isinstance(v.value, str) else v
                for v in i.values
            )
        ),
    )


def _refused(name: str, cause: str) -> Exception:
    place = say("Instance “{name}”", name=name)
    return refusal(place, cause, "Use letters, digits and _, such as leg1.", code="name")
