"""From what a script says to a model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.exchange.autolev.chains import GROUND, NOWHERE, Chains, Offset, RigidNode, Seat
from lagr_gui.exchange.autolev.record import Dependent, Script, ScriptLoad
from lagr_gui.exchange.autolev.trees import ZERO, Term, negative, product, slope, tidy, total
from lagr_gui.expression import Expression, Product, Symbol, substitute, symbols, write
from lagr_gui.message import say
from lagr_gui.model import (
    Body,
    Element,
    Inertia,
    Joint,
    Model,
    Parameter,
    Scalar,
    Shape,
    StartValue,
)
from lagr_gui.problem import LagrError, refusal

_AXES = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
_MOMENTS = ("xx", "yy", "zz", "xy", "yz", "xz")
"""In the order of INERTIA: 11, 22, 33, 12, 23, 31."""


def built(script: Script, name: str = "") -> Model:
    """The model of a script. Raises LagrError for what it leaves open."""
    return _Builder(script).model(name)


class _Builder:
    def __init__(self, script: Script) -> None:
        self.script = script
        self.chains = Chains(script)
        self.numbers: dict[RigidNode, int] = {GROUND: 0}
        self.centres: dict[int, Offset] = {0: NOWHERE}
        self.bodies: list[Body] = []
        self.joints: list[Joint] = []
        self.elements: list[Element] = []
        self.free = [q for q in script.coordinates if q not in script.speeds]
        self.used: list[str] = []
        self.bound: dict[str, Expression] = {}

    def model(self, name: str) -> Model:
        script = self.script
        wanting = [i for i in (*script.bodies, *script.particles) if i not in script.masses]
        if wanting:
            raise self._fault(0, wanting[0].upper(), f"MASS {wanting[0].upper()}")
        items = [(body, f"{body}o", body) for body in script.bodies]
        items += [(particle, particle, "") for particle in script.particles]
        seats = {item: self._asked(item, point, frame) for item, point, frame in items}
        self._place(seats)
        wanting = [q for q in self.free if q not in self.used]
        if wanting:
            cause = say("No turn and no slide is by the coordinate {name} alone.", name=wanting[0])
            remedy = "Write one SIMPROT or position with each coordinate by itself."
            raise refusal("Script", cause, remedy, "autolev")
        gravity = self._gravity(seats)
        self._loads()
        for dependent in script.dependents:
            self._condition(dependent)
        return Model(
            name=name,
            gravity=gravity,
            bodies=tuple(self.bodies),
            joints=tuple(self.joints),
            elements=tuple(self.elements),
            parameters=tuple(self._parameters()),
            start=tuple(self._start()),
        )

    # --- bodies and joints ----------------------------------------------------------------------

    def _asked(self, item: str, point: str, frame: str, line: int = 0) -> Seat:
        try:
            return self.chains.seat(point, frame)
        except ValueError as error:
            place = say("Line {number}", number=line) if line else say("“{name}”", name=item)
            cause = say("Its pose is not known.")
            remedy = say("Expected: {what}.", what=error.args[0])
            raise refusal(place, cause, remedy, "autolev") from None

    def _place(self, seats: dict[str, Seat]) -> None:
        """A body for each rigid frame, the massless ones in between too."""
        owners: dict[RigidNode, str] = {}
        for item, (node, _) in seats.items():
            owners.setdefault(node, item)
        for item, (node, offset) in seats.items():
            self._reach(node, owners, seats)
            if owners.get(node) != item or node is GROUND:
                self._weld(item, node, offset)

    def _reach(self, node: RigidNode, owners: dict[RigidNode, str], seats: dict[str, Seat]) -> int:
        if node in self.numbers:
            return self.numbers[node]
        assert node.above is not None
        above = self._reach(node.above, owners, seats)
        item = owners.get(node, "")
        offset = seats[item][1] if item else NOWHERE
        number = self._body(item)
        self.numbers[node], self.centres[number] = number, offset
        kind = "revolute" if node.turn else "prismatic"
        coordinate, sign = self._coordinate(node, item or f"frame_{number}")
        self.joints.append(
            JOINTS[kind].record(
                name=f"{kind} {number}",
                parent=above,
                child=number,
                axis=tuple(sign * entry for entry in _AXES[node.axis - 1]),
                point_parent=_texts(_less(node.start, self.centres[above])),
                point_child=_texts(_less(NOWHERE, offset)),
                coordinates=(coordinate,),
            )
        )
        return number

    def _weld(self, item: str, node: RigidNode, offset: Offset) -> None:
        above = self.numbers[node]
        number = self._body(item)
        self.joints.append(
            JOINTS["fixed"].record(
                name=f"fixed {number}",
                parent=above,
                child=number,
                point_parent=_texts(_less(offset, self.centres[above])),
            )
        )

    def _body(self, item: str) -> int:
        number = len(self.bodies) + 1
        script = self.script
        moments = dict(zip(_MOMENTS, map(_text, script.inertias.get(item, ())), strict=False))
        point = item in script.particles or not item
        self.bodies.append(
            Body(
                number=number,
                name=item,
                mass=_text(script.masses.get(item, ZERO)),
                inertia=Inertia(**moments),
                shape=Shape(form="point" if point else "box"),
            )
        )
        return number

    def _coordinate(self, node: RigidNode, owner: str) -> tuple[str, int]:
        """The coordinate of a joint and its sign; a new one where it follows from others."""
        amount = node.amount
        wanting = {*self.free} - {*self.used}
        for sign, own in ((1, amount), (-1, negative(amount))):
            if isinstance(own, Symbol) and not own.order and own.name in wanting:
                self.used.append(own.name)
                return own.name, sign
        taken = {*self.script.constants, *self.script.given, *self.script.coordinates, *self.bound}
        name, count = f"{owner}_q", 1
        while name in taken:
            count += 1
            name = f"{owner}_q{count}"
        self.bound[name] = amount
        zero = write(total(Symbol(name), negative(amount)))
        record = ELEMENTS["position_condition"].record
        self.elements.append(record(name=f"path of {name}", zero=zero))
        return name, 1

    # --- forces -----------------------------------------------------------------------------------

    def _gravity(self, seats: dict[str, Seat]) -> tuple[Scalar, Scalar, Scalar]:
        """Weights that are those of one field are gravity; the rest stay forces."""
        script, entries = self.script, list(NOWHERE)
        if script.gravity:
            for coefficient, frame, axis in script.gravity:
                if frame != script.newtonian:
                    raise self._fault(0, say("Gravity"), say("a vector in the frame at rest"))
                entries[axis - 1] = total(entries[axis - 1], coefficient)
            return _texts((entries[0], entries[1], entries[2]))
        weights = [self._weight(item) for item in seats if item in script.masses]
        fields = {field for field, _ in weights if field is not None}
        if len(fields) != 1 or any(field is None for field, _ in weights):
            return (0, 0, 0)
        for _, load in weights:
            assert load is not None
            script.forces.remove(load)
        field, axis = fields.pop() or (ZERO, 1)
        entries[axis - 1] = field
        return _texts((entries[0], entries[1], entries[2]))

    def _weight(self, item: str) -> tuple[tuple[Expression, int] | None, ScriptLoad | None]:
        """The field that a force on the centre of mass of an item is the weight in."""
        script = self.script
        point, mass = (f"{item}o" if item in script.bodies else item), script.masses[item]
        for load in script.forces:
            if load.item == point and len(load.terms) == 1:
                coefficient, frame, axis = load.terms[0]
                factors = coefficient.factors if isinstance(coefficient, Product) else ()
                if frame == script.newtonian and mass in factors:
                    rest = list(factors)
                    rest.remove(mass)
                    field = product(*rest)
                    if all(symbol.name in script.constants for symbol in symbols(field)):
                        return (field, axis), load
        return None, None

    def _loads(self) -> None:
        for kind, loads in (("force", self.script.forces), ("torque", self.script.torques)):
            for count, load in enumerate(loads, start=1):
                self._load(kind, count, load)

    def _load(self, kind: str, count: int, load: ScriptLoad) -> None:
        """A load in space axes and one in axes of the body, as far as there are such terms."""
        if kind == "force":
            own = load.item.removesuffix("o") if load.item.endswith("o") else ""
            frame = own if own in self.script.bodies else ""
            node, offset = self._asked(load.item, load.item, frame, load.line)
        else:
            if load.item not in self.script.bodies:
                raise self._fault(load.line, load.item.upper(), say("a body"))
            node, offset = self._asked(load.item, f"{load.item}o", load.item, load.line)
        if node not in self.numbers:
            raise self._fault(load.line, load.item.upper(), say("a point of a body"))
        number = self.numbers[node]
        for axes in ("space", "body"):
            terms = [term for term in load.terms if self._axes(term, node, load) == axes]
            if terms:
                fields: dict[str, Any] = {"body": number, "vector": _vector(terms), "axes": axes}
                if kind == "force":
                    fields["point"] = _texts(_less(offset, self.centres[number]))
                name = f"{kind} {count}" + (" in body axes" if axes == "body" else "")
                self.elements.append(ELEMENTS[kind].record(name=name, **fields))

    def _axes(self, term: Term, node: RigidNode, load: ScriptLoad) -> str:
        path = self.chains.path(term[1])
        if not path:
            return "space"
        if path == node.path:
            return "body"
        raise self._fault(
            load.line, load.item.upper(), "unit vectors at rest or of the body itself"
        )

    def _condition(self, dependent: Dependent) -> None:
        name = f"dependent {1 + self.script.dependents.index(dependent)}"
        if dependent.zero is not None:
            record = ELEMENTS["velocity_condition"].record
            self.elements.append(record(name=name, zero=write(dependent.zero)))
            return
        node, offset = self._asked(dependent.point, dependent.point, "", dependent.line)
        if node not in self.numbers or self.chains.path(dependent.frame) != node.path:
            expected = say("a point of a body, and a unit vector of this body")
            raise self._fault(dependent.line, dependent.point.upper(), expected)
        number = self.numbers[node]
        point = _texts(_less(offset, self.centres[number]))
        across = _AXES[dependent.axis - 1]
        record = ELEMENTS["skid"].record
        self.elements.append(record(name=name, body=number, point=point, across=across))

    def _fault(self, line: int, item: str, expected: str) -> LagrError:
        place = say("Line {number}", number=line) if line else item
        cause = say("“{item}” is not what this program has.", item=item)
        return refusal(place, cause, say("Expected: {what}.", what=expected), "autolev")

    # --- values -----------------------------------------------------------------------------------

    def _parameters(self) -> Iterable[Parameter]:
        script = self.script
        for name in dict.fromkeys((*script.constants, *script.given)):
            value = script.values.get(name)
            unit = script.units.get(name, "").replace("*", " ").replace("nm", "N m")
            unit = {"n": "N"}.get(unit, unit)
            yield Parameter(name=name, value=None if value is None else _text(value), unit=unit)

    def _start(self) -> Iterable[StartValue]:
        """Start values of the script, and those of coordinates that follow from others."""
        script = self.script
        speeds = {q: u for u, q in script.speeds.items()}
        places = {q: script.values.get(q, ZERO) for q in self.used}
        rates = {q: script.values.get(speeds.get(q, ""), ZERO) for q in self.used}
        for q in self.used:
            yield StartValue(coordinate=q, position=_text(places[q]), velocity=_text(rates[q]))
        known = {Symbol(q): value for q, value in places.items()}
        for q, amount in self.bound.items():
            try:
                rate = _text(substitute(slope(amount, rates), known))
            except ValueError:
                rate = 0
            yield StartValue(coordinate=q, position=_text(substitute(amount, known)), velocity=rate)


def _less(first: Offset, second: Offset) -> Offset:
    a, b, c = (total(x, negative(y)) for x, y in zip(first, second, strict=True))
    return a, b, c


def _vector(terms: Sequence[Term]) -> tuple[Scalar, Scalar, Scalar]:
    entries = list(NOWHERE)
    for coefficient, _, axis in terms:
        entries[axis - 1] = total(entries[axis - 1], coefficient)
    return _texts((entries[0], entries[1], entries[2]))


def _texts(offset: Offset) -> tuple[Scalar, Scalar, Scalar]:
    a, b, c = map(_text, offset)
    return a, b, c


def _text(tree: Expression) -> Scalar:
    """A number as one, anything else as text."""
    text = write(tidy(tree))
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text
