"""Where a fault is, in the words of mechanics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lagr_gui.expression.arguments import shortened, shown
from lagr_gui.foundation.message import joined, say
from lagr_gui.foundation.problem import Path
from lagr_gui.model.record import Record

SINGULAR = {
    "bodies": "Body",
    "joints": "Joint",
    "elements": "Element",
    "terminals": "Terminal",
    "ports": "Port",
    "subsystems": "Subsystem",
    "instances": "Instance",
    "attachments": "attachment",
    "links": "link",
    "values": "value",
    "parameters": "Parameter",
    "functions": "Function",
    "signals": "Signal",
    "events": "Event",
    "do": "action",
    "special_cases": "Special case",
    "start": "Start value",
    "motions": "Given motion",
    "outputs": "Output",
    "replacements": "replacement",
    "pulleys": "pulley",
    "points": "point",
    "walls": "wall",
    "measures": "measure",
    "solids": "solid",
    "controllers": "Controller",
    "inputs": "input",
}

MOST = 1000
"""Faults of one list that are told."""

WORDS = {
    "base": "Body 0",
    "gravity": "Gravity",
    "simulation": "Simulation",
    "point_parent": "point on the parent",
    "point_child": "point on the child",
    "point_a": "point on the first body",
    "point_b": "point on the second body",
    "body_a": "first body",
    "body_b": "second body",
    "reaction_body": "reaction body",
    "l0": "natural length",
    "until": "end time",
    "sketch": "Sketch",
}
"""Keys whose names do not speak for themselves."""


def place_of(path: Path, data: Any = None) -> str:
    """A path in words: ``Joint “hinge”, axis, entry 2``."""
    words: list[str] = []
    node = data
    for key in path:
        node = _step(node, key)
        if isinstance(key, str):
            words.append(say(WORDS.get(key, key)))
        elif words and words[-1] in SINGULAR:
            sort = say(SINGULAR[words[-1]])
            words[-1] = say("{sort} {name}", sort=sort, name=_name(node, key))
        else:
            words.append(say("entry {key}", key=key + 1))
    return joined(words) if words else "Model"


def _step(node: Any, key: str | int) -> Any:
    if isinstance(node, Mapping):
        return node.get(key)
    if isinstance(node, (list, tuple)) and isinstance(key, int) and key < len(node):
        return node[key]
    return getattr(node, str(key), None) if isinstance(node, Record) else None


def _name(node: Any, index: int) -> str:
    for key in ("name", "number", "coordinate", "port"):
        value = _step(node, key)
        if isinstance(value, (str, int)) and value != "":
            if isinstance(value, str):
                return say("“{name}”", name=shortened(value))
            return shown(value)
    return say("no. {index}", index=index + 1)
