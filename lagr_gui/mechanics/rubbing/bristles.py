"""Friction by bristles (LuGre): an approximation of dry friction with a state of its own.

    ż = γ − σ₀ |γ| z/b(γ),   r = −(σ₀ z + σ₁ ż)                             (R1b)

z is how far bristles are bent: they hold by their stiffness σ₀ before what they hold slides, and
creep under a load that changes.  C. Canudas de Wit, H. Olsson, K. J. Åström, P. Lischinsky, *A new
model for control of systems with friction*, IEEE Transactions on Automatic Control 40 (1995).

An element of this law has a state z and a signal ż, and is read as a force that is made of both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.catalogue.elements.friction.approximations import BRISTLE
from lagr_gui.catalogue.kinds import Friction, Load
from lagr_gui.expression import Symbol, read, substitute, write
from lagr_gui.mechanics.friction import law_of, sliding, sticking
from lagr_gui.mechanics.reading import Part, Reading
from lagr_gui.mechanics.trees import negative
from lagr_gui.model import ExpressionSignal, FieldType, Model, NamedSignal, Scalar, StateSignal
from lagr_gui.model.measure_signal import MeasureSignal
from lagr_gui.model.quantities import by_time, units_of_coordinates

BENDING = "gamma - sigma_0*abs(gamma)*z/b"
"""ż, in γ, z, b(γ) and σ₀."""
HELD = "sigma_0*z + sigma_1*u"
"""−r, in z, u = ż, σ₀ and σ₁."""
SIGMA_0, SIGMA_1 = Symbol("sigma_0"), Symbol("sigma_1")


class BristleState(StateSignal):
    """z, of an element; bristles are bent by `most` before they slide."""

    most: Scalar = 0

    @property
    def source(self) -> str:
        """The item key of the element."""
        return f"element:{self._block}"


class BristleRate(ExpressionSignal):
    """ż, of an element."""

    @property
    def source(self) -> str:
        """The item key of the element."""
        return f"element:{self._block}"


def with_bristles(model: Model) -> Model:
    """The model with a state z and a signal ż for each element that rubs by bristles.

    A model that was made of one with these has them already.
    """
    units, taken = units_of_coordinates(model, KINDS), _names(model)
    known = {signal.source for signal in model.signals if isinstance(signal, BristleState)}
    signals: list[NamedSignal] = []
    for element in model.elements:
        bends = getattr(element, "law", "") == BRISTLE and (element.enabled or model.events)
        if bends and f"element:{element.name}" not in known:
            signals += _signals(Part(element, ELEMENTS[element.kind]), units, taken)
    return model.having(signals=(*model.signals, *signals))


def _names(model: Model) -> set[str]:
    others = (entry.name for entry in (*model.parameters, *model.functions))
    return {*model.coordinates, *model.signal_names, *others}


def _signals(part: Part, units: dict[str, str], taken: set[str]) -> Iterator[NamedSignal]:
    """z with its rate, that rate u by the law, and the rate v of a line."""
    element, on = part.record, getattr(part.record, "coordinate", "")
    stem = re.sub("[^A-Za-z0-9]+", "_", element.name).strip("_")
    z, u, v = (_free(f"{letter}_{stem}", taken) for letter in "zuv")
    scalars = (s.name for s in part.kind.fields if s.type is FieldType.SCALAR)
    fields = {Symbol(name): part.tree(name) for name in scalars}
    fields[Symbol("rate")] = Symbol(on, 1) if on else Symbol(v)
    gamma, b = (substitute(tree, fields) for tree in (read(law_of(part).slip), sliding(part)))
    law = {Symbol("gamma"): gamma, Symbol("b"): b, Symbol("z"): Symbol(z)}
    sigma, held = part.tree(SIGMA_0.name), part.tree(sticking(part))
    bends = substitute(read(BENDING), law | {SIGMA_0: sigma})
    unit = units.get(on, "m")
    most = write(substitute(read("b/sigma_0"), {Symbol("b"): held, SIGMA_0: sigma}))
    yield BristleState(name=z, rate=u, unit=unit, most=most).of_block(element.name)
    yield BristleRate(name=u, value=write(bends), unit=by_time(unit)).of_block(element.name)
    if not on:
        words: dict[str, Any] = {"word": "rate", "arguments": (element.name,), "unit": "m/s"}
        yield MeasureSignal(name=v, item=part.key, **words)


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def exerting(reading: Reading, model: Model) -> Reading:
    """The reading of such a model with forces in the place of friction by bristles.

    What was read of a model that is alike has them already.
    """
    bent = {s.source: s.name for s in model.signals if isinstance(s, BristleState)}
    rates = {s.source: s.name for s in model.signals if isinstance(s, BristleRate)}
    parts = (
        _exerting(part, bent[part.key], rates[part.key])
        if part.key in bent and isinstance(part.kind.law, Friction)
        else part
        for part in reading.parts
    )
    return replace(reading, parts=tuple(parts))


def _exerting(part: Part, z: str, u: str) -> Part:
    """The element as one that exerts −(σ₀ z + σ₁ ż)."""
    law = law_of(part)
    names = {Symbol("z"): Symbol(z), Symbol("u"): part.known.get(Symbol(u), Symbol(u))}
    sigmas = {symbol: part.tree(symbol.name) for symbol in (SIGMA_0, SIGMA_1)}
    force = negative(substitute(read(HELD), names | sigmas))
    along = "value" if law.along == "value" else "rate"
    kind = replace(part.kind, law=Load(law.form, along=along))
    return replace(part, kind=kind, made={law.form: force})
