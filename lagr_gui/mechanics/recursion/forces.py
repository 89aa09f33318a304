"""What the elements do: wrenches on frames, forces on coordinates, energies and powers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from lagr_gui.catalogue.kinds import Dissipation, Energies, Friction, Load, Potential
from lagr_gui.expression import Expression, Number, Symbol, read, substitute, symbols
from lagr_gui.kernel import Node
from lagr_gui.mechanics import friction
from lagr_gui.mechanics.laws import slope_of, slope_over
from lagr_gui.mechanics.measures import measures_of, vector_of, with_measures
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.recursion.motion import MovingFrames
from lagr_gui.mechanics.recursion.space import RecursionSpace
from lagr_gui.mechanics.recursion.wrenches import Account, Applied, FrameWrenches, PushedPower
from lagr_gui.mechanics.spaces.carrier import Measure, Push
from lagr_gui.mechanics.vectors import Triple, apply


class RecursionForces:
    """Adds up the elements of a system, in `wrenches` where they are given."""

    def __init__(self, motion: MovingFrames, wrenches: FrameWrenches | None = None) -> None:
        self.motion = motion
        self.scope = motion.scope
        zero = self.scope.program.zero
        self.wrenches = wrenches or FrameWrenches(motion)
        self.space = RecursionSpace(motion)
        self.applied = Applied(
            zero,
            self.wrenches.by_frame,
            self.wrenches.on_coordinates,
            self.space.straight,
        )
        for part in self.scope.reading.parts:
            new = Account(zero, zero, zero, zero)
            self.account = self.applied.accounts.setdefault(part.key, new)
            self.wrenches.source = part.key
            self._part(part)

    def _part(self, part: Part) -> None:
        match part.kind.law:
            case Energies() as law:
                self._given(part, law)
            case Potential(energy, power):
                self._stored(part, energy)
                if power:
                    self._damping(part, power)
            case Dissipation(power):
                self._damping(part, power)
            case Load() as law:
                self._load(part, law)
            case Friction():
                self._rub(part)
            case _:
                self._cushion(part)

    def _given(self, part: Part, law: Energies) -> None:
        """Potential and Rayleigh function as expressions; the kinetic energy is part of g."""
        U, D = (
            self.scope.node(part.law(law.potential)),
            self.scope.node(part.law(law.dissipation)),
        )
        derivative = self.scope.program.derivative
        self.account.potential = self.account.potential + U
        self.account.rayleigh = self.account.rayleigh + D
        self.account.supplied = self.account.supplied + derivative(U, self.scope.q[0])
        for index in range(1, len(self.scope.q)):
            damping = derivative(D, self.scope.qd[index])
            force = -derivative(U, self.scope.q[index]) - damping
            self.account.dissipated = self.account.dissipated + damping * self.scope.qd[index]
            self.wrenches.move(index, force)

    def _stored(self, part: Part, text: str) -> None:
        """An energy, which pushes along its measures against its slopes."""
        measures = self._named(part, text)
        values = _values(measures)
        self._store(part, text, **values)
        sure = {
            name: m.sure if m.sure is not None else values[name] for name, m in measures.items()
        }
        for name, measure in measures.items():
            pull = law_slope(part, text, name, over=name if measure.over else "")
            measure.push(self.wrenches, -self._node(part, pull, **sure))

    def _damping(self, part: Part, text: str) -> None:
        """A Rayleigh function, which pushes against its slopes and takes their power."""
        measures = self._named(part, text)
        values = _values(measures)
        self.account.rayleigh = self.account.rayleigh + self._node(part, read(text), **values)
        for name, measure in measures.items():
            drag = self._node(part, law_slope(part, text, name), **values)
            power = self._power(measure.push, self.space.one)
            self.account.dissipated = self.account.dissipated + drag * power
            measure.push(self.wrenches, -drag)

    def _rub(self, part: Part) -> None:
        """Dry friction as it slides, which takes b |γ|; what a moving side gives is supplied."""
        rate = measures_of(self.space, part, {"rate"})["rate"]
        pushed = self._node(part, friction.force(part), rate=rate.value.value)
        slip = self._node(part, read(friction.law_of(part).slip), rate=rate.value.value)
        taken = -pushed * slip
        self.account.dissipated = self.account.dissipated + taken
        self.account.supplied = self.account.supplied + (self._power(rate.push, pushed) + taken)
        rate.push(self.wrenches, pushed)

    def _cushion(self, part: Part) -> None:
        """What presses as it is sunk in, and takes the power of that."""
        from lagr_gui.mechanics.touching.cushions import cushioned  # few models have one

        pressed, along = cushioned(self.space, part, lambda measure: measure.value.value)
        taken = pressed * self._power(along.push, self.space.one)
        self.account.dissipated = self.account.dissipated + taken
        along.push(self.wrenches, -pressed)

    def _load(self, part: Part, law: Load) -> None:
        """A force along a measure; or a force or moment, in space axes or in those of its body."""
        if law.axes:
            body, push = vector_of(self.space, part)
            force = self.scope.vector(part.trees(law.vector))
            if part.value(law.axes) == "body":
                force = apply(self.motion.axes(self.space.seat(body)), force)
        else:
            push = measures_of(self.space, part, {law.along})[law.along].push
            force = self.scope.node(part.tree(law.vector))
        self.account.supplied = self.account.supplied + self._power(push, force)
        push(self.wrenches, force)

    def _power(self, push: Push, force: Node | Triple[Node]) -> Node:
        power = PushedPower(self.motion)
        push(power, force)
        return power.total

    def _named(self, part: Part, text: str) -> dict[str, Measure]:
        """The measures that a law names."""
        names = {symbol.name for symbol in symbols(read(text))}
        measures = measures_of(self.space, part, names)
        return {name: measure for name, measure in measures.items() if name in names}

    def _node(self, part: Part, tree: Expression, **measures: Node) -> Node:
        return with_measures(self.space, part, tree, measures)

    def _store(self, part: Part, text: str, **measures: Node) -> None:
        """Add a potential; where its constants change with time, that supplies power."""
        energy = self._node(part, read(text), **measures)
        self.account.potential = self.account.potential + energy
        derivative = self.scope.program.derivative
        for name, tree in part.numbers({symbol.name for symbol in symbols(read(text))}).items():
            rate = derivative(self.scope.node(tree), self.scope.q[0])
            if rate.value != 0:
                slope = self._node(part, law_slope(part, text, name), **measures)
                self.account.supplied = self.account.supplied + slope * rate


def _values(measures: Mapping[str, Measure]) -> dict[str, Node]:
    return {name: measure.value.value for name, measure in measures.items()}


def law_slope(part: Part, text: str, name: str, over: str = "") -> Expression:
    """∂law/∂name, divided by a measure: where that cancels, nothing is divided by zero.

    Laws are differentiated as they are written: a node of the program that holds a measure may
    be folded away in what is made of it, and a derivative by it would be wrong.

    Fields that are zero are inserted first, so that a spring without natural length pulls
    with −c Δx at every length.
    """
    zero, law = Number(Fraction(0)), read(text)
    numbers = part.numbers({symbol.name for symbol in symbols(law)} - {name})
    tree = substitute(law, {Symbol(n): zero for n, value in numbers.items() if value == zero})
    return slope_over(tree, Symbol(name), Symbol(over)) if over else slope_of(tree, Symbol(name))
