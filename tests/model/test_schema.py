"""The published schema says of files what loading says of them.

``python -m tests.model.test_schema`` writes the schema's file anew.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from lagr_gui import pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model.files import write_text
from lagr_gui.model.schema import schema, schema_text
from tests.ground.sources import ROOT
from tests.systems import random_tree

STORED = ROOT / "resources" / "schema" / "lagr-model.schema.json"
SCHEMA = schema(KINDS)

_TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "number": (int, float),
    "integer": int,
    "null": type(None),
}
_CHECKED = {"type", "const", "enum", "minimum", "maximum", "minItems", "maxItems", "required"}
_CHECKED |= {"prefixItems", "items", "properties", "additionalProperties", "anyOf", "oneOf"}
_CHECKED |= {"maxLength", "$ref", "$defs", "$schema", "default", "description", "title"}


def fits(value: Any, node: dict[str, Any]) -> bool:
    """Whether a value satisfies a schema, for the keywords that ours uses."""
    assert set(node) <= _CHECKED, node
    if "$ref" in node and not fits(value, SCHEMA["$defs"][node["$ref"].rsplit("/", 1)[1]]):
        return False
    if "anyOf" in node and not any(fits(value, choice) for choice in node["anyOf"]):
        return False
    if "oneOf" in node and sum(fits(value, choice) for choice in node["oneOf"]) != 1:
        return False
    if "type" in node and not _of_type(value, node["type"]):
        return False
    if "const" in node and value != node["const"]:
        return False
    if "enum" in node and value not in node["enum"]:
        return False
    if isinstance(value, (int, float)):
        return node.get("minimum", value) <= value <= node.get("maximum", value)
    if isinstance(value, str):
        return len(value) <= node.get("maxLength", len(value))
    if isinstance(value, list):
        return _list_fits(value, node)
    return _object_fits(value, node) if isinstance(value, dict) else True


def _of_type(value: Any, names: str | list[str]) -> bool:
    known = [_TYPES[name] for name in ([names] if isinstance(names, str) else names)]
    if isinstance(value, bool):
        return bool in known
    return any(isinstance(value, kind) for kind in known)


def _list_fits(value: list[Any], node: dict[str, Any]) -> bool:
    size, first = len(value), node.get("prefixItems", [])
    return (
        node.get("minItems", size) <= size <= node.get("maxItems", size)
        and all(map(fits, value, first))
        and all(fits(entry, node.get("items", {})) for entry in value[len(first) :])
    )


def _object_fits(value: dict[str, Any], node: dict[str, Any]) -> bool:
    known = node.get("properties", {})
    closed = node.get("additionalProperties", True) is False
    return (
        set(node.get("required", ())) <= set(value)
        and not (closed and set(value) - set(known))
        and all(fits(entry, known[key]) for key, entry in value.items() if key in known)
    )


def test_the_stored_schema_is_that_of_the_records_and_kinds() -> None:
    assert STORED.read_text("utf-8") == schema_text(KINDS), (
        "Write it anew with: python -m tests.model.test_schema"
    )


@pytest.mark.parametrize("path", sample_models(), ids=lambda path: path.stem)
def test_the_sample_models_satisfy_the_schema(path: Path) -> None:
    assert fits(json.loads(path.read_text("utf-8")), SCHEMA)


@pytest.mark.parametrize("seed", range(5))
def test_written_models_satisfy_the_schema(seed: int) -> None:
    model = random_tree(seed, [name for name in KINDS.joints if name != "general"])
    assert fits(json.loads(write_text(model)), SCHEMA)


@pytest.mark.parametrize("kind", [*KINDS.joints, *KINDS.elements])
def test_every_kind_has_the_fields_of_its_record(kind: str) -> None:
    sort, kinds = ("joint", KINDS.joints) if kind in KINDS.joints else ("element", KINDS.elements)
    record: Any = kinds[kind].record
    assert set(SCHEMA["$defs"][f"{sort}_{kind}"]["properties"]) == set(record.model_fields)


SOUND: dict[str, Any] = {
    "format": "lagr-model",
    "version": 1,
    "bodies": [{"number": 1}],
    "joints": [{"name": "j", "kind": "revolute", "parent": 0, "child": 1, "coordinates": ["q"]}],
    "elements": [{"name": "s", "kind": "spring", "c": "c0"}],
}
WRONG = {
    "format": {"format": "other"},
    "version": {"version": 6},
    "unknown key": {"colour": "red"},
    "text for a list": {"bodies": "none"},
    "body zero": {"bodies": [{"number": 0}]},
    "body without number": {"bodies": [{"mass": 1}]},
    "mass that is true": {"bodies": [{"number": 1, "mass": True}]},
    "mass too large": {"bodies": [{"number": 1, "mass": 1e301}]},
    "gravity in two components": {"gravity": [0, -9.81]},
    "gravity in four components": {"gravity": [0, -9.81, 0, 0]},
    "unknown joint": {"joints": [{"name": "j", "kind": "hinge", "parent": 0, "child": 1}]},
    "joint without kind": {"joints": [{"name": "j", "parent": 0, "child": 1}]},
    "field of another kind": {"elements": [{"name": "s", "kind": "spring", "k": 1}]},
    "neither space nor body": {"elements": [{"name": "f", "kind": "force", "axes": "joint"}]},
    "shape": {"bodies": [{"number": 1, "shape": {"form": "cone"}}]},
    "matrix of two rows": {"base": {"matrix": [[1, 0, 0], [0, 1, 0]]}},
}


def test_a_sound_file_is_read_and_satisfies_the_schema() -> None:
    assert pipeline.read_text(json.dumps(SOUND))
    assert fits(SOUND, SCHEMA)


@pytest.mark.parametrize("change", WRONG.values(), ids=list(WRONG))
def test_what_loading_refuses_the_schema_refuses(change: dict[str, Any]) -> None:
    wrong = {**copy.deepcopy(SOUND), **change}
    with pytest.raises(LagrError):
        pipeline.read_text(json.dumps(wrong))
    assert not fits(wrong, SCHEMA)


if __name__ == "__main__":
    STORED.parent.mkdir(exist_ok=True)
    STORED.write_text(schema_text(KINDS), "utf-8", newline="\n")
