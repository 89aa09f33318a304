"""What the pane can ask: the questions about families, and which fields each of them has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from lagr_gui.given import number_in
from lagr_gui.gui.words import tr
from lagr_gui.model import Model
from lagr_gui.pipeline import Report
from lagr_gui.problem import refusal

MOST = 1_000_000
"""Values of one name."""


@dataclass(frozen=True, slots=True)
class FamilyKind:
    """A question: its English words, its door, how many names vary at least and at most.

    `count` values are taken at first.  `fields` are those that it has besides: outputs, until,
    period, crossing, after, names (what varies without values), measured.
    """

    words: str
    door: str
    least: int
    most: int
    count: int
    fields: frozenset[str]


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
    "basins": FamilyKind("Basins", "basins", 2, 2, 21, frozenset({"outputs", "until"})),
    "slopes": FamilyKind(
        "Sensitivities", "sensitivities", 0, 0, 0, frozenset({"outputs", "until", "names"})
    ),
    "fit": FamilyKind("Fit to measured curves", "fit", 0, 0, 0, frozenset({"measured", "names"})),
}
"""The questions by name, in the order in which they are offered."""

SPREAD = frozenset({"sweep", "bifurcation", "stability", "basins"})
"""Doors whose runs are handed to many processes, or to a cluster."""


def names_of(model: Model, report: Report) -> list[tuple[str, str]]:
    """What can vary: names, each with its unit."""
    units = list(zip(report.coordinates, report.units, strict=False))
    parameters = [(p.name, p.unit) for p in model.parameters]
    return [
        *parameters,
        *units,
        *((f"{name}'", f"{unit}/s" if unit else "") for name, unit in units),
    ]


def usual_span(name: str, model: Model, values: Mapping[str, float]) -> tuple[float, float]:
    """Values from which to which a name varies at first."""
    for parameter in model.parameters:
        if parameter.name == name and None not in (parameter.minimum, parameter.maximum):
            return float(parameter.minimum or 0), float(parameter.maximum or 0)
    value = values.get(name, 0.0)
    return (0.5 * value, 1.5 * value) if value else (-1.0, 1.0)


def values_of(name: str, first: str, last: str, count: str) -> list[float]:
    """The values that are typed: from … to, or a list in the first field.

    Raises LagrError where they cannot be read.
    """
    if not last.strip():
        sign = ";" if ";" in first else ","
        parts = [part.replace(",", ".") for part in first.strip(f"{sign} ").split(sign)]
        listed = [number_in(part) for part in parts]
        if listed and None not in listed:
            return [value for value in listed if value is not None]
    ends, many = [number_in(text.replace(",", ".")) for text in (first, last)], number_in(count)
    if None in ends or many is None or many not in range(1, MOST + 1):
        place = tr("Values of {name}").format(name=name)
        remedy = "Type from, to and how many, or a list such as 1; 2; 5 in the first field."
        raise refusal(place, "They cannot be read.", remedy, "no-value")
    return np.linspace(ends[0] or 0.0, ends[1] or 0.0, int(many)).tolist()


def number_of(text: str, name: str, least: float = 0.0) -> float | None:
    """A number that is typed; None where nothing is. Raises LagrError where it is none."""
    if not text.strip():
        return None
    value = number_in(text.strip().replace(",", "."))
    if value is None or value < least:
        raise refusal(name, "It is no number.", "Type one, or nothing.", "no-value")
    return value


def split(text: str) -> list[str]:
    """Expressions with semicolons, or commas outside of brackets, between them."""
    found, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == ";" or (sign == "," and depth == 0):
            found.append("")
        else:
            found[-1] += sign
    return [entry.strip() for entry in found if entry.strip()]


Words = dict[str, Any]
