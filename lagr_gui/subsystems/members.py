"""One member of an instance: what its subsystem holds, under names of its own.

The coordinate phi of a member leg is phi_leg, its joint “hip” is “leg.hip”: the first stand in
equations, where what follows _ is an index; the second are words.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.expression import TIME, read, replaced, symbols, with_endings
from lagr_gui.expression.scanner import LONGEST
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import (
    Base,
    Depends,
    Element,
    FieldType,
    Function,
    Joint,
    Layout,
    Model,
    NamedSignal,
    Parameter,
    Scalar,
    Simulation,
    SubsystemInstance,
    Vector,
)
from lagr_gui.model.record import ZERO
from lagr_gui.model.sites import Site, put, sites
from lagr_gui.subsystems.centres import factor, plus

NUMBER = "member"
"""In values of a repeated instance the number of the member, from 1."""
REFERRING = {FieldType.TERMINAL, FieldType.COIL, FieldType.COORDINATE}


@dataclass(frozen=True)
class Member:
    """A member of an instance: `inner` is its subsystem, in which no subsystems are left.

    `number` counts the members of a repeated instance, from 1; 0: it is the only one.
    """

    index: int
    instance: SubsystemInstance
    inner: Model
    number: int = 0

    @property
    def name(self) -> str:
        """What its items are called after."""
        return f"{self.instance.name}{self.number or ''}"

    def symbol(self, name: str) -> str:
        """The name of a coordinate, parameter, function or terminal of the subsystem."""
        return f"{name}_{self.name}"

    def item(self, name: str) -> str:
        """The name of a body, joint or element of the subsystem."""
        return f"{self.name}.{name}"

    @cached_property
    def given(self) -> Mapping[str, Scalar]:
        """The values that the instance gives, each for this member."""
        entries = self.instance.values
        if not self.number:
            return {entry.name: entry.value for entry in entries}
        number = {NUMBER: str(self.number)}
        return {
            e.name: _instead(e.value, number) if _is_text(e.value) else e.value for e in entries
        }

    @cached_property
    def _words(self) -> Mapping[str, str]:
        """What stands for the symbols of the subsystem."""
        functions = {function.name for function in self.inner.functions}
        names = [*self.inner.coordinates, *(p.name for p in self.inner.parameters), *functions]
        names += self.inner.signal_names
        words = with_endings({name: self.symbol(name) for name in names})
        instead = {n: factor(v) for n, v in self.given.items() if n not in functions}
        return words | instead

    def value(self, scalar: Scalar) -> Scalar:
        """A scalar of the subsystem as one of the model."""
        if not isinstance(scalar, str):
            return scalar
        whole = self.given.get(scalar.strip())
        is_parameter = scalar.strip() in {parameter.name for parameter in self.inner.parameters}
        return whole if whole is not None and is_parameter else _replaced(scalar, self._words)

    def vector(self, vector: Vector) -> Vector:
        """A vector of the subsystem as one of the model."""
        x, y, z = map(self.value, vector)
        return x, y, z

    def part(self, numbers: Mapping[int, int], shifts: Mapping[int, Vector]) -> Model:
        """What the member adds to the model.

        `numbers` are those of its bodies outside, `shifts` say for those that belong to others by
        how much points of the subsystem lie elsewhere there.
        """
        inner = self._own_parts()
        for site in list(sites(inner, KINDS)):
            value = site.value
            if site.depends is Depends.SIGNAL and isinstance(value, str) and "(" in value:
                from lagr_gui.subsystems.signal_measures import in_member  # few have measures

                value = in_member(value, self.inner, self.item, self.value, (numbers, shifts))
            else:
                value = self._moved(site)
            inner = put(inner, site.path, value)
        inner = inner.having(
            bodies=tuple(
                body.having(
                    number=numbers[body.number],
                    name=self.item(body.name or str(body.number)),
                )
                for body in inner.bodies
            ),
            joints=tuple(self._joint(joint, numbers, shifts) for joint in inner.joints),
            elements=tuple(self._element(entry, numbers, shifts) for entry in inner.elements),
            functions=tuple(map(self._function, inner.functions)),
            parameters=tuple(
                p.having(name=self.symbol(p.name))
                for p in inner.parameters
                if p.name not in self.given
            ),
        )
        inner = inner.each("terminals", lambda entry: entry.having(name=self.symbol(entry.name)))
        inner = inner.each("signals", self._signal)
        for section in ("start", "motions"):
            inner = inner.each(section, lambda s: s.having(coordinate=self.symbol(s.coordinate)))
        return inner.having(parameters=_used(inner))

    def _own_parts(self) -> Model:
        """The subsystem without what belongs to who uses it."""
        foreign = {port.body for port in self.inner.ports if port.outside}
        return Model(
            gravity=ZERO,
            base=Base(),
            bodies=tuple(b for b in self.inner.bodies if b.number not in foreign),
            simulation=Simulation(),
            layout=Layout(),
            parameters=self.inner.parameters,
        ).having(
            joints=self.inner.joints,
            elements=self.inner.elements,
            terminals=self.inner.terminals,
            functions=tuple(map(self._with_free_arguments, self.inner.functions)),
            signals=self.inner.signals,
            start=self.inner.start,
            motions=self.inner.motions,
        )

    def _moved(self, site: Site) -> Scalar:
        if not isinstance(site.value, str) or not site.locals:
            return self.value(site.value)
        words = {old: new for old, new in self._words.items() if old not in site.locals}
        return _replaced(site.value, words)

    def _with_free_arguments(self, function: Function) -> Function:
        """The function with arguments that no given value speaks of."""
        spoken = {name for value in self.given.values() for name in used(value)}
        new = {n: self.symbol(n) for n in function.arguments if n in spoken and n != TIME}
        if not new or function.name in self.given:
            return function
        expression = function.expression
        return function.having(
            arguments=tuple(new.get(name, name) for name in function.arguments),
            expression=expression if expression is None else _replaced(expression, new),
        )

    def _function(self, function: Function) -> Function:
        replacement = self.given.get(function.name)
        expression = function.expression if replacement is None else str(replacement)
        integral = function.integral and self.symbol(function.integral)
        name = self.symbol(function.name)
        return function.having(name=name, expression=expression, integral=integral)

    def _signal(self, signal: NamedSignal) -> NamedSignal:
        outputs = tuple(map(self.symbol, getattr(signal, "outputs", ())))
        named = {"outputs": outputs} if outputs else {}
        return signal.having(name=self.symbol(signal.name), **named)

    def _joint(
        self, joint: Joint, numbers: Mapping[int, int], shifts: Mapping[int, Vector]
    ) -> Joint:
        new: dict[str, Any] = {"name": self.item(joint.name)}
        for end in ("parent", "child"):
            body, point = getattr(joint, end), f"point_{end}"
            new[end] = numbers.get(body, body)
            new[point] = plus(getattr(joint, point), shifts.get(body, ZERO))
        coordinates = tuple(map(self.symbol, joint.coordinates))
        return joint.having(**new, coordinates=coordinates)

    def _element(
        self, element: Element, numbers: Mapping[int, int], shifts: Mapping[int, Vector]
    ) -> Element:
        kind = ELEMENTS[element.kind]
        new: dict[str, Any] = {
            "name": self.item(element.name),
            "own": tuple(map(self.symbol, element.own)),
        }
        for body, point in kind.geometry.anchors:
            shift = shifts.get(getattr(element, body), ZERO)
            new[point] = plus(getattr(element, point), shift)
        for spec in kind.fields:
            value = getattr(element, spec.name)
            if spec.type is FieldType.BODY:
                new[spec.name] = numbers.get(value, value)
            elif spec.type is FieldType.POINTS:
                new[spec.name] = tuple(
                    entry.having(
                        body=numbers.get(entry.body, entry.body),
                        point=plus(entry.point, shifts.get(entry.body, ZERO)),
                    )
                    for entry in value
                )
            elif spec.type in REFERRING:
                rename = self.item if spec.type is FieldType.COIL else self.symbol
                new[spec.name] = rename(value)
        return element.having(**new)


def _is_text(value: Scalar) -> bool:
    return isinstance(value, str)


def _instead(value: Scalar, words: Mapping[str, str]) -> Scalar:
    return _replaced(str(value), words)


def _replaced(text: str, words: Mapping[str, str]) -> str:
    """The text with others in it; cut where nobody will read it, for it doubles with each level."""
    return replaced(text, words)[: LONGEST + 1]


def used(value: Scalar | None) -> set[str]:
    """The names in an expression; none where it does not read."""
    try:
        tree = read(value) if isinstance(value, str) else None
    except LagrError:
        return set()
    return set() if tree is None else {entry.name for entry in symbols(tree)}


def _named_at(site: Site) -> Collection[str]:
    return site.names if site.depends is Depends.SIGNAL else used(site.value)


def settable(part: Model) -> tuple[Parameter, ...]:
    """The parameters of a subsystem on which its instances depend.

    Gravity, motion of body 0, special cases and simulations are those of the model that uses it.
    """
    alone = part.having(gravity=ZERO, base=Base(), special_cases=(), simulation=Simulation())
    return _used(alone)


def _used(part: Model) -> tuple[Parameter, ...]:
    """The parameters that anything of the part depends on."""
    values = {parameter.name: used(parameter.value) for parameter in part.parameters}
    rest = part.having(parameters=())
    names: set[str] = set()
    pending = {name for site in sites(rest, KINDS) for name in _named_at(site)}
    while pending:
        names |= pending
        pending = {name for one in pending for name in values.get(one, ())} - names
    return tuple(p for p in part.parameters if p.name in names)
