"""From what a script says to a model."""

from __future__ import annotations

from typing import Any

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.expression import TIME, Expression, Product, Symbol, symbols, write
from lagr_gui.extensions.autolev.chains import (
    GROUND,
    NOWHERE,
    Chains,
    Offset,
    RigidNode,
    Seat,
    is_shared,
)
from lagr_gui.extensions.autolev.record import Dependent, Script, ScriptLine, ScriptLoad
from lagr_gui.extensions.autolev.trees import (
    ONE,
    UNITS,
    ZERO,
    Term,
    about,
    negative,
    product,
    total,
)
from lagr_gui.extensions.autolev.values import (
    less,
    parameters,
    simulation,
    start_values,
    text_of,
    texts,
    vector_of,
)
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.model import (
    Body,
    Element,
    Inertia,
    Joint,
    Model,
    Scalar,
    Shape,
)

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
            name = wanting[0].upper()
            raise self._fault(0, name, f"MASS {name} = M, {name}.SetMass(M)")
        items = [(body, script.centre_of(body), body) for body in script.bodies]
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
        for line in self.script.between:
            self._line(line)
        for dependent in script.dependents:
            self._condition(dependent)
        return Model(
            name=name,
            gravity=gravity,
            bodies=tuple(self.bodies),
            joints=tuple(self.joints),
            elements=tuple(self.elements),
            parameters=tuple(parameters(script)),
            start=tuple(start_values(script, self.used, self.bound)),
            simulation=simulation(script),
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
        ends = {
            "parent": above,
            "child": number,
            "point_parent": texts(less(node.start, self.centres[above])),
            "point_child": texts(less(NOWHERE, offset)),
        }
        self.joints.append(self._joint(node, number, item or f"frame_{number}", ends))
        return number

    def _joint(self, node: RigidNode, number: int, owner: str, ends: dict[str, Any]) -> Joint:
        """A turn or slide by a coordinate; one by time alone or constants has none."""
        moving = symbols(node.amount) - self._constants()
        if all(symbol.name == TIME for symbol in moving):
            if node.turn:
                fields = {"rotation": tuple(map(texts, about(node.axis, node.amount)))}
            else:
                a, b, c = (product(node.amount, entry) for entry in node.axis)
                fields = {"distance": texts((a, b, c))}
            return JOINTS["general"].record(name=f"general {number}", **ends, **fields)
        kind = "revolute" if node.turn else "prismatic"
        coordinate, sign = self._coordinate(node, owner)
        a, b, c = node.axis if sign > 0 else map(negative, node.axis)
        fields = {"axis": texts((a, b, c)), "coordinates": (coordinate,)}
        return JOINTS[kind].record(name=f"{kind} {number}", **ends, **fields)

    def _constants(self) -> frozenset[Symbol]:
        return frozenset(map(Symbol, (*self.script.constants, *self.script.given)))

    def _weld(self, item: str, node: RigidNode, offset: Offset) -> None:
        above = self.numbers[node]
        number = self._body(item)
        self.joints.append(
            JOINTS["fixed"].record(
                name=f"fixed {number}",
                parent=above,
                child=number,
                point_parent=texts(less(offset, self.centres[above])),
            )
        )

    def _body(self, item: str) -> int:
        number = len(self.bodies) + 1
        script = self.script
        moments = dict(zip(_MOMENTS, map(text_of, script.inertias.get(item, ())), strict=False))
        point = item in script.particles or not item
        self.bodies.append(
            Body(
                number=number,
                name=item,
                mass=text_of(script.masses.get(item, ZERO)),
                inertia=Inertia(**moments),
                shape=Shape(form="point" if point else "box"),
            )
        )
        return number

    def _coordinate(self, node: RigidNode, owner: str) -> tuple[str, int]:
        """The coordinate of a joint and its sign; a new one where it follows from others."""
        amount = node.amount
        wanting = {*self.free} - {*self.used}
        for sign, symbol in ((1, amount), (-1, negative(amount))):
            if isinstance(symbol, Symbol) and not symbol.order and symbol.name in wanting:
                self.used.append(symbol.name)
                return symbol.name, sign
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
            return texts((entries[0], entries[1], entries[2]))
        weights = [self._weight(item) for item in seats if item in script.masses]
        fields = {field for field, _ in weights if field is not None}
        if len(fields) != 1 or any(field is None for field, _ in weights):
            return (0, 0, 0)
        for _, load in weights:
            assert load is not None
            script.forces.remove(load)
        field, axis = fields.pop() or (ZERO, 1)
        entries[axis - 1] = field
        return texts((entries[0], entries[1], entries[2]))

    def _weight(self, item: str) -> tuple[tuple[Expression, int] | None, ScriptLoad | None]:
        """The field that a force on the centre of mass of an item is the weight in."""
        script = self.script
        point, mass = script.centre_of(item), script.masses[item]
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
        other, offset = GROUND, NOWHERE
        if kind == "force":
            node, offset = self._point(load.item, load.line)
        else:
            first, _, second = (part.strip() for part in load.item.partition("/"))
            node = self._frame(first, load.line)
            other = self._frame(second, load.line) if second else GROUND
        number = self.numbers[node]
        for axes in ("space", "body"):
            terms = [term for term in load.terms if self._axes(term, node, load) == axes]
            if terms:
                fields: dict[str, Any] = {"body": number, "vector": vector_of(terms), "axes": axes}
                if kind == "torque":
                    fields["reaction_body"] = self.numbers[other]
                if kind == "force":
                    fields["point"] = texts(less(offset, self.centres[number]))
                name = f"{kind} {count}" + (" in body axes" if axes == "body" else "")
                self.elements.append(ELEMENTS[kind].record(name=name, **fields))

    def _point(self, item: str, line: int) -> Seat:
        """The rigid frame that a point belongs to, which is that of a body."""
        centres = {self.script.centre_of(body): body for body in self.script.bodies}
        frame = centres.get(item) or self.script.fixed.get(item, "")
        node, offset = self._asked(item, item, frame, line)
        if node not in self.numbers:
            raise self._fault(line, item.upper(), say("a point of a body"))
        return node, offset

    def _frame(self, item: str, line: int) -> RigidNode:
        """The rigid frame of a body, or any that is turned as a frame is."""
        if item in self.script.bodies:
            return self._asked(item, self.script.centre_of(item), item, line)[0]
        try:
            path = self.chains.path(item)
        except ValueError:
            raise self._fault(line, item.upper(), say("a body")) from None
        for node in self.numbers:
            if node.path == path:
                return node
        raise self._fault(line, item.upper(), say("a body"))

    def _line(self, line: ScriptLine) -> None:
        """A spring or damper between two points."""
        fields = ("c", "l0") if line.kind == "spring" else ("k",)
        values = dict(zip(fields, (line.coefficient, line.natural), strict=False))
        record_fields: dict[str, Any] = {name: text_of(value) for name, value in values.items()}
        for end, point in (("a", line.first), ("b", line.second)):
            node, offset = self._point(point, line.line)
            number = self.numbers[node]
            record_fields[f"body_{end}"] = number
            record_fields[f"point_{end}"] = texts(less(offset, self.centres[number]))
        count = 1 + self.script.between.index(line)
        self.elements.append(
            ELEMENTS[line.kind].record(name=f"{line.kind} {count}", **record_fields)
        )

    def _axes(self, term: Term, node: RigidNode, load: ScriptLoad) -> str:
        path, axis = self.chains.path(term[1]), UNITS[term[2] - 1]
        if is_shared(axis, path, ()):
            return "space"
        if is_shared(axis, path, node.path):
            return "body"
        raise self._fault(
            load.line, load.item.upper(), "unit vectors at rest or of the body itself"
        )

    def _condition(self, dependent: Dependent) -> None:
        name = f"dependent {1 + self.script.dependents.index(dependent)}"
        if dependent.zero is not None:
            kind = "position_condition" if dependent.rate else "velocity_condition"
            record = ELEMENTS[kind].record
            self.elements.append(record(name=name, zero=write(dependent.zero)))
            return
        node, offset = self._point(dependent.point, dependent.line)
        number = self.numbers[node]
        point = texts(less(offset, self.centres[number]))
        if dependent.other:
            self._together(name, dependent, number, point)
            return
        if len({frame for _, frame, _ in dependent.along}) != 1:
            raise self._fault(dependent.line, dependent.point.upper(), say("one unit vector"))
        record = ELEMENTS["skid"].record
        across = vector_of(dependent.along)
        self.elements.append(record(name=name, body=number, point=point, across=across))

    def _together(self, name: str, dependent: Dependent, number: int, point: Any) -> None:
        """Two points that stay together along a direction at rest."""
        ((coefficient, frame, axis), *more) = dependent.along
        if more or coefficient != ONE or frame != self.script.newtonian:
            raise self._fault(dependent.line, dependent.point.upper(), say("N1>, N2> or N3>"))
        node, offset = self._point(dependent.other, dependent.line)
        other = self.numbers[node]
        self.elements.append(
            ELEMENTS["coincidence"].record(
                name=name,
                body_a=number,
                point_a=point,
                body_b=other,
                point_b=texts(less(offset, self.centres[other])),
                directions="xyz"[axis - 1],
            )
        )

    def _fault(self, line: int, item: str, expected: str) -> LagrError:
        place = say("Line {number}", number=line) if line else item
        cause = say("“{item}” is not what this program has.", item=item)
        return refusal(place, cause, say("Expected: {what}.", what=expected), "autolev")
