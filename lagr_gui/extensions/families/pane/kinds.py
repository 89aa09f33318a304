"""What the pane can ask: the questions about families, and which fields each of them has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lagr_gui.expression.arguments import number_in, quantity_or
from lagr_gui.foundation.problem import refusal
from lagr_gui.gui.words import tr
from lagr_gui.model import Model

MOST = 1_000_000
"""Values of one name."""


@dataclass(frozen=True, slots=True)
class FamilyKind:
    """A question: its English words, its door, how many names vary at least and at most.

    `count` values are taken at first.  `fields` are those that it has besides: outputs, until,
    period, crossing, after, names (what varies without values), measured.  `of_starts` tells that
    usually start values vary.
    """

    words: str
    door: str
    least: int
    most: int
    count: int
    fields: frozenset[str]
    of_starts: bool = False


KINDS = {
    "curves": FamilyKind("Family of curves", "sweep", 1, 2, 6, frozenset({"outputs", "until"})),
    "map": FamilyKind("Map of two values", "sweep", 2, 2, 21, frozenset({"outputs", "until"})),
    "locus": FamilyKind("Root locus", "root_locus", 1, 1, 41, frozenset()),
    "section": FamilyKind(
        "Section, bifurcation",
        "bifurcation",
        0,
        1,
        61,
        frozenset({"outputs", "until", "period", "crossing", "after"}),
    ),
    "stability": FamilyKind("Map of stability", "stability", 2, 2, 21, frozenset({"period"})),
    "basins": FamilyKind(
        "Basins", "basins", 2, 2, 21, frozenset({"outputs", "until"}), of_starts=True
    ),
    "slopes": FamilyKind(
        "Sensitivities", "sensitivities", 0, 0, 0, frozenset({"outputs", "until", "names"})
    ),
    "fit": FamilyKind("Fit to measured curves", "fit", 0, 0, 0, frozenset({"measured", "names"})),
}
"""The questions by name, in the order in which they are offered."""

SPREAD = frozenset({"sweep", "bifurcation", "stability", "basins"})
"""Doors whose runs are handed to many processes, or to a cluster."""


def usual_names(kind: FamilyKind, names: Sequence[str], model: Model) -> list[str]:
    """Which of the names vary at first, each of them once: parameters first, or start values."""
    starts = names[len(model.parameters) :]
    coordinates = starts[: len(starts) // 2]
    if not kind.of_starts:
        return [*names]
    return [name for q in coordinates for name in (q, f"{q}'")]


def usual_span(
    name: str, model: Model, values: Mapping[str, float], unit: str = ""
) -> tuple[float, float]:
    """Values from which to which a name varies at first."""
    for parameter in model.parameters:
        if parameter.name == name:
            if None in (parameter.minimum, parameter.maximum):
                break
            return float(parameter.minimum or 0), float(parameter.maximum or 0)
    else:
        if unit == "rad":
            return -np.pi, np.pi
    value = values.get(name, 0.0)
    return (0.5 * value, 1.5 * value) if value else (-1.0, 1.0)


def values_of(name: str, first: str, last: str, count: str, unit: str = "") -> list[float]:
    """The values that are typed: from … to, or a list in the first field, in SI or other units.

    Raises LagrError where they cannot be read, or are quantities of another sort than `unit`.
    """
    place = tr("Values of {name}").format(name=name)
    remedy = "Type from, to and how many, or a list such as 1; 2; 5 in the first field."
    unread = refusal(place, "They cannot be read.", remedy, "no-value")
    if not last.strip():
        sign = ";" if ";" in first else ","
        parts = [part for part in first.split(sign) if part.strip()]
        if parts:
            return [quantity_or(unread, part, unit, place) for part in parts]
    many = number_in(count)
    if many is None or many not in range(1, MOST + 1):
        raise unread
    low, high = (quantity_or(unread, text, unit, place) for text in (first, last))
    return np.linspace(low, high, int(many)).tolist()


def number_of(text: str, name: str, least: float = 0.0, unit: str = "1") -> float | None:
    """A number that is typed; None where nothing is.

    Raises LagrError where it is none, or a quantity of another sort than `unit`.
    """
    if not text.strip():
        return None
    unread = refusal(name, "It is no number.", "Type one, or nothing.", "no-value")
    value = quantity_or(unread, text, unit, name)
    if value < least:
        raise unread
    return value


Words = dict[str, Any]
