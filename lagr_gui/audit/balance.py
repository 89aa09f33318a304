"""The balance of forces of a whole model at states, after Newton and Euler.

    M ẍ − Σ F = force of constraint      I ω̇ + ω × I ω − Σ M = moment of constraint      each body

Joints and conditions do no work on the motions that they leave free: along every coordinate
the sum vanishes, but for what conditions exert with multipliers of their own.  Bodies are taken
one by one in space (maximal coordinates); velocities and accelerations are derivatives of
positions (jets), so that nothing is differentiated by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.audit import beams
from lagr_gui.audit.bindings import BINDINGS, LIMITS, Binding, Closing, bindings_of, closing
from lagr_gui.audit.bodies import bodies_at, inertia_tensor
from lagr_gui.audit.circuits import Branches
from lagr_gui.audit.forces import Effect, effect_of
from lagr_gui.audit.jets import Array, Jet, apply, constant, cross, dot, matmul, norm, turned
from lagr_gui.audit.values import States
from lagr_gui.model import Model
from lagr_gui.topology import Topology

SLIGHT = 1e-6
"""Below this part of the largest terms of a state a sum may be nothing but their rounding."""


SLOWEST = 1e-3
"""An acceleration (m/s², rad/s²) whose forces count as terms where nothing else acts."""


STANDING = 1e-12
"""Velocities (m/s, rad/s) below this may be the rounding of none."""


STEADY = 1e-6
"""Voltages that change by less than this part of themselves in a second do not change."""


@dataclass(frozen=True, eq=False)
class Balance:
    """The balance of a model at n states.

    `inertial` and `applied` (n, f) are generalised forces: those that the accelerations need
    and those that act.  `sizes` (n, f) bound both by the terms of which they are sums.
    `patterns` (m, n, f) are what the conditions exert per unit of λ, the last ones those of
    limits; `rates` and `rate_sizes` (m, n) what must vanish of them with the accelerations;
    `gaps` (m, n) how far the states are from meeting them, `beyond` (m, n) how far past a limit
    they are.  T, U, dissipated and supplied power
    are (n,).
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
    sources: tuple[str, ...]
    limits: tuple[str, ...]
    T: Array
    U: Array
    dissipated: Array
    supplied: Array
    energy_sizes: Mapping[str, Array]
    low_order: tuple[int, ...]

    def acting(self, active: NDArray[np.bool_] | None) -> NDArray[np.bool_]:
        """Which conditions hold (n, m); `active` (n, c) tells which limits are in contact."""
        found = np.ones((self.inertial.shape[0], len(self.sources)), bool)
        if self.limits:
            found[:, len(self.sources) - len(self.limits) :] = False if active is None else active
        return found

    def off(self, active: NDArray[np.bool_] | None) -> Array:
        """How far (n,) the states are from meeting the conditions that hold."""
        return np.max(np.where(self.acting(active).T, self.gaps, 0.0), axis=0, initial=0.0)


class Balancing:
    """Sets up the balance of a model at states."""

    def __init__(self, model: Model, topology: Topology, states: States) -> None:
        self.model, self.topology = model, topology
        self.bodies = bodies_at(model, topology, states)
        self.values = self.bodies.values
        self.branches = Branches(self.values, topology.circuits.charges)
        self.tensors = {
            body.number: inertia_tensor(body.inertia, self.values) for body in model.bodies
        }
        self.inertia = list(self._inertia())
        self.effects = list(self._effects())
        self.bindings = list(self._bindings())

    def _inertia(self) -> Iterator[Effect]:
        """What accelerations need, body by body, with kinetic energies."""
        for body in self.model.bodies:
            frame = self.bodies.frames[body.number]
            M = float(self.values.scalar(body.mass)[0, 0])
            R = frame.R[0]
            tensor = R @ self.tensors[body.number] @ np.swapaxes(R, -1, -2)
            w, a = frame.omega, frame.alpha
            L = turned(tensor, w)
            effect = Effect(f"body:{body.number}")
            need = turned(tensor, a) + cross(w, L)
            effect.turn(self.bodies, body.number, need, M * frame.x[2])
            rate = M * np.sum(frame.x[1] * frame.x[2], axis=-1) + np.sum(w * need, axis=-1)
            value = (M * np.sum(frame.x[1] ** 2, axis=-1) + np.sum(w * L, axis=-1)) / 2
            effect.kinetic = np.stack([value, rate, 0 * rate])
            yield effect
        for joint in self.model.joints:
            if joint.kind == "beam":
                yield self._beam_inertia(joint)

    def _beam_inertia(self, joint: Any) -> Effect:
        x, masses = self._beam_points(joint)
        effect = self._spread(joint, masses[:, None] * x[2])
        value = np.sum(masses * np.sum(x[1] ** 2, axis=-1), axis=-1) / 2
        rate = np.sum(masses * np.sum(x[1] * x[2], axis=-1), axis=-1)
        effect.kinetic = np.stack([value, rate, 0 * rate])
        return effect

    def _beam_points(self, joint: Any) -> tuple[Jet, Array]:
        """Points (3, n, K, 3) of a beam in space, and their masses (K,)."""
        r = beams.points(joint, self.values, self.values.motion)
        return self._beam_places(joint, r), self._beam_masses(joint)

    def _beam_places(self, joint: Any, r: Jet) -> Jet:
        values, frame = self.values, self.bodies.frames[joint.parent]
        S = values.matrix(joint.orientation)[:, :, None]
        local = values.vector(joint.point_parent)[:, :, None] + apply(S, r)
        return frame.x[:, :, None] + apply(frame.R[:, :, None], local)

    def _beam_masses(self, joint: Any) -> Array:
        values = self.values
        _, weights = beams.gauss(len(joint.coordinates))
        density, length = (values.scalar(f)[0, 0] for f in (joint.density, joint.length))
        return density * length * weights

    def _spread(self, joint: Any, forces: Array) -> Effect:
        """Forces (n, K, 3) at the points of a beam, on its root and its amplitudes."""
        values, frame = self.values, self.bodies.frames[joint.parent]
        effect = Effect(f"joint:{joint.name}")
        x = self._beam_points(joint)[0][0]
        arms = x - frame.x[0][:, None]
        moment, force = np.sum(cross(arms, forces), axis=1), np.sum(forces, axis=1)
        effect.turn(self.bodies, joint.parent, moment, force)
        axes = matmul(frame.R, values.matrix(joint.orientation))[0]
        for name in joint.coordinates:
            slope = beams.points(joint, values, values.toward(name))[1]
            moved = np.einsum("nij,nkj->nki", axes, slope)
            terms = forces * moved
            size = np.sum(np.abs(terms), axis=(1, 2))
            effect.act(values.index[name], np.sum(terms, axis=(1, 2)), size)
        return effect

    def _effects(self) -> Iterator[Effect]:
        """What acts: weights, elements, branches of circuits, the bending of beams."""
        gravity = self.values.vector(self.model.gravity)
        for body in self.model.bodies:
            if body.gravity:
                yield self._weight(body, gravity)
        for joint in self.model.joints:
            if joint.kind == "beam":
                yield from self._beam_forces(joint, gravity)
        charges = self.topology.circuits.charges
        for element in self.model.elements:
            if not element.enabled or not charges.get(element.name, True):
                continue
            if self.branches.is_branch(element):
                yield self.branches.effect_of(element)
            elif element.kind not in BINDINGS:
                yield effect_of(element, self.bodies)

    def _weight(self, body: Any, gravity: Jet) -> Effect:
        effect = Effect(f"body:{body.number}")
        x = self.bodies.frames[body.number].x
        M = float(self.values.scalar(body.mass)[0, 0])
        n = np.ones((len(self.values.states.t), 1))
        effect.push(self.bodies, body.number, M * gravity[0] * n, x[0])
        effect.energy = -M * dot(gravity, x)
        effect.stored = abs(M) * norm(gravity[0]) * self.bodies.frames[body.number].reach
        return effect

    def _beam_forces(self, joint: Any, gravity: Jet) -> Iterator[Effect]:
        elastic, damping, energy = beams.bending(joint, self.values)
        x, masses = self._beam_points(joint)
        n = len(energy)
        weight = masses[:, None] * gravity[0][:, None] * np.ones((n, 1, 1))
        effect = self._spread(joint, weight if joint.gravity == "on" else 0 * weight)
        rates = np.zeros((n, len(joint.coordinates)))
        for i, name in enumerate(joint.coordinates):
            effect.act(self.values.index[name], elastic[:, i] + damping[:, i])
            rates[:, i] = self.values.states.qd[:, self.values.index[name]]
        effect.power = -np.sum(damping * rates, axis=-1)
        flexure = np.stack([energy, -np.sum(elastic * rates, axis=-1), 0 * energy])
        height = dot(gravity[:, :, None], x) if joint.gravity == "on" else 0 * x[..., 0]
        effect.energy = flexure - np.sum(masses * height, axis=-1)
        yield effect

    def _bindings(self) -> Iterator[Binding]:
        for index, cut in enumerate(self.topology.cuts, start=1):
            if cut.keeps:
                ties = Closing(cut.joint.name, -index, cut.joint.child, self.bodies)
                nowhere = constant(np.zeros(3))
                ties.welded(nowhere, nowhere, constant(np.eye(3)))
                yield from ties.found
            else:
                yield from closing(cut.joint, self.bodies)
        yield from (self._mesh(mesh) for mesh in self._low_meshes())
        charges = self.topology.circuits.charges
        elements = [e for e in self.model.elements if e.enabled and charges.get(e.name, True)]
        for limits in (False, True):
            for element in elements:
                if (element.kind in LIMITS) == limits:
                    yield from bindings_of(element, self.bodies, charges)

    def _mesh(self, mesh: Any) -> Binding:
        """The equation of a mesh without inductance: a condition that exerts nothing."""
        binding = Binding(f"element:{mesh.link}")
        voltage = self.branches.voltages[mesh.coordinate]
        order = 2 - mesh.order
        sizes = self.branches.sizes[mesh.coordinate]
        return binding.states(voltage, order, sizes[order] + STEADY * sizes[0])

    @property
    def shape(self) -> tuple[int]:
        """(n,)"""
        return (len(self.values.states.t),)

    def balance(self, extra: Array | None = None) -> Balance:
        """All sums; `extra` (n, f) are generalised forces beyond those of the model."""
        more = np.zeros((*self.shape, len(self.values.coordinates))) if extra is None else extra
        inertial = self._total(self.inertia)
        kinetic = [e for e in self.effects if e.kinetic is not None]
        sizes = self._sizes([*self.inertia, *self.effects])
        T = self._energy([e.kinetic for e in (*self.inertia, *kinetic)])
        U = self._energy([e.energy for e in self.effects])
        still = np.zeros_like(self.values.states.t)
        dissipated = sum((e.power for e in self.effects if e.power is not None), still)
        limits = [b for b in self.bindings if self._is_limit(b)]
        return Balance(
            inertial=inertial,
            applied=self._total(self.effects) + more,
            sizes=sizes + np.abs(more),
            patterns=self._patterns(),
            pattern_sizes=self._pattern_sizes(),
            rates=self._stacked([b.value[b.order] for b in self.bindings]),
            rate_sizes=self._stacked([b.size for b in self.bindings]),
            gaps=self._stacked([self._gap(b) for b in self.bindings]),
            beyond=self._stacked([self._beyond(b) for b in self.bindings]),
            sources=tuple(b.key for b in self.bindings),
            limits=tuple(b.key for b in limits),
            T=T[0],
            U=U[0],
            dissipated=dissipated,
            supplied=T[1] + U[1] + dissipated,
            energy_sizes=self._energy_sizes(kinetic, sizes),
            low_order=tuple(self.values.index[m.coordinate] for m in self._low_meshes()),
        )

    def _low_meshes(self) -> list[Any]:
        return [mesh for mesh in self.topology.circuits.meshes if mesh.order < 2]

    def _is_limit(self, binding: Binding) -> bool:
        sort, _, name = binding.key.partition(":")
        return sort == "element" and self.model.element(name).kind in LIMITS

    def _gap(self, binding: Binding) -> Array:
        """How far a condition is from being met, on positions and on velocities."""
        return np.sum(np.abs(binding.value[: binding.order]), axis=0) + np.abs(binding.turned)

    def _beyond(self, binding: Binding) -> Array:
        """How far a limit H ≤ 0 is passed."""
        past = np.maximum(binding.value[0], 0.0)
        return past if self._is_limit(binding) else np.zeros_like(past)

    def _energy_sizes(self, kinetic: Sequence[Effect], pulls: Array) -> dict[str, Array]:
        """Bounds of energies and powers by their terms; `pulls` (n, f) are those of the forces."""
        n = len(self.values.states.t)
        own = [e.kinetic for e in (*self.inertia, *kinetic)]
        stored = [e.energy for e in self.effects]
        terms = sum((e.stored for e in self.effects if e.stored is not None), np.zeros(n))
        T = self._energy([None if part is None else np.abs(part) for part in own])
        U = self._energy([None if part is None else np.abs(part) for part in stored])
        D = sum((np.abs(e.power) for e in self.effects if e.power is not None), np.zeros(n))
        power = np.sum(pulls * (np.abs(self.values.states.qd) + STANDING), axis=1)
        supplied = T[1] + U[1] + D + power
        # A damper whose ends do not part takes a power that is rounding.
        return {
            "T": T[0],
            "U": U[0] + terms,
            "dissipated": D + SLIGHT * power,
            "supplied": supplied,
        }

    def _stacked(self, rows: Sequence[Array]) -> Array:
        n = len(self.values.states.t)
        return np.array([np.broadcast_to(row, (n,)) for row in rows]).reshape(-1, n)

    def _energy(self, parts: Sequence[Jet | None]) -> Jet:
        n = len(self.values.states.t)
        return sum((part for part in parts if part is not None), np.zeros((3, n)))

    def _total(self, effects: Sequence[Effect]) -> Array:
        """Generalised forces (n, f) of all of them."""
        acting: dict[int, Any] = {}
        for effect in effects:
            for number, (F, M) in effect.wrenches.items():
                known = acting.get(number, (0.0, 0.0))
                acting[number] = known[0] + F, known[1] + M
        found = self.bodies.project(acting)
        for effect in effects:
            for index, force in effect.direct.items():
                found[:, index] += force
        return found

    def along_coordinates(self, effect: Effect) -> Array:
        """The generalised forces (n, f) of one item."""
        return self._total([effect])

    def _patterns(self) -> Array:
        n, f = len(self.values.states.t), len(self.values.coordinates)
        if not self.bindings:
            return np.zeros((0, n, f))
        return np.stack([self._total([binding]) for binding in self.bindings])

    def _pattern_sizes(self) -> Array:
        """Bounds of the patterns by their terms."""
        n, f = len(self.values.states.t), len(self.values.coordinates)
        if not self.bindings:
            return np.zeros((0, n, f))
        return np.stack([self._bounds([b], _lengths([b])) for b in self.bindings])

    def _sizes(self, effects: Sequence[Effect]) -> Array:
        """Bounds by terms: |F| and |M| of every effect, and the roundings of inertia."""
        acting = _lengths(effects)
        for body in self.model.bodies:
            known, (pull, bend) = acting[body.number], self.roundings(body)
            acting[body.number] = known[0] + pull, known[1] + bend
        return self._bounds(effects, acting)

    def roundings(self, body: Any) -> tuple[Array, Array]:
        """Bounds of the terms of a body's inertia: force and moment (n,)."""
        frame = self.bodies.frames[body.number]
        M = abs(float(self.values.scalar(body.mass)[0, 0]))
        inertia = float(np.linalg.norm(self.tensors[body.number]))
        return M * (frame.pull + SLOWEST), inertia * (frame.bend + SLOWEST)

    def _bounds(self, effects: Sequence[Effect], acting: Mapping[int, Any]) -> Array:
        found = self.bodies.sizes(acting)
        for effect in effects:
            for index, size in effect.sizes.items():
                found[:, index] += size
        return found


def _lengths(effects: Sequence[Effect]) -> dict[int, Any]:
    """Sums of |F| and |M| by body."""
    acting: dict[int, Any] = {}
    for effect in effects:
        for number, (F, M) in effect.wrenches.items():
            known = acting.get(number, (0.0, 0.0))
            acting[number] = known[0] + norm(F), known[1] + norm(M)
    return acting
