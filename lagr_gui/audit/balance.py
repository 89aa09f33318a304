"""The balance of forces of a whole model at states, after Newton and Euler.

    M ẍ − Σ F = force of constraint      I ω̇ + ω × I ω − Σ M = moment of constraint      each body

Joints and conditions do no work on the motions that they leave free: along every coordinate
the sum vanishes, but for what conditions exert with multipliers of their own.  Bodies are taken
one by one in space (maximal coordinates); velocities and accelerations are derivatives of
positions (jets), so that nothing is differentiated by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lagr_gui.audit import beams
from lagr_gui.audit.bindings import (
    BINDINGS,
    FRICTIONS,
    PRESSED,
    TIES,
    Closing,
    bindings_of,
    closing,
    friction_of,
    is_limit,
    is_rough,
    slips_of,
)
from lagr_gui.audit.bodies import Bodies, bodies_at, inertia_tensor
from lagr_gui.audit.circuits import Branches
from lagr_gui.audit.forces import ForceEffect, StatedBinding, effect_of
from lagr_gui.audit.jets import (
    Array,
    Jet,
    apply,
    constant,
    cross,
    dot,
    jet,
    norm,
    product,
    scalar,
    spin,
    turned,
)
from lagr_gui.audit.values import Fields, States

SLIGHT = 1e-6
"""Below this part of the largest terms of a state a sum may be nothing but their rounding."""


STANDING = 1e-12
"""Velocities below this, in what the model is as a whole, may be the rounding of none."""


STEADY = 1e-6
"""Voltages that change by less than this part of themselves in the time of the model do not."""


@dataclass(frozen=True, eq=False)
class ForceBalance:
    """The balance of a model at n states.

    `inertial` and `applied` (n, f) are generalised forces: those that the accelerations need
    and those that act.  `sizes` (n, f) bound both by the terms of which they are sums.
    `patterns` (m, n, f) are what the conditions exert per unit of λ, the last ones those of
    limits; `rates` and `rate_sizes` (m, n) what must vanish of them with the accelerations;
    `gaps` (m, n) how far the states are from meeting them, `beyond` (m, n) how far past a limit
    they are, both as parts of what these could be where the model moves as a whole; `usual` (m, n)
    are rates of conditions then, `falling` (m, n) where all falls freely; `pressed` (m,) tells
    friction that reactions bound, of which `rubbed` (n, f) is what slides, part of `applied`.  T,
    U, dissipated and supplied power are (n,).  `extents` (f,) are how far coordinates go: forces
    along them are compared as works, energies with powers over a `time`.
    """

    inertial: Array
    applied: Array
    sizes: Array
    patterns: Array
    pattern_sizes: Array
    rates: Array
    rate_sizes: Array
    gaps: Array
    beyond: Array
    usual: Array
    falling: Array
    sources: tuple[str, ...]
    limits: tuple[str, ...]
    slides: tuple[SlidingLimit, ...]
    slips: Array
    pressed: NDArray[np.bool_]
    rubbed: Array
    T: Array
    U: Array
    dissipated: Array
    supplied: Array
    energy_sizes: Mapping[str, Array]
    extents: Array | float
    time: float
    low_order: tuple[int, ...]

    def acting(self, active: NDArray[np.bool_] | None) -> NDArray[np.bool_]:
        """Which conditions hold (n, m); `active` (n, c) tells which limits are in contact."""
        acting = np.ones((self.inertial.shape[0], len(self.sources)), bool)
        if self.limits:
            acting[:, len(self.sources) - len(self.limits) :] = False if active is None else active
        return acting

    def exerted(self, acting: NDArray[np.bool_]) -> Array:
        """What the conditions exert (m, n, f) per unit of λ, where those that are `acting` do.

        A rough limit that slides rubs against its slip with μ times its own force; where it begins
        to slide, against the rate of its slip.
        """
        exerted = self.patterns.copy()
        for (limit, at, _), ways in zip(self.slides, self._ways(acting), strict=True):
            exerted[limit] += np.einsum("pn,pnf->nf", ways, self.patterns[at : at + 2])
        return exerted

    def with_rubbing(self, multipliers: Array, acting: NDArray[np.bool_]) -> Array:
        """λ (n, m) with those along the slips of rough limits that slide."""
        every = multipliers.copy()
        for (limit, at, _), ways in zip(self.slides, self._ways(acting), strict=True):
            every[:, at : at + 2] += ways.T * multipliers[:, [limit]]
        return every

    def _ways(self, acting: NDArray[np.bool_]) -> Iterator[Array]:
        """μ γ/|γ| (2, n) of each rough limit, 0 where it does not slide."""
        for _, at, mu in self.slides:
            slip, rate = self.slips[:, at : at + 2]
            begins = np.hypot(*slip) <= BEGINS * np.max(np.hypot(*slip), initial=0.0)
            pair = np.where(begins, rate, slip)
            length = np.hypot(*pair)
            slides = ~acting[:, at] & (length > 0)
            yield np.where(slides, mu * pair / np.where(length > 0, length, 1.0), 0.0)

    def off(self, active: NDArray[np.bool_] | None) -> Array:
        """How far (n,) the states are from meeting the conditions that hold."""
        return np.max(np.where(self.acting(active).T, self.gaps, 0.0), axis=0, initial=0.0)


BEGINS = 1e-9
"""A slip that is less than this part of the largest one begins."""


class SlidingLimit(NamedTuple):
    """A rough limit by its number, the number of the first of its slips, and μ."""

    limit: int
    slip: int
    mu: float


@dataclass(frozen=True, eq=False)
class BeamPoints:
    """Points x (3, n, 3, K) of a beam in space with their masses (K,).

    `moves` (m, n, 3, K) tell by how much they move per unit of each amplitude.
    """

    x: Jet
    masses: Array
    moves: Array


def _times(direction: Jet, lengths: Jet) -> Jet:
    """Vectors (3, n, 3, K) along directions (3, n, 3), of lengths (3, n, K)."""
    return product(direction[..., None], lengths[:, :, None])


class Balancing:
    """Sets up the balance of a model at states."""

    def __init__(self, fields: Fields, states: States) -> None:
        self.model, self.topology, self.yardsticks = (
            fields.model,
            fields.topology,
            fields.yardsticks,
        )
        self.bodies = bodies_at(fields, states)
        if fields.measures:
            from lagr_gui.audit.measured import measured  # few models have such signals

            self.bodies.values.look = partial(measured, fields.model, self.bodies)
        self.values = self.bodies.values
        self.branches = Branches(self.values, self.topology.circuits.charges)
        self.masses = Masses(self.bodies)
        self._beams = {j.name: self._beam(j) for j in self.model.joints if j.kind == "beam"}
        self.inertia = list(self._inertia())
        self.effects = list(self._effects())

    @cached_property
    def bindings(self) -> list[StatedBinding]:
        """The conditions, those of limits behind them, then those of friction."""
        return list(self._bindings())

    def _inertia(self) -> Iterator[ForceEffect]:
        """What accelerations need, body by body, with kinetic energies."""
        yield from self.masses.inertia()
        for joint in self.model.joints:
            if joint.kind == "beam":
                yield self._beam_inertia(joint)

    def _beam_inertia(self, joint: Any) -> ForceEffect:
        x, masses = self._beams[joint.name].x, self._beams[joint.name].masses
        effect = self._spread(joint, masses * x[2])
        value = np.sum(x[1] * x[1], axis=1) @ masses / 2
        rate = np.sum(x[1] * x[2], axis=1) @ masses
        effect.kinetic = np.stack([value, rate, 0 * rate])
        return effect

    def _beam(self, joint: Any) -> BeamPoints:
        """Where the points of a beam are."""
        values, frame = self.values, self.bodies.frames[joint.parent]
        S = values.matrix(joint.orientation)
        e, n = (frame.direction(apply(S, constant(a))) for a in beams.axes(joint, values))
        lanes = 3, 1 + len(joint.coordinates), *self.shape, -1
        every = beams.profile(joint, values, values.fan(joint.coordinates))
        along, across = (part.reshape(lanes) for part in every)
        root = frame.point(values.point(joint.parent, joint.point_parent))
        x = root[..., None] + _times(e, along[:, 0]) + _times(n, across[:, 0])
        moves = along[1, 1:, :, None] * e[0, ..., None] + across[1, 1:, :, None] * n[0, ..., None]
        density, length = (values.number(f) for f in (joint.density, joint.length))
        _, weights = beams.gauss(len(joint.coordinates))
        return BeamPoints(x, density * length * weights, moves)

    def _spread(self, joint: Any, forces: Array) -> ForceEffect:
        """Forces (n, 3, K) at the points of a beam, on its root and its amplitudes."""
        beam, frame = self._beams[joint.name], self.bodies.frames[joint.parent]
        effect = ForceEffect(f"joint:{joint.name}")
        moment = 2 * spin(forces, beam.x[0] - frame.x[0][..., None])  # Σ arm × force
        effect.turn(self.bodies, joint.parent, moment, np.sum(forces, axis=-1))
        terms = forces * beam.moves
        sums, sizes = np.sum(terms, axis=(2, 3)), np.sum(np.abs(terms), axis=(2, 3))
        for name, coordinate, size in zip(joint.coordinates, sums, sizes, strict=True):
            effect.act(self.values.index[name], coordinate, size)
        return effect

    def _effects(self) -> Iterator[ForceEffect]:
        """What acts: weights, elements, branches of circuits, the bending of beams."""
        gravity = self.values.vector(self.model.gravity)
        yield from self.masses.weights(gravity)
        for joint in self.model.joints:
            if joint.kind == "beam":
                yield from self._beam_forces(joint, gravity)
        charges = self.topology.circuits.charges
        for element in self.model.elements:
            if not element.enabled or not charges.get(element.name, True):
                continue
            if self.branches.is_branch(element):
                yield self.branches.effect_of(element)
            elif element.kind == "soft_contact":
                from lagr_gui.audit.contacts import pressed  # few models have one

                yield pressed(element, self.bodies)
            elif element.kind not in BINDINGS or element.kind in FRICTIONS - PRESSED:
                yield effect_of(element, self.bodies)

    def _beam_forces(self, joint: Any, gravity: Jet) -> Iterator[ForceEffect]:
        elastic, damping, energy = beams.bending(joint, self.values)
        x, masses = self._beams[joint.name].x, self._beams[joint.name].masses
        n = len(energy)
        weight = masses * gravity[0][..., None] * np.ones((n, 1, 1))
        effect = self._spread(joint, weight if joint.gravity == "on" else 0 * weight)
        rates = np.zeros((n, len(joint.coordinates)))
        for i, name in enumerate(joint.coordinates):
            effect.act(self.values.index[name], elastic[:, i] + damping[:, i])
            rates[:, i] = self.values.states.qd[:, self.values.index[name]]
        effect.power = -np.sum(damping * rates, axis=-1)
        flexure = np.stack([energy, -np.sum(elastic * rates, axis=-1), 0 * energy])
        falling = dot(gravity, x @ masses) if joint.gravity == "on" else 0 * flexure
        effect.energy = flexure - falling
        yield effect

    def _bindings(self) -> Iterator[StatedBinding]:
        for index, cut in enumerate(self.topology.cuts, start=1):
            if cut.keeps:
                ties = Closing(cut.joint.name, -index, cut.joint.child, self.bodies)
                nowhere = constant(np.zeros(3))
                ties.welded(nowhere, nowhere, constant(np.eye(3)))
                yield from ties.found
            else:
                joint = self.values.fields.joints[cut.joint.name]
                yield from closing(joint, self.bodies)
        yield from (self._mesh(mesh) for mesh in self._low_meshes())
        charges = self.topology.circuits.charges
        there = (e for e in self.model.elements if e.enabled and charges.get(e.name, True))
        elements = [e for e in there if getattr(e, "law", "exact") == "exact"]  # others creep
        for sort in (0, 1, 2):
            for element in elements:
                if sort == 0 and element.kind in TIES:
                    yield from TIES[element.kind](element, self.bodies)
                if is_limit(element) + 2 * (element.kind in FRICTIONS) == sort:
                    yield from bindings_of(element, self.bodies, charges)
        for element in filter(is_rough, elements):
            yield from slips_of(element, self.bodies)

    def _mesh(self, mesh: Any) -> StatedBinding:
        """The equation of a mesh without inductance: a condition that exerts nothing."""
        binding = StatedBinding(f"element:{mesh.link}")
        voltage = self.branches.voltages[mesh.coordinate]
        order = 2 - mesh.order
        sizes = self.branches.sizes[mesh.coordinate]
        steady = STEADY * sizes[0] / self.yardsticks.time**order
        binding.usual = float(np.max(np.nan_to_num(sizes[0]), initial=0.0))
        return binding.states(voltage, order, sizes[order] + steady)

    def _fall(self) -> Array:
        """How fast what falls gets faster (n,)."""
        gravity = self.values.vector(self.model.gravity)[0]
        return np.broadcast_to(np.linalg.norm(gravity, axis=-1), self.shape)

    @property
    def shape(self) -> tuple[int]:
        """(n,)"""
        return (len(self.values.states.t),)

    def balance(self, extra: Array | None = None) -> ForceBalance:
        """All sums; `extra` (n, f) are generalised forces beyond those of the model."""
        more = np.zeros((*self.shape, len(self.values.coordinates))) if extra is None else extra
        inertial, applied, sizes = self.forces()
        patterns, pattern_sizes = self._patterns()
        kinetic = self._energies([e.kinetic for e in (*self.inertia, *self.effects)])
        stored = self._energies([e.energy for e in self.effects])
        T, U = np.sum(kinetic, axis=0), np.sum(stored, axis=0)
        still = np.zeros_like(self.values.states.t)
        dissipated = sum((e.power for e in self.effects if e.power is not None), still)
        limits = [b for b in self.bindings if self._may_hold(b)]
        keys = [b.key for b in self.bindings]
        rough = [
            (row, friction_of(element, self.values)[0])
            for element in self.model.elements
            if element.enabled and is_rough(element)
            for row in self._rows_of(element)
        ]
        pairs = range(len(keys) - 2 * len(rough), len(keys), 2)
        slides = [SlidingLimit(row, at, mu) for at, (row, mu) in zip(pairs, rough, strict=True)]
        could = self._could(pattern_sizes)
        return ForceBalance(
            inertial=inertial,
            applied=applied + more,
            sizes=sizes + np.abs(more),
            patterns=patterns,
            pattern_sizes=pattern_sizes,
            rates=self._stacked([b.value[b.order] for b in self.bindings]),
            rate_sizes=self._stacked([b.size for b in self.bindings]),
            gaps=self._stacked(
                [self._gap(b, c) for b, c in zip(self.bindings, could, strict=True)]
            ),
            beyond=self._stacked([self._beyond(b) for b in self.bindings]) / could,
            usual=could / self.yardsticks.time**2,
            falling=could * self._fall() / self.yardsticks.length,
            sources=tuple(b.key for b in self.bindings),
            limits=tuple(b.key for b in limits),
            slides=tuple(slides),
            slips=np.stack([self._stacked([b.value[k] for b in self.bindings]) for k in (0, 1)]),
            pressed=np.array([b.is_pressed for b in self.bindings], bool),
            rubbed=np.zeros_like(more),
            T=T[0],
            U=U[0],
            dissipated=dissipated,
            supplied=T[1] + U[1] + dissipated,
            energy_sizes=self._energy_sizes(kinetic, stored, sizes),
            extents=self.yardsticks.extents,
            time=self.yardsticks.time,
            low_order=tuple(self.values.index[m.coordinate] for m in self._low_meshes()),
        )

    def forces(self) -> tuple[Array, Array, Array]:
        """The forces (n, f) that accelerations need, those that act, and bounds of their terms."""
        sizes = self._sizes([*self.inertia, *self.effects])
        return self._total(self.inertia), self._total(self.effects), sizes

    def _low_meshes(self) -> list[Any]:
        return [mesh for mesh in self.topology.circuits.meshes if mesh.order < 2]

    def is_of(self, binding: StatedBinding, sort: Callable[[Any], bool]) -> bool:
        """Whether a condition is that of an element of a sort."""
        section, _, name = binding.key.partition(":")
        return section == "element" and sort(self.model.element(name))

    def _rows_of(self, element: Any) -> list[int]:
        """The rows of a limit, one by point of contact."""
        key = f"element:{element.name}"
        rows = enumerate(self.bindings)
        return [row for row, binding in rows if binding.key == key and binding.order == 2]

    def _may_hold(self, binding: StatedBinding) -> bool:
        """Whether it is a limit, a friction or a slip of a rough limit, not what always holds."""
        return self.is_of(binding, is_limit) or (
            binding.order == 1 and self.is_of(binding, lambda element: element.kind in FRICTIONS)
        )

    def _could(self, pattern_sizes: Array) -> Array:
        """What conditions (m, n) on positions could be where the model moves as a whole.

        Of those on velocities it is their change in the time of the model.
        """
        could = np.sum(pattern_sizes * self.yardsticks.extents, axis=-1)
        usual = [b.usual * self.yardsticks.time ** (2 - b.order) for b in self.bindings]
        could = np.maximum(could, self._stacked([np.array(size) for size in usual]))
        return np.where(could > 0, could, 1.0)

    def _gap(self, binding: StatedBinding, could: Array) -> Array:
        """How far a condition is from being met, on positions and on velocities."""
        missed, time = np.zeros(self.shape), self.yardsticks.time
        for k in range(binding.order):
            missed = missed + np.abs(binding.value[k]) * time ** (k + 2 - binding.order)
        return missed / could + np.abs(binding.turned)

    def _beyond(self, binding: StatedBinding) -> Array | float:
        """How far a limit H ≤ 0 is passed."""
        stops = binding.order > 1 and self.is_of(binding, is_limit)
        return np.maximum(binding.value[0], 0.0) if stops else 0.0

    def _energy_sizes(self, T: Array, U: Array, pulls: Array) -> dict[str, Array]:
        """Bounds of energies and powers by their terms; `pulls` (n, f) are those of the forces.

        T and U (parts, 3, n) are the parts of both energies.
        """
        n = len(self.values.states.t)
        terms = sum((e.stored for e in self.effects if e.stored is not None), np.zeros(n))
        kinetic, stored = np.sum(np.abs(T), axis=0), np.sum(np.abs(U), axis=0)
        D = sum((np.abs(e.power) for e in self.effects if e.power is not None), np.zeros(n))
        standing = STANDING * self.yardsticks.extents / self.yardsticks.time
        power = np.sum(pulls * (np.abs(self.values.states.qd) + standing), axis=1)
        # A damper whose ends do not part takes a power that is rounding.
        return {
            "T": kinetic[0],
            "U": stored[0] + terms,
            "dissipated": D + SLIGHT * power,
            "supplied": kinetic[1] + stored[1] + D + power,
        }

    def _stacked(self, rows: Sequence[Array | float]) -> Array:
        """Rows (m, n) of numbers at states, or of one at all of them."""
        stacked = np.empty((len(rows), *self.shape))
        for i, row in enumerate(rows):
            stacked[i] = row
        return stacked

    def _energies(self, parts: Sequence[Jet | None]) -> Array:
        """Energies of parts, as one table (parts, 3, n)."""
        stated = [part for part in parts if part is not None]
        energies = np.empty((len(stated), 3, *self.shape))
        for i, part in enumerate(stated):
            energies[i] = part
        return energies

    def _total(self, effects: Sequence[ForceEffect]) -> Array:
        """Generalised forces (n, f) of all of them."""
        acting: dict[int, Any] = {}
        for effect in effects:
            for number, (F, M) in effect.wrenches.items():
                wrench = acting.get(number, (0.0, 0.0))
                acting[number] = wrench[0] + F, wrench[1] + M
        forces = self.bodies.project(acting)
        for effect in effects:
            for index, force in effect.direct.items():
                forces[:, index] += force
        return forces

    def along_coordinates(self, effect: ForceEffect) -> Array:
        """The generalised forces (n, f) of one item."""
        return self._total([effect])

    def _patterns(self) -> tuple[Array, Array]:
        """What all conditions exert per unit of λ (m, n, f), and bounds of it by its terms.

        Those that act on the same bodies are taken together.
        """
        n, f = len(self.values.states.t), len(self.values.coordinates)
        patterns, bounds = np.zeros((2, len(self.bindings), n, f))
        alike: dict[tuple[int, ...], list[int]] = {}
        for row, binding in enumerate(self.bindings):
            alike.setdefault(tuple(binding.wrenches), []).append(row)
        for numbers, rows in alike.items():
            sides = [
                (number, [self.bindings[row].wrenches[number] for row in rows])
                for number in numbers
            ]
            acting = {
                b: (np.array([F for F, _ in w]), np.array([M for _, M in w])) for b, w in sides
            }
            lengths = {number: (norm(F), norm(M)) for number, (F, M) in acting.items()}
            patterns[rows] = self.bodies.project(acting, (len(rows),))
            bounds[rows] = self.bodies.sizes(lengths, (len(rows),))
        for row, binding in enumerate(self.bindings):
            for index, force in binding.direct.items():
                patterns[row, :, index] += force
                bounds[row, :, index] += binding.sizes[index]
        return patterns, bounds

    def _sizes(self, effects: Sequence[ForceEffect]) -> Array:
        """Bounds by terms: |F| and |M| of every effect, and the roundings of inertia."""
        acting = self._lengths(effects)
        for number, (pull, bend) in self.masses.roundings().items():
            wrench = acting[number]
            acting[number] = wrench[0] + pull, wrench[1] + bend
        for effect in effects:
            for number, (pull, bend) in effect.blurs.items():
                wrench = acting[number]
                acting[number] = wrench[0] + pull, wrench[1] + bend
        return self._bounds(effects, acting)

    def _bounds(self, effects: Sequence[ForceEffect], acting: Mapping[int, Any]) -> Array:
        bounds = self.bodies.sizes(acting)
        for effect in effects:
            for index, size in effect.sizes.items():
                bounds[:, index] += size
        return bounds

    def _lengths(self, effects: Sequence[ForceEffect]) -> dict[int, Any]:
        """Sums of |F| and |M| by body."""
        wrenches = [entry for effect in effects for entry in effect.wrenches.items()]
        sides = [side for _, wrench in wrenches for side in wrench]
        lengths = norm(np.array(sides).reshape(-1, 2, *self.shape, 3))
        acting: dict[int, Any] = {}
        for (number, _), (F, M) in zip(wrenches, lengths, strict=True):
            known = acting.get(number, (0.0, 0.0))
            acting[number] = known[0] + F, known[1] + M
        return acting


# --- What the masses of all bodies need and weigh, stated for all of them at once --------------

SLOWEST = 1e-3
"""An acceleration whose forces count as terms where nothing else acts: in lengths of the model, and
radians, over its time squared."""


class Masses:
    """The bodies of a model with their masses and tensors; tables are (bodies, n, …)."""

    def __init__(self, bodies: Bodies) -> None:
        values, self._given = bodies.values, list(bodies.values.fields.model.bodies)
        self._yardsticks = values.fields.yardsticks
        self._frames = [bodies.frames[body.number] for body in self._given]
        known = values.fields.inertias
        if len(known) < len(self._given):
            known = [
                (values.number(b.mass), inertia_tensor(b.inertia, values)) for b in self._given
            ]
            values.fields.inertias = known
        self._M = np.array([mass for mass, _ in known])[:, None]
        self._tensors = np.array([tensor for _, tensor in known]).reshape(-1, 1, 3, 3)
        x = np.array([frame.x for frame in self._frames])
        self._x = np.swapaxes(x.reshape(-1, 3, len(values.states.t), 3), 0, 1)

    def inertia(self) -> Iterator[ForceEffect]:
        """What accelerations need, body by body, with kinetic energies."""
        if not self._given:
            return
        R, x, M = np.stack([frame.R for frame in self._frames], axis=1), self._x, self._M
        tensors = R[0] @ self._tensors @ np.swapaxes(R[0], -1, -2)
        w, a = spin(R[1], R[0]), spin(R[2], R[0])
        L = turned(tensors, w)
        moments, forces = turned(tensors, a) + cross(w, L), M[..., None] * x[2]
        rates = M * scalar(x[1], x[2]) + scalar(w, moments)
        energies = jet((M * scalar(x[1], x[1]) + scalar(w, L)) / 2, rates, 0 * rates)
        for i, body in enumerate(self._given):
            effect = ForceEffect(f"body:{body.number}", {body.number: (forces[i], moments[i])})
            effect.kinetic = energies[:, i]
            yield effect

    def weights(self, gravity: Jet) -> Iterator[ForceEffect]:
        """What gravity (3, 1 or n, 3) exerts on those that it acts on."""
        forces = np.broadcast_to(self._M[..., None] * gravity[0], self._x.shape[1:])
        moments = np.zeros(forces.shape)
        heights = -self._M * product(gravity[:, None], self._x, scalar)
        reach = np.array([frame.reach for frame in self._frames])
        stored = np.abs(self._M) * norm(gravity[0]) * reach
        for i, body in enumerate(self._given):
            if body.gravity:
                effect = ForceEffect(f"body:{body.number}", {body.number: (forces[i], moments[i])})
                effect.energy = heights[:, i]
                effect.stored = stored[i]
                yield effect

    def roundings(self) -> dict[int, tuple[Array, Array]]:
        """Bounds of the terms of each body's inertia: force and moment (n,)."""
        inertia = np.sqrt(np.sum(self._tensors**2, axis=(1, 2, 3)))[:, None]
        slow = SLOWEST / self._yardsticks.time**2
        slide = slow * self._yardsticks.length
        pulls = np.abs(self._M) * (np.array([frame.pull for frame in self._frames]) + slide)
        bends = inertia * (np.array([frame.bend for frame in self._frames]) + slow)
        return {body.number: (pulls[i], bends[i]) for i, body in enumerate(self._given)}
