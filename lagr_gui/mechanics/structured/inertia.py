"""g and Γ of composite bodies, one short line each.

Every coordinate moves bodies by fields of velocity v_ν(x): w × (x − p) outboard of a turn, u
outboard of a slide.  With sums over all bodies that two fields move,

    g_μν = ∫ v_μ · v_ν dm,   h_ρν = ∫ v_ν × v_ρ dm = −h_νρ,
    Γ_ρμν = ∫ v_ρ · ∂_μ v_ν dm = w_μ · h_ρν   for μ inboard of ν or equal to it

(Γ = 0 if μ slides), because ∂_μ v_ν = w_μ × v_ν.  About the point of the outer motion ν, at r
from that of the inner one μ or ρ:

| inner, outer | g_μν | h_ρν |
| turn, turn | w_μ·Ĵ_ν w_ν + (w_μ × r)·(w_ν × ŝ_ν) | B̂_ν(w_ν × w_ρ) + (w_ν × ŝ_ν) × (w_ρ × r) |
| turn, slide | w_μ × (m̂_ν r + ŝ_ν)·u_ν | u_ν × (w_ρ × (m̂_ν r + ŝ_ν)) |
| slide, turn | u_μ·(w_ν × ŝ_ν) | (w_ν × ŝ_ν) × u_ρ |
| slide, slide | m̂_ν u_μ·u_ν | m̂_ν u_ν × u_ρ |
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from lagr_gui.foundation.message import say
from lagr_gui.mechanics.structured.bending import BendingMode, BentBeam
from lagr_gui.mechanics.structured.composites import Composites
from lagr_gui.mechanics.structured.quantity import (
    UNIT_TENSOR,
    Quantity,
    Rank,
    Shadow,
    apply,
    cross,
    dot,
    gathered,
    minus,
    nothing,
    plus,
    scaled,
    total,
    trace,
)
from lagr_gui.mechanics.structured.segments import Segment, Segments

Pair = tuple[int, int]
Triple = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Flow:
    """A field of velocity: that of one coordinate in one elementary motion."""

    segment: Segment
    vector: Quantity
    label: str

    @property
    def turns(self) -> bool:
        """Whether it is w × (x − p)."""
        return self.segment.turns


Field = Flow | BendingMode


class Inertia:
    """g and Γ by index, only what differs from zero."""

    def __init__(
        self, segments: Segments, composites: Composites, beams: Sequence[BentBeam]
    ) -> None:
        self.segments, self.book, self.composites = segments, segments.book, composites
        self.size = len(segments.names)
        self.flows: list[list[Flow]] = [[] for _ in segments.names]
        for segment in segments.all:
            for index, vector in segment.acts.items():
                label = segment.label if len(segment.acts) == 1 else f"{segment.label}_{index}"
                self.flows[index].append(Flow(segment, vector, label))
        self.modes: list[list[BendingMode]] = [[] for _ in segments.names]
        for beam in beams:
            for index, mode in beam.modes.items():
                self.modes[index].append(mode)
        self._keys: dict[tuple[int, ...], tuple[str, ...]] = {}
        self.inertias: dict[int, Quantity] = {}
        self._gyrations: dict[tuple[Flow, Field], Quantity] = {}
        self._indices = {f: i for i in range(self.size) for f in self._fields(i)}

    def g(self) -> dict[Pair, Quantity]:
        """g_μν for μ ≥ ν."""
        g: dict[Pair, Quantity] = {}
        for mu in range(self.size):
            for nu in range(mu + 1):
                if not (value := self.g_of(mu, nu)).is_zero:
                    g[mu, nu] = value
        return g

    def g_of(self, mu: int, nu: int) -> Quantity:
        """A single g_μν."""
        pairs = ((a, b) for a in self._fields(mu) for b in self._fields(nu))
        value = total((self.inner(a, b) for a, b in pairs), Rank.SCALAR)
        return value if value.is_zero else gathered(value)

    def gamma(self) -> dict[Triple, Quantity]:
        """Γ_ρμν for ρ = 1 … f, μ ≥ ν."""
        gamma: dict[Triple, Quantity] = {}
        for mu in range(self.size):
            for nu in range(mu + 1):
                for rho, value in self.gamma_of(mu, nu, range(1, self.size)).items():
                    gamma[rho, mu, nu] = value
        return dict(sorted(gamma.items()))

    def gamma_of(self, mu: int, nu: int, rhos: Iterable[int]) -> dict[int, Quantity]:
        """Γ_ρμν ≠ 0 of some ρ, by one rule: w_μ · h_ρν where the motion μ turns ν."""
        spun, further = self._accelerations(mu, nu)
        turned = self._together(spun)
        by_rho: dict[int, Quantity] = {}
        for rho in rhos if turned or further else ():
            parts = [dot(w, self.gyration(rho, nu, b)) for w, nu, b in turned]
            parts += [self.inner(r, b) for b in further for r in self._fields(rho)]
            if not (value := total(parts, Rank.SCALAR)).is_zero:
                by_rho[rho] = gathered(value)
        return by_rho

    @cached_property
    def most(self) -> tuple[int, int]:
        """How many g_μν and Γ_ρμν there are at most: those of motions on the path of each other."""
        paths = [[field.segment for field in self._fields(index)] for index in range(self.size)]
        meet = [
            [any(a.carries(b) or b.carries(a) for a in mu for b in nu) for nu in paths]
            for mu in paths
        ]
        many = [sum(row) for row in meet]
        pairs = [(mu, nu) for mu in range(self.size) for nu in range(mu + 1) if meet[mu][nu]]
        return len(pairs), sum(min(many[mu], many[nu]) for mu, nu in pairs)

    def _fields(self, index: int) -> list[Field]:
        """All fields by which a coordinate moves bodies and beams."""
        return [*self.flows[index], *self.modes[index]]

    def _accelerations(self, mu: int, nu: int) -> tuple[list[tuple[Quantity, Field]], list[Field]]:
        """∂_μ ∂_ν x as turned fields w × v, and as fields of slopes of the motions themselves."""
        turned, further = self._bent(mu, nu)
        for a in self.flows[mu]:
            for b in self.flows[nu]:
                if a.segment is b.segment:
                    if a.turns:
                        turned.append((b.vector, a))
                    if (mu, nu) in a.segment.seconds:
                        label = f"{a.segment.label}_{mu}_{nu}"
                        further.append(Flow(a.segment, a.segment.seconds[mu, nu], label))
                elif a.segment.carries(b.segment) and a.turns:
                    turned.append((a.vector, b))
                elif b.segment.carries(a.segment) and b.turns:
                    turned.append((b.vector, a))
        return turned, further

    def _bent(self, mu: int, nu: int) -> tuple[list[tuple[Quantity, Field]], list[Field]]:
        """Those along beams."""
        orders = ((mu, nu), (nu, mu))
        turned: list[tuple[Quantity, Field]] = [
            (a.vector, b)
            for i, j in orders
            for a in self.flows[i]
            for b in self.modes[j]
            if a.turns and a.segment.carries(b.segment)
        ]
        further: list[Field] = [
            a.beam.second(mu, nu)
            for a in self.modes[mu]
            for b in self.modes[nu]
            if a.beam is b.beam
        ]
        return turned, further

    def inner(self, a: Field, b: Field) -> Quantity:
        """∫ v_a · v_b dm over all that both move."""
        if isinstance(a, BendingMode):
            if isinstance(b, BendingMode):
                return a.beam.product(a, b) if a.beam is b.beam else nothing(Rank.SCALAR)
            a, b = b, a
        if isinstance(b, BendingMode):
            moves = a.segment.carries(b.segment)
            return b.power(a.vector, self._root(a, b)) if moves else nothing(Rank.SCALAR)
        if not a.segment.carries(b.segment):
            a, b = b, a
            if not a.segment.carries(b.segment):
                return nothing(Rank.SCALAR)
        whole = self.composites[b.segment]
        if not a.turns and b.turns:
            return dot(a.vector, cross(b.vector, whole.moment))
        if not a.turns:
            return scaled(whole.mass, dot(a.vector, b.vector))
        r = self._arm(a, b)
        if not b.turns:
            return dot(cross(a.vector, self._static(b, r)), b.vector)
        spun = dot(a.vector, apply(self.inertia(b.segment), b.vector))
        return plus(spun, _dot_of_crosses(a.vector, r, b.vector, whole.moment))

    def _together(
        self, turned: Iterable[tuple[Quantity, Field]]
    ) -> list[tuple[Quantity, int, tuple[Field, ...]]]:
        """Turned fields: each vector with the fields of one coordinate that it turns."""
        groups: dict[tuple[Shadow, int], tuple[Quantity, int, tuple[Field, ...]]] = {}
        for w, field in turned:
            key = w.shadow, self._indices[field]
            _, _, fields = groups.get(key, (w, 0, ()))
            groups[key] = w, key[1], (*fields, field)
        return list(groups.values())

    def gyration(self, rho: int, nu: int, fields: tuple[Field, ...]) -> Quantity:
        """∫ v_ν × v_ρ dm over all that two coordinates move, by its name.

        `fields` are those of ν; what several fields of one coordinate do has one name.
        """
        pairs = [(a, b) for a in self._fields(rho) for b in fields if self._meet(a, b)]
        if len(pairs) == 1:
            ((a, b),) = pairs
            return self._named(a, b)
        part = [field.label for field in fields if len(fields) < len(self._fields(nu))]
        first, second = str(rho), part[0] if len(part) == 1 else str(nu)
        made = gathered(total((self._crossed(a, b) for a, b in pairs), Rank.VECTOR))
        if rho > nu:
            return -self._defined(second, first, -made)
        return self._defined(first, second, made)

    def _defined(self, first: str, second: str, made: Quantity) -> Quantity:
        meaning = say("gyration of the motions {a} and {b}", a=first, b=second)
        return self.book.define("h", (first, second), made, meaning)

    def _meet(self, a: Field, b: Field) -> bool:
        """Whether there is anything that both of them move and turn."""
        return not self._crossed(a, b).is_zero

    def _named(self, a: Field, b: Field) -> Quantity:
        """∫ v_b × v_a dm by its name; modes of one beam go without."""
        if isinstance(a, BendingMode) and isinstance(b, BendingMode):
            return self._crossed(a, b)
        if not (isinstance(a, Flow) and a.segment.carries(b.segment)):
            return -self._named(b, a)
        return self._defined(a.label, b.label, self._crossed(a, b))

    def _crossed(self, a: Field, b: Field) -> Quantity:
        """∫ v_b × v_a dm over all that both move."""
        if isinstance(a, BendingMode) and isinstance(b, BendingMode):
            return a.beam.cross_product(a, b) if a.beam is b.beam else nothing(Rank.VECTOR)
        if isinstance(a, Flow) and a.segment.carries(b.segment):
            key = a, b
            if key not in self._gyrations:
                self._gyrations[key] = self._made(a, b)
            return self._gyrations[key]
        if isinstance(b, Flow) and b.segment.carries(a.segment):
            return -self._crossed(b, a)
        return nothing(Rank.VECTOR)

    def _root(self, a: Flow, mode: BendingMode) -> Quantity | None:
        """The way from the axis of a turn to the root of a beam; None for a slide."""
        return minus(mode.beam.root, a.segment.p) if a.turns else None

    def _made(self, a: Flow, b: Field) -> Quantity:
        if isinstance(b, BendingMode):
            return b.gyration(a.vector, self._root(a, b))
        whole = self.composites[b.segment]
        r = self._arm(a, b)
        if not b.turns:
            if not a.turns:
                return scaled(whole.mass, cross(b.vector, a.vector))
            return cross(b.vector, cross(a.vector, self._static(b, r)))
        moved = cross(b.vector, whole.moment)
        if not a.turns:
            return cross(moved, a.vector)
        spun = apply(whole.binet, cross(b.vector, a.vector))
        way = cross(moved, cross(a.vector, r))
        short = cross(whole.moment, r)
        return plus(spun, short if short.shadow == way.shadow else way)

    def _arm(self, a: Flow, b: Flow) -> Quantity:
        if a.segment is b.segment or not a.turns:
            return nothing(Rank.VECTOR)
        return self.composites.arm(a.segment, b.segment)

    def _static(self, b: Flow, r: Quantity) -> Quantity:
        """∫ (x − p) dm about a point from which that of the whole is at r."""
        whole = self.composites[b.segment]
        return plus(scaled(whole.mass, r), whole.moment)

    def inertia(self, segment: Segment) -> Quantity:
        """Ĵ = tr B̂ 1 − B̂"""
        if segment.number not in self.inertias:
            whole = self.composites[segment]
            binet = whole.binet
            J = minus(scaled(trace(binet), UNIT_TENSOR), binet)
            meaning = say("inertia tensor of all that {q} moves", q=self.segments.words(segment))
            self.inertias[segment.number] = self.book.define(
                "Jhat", (segment.label,), J, meaning, whole.keys
            )
        return self.inertias[segment.number]

    def keys(self, *indices: int) -> tuple[str, ...]:
        """The items that all these coordinates move."""
        keys: tuple[str, ...] = ()
        if indices not in self._keys:
            for fields in product(*(self._fields(index) for index in indices)):
                outer = max((field.segment for field in fields), key=lambda s: s.path.bit_count())
                if all(field.segment.carries(outer) for field in fields):
                    keys += self.composites[outer].keys
            self._keys[indices] = tuple(dict.fromkeys(keys))
        return self._keys[indices]

    def weights(self, gravity: Quantity) -> dict[int, Quantity]:
        """Weight in Q_ρ: (w × ŝ)·γ, m̂ u·γ."""
        return {rho: self._weight(rho, gravity) for rho in range(1, self.size)}

    def _weight(self, rho: int, gravity: Quantity) -> Quantity:
        parts: list[Quantity] = []
        for flow in self.flows[rho]:
            mass, moment = self.composites[flow.segment].weight
            if flow.turns:
                parts.append(dot(cross(flow.vector, moment), gravity))
            else:
                parts.append(scaled(mass, dot(flow.vector, gravity)))
        parts += [dot(mode.static, gravity) for mode in self.modes[rho] if mode.beam.heavy]
        return gathered(total(parts, Rank.SCALAR))


def _dot_of_crosses(a: Quantity, r: Quantity, b: Quantity, s: Quantity) -> Quantity:
    """(a × r)·(b × s), which is r·s across parallel unit vectors."""
    way = dot(cross(a, r), cross(b, s))
    short = dot(r, s)
    return short if short.shadow == way.shadow else way
