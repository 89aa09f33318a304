"""Keys of items: body:2, joint:hinge, element:spring, parameter:m."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.editing.edits import get_value
from lagr_gui.foundation.problem import Path
from lagr_gui.model import BY_COORDINATE, Body, GivenMotion, Model, StartValue
from lagr_gui.model.signals import controller_keys

_SORTS = {
    "joints": "joint",
    "elements": "element",
    "terminals": "terminal",
    "instances": "instance",
    "parameters": "parameter",
    "signals": "signal",
}


def keys_of(model: Model) -> frozenset[str]:
    """The keys of all items."""
    keys = {"body:0", *(f"body:{number}" for number in model.numbers)}
    keys |= {f"instance:{instance.name}" for instance in model.instances}
    keys |= {f"joint:{joint.name}" for joint in model.joints}
    keys |= {f"element:{element.name}" for element in model.elements}
    keys |= {f"parameter:{entry.name}" for entry in model.parameters}
    keys |= {f"signal:{entry.name}" for entry in model.signals}
    keys |= {note.item for note in model.layout.notes}
    keys.update(controller_keys(model))
    return frozenset(keys | _marks_of(model))


def keys_of_items(model: Model) -> set[str]:
    """The keys of bodies, joints and elements."""
    keys = {f"body:{number}" for number in model.numbers}
    keys |= {f"joint:{joint.name}" for joint in model.joints}
    return keys | {f"element:{element.name}" for element in model.elements}


def _marks_of(model: Model) -> set[str]:
    """The keys of what is drawn into the sketch: its section and its place in that."""
    return {f"mark:{name}.{k}" for name, marks in model.sketch for k in range(len(marks))}


def item_of(model: Model, path: Path) -> str:
    """The key of the item that a path in the model leads to; empty for none."""
    if path[:1] == ("base",):
        return "body:0"
    if len(path) > 1 and path[0] in BY_COORDINATE and isinstance(path[1], int):
        return _owner_of(model, get_value(model, path[:1])[path[1] :])
    if path[:2] == ("layout", "notes") and len(path) > 2:
        notes = dict(enumerate(note.item for note in model.layout.notes))
        return notes.get(int(path[2]), "")
    if path[:2] == ("simulation", "controllers") and len(path) > 2:
        return dict(enumerate(controller_keys(model))).get(int(path[2]), "")
    if path[:1] == ("subsystems",) and len(path) == 2:
        used = model.subsystems[int(path[1])].name
        users = (one.name for one in model.instances if one.subsystem == used)
        return next((f"instance:{name}" for name in users), "")
    if path[:1] == ("sketch",) and len(path) > 2:
        return f"mark:{path[1]}.{path[2]}"
    if len(path) < 2 or path[0] not in ("bodies", *_SORTS) or not isinstance(path[1], int):
        return ""
    records = get_value(model, path[:1])
    if not 0 <= path[1] < len(records):
        return ""
    record = records[path[1]]
    return (
        f"body:{record.number}" if isinstance(record, Body) else f"{_SORTS[path[0]]}:{record.name}"
    )


def _owner_of(model: Model, listed: Sequence[StartValue | GivenMotion]) -> str:
    """The key of the joint or element whose coordinate the first entry belongs to."""
    name = listed[0].coordinate if listed else ""
    owners = [f"joint:{j.name}" for j in model.joints if name in j.coordinates]
    owners += [f"element:{e.name}" for e in model.elements if name in e.own]
    return next(iter(owners), "")


def drawn_key(model: Model, flat: Model, key: str) -> str:
    """The key in a drawing of what has a key in the model without instances."""
    sort, _, name = key.partition(":")
    if sort not in ("body", "joint", "element", "signal") or key in keys_of(model):
        return key
    if sort == "body":
        name = next((b.name for b in flat.bodies if str(b.number) == name), "")
    owner = name.partition(".")[0]
    for instance in model.instances:
        rest = owner.removeprefix(instance.name)
        if owner == instance.name or (instance.repeat and rest != owner and rest.isdecimal()):
            return f"instance:{instance.name}"
    return key
