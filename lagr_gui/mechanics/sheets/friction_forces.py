"""Forces of dry friction in the equations of a closed form, each by its name.

|r| ≤ H,   slides:  r = −(R + (H − R) e^(−(|γ|/v)^δ)) sgn γ,   sticks:  γ = 0          (R1, R2)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from lagr_gui.algebra import Canonical, operation_count
from lagr_gui.catalogue.kinds import RopeLoad
from lagr_gui.expression import Call, Expression, Number, Power, Symbol, read, substitute, symbols
from lagr_gui.expression.rows import as_sum, negative, product
from lagr_gui.foundation.message import Message, say
from lagr_gui.mechanics import friction
from lagr_gui.mechanics.closed import Closed
from lagr_gui.mechanics.closed.measures import ClosedSpace
from lagr_gui.mechanics.closed.metric import nonzero
from lagr_gui.mechanics.measures import measures_of
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.friction_lines import size_of
from lagr_gui.mechanics.sheets.friction_records import FrictionForce, RopePull, Standstill
from lagr_gui.mechanics.sheets.names import length_and_rate, named_scalar, numbered
from lagr_gui.mechanics.sheets.sheet import Definition, Term
from lagr_gui.mechanics.trees import NOUGHT, ONE

SHORT = 3
"""So many operations a velocity of slip may have that goes without a name."""


Enter = Callable[[Expression], Expression]
"""How a field is written."""


Whole = Sequence[tuple[Symbol, Expression]]
"""The components of what acts on surfaces that slip along several directions: names, and slips."""


def friction_force(part: Part, slip: Expression, enter: Enter, every: Whole = ()) -> FrictionForce:
    """The force of an element whose γ is `slip`, one of `every` component where it has several."""
    law, named = friction.law_of(part), part.made[friction.FORCE]
    assert isinstance(named, Symbol)
    kinetic, static = part.tree(law.kinetic), part.tree(friction.sticking(part))
    bound, size, pressed = enter(static), enter(kinetic), Pressing((), NOUGHT)
    if isinstance(law.load, RopeLoad):
        return _of_rope(part, law.load, slip, enter)
    excess = enter(_less(static, kinetic))
    if part.is_loaded:
        pressed = pressing(part, enter)
        bound, size, excess = (
            NOUGHT if mu == NOUGHT else product((mu, pressed.size)) for mu in (bound, size, excess)
        )
    R = size
    speed = size_of(slip for _, slip in every) if every else slip
    falling = friction.bend(part, speed)
    if falling is not None and excess != NOUGHT:
        known = {Symbol(name): enter(part.tree(name)) for name in (law.stribeck, law.shape)}
        size = as_sum((R, product((excess, substitute(falling, known)))))
    sense = Call("sign", (slip,))
    if every:
        sense = product((slip, Power(speed, Number(Fraction(-1)))))
    against = negative(product((size, sense))) if size != NOUGHT else NOUGHT
    if law.one_way:
        ahead = negative(Call("sign", (slip,)))
        half = product((Number(Fraction(1, 2)), size))
        against = product((half, as_sum((ONE, ahead)))) if size != NOUGHT else NOUGHT
    own = named.name, part.record.name, part.key, slip, bound, against
    together = tuple(name for name, _ in every)
    return FrictionForce(*own, presses=pressed.said, one_way=law.one_way, together=together)


def _of_rope(part: Part, load: RopeLoad, slip: Expression, enter: Enter) -> FrictionForce:
    """That of a rope on a drum: r = S₁ − S₂ is at most (S₁ + S₂) tanh(μβ/2)."""
    law, made, rope = friction.law_of(part), part.made, part.record.name
    named, first, second, angle = (
        made[key] for key in (friction.FORCE, friction.FIRST, friction.SECOND, friction.WRAP)
    )
    assert isinstance(named, Symbol) and isinstance(first, Symbol)
    assert isinstance(second, Symbol) and isinstance(angle, Symbol)
    said = [
        (first, say("tension of “{rope}” at its first end, r/2 − λ", rope=rope)),
        (second, say("tension of “{rope}” at its second end, −r/2 − λ", rope=rope)),
    ]
    wrap: Expression = angle
    if (given := part.tree(load.wrap)) != NOUGHT:
        wrap = enter(given)
    else:
        said.append((angle, say("angle by which “{rope}” turns on its drum", rope=rope)))
    both = (part.tree(name) for name in (law.kinetic, friction.sticking(part)))
    slides, sticks = (product((enter(mu), wrap)) for mu in both)

    def held(exponent: Expression) -> Expression:
        half = product((Number(Fraction(1, 2)), exponent))
        return product((as_sum((first, second)), Call("tanh", (half,))))

    against = negative(product((held(slides), Call("sign", (slip,)))))
    own = named.name, rope, part.key, slip, held(sticks), against
    pull = RopePull(first, second, slides, sticks)
    return FrictionForce(*own, presses=tuple(said), pull=pull)


@dataclass(frozen=True)
class Pressing:
    """What the reaction of a joint makes of radii and of names of forces, and what these are."""

    said: tuple[tuple[Symbol, Message], ...]
    size: Expression


def pressing(part: Part, enter: Enter) -> Pressing:
    """What presses where the force of friction has a name: r F, or F₊ and F₋ at both ends."""
    if part.number:
        return _of_surfaces(part, enter)
    load, made = friction.load_of(part), part.made
    joint, across, along = (made[key] for key in (friction.JOINT, friction.ACROSS, friction.ALONG))
    assert isinstance(joint, Symbol) and isinstance(across, Symbol) and isinstance(along, Symbol)
    if part.tree(load.length) == NOUGHT:
        words = say("force of joint “{joint}” across its axis", joint=joint.name)
    else:
        words = say(
            "forces of joint “{joint}” across its axis at both ends, |F/2 + M/b| + |F/2 − M/b|",
            joint=joint.name,
        )
    said, parts = list[tuple[Symbol, Message]](), list[Expression]()
    if friction.has_sides(part):
        said.append((across, words))
        parts.append(product((enter(part.tree(load.radius)), across)) if load.radius else across)
    if friction.has_face(part):
        arm = part.tree(load.thrust)
        words = say("force of joint “{joint}” along its axis, without sign", joint=joint.name)
        if (lead := made.get(friction.LEAD)) is not None:
            words = say("force across the thread of joint “{joint}”", joint=joint.name)
            arm = Call("sqrt", (as_sum((product((arm, arm)), product((lead, lead)))),))
        said.append((along, words))
        parts.append(product((enter(arm), along)))
    return Pressing(tuple(said), as_sum(parts))


_ON_SURFACES = {
    "spherical": "force of joint “{joint}”",
    "cylindrical": "force of joint “{joint}” across its axis",
    "planar": "force of joint “{joint}” across its plane",
}
"""What presses surfaces, by the kind of their joint."""


def _of_surfaces(part: Part, enter: Enter) -> Pressing:
    """N + N₀ of surfaces that slip along several directions."""
    load, made = friction.surface_of(part), part.made
    joint, across, sort = (made[key] for key in (friction.JOINT, friction.ACROSS, friction.SORT))
    assert isinstance(joint, Symbol) and isinstance(across, Symbol) and isinstance(sort, Symbol)
    preload = enter(part.tree(load.preload))
    if not friction.by_reaction(part):
        return Pressing((), preload)
    said = ((across, say(_ON_SURFACES[sort.name], joint=joint.name)),)
    return Pressing(said, across if preload == NOUGHT else as_sum((preload, across)))


def _less(tree: Expression, other: Expression) -> Expression:
    return NOUGHT if tree == other else as_sum((tree, negative(other)))


def components(part: Part, slips: Iterable[tuple[Part, Expression]]) -> Whole:
    """All components of what acts on an element, with their slips; none where it has one alone."""
    if not part.number:
        return ()
    own = ((piece.made[friction.FORCE], slip) for piece, slip in slips if piece.key == part.key)
    return [(name, slip) for name, slip in own if isinstance(name, Symbol)]


def law_slip(part: Part) -> Expression:
    """γ in fields and in the rate of a measure."""
    return read(friction.law_of(part).slip)


def has_length(part: Part) -> bool:
    """Whether γ is the rate of one length."""
    others = symbols(law_slip(part)) - {Symbol("rate")}
    steady = all(part.tree(symbol.name) == NOUGHT for symbol in others)
    return steady and len(part.course) == 2


def standstill_of(
    closed: Closed, gamma: Canonical, enter: Callable[[Canonical], Expression]
) -> Standstill | None:
    """What γ = 0 tells where γ is the velocity of one coordinate; None elsewhere."""
    kinematics = closed.kinematics
    speeds = [Symbol(q.name, 1) for q in kinematics.symbols]
    pairs = enumerate(speeds[1:], start=1)
    slopes = nonzero({rho: gamma.derivative(speed) for rho, speed in pairs})
    if len(slopes) != 1:
        return None
    ((rho, slope),) = slopes.items()
    given = gamma - slope * kinematics.velocity(rho)
    moving = (*kinematics.symbols, *speeds[1:])
    if not (given.is_zero or all(slope.derivative(s).is_zero for s in moving)):
        return None
    velocity = -given / slope
    return Standstill(speeds[rho].name, enter(velocity), enter(kinematics.rate(velocity)))


class FrictionForces:
    """The forces of the elements with dry friction of one system, as they are shown."""

    def __init__(self, closed: Closed, show: Show, written: Iterable[Definition]) -> None:
        """What is `written` already has its names."""
        self.closed, self.show = closed, show
        self.definitions = {definition.name: definition for definition in written}
        reading = closed.reading
        self._taken = {*reading.parameters, *reading.coordinates, *reading.functions}
        numbers = {part.key: number for number, part in numbered(closed)}
        parts = [part for part in reading.frictions if friction.FORCE in part.made]
        slips = [(part, self._slip(part)) for part in parts]
        shown = [(part, self._shown(part, gamma, numbers[part.key])) for part, gamma in slips]
        self.told = tuple(
            self._force(part, numbers[part.key], gamma, slip, components(part, shown))
            for (part, gamma), (_, slip) in zip(slips, shown, strict=True)
        )

    def _force(
        self, part: Part, number: int, gamma: Canonical, slip: Expression, every: Whole
    ) -> FrictionForce:
        force = friction_force(part, slip, lambda tree: self._tree(part, tree), every)
        length = self._length(part, slip, number)
        still = standstill_of(self.closed, gamma, lambda value: self._value(part, value))
        return replace(force, rate=self._rate(part, gamma), length=length, standstill=still)

    def _length(self, part: Part, slip: Expression, number: int) -> Expression | None:
        """ℓ of a line, by its name or as it is."""
        if not has_length(part):
            return None
        named = isinstance(slip, Symbol) and slip.name in self.definitions
        if named:
            return Symbol(f"ell_{number}")
        return self._value(part, self.closed.lengths[part.key][0])

    def _rate(self, part: Part, gamma: Canonical) -> tuple[Term, ...]:
        """γ̇, or ℓ γ̇ of a line, in accelerations: both are 0 while γ is."""
        kinematics, algebra = self.closed.kinematics, self.closed.algebra
        if has_length(part):
            squares = algebra.add([entry * entry for entry in self.closed.spans[part.key][0]])
            gamma = kinematics.rate(squares) * Fraction(1, 2)
        rate, accelerations = kinematics.rate(gamma), list[Symbol]()
        for q in kinematics.symbols[1:]:
            accelerations.append(Symbol(q.name, 2))
            rate = rate + gamma.derivative(Symbol(q.name, 1)) * algebra.symbol(accelerations[-1])
        return self.show.by_unknowns(nonzero({part.key: rate}), accelerations)

    def _slip(self, part: Part) -> Canonical:
        """γ of an element."""
        value = self.closed.kinematics.value
        rate = measures_of(ClosedSpace(self.closed.kinematics), part, {"rate"})["rate"].value
        slip = law_slip(part)
        names = {symbol.name for symbol in symbols(slip)} - {"rate"}
        return value(slip, rate=rate, **{name: value(part.tree(name)) for name in names})

    def _shown(self, part: Part, gamma: Canonical, number: int) -> Expression:
        """γ as it is written: as it is, as the rate of a length, or by a name of its own."""
        tree = self._value(part, gamma)
        if operation_count(tree) <= SHORT:
            return tree
        item = say("“{name}”", name=part.record.name)
        if has_length(part):
            known = self.definitions.get(f"ell_{number}")
            places = number, 0
            pair = length_and_rate(self.closed, part, self.show.after, places, self._taken, known)
            self.definitions |= {own.name: own for own in pair if own.name not in self.definitions}
            return Symbol(pair[1].name)
        meaning = say("velocity of slip of {item}", item=item)
        indices = (number, part.number) if part.number else (number,)
        name = named_scalar("gamma", indices, meaning, self._taken, (part.key,))
        self.definitions[name.name] = replace(name, trees=(tree,))
        return Symbol(name.name)

    def _tree(self, part: Part, tree: Expression) -> Expression:
        """A field as it is written."""
        return self._value(part, self.closed.kinematics.value(tree))

    def _value(self, part: Part, value: Canonical) -> Expression:
        return as_sum(term.tree for term in self.show.terms(nonzero({part.key: value})))
