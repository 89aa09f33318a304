"""Friction by bristles (LuGre): an approximation of dry friction with a state of its own.

    ż = γ − σ₀ |γ| z/b(γ),   r = −(σ₀ z + σ₁ ż)                             (R1b)

z is how far bristles are bent: they hold by their stiffness σ₀ before what they hold slides, and
creep under a load that changes.  C. Canudas de Wit, H. Olsson, K. J. Åström, P. Lischinsky, *A new
model for control of systems with friction*, IEEE Transactions on Automatic Control 40 (1995).

An element of this law becomes a state z, a signal ż and a force that is made of both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.catalogue.elements.friction.approximations import BRISTLE
from lagr_gui.catalogue.kinds import ElementKind
from lagr_gui.expression import Expression, Symbol, read, substitute, write
from lagr_gui.mechanics.friction import law_of, sliding
from lagr_gui.mechanics.reading import Part
from lagr_gui.model import Element, ExpressionSignal, FieldType, Model, NamedSignal, StateSignal
from lagr_gui.model.measure_signal import MeasureSignal
from lagr_gui.model.quantities import by_time, units_of_coordinates

BENDING = "gamma - sigma_0*abs(gamma)*z/b"
"""ż, in γ, z, b(γ) and σ₀."""
HELD = "sigma_0*z + sigma_1*u"
"""−r, in z, u = ż, σ₀ and σ₁."""


class BristleState(StateSignal):
    """z, of an element."""

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


def in_place(model: Model) -> Model:
    """The model with states, signals and forces in the place of friction by bristles."""
    units, taken = units_of_coordinates(model, KINDS), _names(model)
    signals, elements = list[NamedSignal](), list[Element]()
    for element in model.elements:
        bends = getattr(element, "law", "") == BRISTLE and (element.enabled or model.events)
        if bends:
            bristles = _Bristles(element, ELEMENTS[element.kind], units, taken)
            signals += bristles.signals
        elements.append(bristles.force if bends else element)
    return model.having(signals=(*model.signals, *signals), elements=tuple(elements))


def _names(model: Model) -> set[str]:
    others = (entry.name for entry in (*model.parameters, *model.functions))
    return {*model.coordinates, *model.signal_names, *others}


class _Bristles:
    """The signals and the force that one element becomes."""

    def __init__(
        self, element: Any, kind: ElementKind, units: dict[str, str], taken: set[str]
    ) -> None:
        self._part, self._on = Part(element, kind), getattr(element, "coordinate", "")
        stem = re.sub("[^A-Za-z0-9]+", "_", element.name).strip("_")
        z, u, v = (_free(f"{letter}_{stem}", taken) for letter in "zuv")
        unit, name = units.get(self._on, "m"), element.name
        rate = Symbol(self._on, 1) if self._on else Symbol(v)
        fields = {Symbol("rate"): rate} | self._fields()
        law = law_of(self._part)
        gamma, bound = (substitute(tree, fields) for tree in (read(law.slip), sliding(self._part)))
        own = {"gamma": gamma, "b": bound, "z": Symbol(z), "u": Symbol(u)}
        own |= {n: self._part.tree(n) for n in ("sigma_0", "sigma_1")}
        put = {Symbol(letter): tree for letter, tree in own.items()}
        bends, held = (write(substitute(read(text), put)) for text in (BENDING, HELD))
        self.signals: list[NamedSignal] = [
            BristleState(name=z, rate=u, unit=unit).of_block(name),
            BristleRate(name=u, value=bends, unit=by_time(unit)).of_block(name),
        ]
        if not self._on:
            key = f"element:{name}"
            line = {"word": "rate", "arguments": (name,), "item": key, "unit": "m/s"}
            self.signals.append(MeasureSignal(name=v, **line))
        self.force = self._force(held)

    def _fields(self) -> dict[Symbol, Expression]:
        scalars = (s.name for s in self._part.kind.fields if s.type is FieldType.SCALAR)
        return {Symbol(name): self._part.tree(name) for name in scalars}

    def _force(self, held: str) -> Element:
        """An element that exerts −(σ₀ z + σ₁ ż) on the coordinate, or pulls along the line."""
        drawn = self._part.record
        kind = ELEMENTS["coordinate_force" if self._on else "rope_pull"]
        own = {"force": f"-({held})"} if self._on else {"pull": held}
        same = {s.name for s in kind.fields} & {s.name for s in self._part.kind.fields}
        same |= {"name", "enabled"}
        return kind.record(kind=kind.name, **own, **{n: getattr(drawn, n) for n in sorted(same)})


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name
