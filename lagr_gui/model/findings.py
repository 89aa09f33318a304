"""From the validator's findings to problems in the words of mechanics."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args, get_origin

from pydantic import ValidationError

from lagr_gui.expression.arguments import shown
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Path, Problem
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.model.faults import MOST, place_of
from lagr_gui.model.record import Record

EXPECTED = {
    "string_type": "a text is expected",
    "bool_type": "true or false is expected",
    "text": "a text without half characters is expected",
    "color": "a colour such as #2f6db3 is expected",
    "control": "a text without control characters is expected",
    "line": "a text in one line, without control characters, is expected",
    "model_type": "an object in braces is expected",
    "model_attributes_type": "an object in braces is expected",
}


def faults(error: ValidationError, record: type[Record], prefix: Path, data: Any) -> list[Problem]:
    """All findings of one validation, one problem per place."""
    several = error.errors(include_url=False)[:MOST]
    problems = [_fault(entry, record, prefix, data) for entry in several]
    return list({fault.path: fault for fault in reversed(problems)}.values())[::-1]


def _fault(entry: Any, record: type[Record], prefix: Path, data: Any) -> Problem:
    path: Path = (*prefix, *entry["loc"])
    kind = entry["type"]
    if kind == "missing" and isinstance(path[-1], int):  # a list that is too short
        path, kind = path[:-1], "too_short"
    if kind == "extra_forbidden":
        return unknown_key(path, _fields_at(record, entry["loc"][:-1]), data)
    if kind == "missing":
        return Problem(
            place=place_of(path[:-1], data),
            cause=say("“{key}” is missing.", key=path[-1]),
            remedy=say("Add “{key}”.", key=path[-1]),
            code="missing",
            path=path,
        )
    cause = _expected(entry)
    if kind in ("tuple_type", "too_long", "too_short"):
        cause = say(_entries(_annotation(record, path[len(prefix) :])))
    return Problem(
        place=place_of(path, data),
        cause=say("This is {shown}; {cause}.", shown=shown(entry["input"]), cause=cause),
        remedy="Correct the entry.",
        code="wrong-value",
        path=path,
    )


def _expected(entry: Any) -> str:
    """What a place holds, in words."""
    context = entry.get("ctx", {})
    if entry["type"] == "literal_error":
        return say("one of {words} is expected", words=context["expected"].replace(" or ", ", "))
    if entry["type"] == "greater_than_equal":
        return say("at least {least} is expected", least=context["ge"])
    if entry["type"] == "less_than_equal":
        return say("at most {most:g} is expected", most=context["le"])
    if entry["type"] == "string_too_long":
        return say("at most {most} characters are expected", most=context["max_length"])
    return say(EXPECTED[entry["type"]]) if entry["type"] in EXPECTED else str(entry["msg"])


def _annotation(record: type[Record], loc: Path) -> Any:
    """What a record expects at a place within it; None where that is not known."""
    expected: Any = record
    for key in loc:
        if isinstance(key, str):
            entries = expected.model_fields if _is_record(expected) else {}
            expected = entries[key].annotation if key in entries else None
        else:
            lists = [part for part in _arguments(expected) if get_origin(part) is tuple]
            inner = get_args(lists[0]) if lists else ()
            expected = inner[0] if inner else None
    return expected


def _entries(expected: Any) -> str:
    """What a place holds that holds a list."""
    lists = [part for part in _arguments(expected) if get_origin(part) is tuple]
    inner = get_args(lists[0]) if lists else ()
    if not inner or Ellipsis in inner:
        return "a list is expected"
    if get_origin(inner[0]) is tuple:
        return "three rows of three numbers or expressions are expected"
    return "three numbers or expressions such as [0, 0, 1] are expected"


def unknown_key(path: Path, known: Iterable[str], data: Any) -> Problem:
    """A key that no record has."""
    return Problem(
        place=place_of(path[:-1], data),
        cause=say("“{key}” is not a field here.", key=path[-1]),
        remedy=did_you_mean(str(path[-1]), known),
        code="unknown-field",
        path=path,
    )


def _fields_at(record: type[Record], loc: Path) -> list[str]:
    for key in loc:
        if isinstance(key, int) or key not in record.model_fields:
            continue
        inner = [a for a in _arguments(record.model_fields[key].annotation) if _is_record(a)]
        if not inner:
            return []
        record = inner[0]
    return list(record.model_fields)


def _arguments(annotation: Any) -> list[Any]:
    inner = getattr(annotation, "__args__", ())
    return [annotation, *(a for entry in inner for a in _arguments(entry))]


def _is_record(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, Record)
