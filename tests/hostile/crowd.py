"""A drawing with a whole crowd of odd texts in each sort of field that holds texts.

So that one program, built and run once, tries them all: each thing that ends a comment or a text
of some language, before and after code that would leave a mark where it ran.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from lagr_gui import pipeline
from lagr_gui.foundation.wording import is_plain
from lagr_gui.model import Model
from lagr_gui.model.record import LONGEST_NAME
from tests.hostile.spoilt import CLOSING, ENDS, OTHERS, drawing

TAILS = (
    *("\\", "\\\\", '"', "'", "/*", "*", "/", "%{", "#{", "{", "}", "&", "...", "??/", "$", "`"),
    *("!", "--", "@", "|", "#|", "#=", "(*", "[[", "<!--", "<![CDATA[", "r#", 'r#"', "u{", "\t"),
)
"""What goes on with a line, a comment or a text where it is the last of them."""
LONG = "🙂" * 10_000


def odd_texts(code: str) -> Iterator[str]:
    """The texts, some of several lines, with code of one language."""
    yield from (text for text in OTHERS if is_plain(text, "\t"))
    yield from (f"{closing} {code} {closing}" for closing in CLOSING if closing)
    yield from (f"{code}{tail}" for tail in TAILS)
    yield from (
        f"{tail}{end}{code}{end}{tail}" for end in ENDS for tail in TAILS[::3] if end > "\0"
    )
    yield from ("\n".join((tail, code, tail)) for tail in TAILS)
    yield LONG


def names(code: str) -> Iterator[str]:
    """Those of one line; many in a name, and as many names that end in another way."""
    packed = ""
    for text in filter(is_plain, odd_texts(code)):
        if len(text) == len(LONG):
            continue
        if len(packed) + len(text) > LONGEST_NAME // 2:
            yield packed
            packed = ""
        packed += f" {text}"
    yield packed
    yield from (f"{code} {tail}" for tail in TAILS if is_plain(tail))


def crowd(code: str, limited: bool = True) -> Model:
    """A drawing with them as names, units, descriptions and notes, `limited` if it has stops.

    The last of its special cases has such a name too.
    """
    data = drawing()
    own = [*names(code)]
    described = "\n".join(odd_texts(code))
    data |= {"name": own[0], "description": described}
    data["base"]["name"] = own[1]
    data["bodies"][0]["name"], data["bodies"][1]["name"] = own[2:4]
    case = {"name": own[4], "description": described}
    data["special_cases"].append({**case, "replacements": [{"name": "k", "value": 1}]})
    for place, text in enumerate(odd_texts(code)):
        unit = text if is_plain(text) and len(text) <= LONGEST_NAME else ""
        entry: dict[str, Any] = {"name": f"w{place}", "value": 1}
        data["parameters"].append({**entry, "unit": unit, "description": text})
    weights = "+".join(f"w{place}" for place, _ in enumerate(odd_texts(code)))
    force = {"kind": "coordinate_force", "coordinate": "q1", "force": f"1e-3*({weights})"}
    data["elements"].append({"name": own[0], **force})
    for place, name in enumerate(own):
        number = 10 + place
        condition = {"kind": "velocity_condition", "zero": f"a{place}' - 0.1"}
        stop = {"kind": "stop", "coordinate": f"b{place}", "lower": -1, "upper": 9}
        inertia = {"xx": 1, "yy": 1, "zz": 1}
        data["bodies"].append({"number": number, "name": name, "mass": "m1", "inertia": inertia})
        joint = {"name": name, "parent": 0, "child": number}
        if place >= 3:
            data["joints"].append({**joint, "kind": "fixed"})
        else:
            slides = {"kind": "cylindrical", "coordinates": [f"a{place}", f"b{place}"]}
            data["joints"].append({**joint, **slides})
            data["elements"].append({"name": f"C{name}", **condition})
            data["elements"] += [{"name": f"H{name}", **stop}] * limited
        seen = f"position({number}).x + q1"
        data["simulation"]["outputs"].append({"name": name, "expression": seen})
        data["functions"].append(
            {"name": f"f{place}", "expression": "sin(t)", "description": described}
        )
    return pipeline.read_text(json.dumps(data))
