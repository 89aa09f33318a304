"""A record as the text of a file: same model, same bytes; one change, few lines."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from lagr_gui.model.record import Record
from lagr_gui.model.records import Model

WIDTH = 96
"""A value that fits into this many characters stands on one line."""

_ALWAYS = {"name", "kind", "number", "parent", "child", "gravity", "bodies", "joints"}
_ALWAYS |= {"elements", "parameters", "coordinate", "coordinates", "item", "x", "y"}


def plain(value: Any) -> Any:
    """A record as plain dictionaries, lists, texts and numbers, without default values."""
    if isinstance(value, Record):
        return {
            name: plain(entry)
            for name, default in _defaults(type(value)).items()
            if (entry := getattr(value, name)) != default or name in _ALWAYS
        }
    if isinstance(value, (tuple, list)):
        return [plain(entry) for entry in value]
    return value


@cache
def _defaults(record: type[Record]) -> dict[str, Any]:
    """What fields hold where nothing is said; never changed: records are frozen."""
    return {name: info.get_default() for name, info in record.model_fields.items()}


def layout(value: Any, indent: int = 0) -> str:
    """Plain data as JSON text; short values on one line, one space of indent per level."""
    short = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if not isinstance(value, (dict, list)) or not value or len(short) + indent <= WIDTH:
        return short
    inner, outer = "\n" + " " * (indent + 1), "\n" + " " * indent
    if isinstance(value, dict):
        lines = [
            f"{json.dumps(key, ensure_ascii=False)}: {layout(entry, indent + 1)}"
            for key, entry in value.items()
        ]
        return "{" + inner + ("," + inner).join(lines) + outer + "}"
    return (
        "[" + inner + ("," + inner).join(layout(entry, indent + 1) for entry in value) + outer + "]"
    )


def to_text(model: Model, file_format: str, version: int) -> str:
    """The text of a model file, with format name and version first."""
    head = {"format": file_format, "version": version}
    body = {**head, **plain(model)}
    inner = ",\n ".join(f"{json.dumps(key)}: {layout(entry, 1)}" for key, entry in body.items())
    text = "{\n " + inner + "\n}\n"
    return text.encode("utf-8", "replace").decode("utf-8")  # no file holds half a character
