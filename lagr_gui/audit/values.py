"""Numbers of a model at states: its own reading of parameters, functions and fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from lagr_gui.audit.derivatives import Digits, Precise, along, derivative
from lagr_gui.audit.derivatives import value as precise_value
from lagr_gui.audit.jets import (
    Array,
    Jet,
    JetCarrier,
    chained,
    constant,
    is_constant,
    jet,
    shifted,
    stacked,
)
from lagr_gui.expression import TIME, Call, Expression, Sum, Symbol, called, parts, read, symbols
from lagr_gui.expression.arithmetic import evaluate
from lagr_gui.foundation.message import say
from lagr_gui.model import (
    ExpressionSignal,
    Function,
    Joint,
    LookupTable,
    Model,
    Scalar,
)
from lagr_gui.topology import Topology


class NotCovered(Exception):
    """The model holds something that is not stated here a second time; the text says what."""


@dataclass(frozen=True, eq=False)
class States:
    """n states with accelerations: t (n,), q, qd, qdd (n, f).

    z, zd (n, s) are the states of the first order and their rates, where they are told.
    """

    t: Array
    q: Array
    qd: Array
    qdd: Array
    z: Array = field(default_factory=lambda: np.zeros((0, 0)))
    zd: Array = field(default_factory=lambda: np.zeros((0, 0)))


@dataclass(frozen=True, eq=False)
class TimeCurve:
    """What is known along a curve through the states: t, q, q̇, z and signals as jets by name."""

    time: Jet
    q: Mapping[str, Jet]
    qd: Mapping[str, Jet]
    z: Mapping[str, Jet]
    signals: dict[str, Jet] = field(default_factory=dict[str, Jet])


@dataclass(frozen=True, slots=True, eq=False)
class Yardsticks:
    """By what is judged whether something is far, near or slow: rounding is a part of it.

    A `length` (m), a `time` (s), and how far coordinates go (f,) where the model moves as a whole.
    """

    length: float = 1.0
    time: float = 1.0
    extents: Array | float = 1.0


class Fields:
    """The fields of a model, and the values of those that do not depend on states.

    They are found once for all states at which a model is looked at.  Parameters that are `varying`
    are told with each state, behind those of the first order.
    """

    def __init__(
        self,
        model: Model,
        topology: Topology,
        yardsticks: Yardsticks | None = None,
        varying: Sequence[str] = (),
    ) -> None:
        circuits = topology.circuits
        self.model, self.topology = model, topology
        self.yardsticks = yardsticks or Yardsticks()
        self.coordinates = tuple(topology.coordinates)
        self.index = {name: i for i, name in enumerate(self.coordinates)}
        self.states = {name: i for i, name in enumerate((*model.states, *varying))}
        self.signals = {s.name: s.value for s in model.signals if isinstance(s, ExpressionSignal)}
        self.measures = {s.name: s for s in model.signals if s.name in model.measures}
        self.functions = {function.name: function for function in model.functions}
        self.sums = {
            element.own[0]: circuits.charges[element.name]
            for element in model.elements
            if element.enabled and element.own and element.own[0] in circuits.dependent
        }
        self.centres = {b.number: b.centre for b in model.bodies if any(e != 0 for e in b.centre)}
        self.joints = {joint.name: joint for joint in self._drawn_joints()}
        self.given = {p.name: p.value for p in model.parameters}
        self.parameters: dict[str, Jet] = {}
        self.fixed: dict[object, Jet] = {}
        self.inertias: list[tuple[float, Array]] = []
        self._sorts: dict[object, bool] = {}
        self._names: dict[object, list[str]] = {}
        self._stated = self.given.keys() - self.index.keys() - self.sums.keys() - {TIME}
        self._stated -= self.states.keys() | self.signals.keys() | self.measures.keys()

    def _drawn_joints(self) -> Iterator[Joint]:
        """The joints as they were drawn, and those between centres of mass that are assumed."""
        yield from self.model.joints
        for joint in self.topology.offered:
            parent, child = (self.centres.get(n, (0, 0, 0)) for n in (joint.parent, joint.child))
            yield joint.having(point_parent=parent, point_child=child)

    def is_fixed(self, field: Any) -> bool:
        """Whether a scalar, vector or matrix field speaks of nothing but parameters."""
        if isinstance(field, str):
            if field not in self._sorts:
                spoken = self._spoken(read(field))
                self._sorts[field] = all(symbol.name in self._stated for symbol in spoken)
            return self._sorts[field]
        return not isinstance(field, Sequence) or all(map(self.is_fixed, field))

    def names_in(self, *fields: Scalar, order: int = 0) -> list[str]:
        """The coordinates of which fields speak, also through functions and sums of charges."""
        key = fields, order
        if key not in self._names:
            self._names[key] = self._named(fields, order)
        return self._names[key]

    def spoken(self, *fields: Scalar) -> set[str]:
        """The names of which fields speak, also through functions and signals."""
        texts = (field for field in fields if isinstance(field, str))
        return {symbol.name for text in texts for symbol in self._spoken(read(text))}

    def _named(self, fields: Sequence[Scalar], order: int) -> list[str]:
        names: set[str] = set()
        for text in fields:
            if isinstance(text, str):
                names |= {s.name for s in self._spoken(read(text)) if s.order == order}
        for name in names & self.sums.keys():
            names |= {term for term, _ in self.sums[name]}
        return [name for name in self.coordinates if name in names]

    def _spoken(self, tree: Expression) -> set[Symbol]:
        spoken = set(symbols(tree))
        waiting, seen = [tree], set[str]()
        while waiting:
            part = waiting.pop()
            waiting += parts(part)
            if isinstance(part, Symbol) and part.name in self.signals.keys() - seen:
                seen.add(part.name)
                inner = read(self.signals[part.name])
                spoken |= set(symbols(inner))
                waiting.append(inner)
            if isinstance(part, Call) and part.function in self.functions.keys() - seen:
                seen.add(part.function)
                inner = read(self.functions[part.function].expression or 0)
                spoken |= set(symbols(inner))
                waiting.append(inner)
        return spoken


class _Lines(Mapping[str, Jet]):
    """Jets by name, each made when it is first asked for."""

    def __init__(self, index: Mapping[str, int], made: Callable[[int], Jet]) -> None:
        self._index, self._made = index, made
        self._known: dict[str, Jet] = {}

    def __getitem__(self, name: str) -> Jet:
        if name not in self._known:
            self._known[name] = self._made(self._index[name])
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)


class Values:
    """Evaluates the fields of a model along curves through n states."""

    def __init__(self, fields: Fields, states: States) -> None:
        self.fields, self.states = fields, states
        self.coordinates, self.index = fields.coordinates, fields.index
        self._fields: dict[object, Jet] = {}
        self._carrier = JetCarrier(self._user_function)
        self._bounds = BoundCarrier(self._carrier)
        self._extra: Mapping[str, Jet] = {}
        self._measures: dict[str, BoundedJet] = {}
        self._derivatives: dict[tuple[str, tuple[int, ...], bytes], tuple[float, ...]] = {}
        self._still = np.zeros_like(states.t)
        self._one = np.ones_like(states.t)
        self._now = jet(states.t, self._still, self._still)
        self.motion = self._motion()
        self.look: Callable[[Any], BoundedJet] | None = None
        """What signals measure along the motion, where bodies are known."""

    def _motion(self) -> TimeCurve:
        """The curve in time."""
        s, none = self.states, self._still
        return TimeCurve(
            jet(s.t, self._one, none),
            _Lines(self.index, lambda i: jet(s.q[:, i], s.qd[:, i], s.qdd[:, i])),
            _Lines(self.index, lambda i: jet(s.qd[:, i], s.qdd[:, i], none)),
            self._states(lambda i: jet(s.z[:, i], s.zd[:, i], none)),
        )

    def _states(self, made: Callable[[int], Jet]) -> Mapping[str, Jet]:
        """States of the first order along a curve."""

        def known(i: int) -> Jet:
            if i >= self.states.z.shape[1]:
                raise NotCovered(say("the states of the first order"))
            return made(i)

        return _Lines(self.fields.states, known)

    def toward(self, name: str, order: int = 0) -> TimeCurve:
        """The straight line along one coordinate, or with order 1 along its velocity."""
        s, none, index = self.states, self._still, self.index[name]
        unit = (none, self._one)
        return TimeCurve(
            self._now,
            _Lines(self.index, lambda i: jet(s.q[:, i], unit[i == index and order == 0], none)),
            _Lines(self.index, lambda i: jet(s.qd[:, i], unit[i == index and order == 1], none)),
            self._states(lambda i: jet(s.z[:, i], none, none)),
        )

    def fan(self, names: Sequence[str]) -> TimeCurve:
        """The curve in time, then the straight line along each of some coordinates.

        It leads through the states once for each of them: its jets are (3, (1 + k) n).
        """
        s, lines = self.states, [self.index[name] for name in names]

        def spread(*parts: Array, along: int | None = None) -> Jet:
            curves = np.zeros((3, 1 + len(lines), len(s.t)))
            curves[0] = parts[0]
            curves[1, 0], curves[2, 0] = parts[1:]
            if along in lines:
                curves[1, 1 + lines.index(along)] = 1.0
            return curves.reshape(3, -1)

        return TimeCurve(
            spread(s.t, self._one, self._still),
            _Lines(self.index, lambda i: spread(s.q[:, i], s.qd[:, i], s.qdd[:, i], along=i)),
            _Lines(self.index, lambda i: spread(s.qd[:, i], s.qdd[:, i], self._still)),
            self._states(lambda i: spread(s.z[:, i], s.zd[:, i], self._still)),
        )

    def leaning(self, name: str, lean: float) -> TimeCurve:
        """q + σ q̇, q̇ + σ (q̈ + lean e), t + σ: for mixed derivatives of energies."""
        s, none, index = self.states, self._still, self.index[name]
        return TimeCurve(
            jet(s.t, self._one, none),
            _Lines(self.index, lambda i: jet(s.q[:, i], s.qd[:, i], none)),
            _Lines(self.index, lambda i: jet(s.qd[:, i], s.qdd[:, i] + lean * (i == index), none)),
            self._states(lambda i: jet(s.z[:, i], s.zd[:, i], none)),
        )

    def scalar(self, field: Scalar | Expression, curve: TimeCurve | None = None, **own: Jet) -> Jet:
        """A field as a jet (3, n) along a curve, by default in time; `own` are further names."""
        if isinstance(field, (int, float)):
            return self.once(field, None, lambda: constant(float(field)))
        if not isinstance(field, str):
            return self._evaluated(field, curve, own)
        if own or self._extra:  # such names may hide those of parameters
            return self._evaluated(read(field), curve, own)
        return self.once(field, curve, lambda: self._evaluated(read(field), curve, own))

    def _evaluated(
        self, tree: Expression, curve: TimeCurve | None, local: Mapping[str, Jet]
    ) -> Jet:
        along = curve or self.motion
        return evaluate(tree, self._carrier, lambda symbol: self._symbol(symbol, along, local))

    def slope(self, field: Scalar, curve: TimeCurve) -> tuple[Array, Array]:
        """The slope of a field along a curve (n,), and what its terms come to without signs."""
        tree = read(field) if isinstance(field, str) else None
        terms = tree.terms if isinstance(tree, Sum) else (tree or field,)
        still = np.zeros_like(self.states.t)
        slopes = [self.scalar(term, curve)[1] + still for term in terms]
        return sum(slopes, still), sum(map(np.abs, slopes), still) + self.spread(field)

    def terms(self, field: Scalar, curve: TimeCurve | None = None) -> Jet:
        """What the terms of a field and of its derivatives along a curve come to (3, n)."""
        along, signals, known = curve or self.motion, self.fields.signals, dict[str, Any]()

        def size(symbol: Symbol) -> Any:
            if symbol.name in self.fields.measures:
                return self._measured(symbol.name, along)
            if symbol.name not in signals:
                return unbroken(self._symbol(symbol, along, {}))
            if symbol.name not in known:
                known[symbol.name] = evaluate(read(signals[symbol.name]), self._bounds, size)
            return known[symbol.name]

        return evaluate(read(field), self._bounds, size).bound + self.spread(field)

    def vector(self, field: Sequence[Scalar], curve: TimeCurve | None = None) -> Jet:
        """A vector field (3, n, 3)."""
        return self.once(
            field, curve, lambda: stacked([self.scalar(entry, curve) for entry in field])
        )

    def point(self, body: int, field: Sequence[Scalar], curve: TimeCurve | None = None) -> Jet:
        """A point of a body from its centre of mass: x − c, where x and c are from its origin."""
        vector, centre = self.vector(field, curve), self.fields.centres.get(body)
        return vector if centre is None else vector - self.vector(centre, curve)

    def matrix(self, field: Sequence[Sequence[Scalar]], curve: TimeCurve | None = None) -> Jet:
        """A matrix field (3, n, 3, 3), row by row."""
        return self.once(
            field, curve, lambda: self._rows([self.vector(row, curve) for row in field])
        )

    def _rows(self, rows: Sequence[Jet]) -> Jet:
        return np.stack(np.broadcast_arrays(*rows), axis=-2)

    def direction(self, field: Sequence[Scalar]) -> Jet:
        """A constant direction as a unit vector."""
        return self.once(field, None, lambda: self._unit(field), "direction")

    def _unit(self, field: Sequence[Scalar]) -> Jet:
        direction = self.vector(field)[0, 0]
        return constant(direction / np.sqrt(direction @ direction))

    def number(self, field: Scalar) -> float:
        """A constant."""
        return float(self.scalar(field)[0, 0])

    def once(
        self, field: Any, curve: TimeCurve | None, compute: Callable[[], Jet], sort: str = ""
    ) -> Jet:
        """What is the same wherever a field is asked for, at all states or along the motion."""
        key, fixed = (sort, field), self.fields.fixed
        if key in fixed:
            return fixed[key]
        if curve is None and key in self._fields:
            return self._fields[key]
        value = compute()
        if self.fields.is_fixed(field):
            fixed[key] = value
        elif curve is None:
            self._fields[key] = value
        return value

    def _symbol(self, symbol: Symbol, curve: TimeCurve, local: Mapping[str, Jet]) -> Jet:
        name = symbol.name
        if symbol.order == 0 and name in local:
            return local[name]
        if name in self._extra and symbol.order == 0:
            return self._extra[name]
        if name in self.index and symbol.order == 2:
            if curve is not self.motion:
                raise NotCovered(say("accelerations in “{name}”", name=name))
            return shifted(curve.qd[name])
        if name in self.index:
            return (curve.q, curve.qd)[symbol.order][name]
        if name in self.fields.sums:
            side = (curve.q, curve.qd)[symbol.order]
            return sum((sign * side[term] for term, sign in self.fields.sums[name]), constant(0.0))
        if name == TIME:
            return curve.time
        if name in curve.z:
            return curve.z[name]
        if name in self.fields.signals:
            if name not in curve.signals:
                curve.signals[name] = self.scalar(self.fields.signals[name], curve)
            return curve.signals[name]
        if name in self.fields.measures:
            return self._measured(name, curve).jet
        return self._parameter(name)

    def _measured(self, name: str, curve: TimeCurve) -> BoundedJet:
        if self.look is None or curve is not self.motion:
            raise NotCovered(say("the measure “{word}”", word=name))
        if name not in self._measures:
            self._measures[name] = self.look(self.fields.measures[name])
        return self._measures[name]

    def _parameter(self, name: str) -> Jet:
        parameters = self.fields.parameters
        if name not in parameters:
            value = self.fields.given.get(name)
            if value is None:
                raise NotCovered(say("the value of “{name}”", name=name))
            parameters[name] = self._inside({}, value)
        return parameters[name]

    def spread(self, *texts: Scalar) -> float:
        """How large values of the tables are that fields call: a root of one is only as exact."""
        waiting = [read(text) for text in texts if isinstance(text, str)]
        functions, signals, seen = self.fields.functions, self.fields.signals, set[str]()
        while waiting:
            tree = waiting.pop()
            new = {name for name, _ in called(tree)} & functions.keys() - seen
            named = {symbol.name for symbol in symbols(tree)} & signals.keys() - seen
            seen |= new | named
            waiting += [read(functions[name].expression or 0) for name in new]
            waiting += [read(signals[name]) for name in named]
        seen &= functions.keys()
        integrals = {
            functions[name].integral or name for name in seen if functions[name].is_tabulated
        }
        tables = [functions[name].table for name in sorted(integrals)]
        return sum(max(map(abs, table.ys)) for table in tables if table is not None)

    def _user_function(self, name: str, arguments: Sequence[Jet], orders: tuple[int, ...]) -> Jet:
        function = self._function(name)
        if function.is_tabulated:
            x = arguments[0]
            derivatives = orders_of(function, self.fields.functions, x[0], sum(orders))
            return chained(x, *derivatives)
        if any(orders):
            return self._derived(name, arguments, orders)
        return self._inside(
            dict(zip(function.arguments, arguments, strict=True)), function.expression or 0
        )

    def _function(self, name: str) -> Function:
        function = self.fields.functions.get(name)
        if function is None or not function.is_specified:
            raise NotCovered(say("the function “{name}”, which has no expression", name=name))
        return function

    def _derived(self, name: str, arguments: Sequence[Jet], orders: tuple[int, ...]) -> Jet:
        """A derivative of a function along the curve, row by row."""
        every = np.stack(np.broadcast_arrays(*arguments)).transpose(2, 0, 1)
        table = np.empty((3, len(every)))
        for i, row in enumerate(every):
            key = name, orders, row.tobytes()
            if key not in self._derivatives:
                function = derivative(lambda x: self._digits(name, x, ()), orders)
                self._derivatives[key] = along(function, [tuple(jet) for jet in row])
            table[:, i] = self._derivatives[key]
        return table

    def _digits(self, name: str, arguments: Sequence[Digits], orders: tuple[int, ...]) -> Digits:
        """A function, or a derivative of one, with many digits."""
        if any(orders):
            return derivative(lambda x: self._digits(name, x, ()), orders)(arguments)
        function = self._function(name)
        if function.is_tabulated:
            raise NotCovered(say("a derivative of what calls the table “{name}”", name=name))
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


# --- Functions by points, evaluated a second time: by the interpolators of SciPy themselves ----


def orders_of(function: Function, functions: Mapping[str, Function], x: Array, first: int) -> Any:
    """A derivative of order `first` of a function with a table at x, and the next two of it."""
    table, lift = (function.table, 0) if function.table else _integrated(function, functions)
    return [_derivative(table, x, first + k - lift) for k in range(3)]


def _integrated(function: Function, functions: Mapping[str, Function]) -> tuple[LookupTable, int]:
    table = functions[function.integral].table
    assert table is not None
    return table, 1


def _derivative(table: LookupTable, x: Array, order: int) -> Array:
    """Inside by SciPy; outside as the table says; order −1 is the integral."""
    xs, ys = np.array(table.xs), np.array(table.ys)
    curve = _interpolator(table, xs, ys)
    period, turns = xs[-1] - xs[0], np.zeros_like(x)
    if table.outside == "periodic":
        turns = np.floor((x - xs[0]) / period)
        x = x - turns * period
    within = np.clip(x, xs[0], xs[-1])
    if order < 0:
        return _integral(table, curve, x, xs) + turns * curve.integrate(xs[0], xs[-1])
    slope = curve(within, nu=order)
    if table.outside == "linear":
        slope = slope + (x - within) * curve(within, nu=order + 1) if order == 0 else slope
    if table.outside == "error":
        return np.where(x == within, slope, np.nan)
    still = {"hold": 1, "linear": 2}.get(table.outside)
    return slope if still is None else np.where((x == within) | (order < still), slope, 0.0)


def _integral(table: LookupTable, curve: Any, x: Array, xs: Array) -> Array:
    start = 0.0 if xs[0] <= 0.0 <= xs[-1] else xs[0]
    within = np.clip(x, xs[0], xs[-1])
    sums = np.array([float(curve.integrate(start, end)) for end in within.ravel()])
    beyond = x - within
    slope = curve(within, nu=1) if table.outside == "linear" else 0.0
    outside = np.nan if table.outside == "error" else curve(within) + slope * beyond / 2
    return sums.reshape(x.shape) + np.where(beyond == 0, 0.0, outside * beyond)


def _interpolator(table: LookupTable, xs: Array, ys: Array) -> Any:
    from scipy import interpolate

    if table.between == "linear":
        slopes = np.diff(ys) / np.diff(xs)
        return interpolate.PPoly(np.array([slopes, ys[:-1]]), xs)
    periodic = table.outside == "periodic"
    if table.between == "spline":
        return interpolate.CubicSpline(xs, ys, bc_type="periodic" if periodic else "natural")
    if periodic:  # three periods, of which the middle one is meant
        period = xs[-1] - xs[0]
        xs = np.concatenate([xs[:-1] - period, xs, xs[1:] + period])
        ys = np.concatenate([ys[:-1], ys, ys[1:]])
    if table.between == "akima":
        return interpolate.Akima1DInterpolator(xs, ys, extrapolate=True)
    return interpolate.PchipInterpolator(xs, ys)


# --- What the terms of an expression come to before they cancel, with those of its derivatives
# A value, slope or rate that is far below its bound is made of rounding (running error analysis:
# Higham, Accuracy and Stability of Numerical Algorithms, section 3.3).


@dataclass(frozen=True, slots=True, eq=False)
class BoundedJet:
    """A jet, and what the terms (3, n) of value, first and second derivative come to."""

    jet: Jet
    bound: Jet


def unbroken(jet: Jet) -> BoundedJet:
    """A jet in which nothing cancels."""
    return BoundedJet(jet, np.abs(jet))


class BoundCarrier:
    """Expressions on jets with bounds."""

    def __init__(self, jets: JetCarrier) -> None:
        self._jets = jets

    def number(self, value: Fraction) -> BoundedJet:
        """A constant."""
        return unbroken(constant(float(value)))

    def add(self, terms: Sequence[BoundedJet]) -> BoundedJet:
        """The sum."""
        jets, bounds = [term.jet for term in terms], [term.bound for term in terms]
        return BoundedJet(self._jets.add(jets), self._jets.add(bounds))

    def multiply(self, factors: Sequence[BoundedJet]) -> BoundedJet:
        """The product."""
        jets, bounds = [factor.jet for factor in factors], [factor.bound for factor in factors]
        return BoundedJet(self._jets.multiply(jets), self._jets.multiply(bounds))

    def power(self, base: BoundedJet, exponent: BoundedJet) -> BoundedJet:
        """base ^ exponent."""
        if is_constant(exponent.jet):
            return _through(lambda a: self._jets.power(a, exponent.jet), [base])
        return _through(self._jets.power, [base, exponent])

    def call(
        self, function: str, arguments: Sequence[BoundedJet], orders: tuple[int, ...]
    ) -> BoundedJet:
        """A built-in function, or one of the model's."""
        return _through(lambda *a: self._jets.call(function, a, orders), arguments)


def _through(function: Callable[..., Jet], arguments: Sequence[BoundedJet]) -> BoundedJet:
    """A function of jets; its partial derivatives tell what the terms of arguments come to."""
    whole = function(*(argument.jet for argument in arguments))
    value, rate, second = np.abs(whole)
    terms = [value, 0 * value, 0 * value]
    for place, argument in enumerate(arguments):
        lines = [jet(a.jet[0], 0 * a.jet[0], 0 * a.jet[0]) for a in arguments]
        lines[place][1] = 1.0
        _, slope, bend = np.abs(function(*lines))
        size, speed, curve = argument.bound
        terms[0] = terms[0] + slope * size
        terms[1] = terms[1] + slope * speed + bend * size * speed
        terms[2] = terms[2] + slope * curve + bend * speed**2
    bounds = (
        np.maximum(np.where(np.isfinite(t), t, 0.0), k)
        for t, k in zip(terms, (value, rate, second), strict=True)
    )
    return BoundedJet(whole, jet(*bounds))
