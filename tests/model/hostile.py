"""Files that are broken, absurd or meant to harm; each is one change of a sound model."""

from __future__ import annotations

import copy
import json
from typing import Any

Data = dict[str, Any]

SOUND: Data = {
    "format": "lagr-model",
    "version": 1,
    "bodies": [{"number": 1, "mass": "m", "inertia": {"zz": 1}}, {"number": 2}],
    "joints": [
        {"name": "a", "kind": "revolute", "parent": 0, "child": 1, "coordinates": ["q1"]},
        {"name": "b", "kind": "prismatic", "parent": 1, "child": 2, "coordinates": ["q2"]},
    ],
    "elements": [{"name": "s", "kind": "spring", "body_a": 1, "body_b": 2, "c": "c"}],
    "parameters": [
        {"name": "g", "value": 9.81},
        {"name": "m", "value": 2},
        {"name": "c", "value": "2*m"},
    ],
    "functions": [{"name": "F", "arguments": ["s"], "expression": "s^2"}],
    "special_cases": [{"name": "light", "replacements": [{"name": "m", "value": 0}]}],
    "start": [{"coordinate": "q1", "position": 0.1}],
    "layout": {"places": [{"item": "body:1", "x": 0, "y": 0}]},
}


def at(*path: str | int, value: Any) -> Data:
    """The sound model with another value at a path."""
    data = copy.deepcopy(SOUND)
    node: Any = data
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    return data


def mass(value: Any) -> Data:
    """With another mass of body 1."""
    return at("bodies", 0, "mass", value=value)


def parameter(value: Any) -> Data:
    """With another value of the parameter c."""
    return at("parameters", 2, "value", value=value)


def more(section: str, **entry: Any) -> Data:
    """With one more entry of a section."""
    return at(section, value=[*SOUND.get(section, []), entry])


def joint(**fields: Any) -> Data:
    """With other fields of the second joint."""
    return at("joints", 1, value={**SOUND["joints"][1], **fields})


DATA: dict[str, Data] = {
    "code in a mass": mass("__import__('os').system('touch hacked')"),
    "attribute in a mass": mass("m.__class__.__mro__"),
    "lambda in a parameter": parameter("(lambda: 1)()"),
    "indexing": parameter("m[0]"),
    "format text": parameter("f'{m}'"),
    "unknown function": parameter("eval(m)"),
    "tower of powers": mass("9^9^9^9^9"),
    "large exponent": mass("m^100000"),
    "number beyond floats": mass("1e999"),
    "many digits": mass("9" * 1900),
    "deep brackets": mass("(" * 900 + "m" + ")" * 900),
    "long text": mass("m+" * 100_000 + "m"),
    "only signs": mass("-" * 1999),
    "division by zero": mass("m/0"),
    "imaginary root": mass("√(-1)"),
    "empty expression": mass(""),
    "null for a mass": mass(None),
    "list for a mass": mass([1]),
    "object for a mass": mass({"value": 1}),
    "truth for a mass": mass(True),
    "number too large": mass(10**400),
    "mass of a coordinate": mass("q1"),
    "mass of time": mass("t"),
    "unknown name": mass("mm"),
    "nothing called": mass("sin"),
    "control character": mass("m\u0000"),
    "direction override": mass("m\u202e"),
    "body zero": at("bodies", 0, "number", value=0),
    "body minus one": at("bodies", 0, "number", value=-1),
    "body with half a number": at("bodies", 0, "number", value=1.5),
    "same body twice": at("bodies", 1, "number", value=1),
    "bodies are a text": at("bodies", value="none"),
    "body is a number": at("bodies", value=[1]),
    "joint to nowhere": joint(child=7),
    "joint to itself": joint(parent=2, child=2),
    "joint backwards": joint(parent=-2),
    "unknown kind": joint(kind="hinge"),
    "kind is a list": joint(kind=["revolute"]),
    "kind of an attribute": joint(kind="__class__"),
    "too few coordinates": joint(coordinates=[]),
    "too many coordinates": joint(coordinates=["q2", "q3"]),
    "same coordinate twice": joint(coordinates=["q1"]),
    "coordinate is code": joint(coordinates=["q2;import os"]),
    "coordinate is time": joint(coordinates=["t"]),
    "coordinate is a function": joint(coordinates=["sin"]),
    "coordinate is a parameter": joint(coordinates=["m"]),
    "coordinate without letters": joint(coordinates=[""]),
    "coordinates are a text": joint(coordinates="q2"),
    "same joint twice": joint(name="a"),
    "axis of length zero": joint(axis=[0, 0, 0]),
    "axis of two entries": joint(axis=[0, 1]),
    "orientation that is no rotation": joint(orientation=[[2, 0, 0], [0, 1, 0], [0, 0, 1]]),
    "spring to nowhere": at("elements", 0, "body_a", value=99),
    "same element twice": more("elements", name="s", kind="spring"),
    "damper on no coordinate": more("elements", name="d", kind="coordinate_damper", coordinate="x"),
    "element without kind": more("elements", name="d"),
    "parameter of itself": parameter("c"),
    "circle of parameters": at(
        "parameters",
        value=[
            {"name": "g", "value": 1},
            {"name": "m", "value": "c"},
            {"name": "c", "value": "2*m"},
        ],
    ),
    "parameter that is taken": more("parameters", name="m", value=1),
    "parameter of time": parameter("t"),
    "parameter with a wrong name": more("parameters", name="2x", value=1),
    "wrong count of arguments": parameter("F(1, 2)"),
    "function of an unknown": at("functions", 0, "expression", value="u"),
    "function of itself": at("functions", 0, "expression", value="F(s)"),
    "circle of functions": at(
        "functions",
        value=[
            {"name": "F", "arguments": ["s"], "expression": "G(s)"},
            {"name": "G", "arguments": ["s"], "expression": "F(s)^2"},
        ],
    ),
    "function without arguments": more("functions", name="H", arguments=[], expression="u"),
    "argument that is code": more("functions", name="H", arguments=["s,"], expression="s"),
    "argument twice": more("functions", name="H", arguments=["s", "s"], expression="s"),
    "replacement of nothing": at("special_cases", 0, "replacements", 0, "name", value="x"),
    "special case twice": more("special_cases", name="light"),
    "start of nothing": at("start", 0, "coordinate", value="q9"),
    "motion of nothing": more("motions", coordinate="q9", motion="t"),
    "motion of code": more("motions", coordinate="q1", motion="open('x')"),
    "motion of a coordinate": more("motions", coordinate="q1", motion="q1 + t"),
    "motion without values": more("motions", coordinate="q1"),
    "start of code": at("start", 0, "position", value="open('x')"),
    "start time without end": at("simulation", value={"until": "later"}),
    "place without item": at("layout", "places", 0, value={"x": 0, "y": 0}),
    "unknown key": at("__proto__", value={"polluted": True}),
    "gravity in two entries": at("gravity", value=[0, 1]),
    "gravity of a coordinate": at("gravity", value=["q1", 0, 0]),
    "another format": at("format", value="other"),
    "newer version": at("version", value=10**30),
}

_TEXT = json.dumps(SOUND)


def changed(old: str, new: str) -> bytes:
    """The text of the sound model with another piece."""
    assert old in _TEXT
    return _TEXT.replace(old, new).encode()


RAW: dict[str, bytes] = {
    "empty": b"",
    "blank": b" \n",
    "null": b"null",
    "list": b"[]",
    "number": b"12",
    "text": b'"lagr-model"',
    "truncated": _TEXT[: len(_TEXT) // 2].encode(),
    "cut at the end": _TEXT[:-1].encode(),
    "something behind": (_TEXT + "{}").encode(),
    "binary": bytes(range(256)) * 64,
    "zeros": b"\0" * 4096,
    "pickle": b"\x80\x04\x95\x1b\x00\x00\x00cos\nsystem\n(S'true'\ntR.",
    "zip": b"PK\x03\x04" + b"\0" * 64,
    "UTF-16": _TEXT.encode("utf-16"),
    "nan": changed("9.81", "NaN"),
    "infinity": changed("9.81", "Infinity"),
    "minus infinity": changed("9.81", "-Infinity"),
    "overflow": changed("9.81", "1e999"),
    "digits": changed("9.81", "9" * 5000),
    "deep lists": b'{"format": "lagr-model", "version": 1, "bodies": ' + b"[" * 200_000,
    "deep objects": b'{"a":' * 100_000,
    "key twice": changed('"version": 1', '"version": 1, "version": 1'),
    "half a character": changed('"s"', '"\\ud800"'),
    "too large": b" " * 20_000_001,
    "comment": b"// model\n" + _TEXT.encode(),
    "yaml": b"!!python/object/apply:os.system ['true']",
}

FILES: dict[str, bytes] = RAW | {name: json.dumps(data).encode() for name, data in DATA.items()}
