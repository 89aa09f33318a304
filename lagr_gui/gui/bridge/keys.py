"""Keys of items: body:2, joint:hinge, element:spring, parameter:m."""

from __future__ import annotations

from lagr_gui.model import Body, Model
from lagr_gui.problem import Path

_SORTS = {
    "joints": "joint",
    "elements": "element",
    "terminals": "terminal",
    "parameters": "parameter",
}


def keys_of(model: Model) -> frozenset[str]:
    """The keys of all items."""
    known = {"body:0", *(f"body:{number}" for number in model.numbers)}
    known |= {f"joint:{joint.name}" for joint in model.joints}
    known |= {f"element:{element.name}" for element in model.elements}
    known |= {f"parameter:{entry.name}" for entry in model.parameters}
    return frozenset(known)


def item_of(model: Model, path: Path) -> str:
    """The key of the item that a path in the model leads to; empty for none."""
    if path[:1] == ("base",):
        return "body:0"
    if path[:1] == ("start",) and len(path) > 1 and isinstance(path[1], int):
        return _owner_of(model, path[1])
    if len(path) < 2 or path[0] not in ("bodies", *_SORTS) or not isinstance(path[1], int):
        return ""
    records = getattr(model, path[0])
    if not 0 <= path[1] < len(records):
        return ""
    record = records[path[1]]
    return (
        f"body:{record.number}" if isinstance(record, Body) else f"{_SORTS[path[0]]}:{record.name}"
    )


def _owner_of(model: Model, index: int) -> str:
    """The key of the joint or element whose coordinate a start value belongs to."""
    name = model.start[index].coordinate if index < len(model.start) else ""
    owners = [f"joint:{j.name}" for j in model.joints if name in j.coordinates]
    owners += [f"element:{e.name}" for e in model.elements if name in e.own]
    return next(iter(owners), "")
