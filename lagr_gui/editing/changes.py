"""In which values drawings differ from one another, field by field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lagr_gui.model import Layout, Model, Simulation
from lagr_gui.model.text import layout, plain

SHORT = 40
"""Letters of a note by which it is known."""
MOST = 1000
"""Differences that are listed."""
LONGEST = 300
"""Letters of a value."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A field that differs: where, its value in one drawing and in the other; empty: not there."""

    place: str
    here: str
    there: str


def differences(here: Model, there: Model) -> list[Difference]:
    """The first thousand differences; none where both drawings are the same."""
    return differences_of(plain(here), plain(there))


def differences_of(here: Any, there: Any) -> list[Difference]:
    """The same of plain data (`model.text.plain`)."""
    listed: list[Difference] = []
    for difference in _compare("", here, there):
        listed.append(difference)
        if len(listed) == MOST:
            break
    return listed


def _compare(place: str, here: Any, there: Any) -> Iterator[Difference]:
    if here == there:
        return
    left, right = _named(here), _named(there)
    alike = isinstance(here, Mapping) == isinstance(there, Mapping)
    if left is None or right is None or not alike:
        yield Difference(place, _text(here), _text(there))
        return
    for name in dict.fromkeys((*left, *right)):
        inner = f"{place} › {name}" if place else name
        yield from _compare(inner, left.get(name), right.get(name))


def _named(value: Any) -> Mapping[str, Any] | None:
    """The parts of a value by name: of items in a list, by what they are called."""
    if isinstance(value, Mapping):
        return value
    if not value and not isinstance(value, str | int | float):
        return {}
    if isinstance(value, list | tuple) and all(isinstance(entry, Mapping) for entry in value):
        names = [_called(entry) for entry in value]
        if len(set(names)) == len(names):
            return dict(zip(names, value, strict=True))
    return None


def _called(entry: Mapping[str, Any]) -> str:
    keys = ("number", "name", "item", "coordinate", "parameter", "expression")
    return next((str(entry[key]) for key in keys if entry.get(key) not in (None, "")), "")


def _text(value: Any) -> str:
    if value is None:
        return ""
    text = value if isinstance(value, str) else layout(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


# --- In which values several versions of a drawing differ from one another ---------------------

OTHER = "drawing"
"""The name of all that is neither a parameter, a start value nor a setting."""


def distinctions(models: Sequence[Model]) -> list[dict[str, str]]:
    """For each version its values of what is not the same in all of them, by name.

    Names are those of parameters, ``phi(0)`` and ``phi'(0)`` for start values, and settings; what
    else differs is told as another ``drawing``, numbered from 1.
    """
    tables = [_values(model) for model in models]
    names = dict.fromkeys(name for table in tables for name in table)
    apart = [name for name in names if len({table.get(name, "") for table in tables}) > 1]
    rows = [{name: table.get(name, "–") for name in apart} for table in tables]
    drawings = [_rest(model) for model in models]
    kinds = [next(n for n, one in enumerate(drawings, 1) if one == each) for each in drawings]
    if len({*kinds}) > 1:
        rows = [{**row, OTHER: str(kind)} for row, kind in zip(rows, kinds, strict=True)]
    return rows


def _values(model: Model) -> dict[str, str]:
    values = {entry.name: _number_text(entry.value) for entry in model.parameters}
    for start in model.start:
        values[f"{start.coordinate}(0)"] = _number_text(start.position)
        values[f"{start.coordinate}'(0)"] = _number_text(start.velocity)
    settings = model.simulation
    names = (name for name in type(settings).model_fields if name != "outputs")
    return values | {name: _number_text(getattr(settings, name)) for name in names}


def _number_text(value: object) -> str:
    return "–" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _rest(model: Model) -> Model:
    parameters = tuple(entry.having(**_NO_VALUE) for entry in model.parameters)
    return model.having(
        parameters=parameters,
        start=(),
        motions=(),
        simulation=Simulation(),
        layout=Layout(),
        name="",
        description="",
    )


_NO_VALUE = {"value": None, "minimum": None, "maximum": None, "description": ""}
