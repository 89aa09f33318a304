"""The JSON Schema of a model file, made from the records and the kinds.

It describes the structure of a file of the current version: what loading would refuse, the
schema refuses.  Names, references and expressions are content; `lagr_gui.model.checks.check` looks
at them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lagr_gui.model.files import FORMAT
from lagr_gui.model.kinds import Depends, FieldSpec, FieldType, JointTraits, Kind, Kinds
from lagr_gui.model.migrations import CURRENT
from lagr_gui.model.record import LARGEST
from lagr_gui.model.records import Joint, Model
from lagr_gui.model.text import layout

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]

_SCALAR: Schema = {"type": ["number", "string"]}
_VECTOR: Schema = {"maxItems": 3, "minItems": 3, "prefixItems": [_SCALAR] * 3, "type": "array"}
_MATRIX: Schema = {"maxItems": 3, "minItems": 3, "prefixItems": [_VECTOR] * 3, "type": "array"}
_SHARED = {"Matrix": _MATRIX, "Vector": _VECTOR, "Scalar": _SCALAR}

_PLAIN = {
    FieldType.BODY,
    FieldType.COORDINATE,
    FieldType.TERMINAL,
    FieldType.COIL,
    FieldType.CHOICE,
    FieldType.NAMES,
}
"""Fields that hold no expressions."""
_WORDS = {
    Depends.PARAMETERS: "parameters",
    Depends.TIME: "parameters and time",
    Depends.POSITION: "parameters, time and coordinates",
    Depends.STATE: "parameters, time, coordinates, velocities and signals without states",
    Depends.SIGNAL: "parameters, time, coordinates, velocities, states and signals",
}


def schema(kinds: Kinds) -> Schema:
    """The schema of a model file with joints and elements of these kinds."""
    records: Schema = Model.model_json_schema()["$defs"]
    del records["Joint"], records["Element"], records["NamedSignal"]
    whole = records["Model"]
    whole["properties"]["joints"] = _list_of(kinds.joints, "joint", records)
    whole["properties"]["elements"] = _list_of(kinds.elements, "element", records)
    whole["properties"]["signals"] = _list_of(kinds.signals, "signal", records)
    properties: Schema = {
        "format": {"const": FORMAT, "description": "What the file is."},
        "version": {
            "enum": [*range(1, CURRENT + 1)],
            "description": "The version of the format.",
        },
        **whole["properties"],
    }
    return {
        "$schema": DIALECT,
        "title": "Model file of lagr_gui",
        "description": whole["description"],
        "type": "object",
        "properties": _shared(properties),
        "required": ["format", "version"],
        "additionalProperties": False,
        "$defs": {**_ground(), **_shared(dict(sorted(records.items())))},
    }


def schema_text(kinds: Kinds) -> str:
    """The schema as the text of its file."""
    return layout(schema(kinds)) + "\n"


def _ground() -> Schema:
    """What the records are made of."""
    row: Schema = {"$ref": "#/$defs/Vector"}
    entry: Schema = {"$ref": "#/$defs/Scalar"}
    return {
        "Scalar": {
            "description": "A number or the text of an expression.",
            **_SCALAR,
            "minimum": -LARGEST,
            "maximum": LARGEST,
        },
        "Vector": {
            "description": "Three components.",
            **_VECTOR,
            "prefixItems": [entry] * 3,
        },
        "Matrix": {"description": "Three rows.", **_MATRIX, "prefixItems": [row] * 3},
    }


def _list_of(kinds: Mapping[str, Kind], sort: str, records: Schema) -> Schema:
    """A list of records of these kinds; their schemas are entered in `records`."""
    choices: list[Schema] = []
    for name, kind in kinds.items():
        title = f"{sort}_{name}"
        made: Schema = kind.record.model_json_schema()
        records |= made.get("$defs", {})
        records[title] = _kind(kind, made)
        choices.append({"$ref": f"#/$defs/{title}"})
    return {"type": "array", "items": {"oneOf": choices}, "default": []}


def _kind(kind: Kind | JointTraits, made: Schema) -> Schema:
    properties: Schema = made["properties"]
    properties["kind"] = {"const": kind.name}
    for spec in kind.fields:
        properties[spec.name]["description"] = _described(spec)
    if issubclass(kind.record, Joint):
        freedoms = getattr(kind, "freedoms", None)
        count = "as many as it needs" if freedoms is None else str(freedoms)
        properties["coordinates"]["description"] = f"Names of the coordinates: {count}."
    return {
        "type": "object",
        "properties": properties,
        "required": ["kind", *made["required"]],
        "additionalProperties": False,
    }


def _described(spec: FieldSpec) -> str:
    unit = f" ({spec.unit})" if spec.unit else ""
    what = f"{spec.label}{unit}"
    return f"{what}." if spec.type in _PLAIN else f"{what}; may depend on {_WORDS[spec.depends]}."


def _shared(node: Any) -> Any:
    """The node with scalars, vectors and matrices as references, without made-up titles."""
    if isinstance(node, list):
        return [_shared(entry) for entry in node]
    if not isinstance(node, dict):
        return node
    for name, wanted in _SHARED.items():
        if wanted.items() <= node.items():
            rest = {key: node[key] for key in ("default", "description") if key in node}
            return {"$ref": f"#/$defs/{name}", **rest}
    return {
        key: _shared(entry)
        for key, entry in node.items()
        if not (key == "title" and isinstance(entry, str))
    }
