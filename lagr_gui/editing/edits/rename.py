"""Other names and numbers with all that refers to them, inside expressions too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.editing.edits import drawing
from lagr_gui.editing.edits.instances import rename_instance
from lagr_gui.editing.edits.names import named_symbols, split_key
from lagr_gui.editing.edits.outputs import with_same_bodies, with_words
from lagr_gui.editing.edits.tables import set_controller
from lagr_gui.editing.edits.values import get_value, set_value
from lagr_gui.expression import renamed, with_endings
from lagr_gui.expression.sensors import retold
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Path, refusal
from lagr_gui.model import (
    BY_COORDINATE,
    LONGEST_NAME,
    Depends,
    Element,
    FieldType,
    Model,
    NamedSignal,
    with_bodies,
)
from lagr_gui.model.checks.check import name_fault
from lagr_gui.model.faults import place_of
from lagr_gui.model.sites import Site, sites


def rename(model: Model, key: str, name: str) -> Model:
    """Give an item another name.

    Items are bodies, joints, elements, terminals, controllers, coordinates, parameters, functions,
    signals, events, cases.

    Raises LagrError when the name is empty or taken by a neighbour, and where expressions would
    not read any more, or mean something else.
    """
    sort, old = split_key(key)
    if old == name:
        return model
    if sort == "body":
        return _rename_body(model, int(old), name)
    if not name.strip():
        raise _taken(sort, name, "A name is needed.")
    if len(name) > LONGEST_NAME:
        cause = say("A name has at most {most} characters.", most=LONGEST_NAME)
        raise _taken(sort, name, cause)
    if sort in ("joint", "element", "terminal"):
        return _rename_record(model, sort, old, name)
    if sort == "instance":
        return rename_instance(model, old, name)
    if sort == "controller":
        return _rename_controller(model, old, name)
    if sort == "special_case":
        return _rename_entry(model, "special_cases", old, name)
    if sort == "event":
        return _rename_entry(model, "events", old, name)
    return _rename_symbol(model, sort, old, name)


def rename_coordinate(model: Model, path: Path, name: str) -> Model:
    """Give the coordinate at a place another name; all that refers to it follows.

    Where another symbol bears the old or the new name, expressions could mean either: then they
    stay, and only the place and its own start value and motion take the new name.
    """
    old = get_value(model, path)
    names = named_symbols(model)
    if names.count(old) == 1 and name not in names:
        return rename(model, f"coordinate:{old}", name)
    return set_value(_rename_listed(model, path, old, name), path, name)


def _rename_listed(model: Model, path: Path, old: str, name: str) -> Model:
    """Of several entries with one name each bearer of it has one, in their common order."""
    bearers = _bearers(model, old)
    update: dict[str, Any] = {}
    for section in BY_COORDINATE:
        entries = list(getattr(model, section))
        places = [at for at, entry in enumerate(entries) if entry.coordinate == old]
        if len(places) == len(bearers):
            at = places[bearers.index(path)]
            entries[at] = entries[at].having(coordinate=name)
            update[section] = tuple(entries)
    return model.having(**update)


def _bearers(model: Model, name: str) -> list[Path]:
    """Where coordinates of a name are, in the order of all coordinates."""
    rows = (("joints", "coordinates"), ("elements", "own"))
    return [
        (section, index, field, place)
        for section, field in rows
        for index, record in enumerate(getattr(model, section))
        for place, borne in enumerate(getattr(record, field))
        if borne == name
    ]


def _rename_body(model: Model, number: int, name: str) -> Model:
    place = ("base",) if number == 0 else ("bodies", model.numbers.index(number))
    return with_same_bodies(set_value(model, (*place, "name"), name), model)


def _rename_record(model: Model, sort: str, old: str, name: str) -> Model:
    section = f"{sort}s"
    model = _rename_entry(with_words(model, {}, {f"{sort}:{old}": name}), section, old, name)
    layout = drawing.renamed(model.layout, {f"{sort}:{old}": f"{sort}:{name}"})
    model = model.having(layout=layout)
    return model.each("elements", lambda e: _referring(e, _REFERENCES.get(sort), old, name))


def _rename_controller(model: Model, old: str, name: str) -> Model:
    controllers = model.simulation.controllers
    entry = next(entry for entry in controllers if entry.name == old)
    if any(other.name == name for other in controllers):
        raise _taken("controller", name, say("The name “{name}” is taken.", name=name))
    layout = drawing.renamed(model.layout, {f"controller:{old}": f"controller:{name}"})
    return set_controller(model.having(layout=layout), entry.having(name=name), old)


_REFERENCES = {"element": FieldType.COIL, "terminal": FieldType.TERMINAL}
"""Fields in which elements name other items."""


def _referring(element: Element, sort: FieldType | None, old: str, name: str) -> Element:
    """An element whose fields of a sort say the new name."""
    for spec in KINDS.elements[element.kind].fields:
        if spec.type is sort:
            element = _named(element, spec.name, old, name)
    return element


def _rename_entry(model: Model, section: str, old: str, name: str) -> Model:
    if any(record.name == name for record in getattr(model, section)):
        raise _taken(section, name, say("The name “{name}” is taken.", name=name))
    return model.each(section, lambda record: _named(record, "name", old, name))


def _rename_symbol(model: Model, sort: str, old: str, name: str) -> Model:
    """Coordinates, parameters and functions share one space of names."""
    if fault := name_fault(name):
        raise _taken(sort, name, fault)
    if name in named_symbols(model):
        raise _taken(sort, name, say("The name “{name}” is taken.", name=name))
    for site in list(sites(model, KINDS)):
        if isinstance(site.value, str) and old not in site.locals:
            text = _renamed(model, site, old, name)
            if name in site.locals and text != site.value:
                place = place_of(site.path, model)
                cause = say(
                    "The name “{name}” is an argument in “{place}”.", name=name, place=place
                )
                raise _taken(sort, name, cause)
            model = set_value(model, site.path, text)
    model = with_words(model, with_endings({old: name}))
    if sort == "coordinate":
        return _rename_coordinate(model, old, name)
    section = {"parameter": "parameters", "function": "functions", "signal": "signals"}[sort]
    if sort == "signal":
        model = model.each("signals", lambda signal: _with_output(signal, old, name))
        layout = drawing.renamed(model.layout, {f"signal:{old}": f"signal:{name}"})
        model = model.having(layout=layout)
    model = _rename_entry(model, section, old, name)
    model = model.each("functions", lambda entry: _named(entry, "integral", old, name))
    return model.each(
        "special_cases",
        lambda case: case.each("replacements", lambda entry: _named(entry, "name", old, name)),
    )


def _renamed(model: Model, site: Site, old: str, name: str) -> str:
    """The text of a site; names of items in its measures stay."""
    if site.depends is not Depends.SIGNAL:
        return renamed(str(site.value), old, name)
    functions = {function.name for function in model.functions}
    return retold(str(site.value), functions, with_endings({old: name}), lambda _, item: item)


def _with_output(signal: NamedSignal, old: str, name: str) -> NamedSignal:
    """A signal with another name for one of its outputs."""
    outputs = getattr(signal, "outputs", ())
    new = tuple(name if output == old else output for output in outputs)
    return signal.having(outputs=new) if new != outputs else signal


def _named(record: Any, field: str, old: str, name: str) -> Any:
    """A record whose field says the new name if it said the old one."""
    return record.having(**{field: name}) if getattr(record, field) == old else record


def _rename_coordinate(model: Model, old: str, name: str) -> Model:
    def new(coordinate: str) -> str:
        return name if coordinate == old else coordinate

    model = model.each("joints", lambda joint: joint.each("coordinates", new))
    model = model.each("elements", lambda element: element.each("own", new))
    model = model.each("elements", lambda e: _referring(e, FieldType.COORDINATE, old, name))
    for section in BY_COORDINATE:
        model = model.each(section, lambda entry: _named(entry, "coordinate", old, name))
    return model


def _taken(sort: str, name: str, cause: str) -> LagrError:
    return refusal(
        say("{sort} “{name}”", sort=say(sort), name=name),
        cause,
        "Choose another name.",
        code="name-taken",
    )


def renumber(model: Model, mapping: Mapping[int, int]) -> Model:
    """Give bodies, and those of instances, new numbers (old → new); all that is on them follows."""
    attached = (entry.body for one in model.instances for entry in one.attachments)
    new = {number: mapping.get(number, number) for number in (0, *model.numbers, *attached)}
    bodies = [body.having(number=new[body.number]) for body in model.bodies]
    keys = {f"body:{old}": f"body:{number}" for old, number in new.items()}
    before = model
    model = model.having(
        bodies=tuple(sorted(bodies, key=lambda body: body.number)),
        layout=drawing.renamed(model.layout, keys),
        sketch=model.sketch.on(new),
    )
    model = model.each(
        "joints",
        lambda j: j.having(parent=new.get(j.parent, j.parent), child=new.get(j.child, j.child)),
    )
    model = model.each("ports", lambda p: p.having(body=new.get(p.body, p.body)))
    model = model.each(
        "instances",
        lambda one: one.having(
            attachments=tuple(e.having(body=new[e.body]) for e in one.attachments)
        ),
    )
    model = model.each(
        "elements", lambda e: e.having(**with_bodies(e, ELEMENTS[e.kind].fields, new))
    )
    return with_same_bodies(model, before, new)
