"""A drawing in which every text of a user is an odd one, and all exports of it.

``python -m tests.hostile.spoilt FOLDER`` writes the whole product of texts and exports.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from lagr_gui import pipeline
from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.exchange.gltf import key_frames
from lagr_gui.exchange.registry import EXPORTS
from lagr_gui.model import Model
from lagr_gui.model.record import Record
from lagr_gui.problem import LagrError

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
    "", '"', "'", '"""', "'''", "`", "*/", "%}", "-->", "]]>", "</script>", "</style>", "</title>", "\\",
    "$", "$$", "\\end{verbatim}", "]", ")", "}", "))", "|#", "=#", "??/", "@HEAD@", '\\"', "<!--<script>",
)  # fmt: skip
"""What ends a comment, a text, an element or a formula in some language."""

OTHERS = (
    "${7*7}", "{{7*7}}", "#{7*7}", "{0.__class__}", "%s%n%d", "$(touch sentinel)", "=cmd|' /C calc'!A0", "+1", "@SUM(1)",
    "@EACH@", "@END@", "@NAME@", "((((", "]]]]", "{{{{", "}}}}", "\\", "\\\\", "&amp;", "&#10;", "&nbsp;", "x" * 950,
    "\u202e\u2066", "\u200b", "🙂", "\ufffe", "%", "#", "&", "~^_", "*_`$@<>", "/* x", "// x", "\\u0022", "//", "{-", "a\tb",
)  # fmt: skip


def texts() -> Iterator[str]:
    """All odd texts, those in one line first."""
    yield from OTHERS
    for closing in (*CLOSING, *ENDS):
        yield (
            f"{closing}\n".join(CODE.values())
            if closing in ENDS
            else f" {closing} ".join(("", *CODE.values(), ""))
        )


def fields() -> Iterator[tuple[type[Record], str]]:
    """Every field of a record of a model that holds a text, by the annotations of the records."""
    kinds = [*JOINTS.values(), *ELEMENTS.values()]
    pending: list[Any] = [Model, *(kind.record for kind in kinds)]
    known = set[type[Record]]()
    while pending:
        part = pending.pop()
        if isinstance(part, type) and issubclass(part, Record):
            if part in known:
                continue
            known.add(part)
            for name, info in part.model_fields.items():
                pending.append(info.annotation)
                if str in _parts(info.annotation):
                    yield part, name
        else:
            pending += get_args(part)


def _parts(annotation: Any) -> list[Any]:
    return [annotation, *(own for entry in get_args(annotation) for own in _parts(entry))]


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
        "special_cases": [
            {"name": "Case", "description": "light", "replacements": [{"name": "k", "value": 1}]}
        ],
        "start": [{"coordinate": "q1", "position": "0.1*m1"}],
        "simulation": {
            "until": 0.05,
            "outputs": [
                {"name": "tip", "expression": "position(2).x"},
                {"expression": "q1 + h(t)"},
            ],
        },
        "layout": {
            "places": [{"item": "body:1", "x": 0, "y": 0}],
            "notes": [{"number": 1, "text": "A note", "x": 0, "y": 300}],
        },
        "sketch": {
            "points": [{"name": "P", "body": 1}],
            "pictures": [{"file": "photo.png"}],
        },
    }


FREE = frozenset(
    {"name", "description", "unit", "x_unit", "y_unit", "text", "file", "color", "material", "item"}
)
"""Keys of fields whose text may be any; those of expressions and references may not."""
_SYMBOLS = frozenset({"parameters", "functions", "replacements"})
"""Lists whose names stand in expressions."""


def places(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where texts of a drawing stand that may be any."""
    if isinstance(data, dict):
        for key, value in data.items():
            if isinstance(value, (dict, list)):
                yield from places(value, (*path, key))
            elif key in FREE and not (key == "name" and _SYMBOLS & set(path[-2:])):
                yield (*path, key)
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from places(value, (*path, index))


def spoilt(text: str) -> tuple[Model, int]:
    """The drawing with a text in every place that takes it, and how many those are."""
    data = drawing()
    count = 0
    for path in places(data):
        node = data
        for key in path[:-1]:
            node = node[key]
        before, own = node[path[-1]], text if path[-1] != "name" else f"{text}{count}"
        if path[0] == "bodies" and path[-1] == "name":
            own = f"{text}{count}"
        node[path[-1]] = own
        try:
            model = pipeline.read_text(json.dumps(data))
            if any(p.severity == "error" for p in pipeline.check(model).problems):
                raise LagrError(pipeline.check(model).problems)
            count += 1
        except LagrError:
            node[path[-1]] = before
    return pipeline.read_text(json.dumps(data)), count


def known(model: Model) -> dict[str, Any]:
    """What there is for exports, by name."""
    asked = pipeline.prepare(model)
    sheet, motion = pipeline.equations(asked), pipeline.simulate(asked)
    coordinates = asked.coordinates
    return {
        "model": model,
        "reading": asked.reading,
        "sheet": sheet,
        "units": pipeline.check(model).units,
        "readable": pipeline.readable(asked, sheet),
        "trajectory": motion,
        "drifts": [],
        "motion": pipeline.start_motion(asked),
        "moved": pipeline.motion(asked, key_frames(motion)),
        "reactions": pipeline.reactions(asked, motion),
        "response": pipeline.frequency_response(asked, coordinates[0], omega=[1.0, 2.0]),
        "driven": pipeline.inverse(asked, dict.fromkeys(coordinates, "sin(t)")),
        "linear": pipeline.linearize(asked, inputs=coordinates),
        "free_body": pipeline.free_body(asked, motion, 1),
        "signal_flow": pipeline.signal_flow(asked),
        "signals": pipeline.signal_values(asked),
        "language": "en",
        "leave_out": True,
        "name": model.name,
        "digest": asked.digest,
    }
