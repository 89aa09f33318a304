"""Removing items, and with a body whatever hangs on it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.editing.edits import drawing, marks
from lagr_gui.editing.edits.instances import symbols_brought
from lagr_gui.editing.edits.names import body_numbers, names_of
from lagr_gui.editing.edits.tables import without_controllers
from lagr_gui.model import Base, Element, FieldType, Layout, Model, bodies_in
from lagr_gui.model.signals import controller_keys
from lagr_gui.subsystems import own_numbers


def remove(model: Model, keys: Collection[str]) -> Model:
    """The model without some items; joints and elements on a removed body go with it.

    So do branches with their terminals, and what couples two coils with either of them.
    Body 0 stays, but no longer moves.  Start values, motions and places of what is gone go too.
    What a controller or a signal that goes has driven stays.
    """
    instances = names_of(keys, "instance")
    ports = {n for i in model.instances if i.name in instances for n in own_numbers(model, i)}
    bodies = (body_numbers(keys) - {0}) | ports
    gone_joints, gone_elements = names_of(keys, "joint"), names_of(keys, "element")
    kept = model.only(
        "joints", lambda j: j.name not in gone_joints and bodies.isdisjoint((j.parent, j.child))
    )
    coordinates = {name for joint in kept.joints for name in joint.coordinates}
    coordinates |= {n for e in model.elements if e.name not in gone_elements for n in e.own}
    lost = set(model.coordinates) - coordinates
    lost |= {symbol for name in instances for symbol in symbols_brought(model, name)}
    terminals = names_of(keys, "terminal")
    gone: dict[FieldType, Collection[Any]] = {
        FieldType.COORDINATE: lost,
        FieldType.TERMINAL: terminals,
        FieldType.COIL: gone_elements,
    }
    hanging = {
        element.name
        for element in model.elements
        if bodies.intersection(bodies_in(element, ELEMENTS[element.kind].fields))
        or _touches(element, gone)
    }
    if followed := hanging - gone_elements:  # what hangs on these goes too
        return remove(model, {*keys, *(f"element:{name}" for name in followed)})
    kept = (
        kept.only("elements", lambda e: e.name not in gone_elements)
        .only("bodies", lambda b: b.number not in bodies)
        .only("ports", lambda p: p.body not in bodies)
        .only("terminals", lambda t: t.name not in terminals)
        .only("start", lambda s: s.coordinate not in lost)
        .only("motions", lambda m: m.coordinate not in lost)
        .only("instances", lambda i: i.name not in instances)
        .each("instances", lambda i: i.only("attachments", lambda e: e.body not in bodies))
    )
    if 0 in body_numbers(keys):
        kept = kept.having(base=_at_rest(kept.base))
    kept = without_controllers(kept, names_of(keys, "controller"))
    signals = names_of(keys, "signal")
    kept = kept.only("signals", lambda s: s.name not in signals)
    sketch = marks.without(model.sketch, names_of(keys, "mark"))
    sketch = marks.kept(sketch, {0, *kept.numbers, *_in_instances(kept)})
    return kept.having(layout=_layout(kept, keys), sketch=sketch)


def _at_rest(base: Base) -> Base:
    """Body 0 without what may vary with time."""
    position = tuple(0 if isinstance(entry, str) else entry for entry in base.position)
    turns = base.matrix is not None and any(isinstance(e, str) for row in base.matrix for e in row)
    angle = 0 if isinstance(base.angle, str) else base.angle
    return base.having(position=position, angle=angle, matrix=None if turns else base.matrix)


def _in_instances(model: Model) -> set[int]:
    """The numbers of the bodies that are ports of instances."""
    return {number for one in model.instances for number in own_numbers(model, one)}


def _touches(element: Element, gone: Mapping[FieldType, Collection[Any]]) -> bool:
    """Whether an element refers to something that is gone."""
    return any(
        getattr(element, spec.name) in gone.get(spec.type, ())
        for spec in ELEMENTS[element.kind].fields
    )


def _layout(model: Model, gone: Collection[str]) -> Layout:
    keys = {"body:0", *(f"body:{number}" for number in model.numbers)}
    keys |= {f"instance:{instance.name}" for instance in model.instances}
    keys |= {f"joint:{joint.name}" for joint in model.joints}
    keys |= {f"terminal:{terminal.name}" for terminal in model.terminals}
    keys |= {f"element:{element.name}" for element in model.elements}
    keys.update(controller_keys(model))
    keys |= {f"signal:{signal.name}" for signal in model.signals}
    keys |= {note.item for note in model.layout.notes if note.item not in gone}
    return drawing.kept(model.layout, keys)
