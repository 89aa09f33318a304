"""What joints and elements transmit, as reports tell it: names with letters, curves, maxima."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import numpy as np

from lagr_gui.exchange.documents.blocks import Block, Table
from lagr_gui.exchange.documents.quantities import formula
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.languages import Words
from lagr_gui.model import Model
from lagr_gui.scenery.loads import weight_of
from lagr_gui.scenery.values import known_values
from lagr_gui.typesetting.formula import Formula, indexed, letter
from lagr_gui.typesetting.words import Text, math, text_of

ROUNDING = 1e-12
"""A part of the largest value of a motion that is less than what any motion is computed to."""
_STEADY = 1e-9
"""What changes by less than this part of itself is constant."""
_FORCES = (" (N)", " (N m)")


def told(model: Model, transmitted: Mapping[str, Array], special: str = "") -> dict[str, Array]:
    """What is transmitted, without forces that are rounding beside the weight of the bodies."""
    weight = weight_of(model, known_values(model, special))

    def is_rounding(name: str, values: Array) -> bool:
        return name.endswith(_FORCES) and largest(values) <= ROUNDING * weight

    return {name: values for name, values in transmitted.items() if not is_rounding(name, values)}


def largest(values: Array) -> float:
    """The size of the largest of some values."""
    return float(np.max(np.abs(values), initial=0.0))


def carried_name(words: str) -> Formula:
    """What a curve is called: ``axle Fx (N)`` with the letter of the force and its index."""
    return text_of(*_parts(words))


_LETTERS = re.compile(r"(?:^|(?<=\s))(?:([FM])([xyz])(?= \(N)|([iuλ])(?= ))")
"""A component of a force or moment before its unit; a current, voltage or multiplier of a name."""


def _parts(words: str) -> Iterator[Text]:
    last = 0
    for found in _LETTERS.finditer(words):
        stem, axis, alone = found.groups()
        if alone and found.start():
            continue
        yield words[last : found.start()]
        inner = indexed(letter(stem), letter(axis)) if stem else letter(_SIGNS.get(alone, alone))
        yield (math((inner,)),)
        last = found.end()
    rest, bracket, unit = words[last:].rpartition("(")
    yield rest + bracket + unit.replace(" ", "\u00a0")  # a unit stands on one line


_SIGNS = {"λ": "lambda"}


def largest_values(w: Words, t: Array, curves: Mapping[str, Array]) -> Block:
    """The largest of what is transmitted, and when."""
    rows = []
    for name, values in curves.items():
        at = int(np.argmax(np.abs(values)))
        steady = np.ptp(values) <= _STEADY * largest(values)
        when = w("constant") if steady else _figures(t[at])
        rows.append((carried_name(w.spoken(name)), _figures(values[at]), when))
    heads = (w("Quantity"), w("Largest value"), w("Time (s)"))
    return Table(w("Joint reactions and element forces"), heads, rows)


def _figures(value: float) -> Text:
    return (formula(float(f"{value:.6g}")),)
