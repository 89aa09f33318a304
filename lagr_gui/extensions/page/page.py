"""A system as one page that runs by itself: drawing, equations, sliders, curves, moving picture.

The motion is computed in the page, by the program in JavaScript that the page carries.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from lagr_gui.drawing.bodies.mesh_files import MeshFiles
from lagr_gui.editing.solid import COMPOSED
from lagr_gui.exchange.documents.svg_diagram import diagram_svg
from lagr_gui.expression.arithmetic import value
from lagr_gui.expression.units import in_si, raised
from lagr_gui.extensions.page.shapes import PageScene
from lagr_gui.extensions.page.solids import page_solids
from lagr_gui.extensions.programs.describing import describe
from lagr_gui.extensions.programs.languages.javascript import InPage
from lagr_gui.extensions.programs.record import Standalone
from lagr_gui.foundation.languages import Words
from lagr_gui.foundation.problem import LagrError, Unprintable, WithoutNumbers
from lagr_gui.foundation.resource import resource_path
from lagr_gui.mechanics.certificate import Certificate
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.mechanics.trajectories.poses import numbers
from lagr_gui.model import Body, Model, Scalar, Shape, write_text
from lagr_gui.model.shapes import paint
from lagr_gui.prepared import Prepared, prepare
from lagr_gui.typesetting.mathml import mathml_name
from lagr_gui.typesetting.sheet_mathml import mathml_sections

FIRST = ("definitions", "T", "U", "D", "solved", "motion", "friction", "contacts", "assumed")
"""Sections that are open at first; in the structured form all others are, too."""
TOLD = (
    "Drawing",
    "Motion",
    "Curves",
    "Equations",
    "Parameters",
    "Start",
    "Reset",
    "Certificate",
    "Take the model out again",
    "Play",
    "Time",
    "Written by lagr_gui. Nothing is loaded from elsewhere.",
    "Point at a term: what it comes from lights up in the drawing.",
)
"""What the page says outside of its program."""
WORDS = (
    "Play",
    "Pause",
    "Kinetic energy",
    "Potential energy",
    "Energy",
    "Drag turns what is seen in space, the wheel brings it nearer.",
)
"""What the program of the page says."""
POSITIVE = 3.0
"""A slider of a parameter without bounds goes to so many times its value."""


def html_page(
    model: Model,
    sheet: Sheet,
    readable: Sheet | None = None,
    certificate: Certificate | None = None,
    special: str = "",
    language: str = "en",
    folder: str | os.PathLike[str] = "",
) -> str:
    """The page in German or English; a `readable` sheet takes the place of one that is too long.

    The same model gives the same bytes.  Meshes of bodies lie in `folder`; one that cannot be read
    is a box.  What no program does (`programs.describe`), and what has no value, is said in the
    page, which shows no motion then.  Raises LagrError for an unsound model.
    """
    w = Words(language)
    prepared = prepare(model, special)
    title = model.name or w("Mechanical system")
    words = {f"WORD:{text}": escape(w(text)) for text in TOLD}
    parts = {
        "LANGUAGE": language,
        "TITLE": escape(title),
        "ABOUT": "".join(f"<p>{escape(p)}</p>" for p in model.description.split("\n\n") if p),
        "DIAGRAM": diagram_svg(model),
        "EQUATIONS": "".join(_equations(w, readable or sheet)),
        "CERTIFICATE": escape(str(certificate)) if certificate is not None else "",
        "HASH": prepared.digest,
        "PROGRAM": _resource("still.js"),
        **words,
    }
    try:
        program = describe(prepared, pictured=True, struck=True)
    except (Unprintable, WithoutNumbers) as refused:
        parts["WORK"] = _unmoved(w, refused)
        parts["DATA"] = _data_text(_told(w, model))
    else:
        moving = _moving(prepared, program, MeshFiles(Path(folder)))
        parts["WORK"] = filled("work.html", words)
        parts["DATA"] = _data_text(_told(w, model) | moving)
        kernel = _script(InPage(program).text())
        parts["PROGRAM"] = kernel + _resource("moving.js") + parts["PROGRAM"]
    return filled("page.html", parts)


def filled(name: str, parts: Mapping[str, str]) -> str:
    """A page of the resources with something in each of its slots, and with its style."""
    texts = {"STYLE": _resource("page.css"), **parts}
    return _SLOT.sub(lambda slot: texts[slot[1]], _resource(name))


def _unmoved(w: Words, refused: LagrError) -> str:
    """Why a page does not move."""
    reasons = "".join(f"<li>{escape(w.problem(problem))}</li>" for problem in refused.problems)
    head = escape(w("This page shows no motion:"))
    return f'<section class="hint"><p>{head}</p><ul>{reasons}</ul></section>\n'


_SLOT = re.compile(r"\{\{([^}]+)\}\}")


def _resource(name: str) -> str:
    return resource_path(f"page/{name}").read_text("utf-8")


def _data_text(data: Any) -> str:
    """Data as JSON that no tag ends."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _script(text: str) -> str:
    """A program as it may stand in a page: small, and nothing in its comments ends the script."""
    text = re.sub(r"\n +", "\n", text)
    return text.replace("</", "<\\/").replace("<!--", "<\\!--")


def _equations(w: Words, sheet: Sheet) -> Iterator[str]:
    for symbol, (title, lines) in mathml_sections(sheet).items():
        shown = " open" if sheet.structured or symbol in FIRST else ""
        yield f"<details{shown}><summary>{escape(w(title))}</summary>\n{lines}\n</details>\n"


# --- what the program of the page is told ----------------------------------------------------


def _told(w: Words, model: Model) -> dict[str, Any]:
    return {
        "model": write_text(model),
        "name": model.name or "model",
        "words": {text: w(text) for text in WORDS},
    }


def _moving(prepared: Prepared, program: Standalone, meshes: MeshFiles) -> dict[str, Any]:
    scene = PageScene(prepared)
    return {
        "parameters": [_parameter(prepared, entry.name) for entry in program.parameters],
        "coordinates": [
            {
                "math": _math(entry.name),
                "rate": _math(entry.name, 1),
                "unit": entry.unit.line,
                "rateUnit": f"{entry.unit.line}/s" if entry.unit else "",
            }
            for entry in program.coordinates
        ],
        "states": [
            {"math": _math(entry.name), "unit": raised(entry.unit.line)}
            | ({"held": True} if place in program.held else {})
            for place, entry in enumerate(program.states)
        ],
        "outputs": [
            {
                "words": entry.title.line,
                "unit": raised(entry.unit.line),
                "about": entry.comment.line.removeprefix("= "),
            }
            for entry in program.shown
        ],
        "bodies": list(_bodies(prepared)),
        "links": list(scene.links()),
        "hinges": list(prepared.reading.joints),
        "lines": list(scene.lines()),
        "beams": len(prepared.reading.beams),
        "points": max(prepared.settings.points, 2),
        "special": scene.special(meshes),
        "inJoints": scene.joint_signs(),
        "solids": page_solids(prepared, meshes),
    }


def _math(name: str, order: int = 0) -> str:
    return f"<math><mrow>{mathml_name(name, order)}</mrow></math>"


def _parameter(prepared: Prepared, name: str) -> dict[str, Any]:
    parameter = next(p for p in prepared.model.parameters if p.name == name)
    number = prepared.values[name]
    low, high = parameter.minimum, parameter.maximum
    if low is None:
        low = 0.0 if number >= 0 else POSITIVE * number
    if high is None:
        high = POSITIVE * number if number > 0 else 0.0 if number < 0 else 1.0
    return {
        "name": name,
        "math": _math(name),
        "unit": raised(in_si(parameter.unit)),
        "about": parameter.description,
        "low": low,
        "high": high,
    }


def _bodies(prepared: Prepared) -> Iterator[dict[str, Any]]:
    """Form, lengths, axis and colour of each body; lengths are numbers or names of parameters."""
    bodies: dict[int, Body] = {body.number: body for body in prepared.model.bodies}
    places = {entry: place for place, entry in enumerate(prepared.reading.parameters)}
    for number in numbers(prepared.reading):
        shape = bodies[number].shape if number in bodies else Shape(form="point")
        size = None if shape == Shape() else [_length(prepared, s, places) for s in shape.size]
        name = bodies[number].name if number in bodies else prepared.model.base.name
        yield {
            "number": number,
            "name": name,
            "form": "point" if shape.form == COMPOSED else shape.form,
            "axis": "xyz".index(shape.axis),
            "color": paint(shape.color),
            "size": size if size and None not in size else None,
        }


def _length(prepared: Prepared, field: Scalar, places: dict[str, int]) -> float | str | None:
    if isinstance(field, str) and field in places:
        return field
    try:
        return abs(float(value(field, prepared.values)))
    except (LagrError, ArithmeticError, ValueError):
        return None  # it varies with time: the page chooses a length
