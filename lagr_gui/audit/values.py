"""Numbers of a model at states: its own reading of parameters, functions and fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lagr_gui.arithmetic import evaluate
from lagr_gui.audit.derivatives import Digits, Precise, along, derivative
from lagr_gui.audit.derivatives import value as precise_value
from lagr_gui.audit.jets import Array, Jet, JetCarrier, constant, jet, stacked
from lagr_gui.expression import TIME, Call, Expression, Sum, Symbol, parts, read, symbols
from lagr_gui.message import say
from lagr_gui.model import Function, Model, Scalar
from lagr_gui.topology.circuits import Charge


class NotCovered(Exception):
    """The model holds something that is not stated here a second time; the text says what."""


@dataclass(frozen=True, eq=False)
class States:
    """n states with accelerations: t (n,), q, qd, qdd (n, f)."""

    t: Array
    q: Array
    qd: Array
    qdd: Array


@dataclass(frozen=True, eq=False)
class Curve:
    """What is known along a curve through the states: t, q and q̇ as jets by name."""

    time: Jet
    q: Mapping[str, Jet]
    qd: Mapping[str, Jet]


class Values:
    """Evaluates the fields of a model along curves through n states."""

    def __init__(
        self,
        model: Model,
        coordinates: Sequence[str],
        charges: Mapping[str, Charge],
        dependent: frozenset[str],
        states: States,
    ) -> None:
        self.coordinates, self.states = tuple(coordinates), states
        self.index = {name: i for i, name in enumerate(self.coordinates)}
        self._functions = {function.name: function for function in model.functions}
        self._sums = {
            element.own[0]: charges[element.name]
            for element in model.elements
            if element.enabled and element.own and element.own[0] in dependent
        }
        self._given = {p.name: p.value for p in model.parameters}
        self._known: dict[str, Jet] = {}
        self._fields: dict[object, Jet] = {}
        self._carrier = JetCarrier(self._user_function)
        self._extra: Mapping[str, Jet] = {}
        self._derivatives: dict[tuple[str, tuple[int, ...], bytes], tuple[float, ...]] = {}
        self.motion = self._motion()

    def _motion(self) -> Curve:
        """The curve in time."""
        s = self.states
        one = np.ones_like(s.t)
        q = {n: jet(s.q[:, i], s.qd[:, i], s.qdd[:, i]) for n, i in self.index.items()}
        qd = {n: jet(s.qd[:, i], s.qdd[:, i], 0 * one) for n, i in self.index.items()}
        return Curve(jet(s.t, one, 0 * one), q, qd)

    def toward(self, name: str, order: int = 0) -> Curve:
        """The straight line along one coordinate, or with order 1 along its velocity."""
        s, (q, qd) = self.states, self._still
        values, index = (s.q, s.qd)[order], self.index[name]
        one = {name: jet(values[:, index], np.ones_like(s.t), np.zeros_like(s.t))}
        return Curve(self._now, q if order else q | one, qd | one if order else qd)

    @cached_property
    def _now(self) -> Jet:
        t = self.states.t
        return jet(t, 0 * t, 0 * t)

    @cached_property
    def _still(self) -> tuple[dict[str, Jet], dict[str, Jet]]:
        """Coordinates and velocities that do not change."""
        none = np.zeros_like(self.states.t)
        found = [
            {n: jet(values[:, i], none, none) for n, i in self.index.items()}
            for values in (self.states.q, self.states.qd)
        ]
        return found[0], found[1]

    def leaning(self, name: str, lean: float) -> Curve:
        """q + σ q̇, q̇ + σ (q̈ + lean e), t + σ: for mixed derivatives of energies."""
        s = self.states
        one = np.ones_like(s.t)
        q = {n: jet(s.q[:, i], s.qd[:, i], 0 * one) for n, i in self.index.items()}
        qd = {
            n: jet(s.qd[:, i], s.qdd[:, i] + lean * (n == name), 0 * one)
            for n, i in self.index.items()
        }
        return Curve(jet(s.t, one, 0 * one), q, qd)

    def scalar(self, field: Scalar | Expression, curve: Curve | None = None, **own: Jet) -> Jet:
        """A field as a jet (3, n) along a curve, by default in time; `own` are further names."""
        if isinstance(field, (int, float)):
            return constant(float(field))
        tree = read(field) if isinstance(field, str) else field
        curve = curve or self.motion
        return evaluate(tree, self._carrier, lambda symbol: self._symbol(symbol, curve, own))

    def slope(self, field: Scalar, curve: Curve) -> tuple[Array, Array]:
        """The slope of a field along a curve (n,), and what its terms come to without signs."""
        tree = read(field) if isinstance(field, str) else None
        terms = tree.terms if isinstance(tree, Sum) else (tree or field,)
        still = np.zeros_like(self.states.t)
        slopes = [self.scalar(term, curve)[1] + still for term in terms]
        return sum(slopes, still), sum(map(np.abs, slopes), still)

    def vector(self, field: Sequence[Scalar], curve: Curve | None = None) -> Jet:
        """A vector field (3, n, 3)."""
        if curve is not None:
            return stacked([self.scalar(entry, curve) for entry in field])
        return self._once(field, lambda: stacked([self.scalar(entry) for entry in field]))

    def matrix(self, field: Sequence[Sequence[Scalar]], curve: Curve | None = None) -> Jet:
        """A matrix field (3, n, 3, 3), row by row."""
        if curve is None:
            return self._once(field, lambda: self._rows([self.vector(row) for row in field]))
        return self._rows([self.vector(row, curve) for row in field])

    def _rows(self, rows: Sequence[Jet]) -> Jet:
        return np.stack(np.broadcast_arrays(*rows), axis=-2)

    def direction(self, field: Sequence[Scalar]) -> Jet:
        """A constant direction as a unit vector."""
        given = self.vector(field)[0, 0]
        return self._once(("direction", field), lambda: constant(given / np.sqrt(given @ given)))

    def _once(self, field: object, compute: Callable[[], Jet]) -> Jet:
        """What is the same wherever a field is asked for along the motion."""
        if field not in self._fields:
            self._fields[field] = compute()
        return self._fields[field]

    def names_in(self, *fields: Scalar, order: int = 0) -> list[str]:
        """The coordinates of which fields speak, also through functions and sums of charges."""
        found: set[str] = set()
        for field in fields:
            if isinstance(field, str):
                found |= {s.name for s in self._spoken(read(field)) if s.order == order}
        for name in found & self._sums.keys():
            found |= {term for term, _ in self._sums[name]}
        return [name for name in self.coordinates if name in found]

    def _spoken(self, tree: Expression) -> set[Symbol]:
        found = set(symbols(tree))
        waiting, seen = [tree], set[str]()
        while waiting:
            part = waiting.pop()
            waiting += parts(part)
            if isinstance(part, Call) and part.function in self._functions.keys() - seen:
                seen.add(part.function)
                inner = read(self._functions[part.function].expression or 0)
                found |= set(symbols(inner))
                waiting.append(inner)
        return found

    def _symbol(self, symbol: Symbol, curve: Curve, own: Mapping[str, Jet]) -> Jet:
        name = symbol.name
        if symbol.order == 0 and name in own:
            return own[name]
        if name in self._extra and symbol.order == 0:
            return self._extra[name]
        if name in self.index:
            return (curve.q, curve.qd)[symbol.order][name]
        if name in self._sums:
            side = (curve.q, curve.qd)[symbol.order]
            return sum((sign * side[term] for term, sign in self._sums[name]), constant(0.0))
        if name == TIME:
            return curve.time
        return self._parameter(name)

    def _parameter(self, name: str) -> Jet:
        if name not in self._known:
            value = self._given.get(name)
            if value is None:
                raise NotCovered(say("the value of “{name}”", name=name))
            self._known[name] = self._inside({}, value)
        return self._known[name]

    def _user_function(self, name: str, arguments: Sequence[Jet], orders: tuple[int, ...]) -> Jet:
        function = self._function(name)
        if any(orders):
            return self._derived(name, arguments, orders)
        return self._inside(
            dict(zip(function.arguments, arguments, strict=True)), function.expression or 0
        )

    def _function(self, name: str) -> Function:
        function = self._functions.get(name)
        if function is None or function.expression is None:
            raise NotCovered(say("the function “{name}”, which has no expression", name=name))
        return function

    def _derived(self, name: str, arguments: Sequence[Jet], orders: tuple[int, ...]) -> Jet:
        """A derivative of a function along the curve, row by row."""
        every = np.stack(np.broadcast_arrays(*arguments)).transpose(2, 0, 1)
        found = np.empty((3, len(every)))
        for i, row in enumerate(every):
            key = name, orders, row.tobytes()
            if key not in self._derivatives:
                function = derivative(lambda x: self._digits(name, x, ()), orders)
                self._derivatives[key] = along(function, [tuple(jet) for jet in row])
            found[:, i] = self._derivatives[key]
        return found

    def _digits(self, name: str, arguments: Sequence[Digits], orders: tuple[int, ...]) -> Digits:
        """A function, or a derivative of one, with many digits."""
        if any(orders):
            return derivative(lambda x: self._digits(name, x, ()), orders)(arguments)
        function = self._function(name)
        names = dict(zip(function.arguments, arguments, strict=True))
        tree = read(function.expression or 0)
        return precise_value(
            tree, names, Precise(self._digits), lambda name: float(self._parameter(name)[0, 0])
        )

    def _inside(self, names: Mapping[str, Jet], text: Scalar) -> Jet:
        """A text that knows only some names, besides parameters."""
        outer, self._extra = self._extra, names
        try:
            return self.scalar(text)
        finally:
            self._extra = outer
