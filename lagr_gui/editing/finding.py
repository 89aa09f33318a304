"""Where in a drawing a word stands: in names, values and expressions, units and descriptions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from lagr_gui.expression import with_points
from lagr_gui.expression.arguments import number_in
from lagr_gui.foundation.problem import LagrError, Path
from lagr_gui.model import Model
from lagr_gui.model.record import Record

MOST = 999
"""Places that are told."""
_SECTIONS = (
    "name",
    "description",
    "gravity",
    "base",
    "bodies",
    "joints",
    "elements",
    "terminals",
    "instances",
    "parameters",
    "functions",
    "signals",
    "events",
    "special_cases",
    "start",
    "motions",
)


@dataclass(frozen=True, slots=True)
class Finding:
    """A place where the word stands: the path of the field, what is found at, what stands there.

    `owner` is the name of the body, joint, parameter, …; empty for the model itself.
    """

    path: Path
    owner: str
    text: str


def find(model: Model, wanted: str, titles: Callable[[Any], str] | None = None) -> list[Finding]:
    """The places in the order of the file, one for each field, at most `MOST`.

    Capitals do not matter.  In names a part of a word is enough; in expressions a word has to begin
    so, and a number has to be the whole one.  `titles` gives the words for the kind of a joint or
    element, which are looked through too.
    """
    wanted = wanted.strip()
    findings: list[Finding] = []
    if not wanted:
        return findings
    for section in (*_SECTIONS, "controllers", "notes"):
        for finding in _in_section(model, section, wanted, titles):
            findings.append(finding)
            if len(findings) == MOST:
                return findings
    return findings


def _in_section(
    model: Model, section: str, wanted: str, titles: Callable[[Any], str] | None
) -> Iterator[Finding]:
    if section == "notes":
        for index, note in enumerate(model.layout.notes):
            path: Path = ("layout", "notes", index, "text")
            if _inside(wanted, note.text):
                yield Finding(path, "", " ".join(note.text.split()))
        return
    if section == "controllers":
        for index, controller in enumerate(model.simulation.controllers):
            path = ("simulation", section, index)
            yield from _fields(controller, path, controller.name, wanted, titles)
        return
    value = getattr(model, section)
    records = value if isinstance(value, tuple) and value and isinstance(value[0], Record) else None
    if records is None:
        yield from _fields(value, (section,), "", wanted, titles)
        return
    for index, record in enumerate(records):
        yield from _fields(record, (section, index), _owner(record), wanted, titles)


def _owner(record: Record) -> str:
    number, name = getattr(record, "number", None), getattr(record, "name", "")
    return name or str(number or getattr(record, "coordinate", ""))


def _fields(
    value: Any, path: Path, owner: str, wanted: str, titles: Callable[[Any], str] | None
) -> Iterator[Finding]:
    """The fields below a value in which the word stands; a vector is one field."""
    if not isinstance(value, Record):
        if text := _standing(value, str(path[-1]), wanted):
            yield Finding(path, owner, text)
        return
    for name in type(value).model_fields:
        part = getattr(value, name)
        if name == "kind":
            title = titles(value) if titles else part
            if any(_inside(wanted, word) for word in (part, title)):
                yield Finding((*path, name), owner, title)
            continue
        listed = isinstance(part, tuple) and part and isinstance(part[0], Record)
        for index, entry in enumerate(part if listed else (part,)):
            inner = (*path, name, index) if listed else (*path, name)
            yield from _fields(entry, inner, owner, wanted, titles)


def _standing(value: Any, field: str, wanted: str) -> str:
    """What stands in a field in which the word is found; empty where it is not."""
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, tuple):
        each = [_standing(part, field, wanted) for part in value]
        return _text(value) if any(each) else ""
    if isinstance(value, int | float):
        return _text(value) if value == _number(wanted) or _text(value) == wanted else ""
    named = field in ("name", "description", "subsystem", "coordinates", "own", "coordinate")
    return value if (named and _inside(wanted, value)) or _begins(wanted, value) else ""


def _inside(wanted: str, text: str) -> bool:
    return wanted.casefold() in text.casefold()


def _begins(wanted: str, text: str) -> bool:
    """Whether a word of an expression begins so, or a number of it is that."""
    before = r"(?<![^\W_])" if wanted[0].isalnum() else ""
    after = ""
    if _number(wanted) is not None:
        before, after = before + r"(?<![\d.])", r"(?!\d|\.\d|e[+-]?\d)"
    pattern = before + re.escape(wanted.replace(",", ".") if after else wanted) + after
    return re.search(pattern, text, re.IGNORECASE) is not None


def _number(wanted: str) -> float | None:
    try:
        return number_in(with_points(wanted))
    except LagrError:
        return None


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(_text(part) for part in value)})"
    return f"{value:g}" if isinstance(value, float) else str(value)
