"""What the masses of all bodies need and weigh, stated for all of them at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lagr_gui.audit.bodies import Bodies
from lagr_gui.audit.forces import ForceEffect
from lagr_gui.audit.jets import Array, Jet, cross, jet, norm, product, scalar, spin, turned
from lagr_gui.audit.values import Values

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


def inertia_tensor(inertia: Any, values: Values) -> Array:
    """θ̄ (3, 3) in body axes, from either form (13)."""
    xx, yy, zz, xy, xz, yz = (
        values.number(getattr(inertia, name)) for name in ("xx", "yy", "zz", "xy", "xz", "yz")
    )
    given = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    return given if inertia.form == "ordinary" else np.trace(given) * np.eye(3) - given
