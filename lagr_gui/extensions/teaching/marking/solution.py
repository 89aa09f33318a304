"""A derivation as values, each made by a rule of those before it; one rule may be a wrong one.

What follows from a wrong rule is made by the other rules as usual: T of a wrong velocity, the
equation of a wrong T.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from lagr_gui.algebra import Canonical
from lagr_gui.expression import Symbol
from lagr_gui.extensions.teaching import names
from lagr_gui.extensions.teaching.chains.lagrange import LagrangeChain
from lagr_gui.mechanics.formalisms.kinetics import BodyMotion, Kinetics
from lagr_gui.mechanics.reading import Link, Part
from lagr_gui.mechanics.trees import NOUGHT
from lagr_gui.mechanics.vectors import Triple, apply, dot, minus, transpose

Subject = tuple[Any, ...]
"""What a rule speaks of: a body, a body and an axis, a source, a coordinate and a source."""

OF_BODIES = ("place", "velocity", "turning", "square", "translation", "rotation")
"""Rules about one body, whose number stands first in their subjects."""


@dataclass(frozen=True)
class Edit:
    """A wrong rule: what it makes of a solution and of the usual value, for some subjects."""

    rule: str
    subjects: frozenset[Subject]
    change: Callable[[Solution, Any, Subject], Any]


@dataclass(frozen=True)
class Place:
    """Where a quantity is made: the sum of a rule over the subjects that begin so.

    A `component` is one of a vector.
    """

    rule: str
    subject: Subject
    component: int | None = None


class Solution:
    """All quantities of a derivation; with an `edit` those of the `right` one that has an error."""

    def __init__(
        self, chain: LagrangeChain, right: Solution | None = None, edit: Edit | None = None
    ) -> None:
        self.chain, self.right, self._edit = chain, right, edit
        self.algebra, self.reading = chain.algebra, chain.reading
        self.coordinates = self.reading.coordinates
        self._known: dict[tuple[str, Subject], Any] = {}

    def with_edit(self, edit: Edit) -> Solution:
        """What comes out where one rule is another one."""
        return Solution(self.chain, self, edit)

    def __call__(self, rule: str, *subject: Any) -> Any:
        """The value of a rule for a subject: canonical, for places and velocities a vector."""
        key = rule, subject
        if key not in self._known:
            self._known[key] = self._made(rule, subject)
        return self._known[key]

    def _made(self, rule: str, subject: Subject) -> Any:
        if self.right is not None and self._edit is not None:
            if self._is_edited(rule, subject):
                return self._edit.change(self, getattr(self, f"_{rule}")(*subject), subject)
            if not self._may_differ(rule, subject):
                return self.right(rule, *subject)
        return getattr(self, f"_{rule}")(*subject)

    def _is_edited(self, rule: str, subject: Subject) -> bool:
        return self._edit is not None and rule == self._edit.rule and subject in self._edit.subjects

    def _may_differ(self, rule: str, subject: Subject) -> bool:
        """Whether what a rule is made of may be wrong."""
        assert self._edit is not None
        if rule in (*OF_BODIES, "kinetic", "potential"):
            edited = self._edit.rule
            body = self.body_of(subject[0]) if rule in ("kinetic", "potential") else subject[0]
            return edited in OF_BODIES and any(one[0] == body for one in self._edit.subjects)
        return True

    # --- what there is -------------------------------------------------------------------------

    @cached_property
    def bodies(self) -> Mapping[int, BodyMotion]:
        """Bodies with energy, by number."""
        return {body.number: body for body in self.chain.bodies}

    @cached_property
    def links(self) -> Mapping[int, Link]:
        """How bodies are joined to those that carry them, by number."""
        return {link.child: link for link in self.reading.links}

    @property
    def rows(self) -> range:
        """The indices ρ − 1 of all coordinates."""
        return range(len(self.coordinates))

    def body_of(self, key: str) -> int | None:
        """The number of the body that a source is."""
        sort, _, number = key.partition(":")
        return int(number) if sort == "body" else None

    def motion(self, number: int) -> BodyMotion:
        """Motion and inertia of any body but body 0."""
        return next(body for body in self.chain.kinetics.bodies if body.number == number)

    @cached_property
    def parts(self) -> Mapping[str, Part]:
        """Elements by key."""
        return {part.key: part for part in self.reading.parts}

    def forces_of(self, rho: int) -> Mapping[str, Canonical]:
        """Q* by source, as it is right."""
        if self.right is not None:
            return self.right.forces_of(rho)
        if rho not in self._forces:
            self._forces[rho] = self.chain.without_potential(rho)
        return self._forces[rho]

    @cached_property
    def _forces(self) -> dict[int, Mapping[str, Canonical]]:
        return {}

    @cached_property
    def domains(self) -> Mapping[str, tuple[Subject, ...]]:
        """Of what each rule speaks."""
        bodies = tuple((number,) for number in self.bodies)
        T, U, rows = tuple(self.chain.T), tuple(self.chain.U), self.rows
        by_body = dict.fromkeys(OF_BODIES, bodies)
        places = tuple((n, axis) for n in self.bodies for axis in range(3))
        energies = dict.fromkeys(("momentum", "rate", "slope"), pairs(rows, T))
        return {
            **by_body,
            "place": places,
            "kinetic": tuple((key,) for key in T),
            "potential": tuple((key,) for key in U),
            **energies,
            "fall": pairs(rows, U),
            "force": tuple((rho, key) for rho in rows for key in self.forces_of(rho)),
            "bound": tuple((rho, key) for rho in rows for key in self.chain.bound[rho]),
        }

    # --- rules: motion and energies of bodies --------------------------------------------------

    def vector(self, values: Iterable[Canonical]) -> Triple[Canonical]:
        """Three values in the special case of the sheet."""
        first, second, third = map(self.chain.after, values)
        return first, second, third

    def rate_of(self, value: Canonical) -> Canonical:
        """d/dt"""
        return self.chain.kinetics.rate(value)

    def _place(self, body: int, axis: int) -> Canonical:
        return self.chain.after(self.bodies[body].x[axis])

    def place_of(self, body: int) -> Triple[Canonical]:
        """The centre of mass."""
        return self("place", body, 0), self("place", body, 1), self("place", body, 2)

    def _velocity(self, body: int) -> Triple[Canonical]:
        first, second, third = map(self.rate_of, self.place_of(body))
        return first, second, third

    def joint_place(self, body: int) -> Triple[Canonical]:
        """The point of the reference body at which a body is joined to it."""
        link = self.links[body]
        return self.vector(self.chain.kinetics.kinematics.point(link.parent, link.anchor))

    def carried(self, body: int) -> Triple[Canonical]:
        """The velocity of that point: with it the reference body carries a body along."""
        first, second, third = map(self.rate_of, self.joint_place(body))
        return first, second, third

    def relative(self, body: int) -> Triple[Canonical]:
        """The velocity of a centre of mass as it is seen from that point."""
        return minus(self.vector(self.bodies[body].v), self.carried(body))

    def _turning(self, body: int) -> Triple[Canonical]:
        return self.vector(self.bodies[body].omega)

    def turning_of_parent(self, body: int) -> Triple[Canonical]:
        """The angular velocity of the reference body, in axes of the body."""
        parent = self.links[body].parent
        if parent == 0:
            return self.algebra.zero, self.algebra.zero, self.algebra.zero
        motion = self.motion(parent)
        in_space = apply(transpose(motion.E), motion.omega)
        return self.vector(apply(self.bodies[body].E, in_space))

    def _square(self, body: int) -> Canonical:
        return dot(self("velocity", body), self("velocity", body))

    @cached_property
    def half(self) -> Canonical:
        """½"""
        return self.algebra.number(Fraction(1, 2))

    def mass(self, body: int) -> Canonical:
        """M of a body."""
        return self.chain.after(self.bodies[body].M)

    def _translation(self, body: int) -> Canonical:
        return self.half * self.mass(body) * self("square", body)

    def _rotation(self, body: int) -> Canonical:
        w, theta = self("turning", body), self.bodies[body].theta_bar
        return self.half * self.chain.after(dot(w, apply(theta, w)))

    def _kinetic(self, key: str) -> Canonical:
        if (body := self.body_of(key)) is None:
            return self.chain.T[key]
        return self("translation", body) + self("rotation", body)

    def _potential(self, key: str) -> Canonical:
        """U of a weight or spring: weights follow the places of the solution."""
        usual, body = self.chain.U[key], self.body_of(key)
        if body is None or self.right is None or body not in self.bodies:
            return usual
        gravity = self.vector(self.chain.kinetics.kinematics.vector(self.reading.gravity))
        moved = minus(self.place_of(body), self.right.place_of(body))
        return usual - self.mass(body) * dot(gravity, moved)

    # --- rules: Lagrange’s equation ------------------------------------------------------------

    def _momentum(self, rho: int, key: str) -> Canonical:
        return self._slope_of("momentum", "kinetic", key, rho, order=1)

    def _rate(self, rho: int, key: str) -> Canonical:
        p = self("momentum", rho, key)
        if self.right is not None and p is self.right("momentum", rho, key):
            return self.right("rate", rho, key)
        return self.rate_of(p)

    def _slope(self, rho: int, key: str) -> Canonical:
        return self._slope_of("slope", "kinetic", key, rho)

    def _fall(self, rho: int, key: str) -> Canonical:
        return self._slope_of("fall", "potential", key, rho)

    def _slope_of(self, rule: str, of: str, key: str, rho: int, order: int = 0) -> Canonical:
        """A derivative by a coordinate or velocity; the right one, where what it is of is right."""
        energy = self(of, key)
        if self.right is not None and energy is self.right(of, key):
            return self.right(rule, rho, key)
        slope: Canonical = energy.derivative(Symbol(self.coordinates[rho], order))
        return slope

    def _force(self, rho: int, key: str) -> Canonical:
        return self.forces_of(rho).get(key, self.algebra.zero)

    def _bound(self, rho: int, key: str) -> Canonical:
        value: Canonical = self.chain.bound[rho][key]
        return value

    def total(self, rule: str, *first: Any) -> Canonical:
        """The sum of a rule over all its sources, of one coordinate if one is named."""
        several = (one for one in self.domains_of(rule) if one[: len(first)] == first)
        return self.algebra.add([self(rule, *one) for one in several])

    def domains_of(self, rule: str) -> tuple[Subject, ...]:
        """Of what a rule speaks."""
        return self.right.domains_of(rule) if self.right is not None else self.domains[rule]

    def equation(self, rho: int) -> Canonical:
        """d/dt ∂T/∂q̇ − ∂T/∂q + ∂U/∂q − Q* − λ ∂Φ/∂q, which is 0."""
        left = self.total("rate", rho) - self.total("slope", rho) + self.total("fall", rho)
        return left - self.total("force", rho) - self.total("bound", rho)

    def quantity(self, name: str) -> Canonical | None:
        """What a line of the derivation is about, by name; None for what is no value here."""
        place = self.named.get(name)
        if place is None:
            return None
        if place.rule == "equation":
            return self.equation(*place.subject)
        if place.component is not None:
            return self(place.rule, *place.subject)[place.component]
        return self.total(place.rule, *place.subject)

    @cached_property
    def named(self) -> Mapping[str, Place]:
        """Where each quantity is made, by its name as a line has it."""
        return self.right.named if self.right is not None else dict(_named(self))

    def after(self, name: str, value: Canonical) -> Solution | None:
        """What follows where a quantity has another value; None where nothing is made of it."""
        place = self.named[name]
        if place.rule == "equation" or place.component is not None:
            return None
        begin = len(place.subject)
        subjects = [one for one in self.domains[place.rule] if one[:begin] == place.subject]

        def changed(solution: Solution, _: Any, subject: Subject) -> Canonical:
            return value if subject == subjects[0] else solution.algebra.zero

        return self.with_edit(Edit(place.rule, frozenset(subjects), changed)) if subjects else None

    # --- other readings of the drawing ---------------------------------------------------------

    def stored(self, key: str, made: Mapping[str, Any]) -> Canonical | None:
        """U of an element with other trees in its fields."""
        part = self.parts[key]
        parts = tuple(
            replace(one, made={**one.made, **made}) if one is part else one
            for one in self.reading.parts
        )
        kinetics = Kinetics(replace(self.reading, parts=parts), self.chain.kinetics.calculus)
        value = kinetics.closed.U_parts.get(key)
        return self.algebra.zero if value is None else self.chain.after(value)

    def has_field(self, key: str, field: str) -> bool:
        """Whether an element has a field with something in it."""
        part = self.parts.get(key)
        known = part is not None and any(one.name == field for one in part.kind.fields)
        return known and part is not None and part.tree(field) != NOUGHT

    def ends(self, key: str) -> tuple[Triple[Canonical], Triple[Canonical]] | None:
        """Where a line element begins and ends; None for others, and for those at one body."""
        part = self.parts.get(key)
        course = part.course if part is not None else ()
        if len(course) != 2 or 0 in (course[0][0], course[1][0]):
            return None
        point = self.chain.kinetics.kinematics.point
        return self.vector(point(*course[0])), self.vector(point(*course[1]))


def pairs(rows: Iterable[int], keys: Iterable[str]) -> tuple[Subject, ...]:
    """Each coordinate with each source."""
    every = tuple(keys)
    return tuple((rho, key) for rho in rows for key in every)


def _named(solution: Solution) -> Iterator[tuple[str, Place]]:
    for body in solution.bodies:
        for axis in range(3):
            yield names.place(body, axis).plain, Place("place", (body, axis))
            yield names.velocity(body, axis).plain, Place("velocity", (body,), axis)
            yield names.turning(body, axis).plain, Place("turning", (body,), axis)
        turned = [a for a, w in enumerate(solution("turning", body)) if not w.is_zero]
        if len(turned) == 1:
            yield names.turning(body).plain, Place("turning", (body,), turned[0])
        yield names.square(body).plain, Place("square", (body,))
        yield names.energy("T", body).plain, Place("kinetic", (f"body:{body}",))
    yield "T", Place("kinetic", ())
    yield "U", Place("potential", ())
    for rho, name in enumerate(solution.coordinates):
        yield names.momentum(name).plain, Place("momentum", (rho,))
        yield names.momentum_rate(name).plain, Place("rate", (rho,))
        yield names.slope("T", name).plain, Place("slope", (rho,))
        yield names.slope("U", name).plain, Place("fall", (rho,))
        yield names.force(name).plain, Place("force", (rho,))
        yield names.constraint_force(name).plain, Place("bound", (rho,))
        yield f"equation {name}", Place("equation", (rho,))
