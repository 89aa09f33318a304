"""A drawing in which every text of a user is an odd one, and what exports get of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from lagr_gui import pipeline
from lagr_gui.exchange.registry import EXPORTS, Export
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model
from lagr_gui.model.record import Record

ENDS = ("\n", "\r", "\r\n", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\0")
"""What ends a line in some language, and what ends a text in others."""

SENTINEL = "sentinel"
CODE = {
    "python": "__import__('pathlib').Path('sentinel').touch()",
    "javascript": "require('fs').writeFileSync('sentinel', '')",
    "module": "zz: process.getBuiltinModule('fs').writeFileSync('sentinel', ''),",
    "octave": "fclose(fopen('sentinel', 'w'));",
    "c": 'int sentinel = fopen("sentinel", "w") != 0;',
    "fortran": "open(unit=77, file='sentinel')",
    "rust": 'std::fs::write("sentinel", "").unwrap();',
    "julia": 'touch("sentinel")',
    "html": "<script>document.title = 'sentinel'</script>",
    "picture": "<img src=x onerror=\"document.title='sentinel'\">",
    "xml": "<plugin name='sentinel' filename='x'/>",
    "latex": "\\input{sentinel}\\immediate\\write18{touch sentinel}",
    "typst": '#eval("panic(0)")#read("sentinel")',
}
"""What would leave a mark where it ran, by language."""

CLOSING = (
    *("", '"', "'", '"""', "'''", "`", "*/", "%}", "-->", "]]>", "</script>", "</style>"),
    *("</title>", "\\", "$", "$$", "\\end{verbatim}", "]", ")", "}", "))", "|#", "=#", "??/"),
    *("@HEAD@", '\\"', "<!--<script>"),
)
"""What ends a comment, a text, an element or a formula in some language."""

OTHERS = (
    *("${7*7}", "{{7*7}}", "#{7*7}", "{0.__class__}", "%s%n%d", "$(touch sentinel)"),
    *("=cmd|' /C calc'!A0", "+1", "@SUM(1)", "@EACH@", "@END@", "@NAME@", "((((", "]]]]"),
    *("{{{{", "}}}}", "\\", "\\\\", "&amp;", "&#10;", "&nbsp;", "x" * 950, "\u202e\u2066"),
    *("\u200b", "🙂", "\ufffe", "%", "#", "&", "~^_", "*_`$@<>", "/* x", "// x", "\\u0022"),
    *("//", "{-", "a\tb"),
)


def texts() -> Iterator[str]:
    """All odd texts; each but the first ones holds the code of all languages."""
    yield from OTHERS
    for closing in CLOSING:
        yield f" {closing} ".join(("", *CODE.values(), ""))
    for end in ENDS:
        yield end.join(("", *CODE.values(), ""))


ALL = "".join(" ".join(("", *CLOSING[place::13], code)) for place, code in enumerate(CODE.values()))
"""One text with all of it."""


Place = tuple[str | int, ...]


def fields() -> Iterator[tuple[str, str]]:
    """Every field of a record of a model that holds a text: its record and its name."""
    pending: list[Any] = [Model]
    known = set[Any]()
    while pending:
        part = pending.pop()
        if isinstance(part, type) and issubclass(part, Record):
            if part not in known:
                known.add(part)
                for name, info in part.model_fields.items():
                    pending.append(info.annotation)
                    if _is_text(info.annotation):
                        yield part.__name__, name
        else:
            pending += get_args(part)


def _is_text(annotation: Any) -> bool:
    """Whether a text may stand there, or several, but no expression or choice among words."""
    if get_origin(annotation) is Literal:
        return False
    inner = get_args(annotation)
    is_scalar = {int, float, str} <= {*inner}
    return annotation is str or (not is_scalar and any(map(_is_text, inner)))


def held(record: Record) -> Iterator[tuple[str, str]]:
    """The fields of texts of a record, and of those in it, that are not empty."""
    for name, value in record:
        inner = value if isinstance(value, tuple) else (value,)
        for part in inner:
            if isinstance(part, Record):
                yield from held(part)
            elif part not in ("", None):
                for own in type(record).__mro__:
                    yield own.__name__, name


def drawing() -> dict[str, Any]:
    """A drawing with a text in every field that takes any."""
    shape = {
        "form": "composed",
        "solids": [
            {"form": "box", "size": [0.1, 0.1, 0.1], "material": "steel", "color": "#336699"}
        ],
    }
    revolute = {"kind": "revolute", "point_child": [0, 1, 0]}
    return {
        "format": "lagr-model",
        "version": 2,
        "name": "System",
        "description": "What it is",
        "base": {"name": "Ground"},
        "bodies": [
            {
                "number": 1,
                "name": "Arm",
                "mass": "m1",
                "shape": {"form": "rod", "color": "#336699"},
            },
            {
                "number": 2,
                "name": "Bob",
                "mass": "2*m1",
                "shape": shape,
                "inertia": {"xx": 1, "yy": 1, "zz": 1},
            },
        ],
        "joints": [
            {"name": "J", "parent": 0, "child": 1, "coordinates": ["q1"], **revolute},
            {"name": "K", "parent": 1, "child": 2, "coordinates": ["q2"], **revolute},
        ],
        "elements": [
            {
                "name": "S",
                "kind": "spring",
                "body_a": 0,
                "point_a": [3, 0, 0],
                "body_b": 2,
                "c": "k",
                "l0": 1,
            },
            {"name": "D", "kind": "coordinate_damper", "coordinate": "q1", "k": 0.1},
        ],
        "parameters": [
            {"name": "g", "value": 9.81, "unit": "m/s^2", "description": "gravity"},
            {"name": "m1", "value": 1, "unit": "kg", "description": "mass", "positive": True},
            {"name": "k", "value": "2*m1", "unit": "N/m", "description": "stiffness"},
        ],
        "functions": [
            {"name": "f", "expression": "0.1*sin(t)", "description": "push"},
            {
                "name": "h",
                "table": {"points": [[0, 0], [1, 1], [2, 0]], "x_unit": "s", "y_unit": "m"},
                "description": "table",
            },
        ],
        "signals": [
            {"name": "z", "rate": "(q1 - z)/2", "start": 0.1, "unit": "rad", "description": "lag"}
        ],
        "special_cases": [
            {"name": "Case", "description": "light", "replacements": [{"name": "k", "value": 1}]}
        ],
        "subsystems": [
            {
                "name": "Sub",
                "source": "sub.lagr",
                "mark": "x",
                "model": {
                    "name": "Inner",
                    "description": "part",
                    "bodies": [{"number": 1, "name": "Within"}],
                    "joints": [
                        {"name": "L", "parent": 0, "child": 1, "coordinates": ["p"], **revolute}
                    ],
                    "ports": [{"name": "P", "body": 1}],
                },
            }
        ],
        "instances": [{"name": "I", "subsystem": "Sub", "attachments": [{"port": "P", "body": 3}]}],
        "terminals": [{"name": "N"}],
        "motions": [{"coordinate": "q2", "motion": "0.1*t"}],
        "start": [{"coordinate": "q1", "position": "0.1*m1"}],
        "simulation": {
            "until": 0.05,
            "controllers": [
                {
                    "name": "C",
                    "file": "c.fmu",
                    "enabled": False,
                    "inputs": [{"name": "a", "expression": "q1"}],
                    "outputs": [{"name": "b", "parameter": "k"}],
                    "values": [{"name": "c", "value": 1}],
                }
            ],
            "outputs": [
                {"name": "tip", "expression": "position(2).x"},
                {"expression": "q1 + h(t)"},
            ],
        },
        "layout": {
            "places": [{"item": "body:1", "x": 0, "y": 0}],
            "bends": [{"item": "joint:J", "points": [[1, 2]]}],
            "notes": [{"number": 1, "text": "A note", "x": 0, "y": 300}],
        },
        "control": {
            "inputs": ["D"],
            "outputs": ["q1"],
            "position": "q1 = 0",
            "sample": "0.01",
            "weights": [{"name": "q1", "value": 1}],
            "costs": [{"name": "D", "value": 1}],
            "poles": "-1, -2",
            "crossover": "3",
        },
        "sketch": {
            "points": [{"name": "P", "body": 1}],
            "pictures": [{"file": "photo.png"}],
        },
    }


WITHOUT_STATES = ("autolev", "deck", "urdf", "mjcf", "sdf")
"""Exports that refuse systems with states of the first order."""


def places(data: Any, path: Place = ()) -> Iterator[Place]:
    """Where the texts of a drawing stand."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from places(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from places(value, (*path, index))
    elif isinstance(data, str) and path != ("format",):
        yield path


def spoilt(text: str) -> tuple[Model, list[Place]]:
    """The drawing with a text in every place that takes it, and these places."""
    data, taken = drawing(), list[Place]()
    for path in [*places(data)]:
        node: Any = data
        for key in path[:-1]:
            node = node[key]
        before, node[path[-1]] = node[path[-1]], f"{text}{len(taken)}"
        try:
            model = pipeline.read_text(json.dumps(data))
            sound = pipeline.check(model).sound
        except LagrError:
            sound = False
        if sound:
            taken.append(path)
        else:
            node[path[-1]] = before
    return pipeline.read_text(json.dumps(data)), taken


def known(model: Model) -> dict[str, Any]:
    """What there is for exports, by name."""
    asked, plain = pipeline.prepare(model), pipeline.prepare(model.having(signals=()))
    sheet, motion = pipeline.equations(asked), pipeline.simulate(asked)
    coordinates = asked.coordinates
    found = {
        "model": model,
        "plain": plain.model,
        "expanded": asked.model,
        "reading": asked.reading,
        "sheet": sheet,
        "units": pipeline.check(model).units,
        "readable": pipeline.readable(asked, sheet),
        "trajectory": motion,
        "drifts": [],
        "motion": pipeline.start_motion(asked),
        "moved": pipeline.motion(asked, motion),
        "reactions": pipeline.reactions(asked, motion),
        "response": pipeline.frequency_response(asked, coordinates[0], omega=[1.0, 2.0]),
        "linear": pipeline.linearize(asked, inputs=coordinates),
        "free_body": pipeline.free_body(asked, motion, 1),
        "signal_flow": pipeline.signal_flow(plain),
        "signals": pipeline.signal_values(plain),
        "language": "en",
        "leave_out": True,
        "name": model.name,
        "digest": asked.digest,
    }
    if "inverse" in EXPORTS:
        found["driven"] = pipeline.inverse(plain, dict.fromkeys(coordinates, "sin(t)"))
    if "drawing_control" in EXPORTS:
        found["controller"] = pipeline.design(plain, coordinates, at="start", lqr=1.0)
        found["drawn"] = plain.model
    return found


def exported(export: Export, given: dict[str, Any], folder: Path) -> Iterator[Path]:
    """The files of an export; a deck is one of a system without subsystems."""
    own: dict[str, Any] = {}
    if export.name in WITHOUT_STATES:
        plain = pipeline.prepare(given["plain"])
        whole = plain.model if export.name == "deck" else given["plain"]
        own = {"model": whole, "expanded": plain.model, "reading": plain.reading}
    for ending in export.endings:
        content = export.write((given | {"ending": ending} | own).get)
        file = folder / f"{export.name}{ending}"
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        yield file
