"""Copying and pasting parts of a drawing, as the text of a model file."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.editing.edits import drawing, marks
from lagr_gui.editing.edits.instances import rename_instance, symbols_brought
from lagr_gui.editing.edits.layout import movable, move
from lagr_gui.editing.edits.names import (
    body_numbers,
    free_name,
    free_own,
    free_symbol,
    instance_names,
    names_of,
    symbols_of,
)
from lagr_gui.editing.edits.rename import rename, renumber
from lagr_gui.model import (
    NODES,
    Body,
    Element,
    FieldType,
    Joint,
    Layout,
    Model,
    Simulation,
    SubsystemInstance,
    bodies_in,
)
from lagr_gui.model.controllers import Controller
from lagr_gui.model.files import read_text, write_text
from lagr_gui.model.signals import wired_keys
from lagr_gui.subsystems import own_numbers

SHIFT = 40.0
"""How far a duplicate lies beside its original."""


def copy(model: Model, keys: Collection[str]) -> str:
    """The chosen items as the text of a model.

    Joints and elements between chosen bodies come along; body 0 stands for itself.  Instances bring
    their subsystems; their ports leave bodies that are not chosen.  Controllers measure what they
    measured, of items that were chosen too the copies.
    """
    return write_text(_part(model, keys))


def duplicate(
    model: Model, keys: Collection[str], by: tuple[float, float] = (SHIFT, SHIFT)
) -> Model:
    """The model with the chosen items twice, the copies a step beside them.

    Elements alone act once more where they act.
    """
    points = movable(model)
    layout = _part(model, keys).layout
    placed = [points[p.item] for p in (*layout.places, *layout.notes) if p.item in points]
    if not placed:
        return _elements_again(model, names_of(keys, "element"))
    left, top = min(x for x, _ in placed), min(y for _, y in placed)
    return paste(model, copy(model, keys), (left + by[0], top + by[1]))


def _elements_again(model: Model, names: Collection[str]) -> Model:
    """Elements once more at what they are at, side by side with the originals."""
    for element in [element for element in model.elements if element.name in names]:
        stem = element.name.rstrip("0123456789 ") or "element"
        name = free_name(stem, (other.name for other in model.elements))
        symbols = tuple(free_own(model, ELEMENTS[element.kind], count=len(element.own)))
        model = model.having(elements=(*model.elements, element.having(name=name, own=symbols)))
    return model


def paste(model: Model, text: str, at: tuple[float, float]) -> Model:
    """Add copied items; the upper left one comes to a place of the drawing.

    Bodies, joints, elements, terminals, instances, controllers, signals and coordinates get new
    names;
    subsystems, parameters and functions that the model lacks come along.  Raises LagrError when the
    text is not a copied part.
    """
    part = _with_new_names(model, read_text(text, KINDS))
    names = symbols_of(model)
    new = part.only("subsystems", lambda entry: entry not in model.subsystems)
    for section in ("parameters", "functions"):
        new = new.only(section, lambda entry: entry.name not in names)
    controllers = (*model.simulation.controllers, *part.simulation.controllers)
    return model.having(
        **{section: (*getattr(model, section), *getattr(new, section)) for section in _LISTS},
        simulation=_with_controllers(model, controllers),
        layout=drawing.joined(model.layout, _shifted(part, at)),
        sketch=marks.joined(model.sketch, part.sketch),
    )


_LISTS = (
    *("bodies", "joints", "elements", "terminals", "subsystems", "instances"),
    *("parameters", "functions", "signals", "start", "motions"),
)
"""What is copied one by one."""


def _part(model: Model, keys: Collection[str]) -> Model:
    instances = [one for one in model.instances if one.name in names_of(keys, "instance")]
    bodies = body_numbers(keys) - {0}
    bodies |= {number for one in instances for number in own_numbers(model, one)}
    reach, held = bodies | {0}, names_of(keys, "joint")
    part = model.only(
        "joints", lambda j: {j.parent, j.child} <= reach and (j.name in held or j.child in bodies)
    )
    coordinates = {name for joint in part.joints for name in joint.coordinates}
    chosen = names_of(keys, "element")
    terminals = names_of(keys, "terminal") | {
        end for element in model.elements if element.name in chosen for end in ends_of(element)
    }
    coordinates |= {n for e in model.elements if e.name in chosen for n in e.own}
    coordinates |= {symbol for one in instances for symbol in symbols_brought(model, one.name)}
    part = part.only("elements", lambda e: _comes_along(e, chosen, terminals, bodies))
    part = part.only("elements", lambda e: _within(e, reach, coordinates, bodies))
    names = {element.name for element in part.elements}
    part = part.only("elements", lambda e: _coils(e) <= names)
    used = {one.subsystem for one in instances}
    controllers = (c for c in model.simulation.controllers if f"controller:{c.name}" in keys)
    notes = {note.item for note in model.layout.notes if note.item in keys}
    part = (
        part.only("bodies", lambda body: body.number in bodies)
        .only("terminals", lambda terminal: terminal.name in terminals)
        .only("signals", lambda signal: f"signal:{signal.name}" in keys)
        .only("subsystems", lambda entry: entry.name in used)
        .only("start", lambda entry: entry.coordinate in coordinates)
        .only("motions", lambda entry: entry.coordinate in coordinates)
        .having(
            ports=(),
            instances=tuple(_on_their_own(one, reach) for one in instances),
            events=(),
            special_cases=(),
            simulation=_with_controllers(model, tuple(controllers)),
            layout=drawing.kept(model.layout, _edges(part.joints, part.elements) | notes),
            sketch=marks.of_bodies(model.sketch, bodies),
        )
    )
    points = movable(model)
    keys = [f"body:{n}" for n in part.numbers] + [f"terminal:{t.name}" for t in part.terminals]
    keys += [f"instance:{one.name}" for one in instances]
    keys += wired_keys(part, KINDS)
    return move(part, {key: points[key] for key in keys})


def _with_controllers(model: Model, controllers: tuple[Controller, ...]) -> Simulation:
    return model.simulation.having(controllers=controllers)


def _on_their_own(instance: SubsystemInstance, reach: set[int]) -> SubsystemInstance:
    """An instance whose ports are attached to copied bodies alone."""
    kept = tuple(entry for entry in instance.attachments if entry.body in reach)
    return instance.having(attachments=kept)


def _edges(joints: Iterable[Joint], elements: Iterable[Element]) -> set[str]:
    return {f"joint:{j.name}" for j in joints} | {f"element:{e.name}" for e in elements}


def _comes_along(element: Element, chosen: set[str], terminals: set[str], bodies: set[int]) -> bool:
    """Whether an element was chosen, or all at its ends was."""
    ends = ends_of(element)
    if element.name in chosen or _coils(element):
        return True
    return ends <= terminals if ends else bool(bodies)


def ends_of(element: Element) -> set[str]:
    """The terminals of a branch; none of another element."""
    return _named(element, FieldType.TERMINAL)


def _coils(element: Element) -> set[str]:
    return _named(element, FieldType.COIL)


def _named(element: Element, sort: FieldType) -> set[str]:
    return {getattr(element, s.name) for s in ELEMENTS[element.kind].fields if s.type is sort}


def _within(element: Element, reach: set[int], coordinates: set[str], bodies: set[int]) -> bool:
    """Whether an element refers to copied items only, and to one besides body 0."""
    fields = ELEMENTS[element.kind].fields
    on = set(bodies_in(element, fields))
    along = {getattr(element, s.name) for s in fields if s.type is FieldType.COORDINATE}
    if not (on <= reach and along <= coordinates):
        return False
    return bool(along) or bool(on & bodies) or bool(element.own) or bool(_coils(element))


def _with_new_names(model: Model, part: Model) -> Model:
    highest = model.next_number - 1
    ports = [number for one in part.instances for number in own_numbers(part, one)]
    numbers = enumerate((*part.numbers, *ports), start=1)
    part = _with_new_parts(model, renumber(part, {old: highest + n for n, old in numbers}))
    for name in part.coordinates:
        if name in symbols_of(model):
            taken = symbols_of(model) | symbols_of(part)
            part = rename(part, f"coordinate:{name}", free_symbol("q", taken))
    for name in (name for signal in part.signals for name in signal.names):
        if name in symbols_of(model):
            taken = symbols_of(model) | symbols_of(part)
            part = rename(part, f"signal:{name}", free_symbol(name.rstrip("0123456789"), taken))
    part = _with_new_titles(model, part)
    for sort in ("joint", "element", "terminal", "controller"):
        mine = {record.name for record in _named_records(model, sort)}
        for record in _named_records(part, sort):
            if record.name in mine:
                others = mine | {entry.name for entry in _named_records(part, sort)}
                stem = record.name.rstrip("0123456789 ") or sort
                free = free_symbol if sort == "terminal" else free_name
                part = rename(part, f"{sort}:{record.name}", free(stem, others))
    return part


def _named_records(model: Model, sort: str) -> Sequence[Any]:
    return model.simulation.controllers if sort == "controller" else getattr(model, f"{sort}s")


def _with_new_parts(model: Model, part: Model) -> Model:
    """Subsystems and instances of names that are not taken; equal subsystems are the same."""
    for entry in part.subsystems:
        if entry in model.subsystems or all(entry.name != e.name for e in model.subsystems):
            continue
        name = free_symbol(entry.name, (e.name for e in (*model.subsystems, *part.subsystems)))
        part = _with_subsystem(part, entry.name, name)
    mine = instance_names(model)
    for one in part.instances:
        if one.name in mine:
            taken = mine | instance_names(part)
            stem = one.name.rstrip("0123456789") or "part"
            part = rename_instance(part, one.name, free_symbol(stem, taken))
    return part


def _with_subsystem(part: Model, old: str, new: str) -> Model:
    """A subsystem under another name."""
    part = part.each("subsystems", lambda e: e.having(name=new) if e.name == old else e)
    return part.each("instances", lambda i: i.having(subsystem=new) if i.subsystem == old else i)


def _with_new_titles(model: Model, part: Model) -> Model:
    """Bodies are told apart by their names too: one that is borne already is counted on."""
    taken = {model.base.name, *(body.name for body in model.bodies)}
    bodies: list[Body] = []
    for body in part.bodies:
        name = body.name
        if name and name in taken:
            stem = name.rstrip("0123456789 ") or name
            name = free_name(stem, {*taken, *(other.name for other in part.bodies)})
        taken.add(name)
        bodies.append(body.having(name=name))
    return part.having(bodies=tuple(bodies))


def _shifted(part: Model, at: tuple[float, float]) -> Layout:
    placed = (p for p in part.layout.places if p.item.startswith(NODES))
    nodes = [*placed, *part.layout.notes]
    left = min((place.x for place in nodes), default=at[0])
    top = min((place.y for place in nodes), default=at[1])
    return drawing.shifted(part.layout, (at[0] - left, at[1] - top))
