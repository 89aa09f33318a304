"""What each kind of joint does between its two bodies: turn, displacement, and their rates."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tests.oracle.document import Document, State
from tests.oracle.jets import derivatives


def cross_matrix(a: np.ndarray) -> np.ndarray:
    """The matrix of a ×."""
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a × b (3,): NumPy's own takes ten times as long for a single pair."""
    (p, q, r), (x, y, z) = a, b
    return np.array([q * z - r * y, r * x - p * z, p * y - q * x])


def vee(A: np.ndarray) -> np.ndarray:
    """The vector whose cross matrix is the skew part of A (…, 3, 3)."""
    return (
        np.stack(
            [A[..., 2, 1] - A[..., 1, 2], A[..., 0, 2] - A[..., 2, 0], A[..., 1, 0] - A[..., 0, 1]],
            -1,
        )
        / 2
    )


class Moving:
    """An array with its slopes by t and q (f + 1, …) and its second rate where q̈ = 0."""

    def __init__(self, v: np.ndarray, d: np.ndarray, drift: np.ndarray, rates: np.ndarray) -> None:
        self.v, self.d, self.drift, self.rates = v, d, drift, rates

    @property
    def rate(self) -> np.ndarray:
        """The time derivative."""
        return (self.rates @ self.d.reshape(len(self.d), -1)).reshape(self.d.shape[1:])

    def __matmul__(self, other: Moving) -> Moving:
        d = self.d @ other.v + self.v @ other.d
        drift = self.drift @ other.v + 2 * self.rate @ other.rate + self.v @ other.drift
        return Moving(self.v @ other.v, d, drift, self.rates)

    def __add__(self, other: Moving) -> Moving:
        drift = self.drift + other.drift
        return Moving(self.v + other.v, self.d + other.d, drift, self.rates)

    @property
    def T(self) -> Moving:
        """The transposed matrix."""
        return Moving(self.v.T, np.swapaxes(self.d, 1, 2), self.drift.T, self.rates)


def still(v: np.ndarray, state: State) -> Moving:
    """What does not move."""
    return Moving(v, np.zeros((state.f + 1, *v.shape)), np.zeros_like(v), state.rates)


def written(given: Sequence, state: State) -> Moving:
    """A vector or matrix of expressions in time and coordinates."""
    shape = np.shape(np.array(given, object))
    entries = [entry for row in given for entry in (row if isinstance(row, list) else [row])]
    f = state.f
    known = [derivatives(state.meaning.of(entry), state.n) for entry in entries]
    v = np.array([k[0] for k in known]).reshape(shape)
    d = np.moveaxis(np.array([k[1][: f + 1] for k in known]), -1, 0).reshape(f + 1, *shape)
    drift = np.array([state.rates @ k[2][: f + 1, : f + 1] @ state.rates for k in known])
    return Moving(v, d, drift.reshape(shape), state.rates)


def rotation(axis: np.ndarray, angle: float) -> np.ndarray:
    """The matrix that turns vectors by an angle about a unit vector (Rodrigues)."""
    K = cross_matrix(axis)
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * (K @ K)


def turned(axis: np.ndarray, angle: Moving) -> Moving:
    """A turn by a moving angle () about a unit vector."""
    K = cross_matrix(axis)
    R = rotation(axis, float(angle.v))
    drift = float(angle.rate) ** 2 * (K @ K @ R) + float(angle.drift) * (K @ R)
    return Moving(R, angle.d[:, None, None] * (K @ R), drift, angle.rates)


class Between:
    """Turn R (3, 3) and displacement d (3,) of a joint, in the joint frame."""

    def __init__(self, R: Moving, d: Moving) -> None:
        self.R, self.d = R, d

    @property
    def spin(self) -> np.ndarray:
        """Slopes of the angular velocity (f + 1, 3), in the joint frame."""
        return vee(self.R.d @ self.R.v.T)

    @property
    def spin_drift(self) -> np.ndarray:
        """The angular acceleration (3,) where q̈ = 0."""
        return vee(self.R.drift @ self.R.v.T + self.R.rate @ self.R.rate.T)


class Joints:
    """The motions of joints at a state, read with the constants of the file."""

    def __init__(self, document: Document, state: State) -> None:
        self.document, self.state = document, state

    def between(self, joint: dict) -> Between:
        """What a joint does."""
        return getattr(self, f"_{joint['kind']}")(joint)

    def coordinate(self, name: str) -> Moving:
        """A coordinate as a moving number."""
        state = self.state
        index = state.place(name)
        d = np.eye(state.f + 1)[index + 1]
        return Moving(np.array(state.q[index]), d, np.array(0.0), state.rates)

    def slides(self, axes: Sequence, names: Sequence[str]) -> Moving:
        """The sum of displacements along unit vectors."""
        total = still(np.zeros(3), self.state)
        for axis, name in zip(axes, names, strict=True):
            direction, q = self.document.direction(axis), self.coordinate(name)
            d = q.d[:, None] * direction
            total = total + Moving(q.v * direction, d, np.zeros(3), q.rates)
        return total

    def turns(self, axes: Sequence, names: Sequence[str]) -> Moving:
        """Turns one after another about axes that the earlier ones carry along."""
        total = still(np.eye(3), self.state)
        for axis, name in zip(axes, names, strict=True):
            total = total @ turned(self.document.direction(axis), self.coordinate(name))
        return total

    def _revolute(self, joint: dict) -> Between:
        return Between(self.turns([joint["axis"]], joint["coordinates"]), self.slides([], []))

    def _prismatic(self, joint: dict) -> Between:
        return Between(self.turns([], []), self.slides([joint["axis"]], joint["coordinates"]))

    def _cylindrical(self, joint: dict) -> Between:
        axis, (slide, turn) = joint["axis"], joint["coordinates"]
        return Between(self.turns([axis], [turn]), self.slides([axis], [slide]))

    def _screw(self, joint: dict) -> Between:
        turn = self.turns([joint["axis"]], joint["coordinates"])
        slide = self.slides([joint["axis"]], joint["coordinates"])
        lead = self.document.number(joint["pitch"]) / (2 * np.pi)
        d = Moving(lead * slide.v, lead * slide.d, lead * slide.drift, slide.rates)
        return Between(turn, d)

    def _universal(self, joint: dict) -> Between:
        axes = [joint["axis"], joint["axis2"]]
        return Between(self.turns(axes, joint["coordinates"]), self.slides([], []))

    def _spherical(self, joint: dict) -> Between:
        return Between(self.turns(joint["sequence"], joint["coordinates"]), self.slides([], []))

    def _planar(self, joint: dict) -> Between:
        *shifts, turn = joint["coordinates"]
        return Between(self.turns([joint["normal"]], [turn]), self.slides(joint["axes"], shifts))

    def _free(self, joint: dict) -> Between:
        names = joint["coordinates"]
        moved = self.slides(joint["axes"], names[:3])
        S = self.document.constant(joint["orientation"])
        along = Moving(moved.v @ S, moved.d @ S, moved.drift, moved.rates)
        return Between(self.turns(joint["sequence"], names[3:]), along)

    def _fixed(self, joint: dict) -> Between:
        return Between(self.turns([], []), self.slides([], []))

    def _general(self, joint: dict) -> Between:
        return Between(
            written(joint["rotation"], self.state).T, written(joint["distance"], self.state)
        )
