"""PI, PD and PID controllers by a phase margin at a crossover frequency."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lagr_gui.extensions.control.numbers.faults import fault
from lagr_gui.extensions.control.numbers.margins import frequencies
from lagr_gui.extensions.control.numbers.riccati import check_detectable, check_stabilisable
from lagr_gui.extensions.control.numbers.state_space import StateSpace
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say

SORTS = ("P", "PI", "PD", "PID")
RATIO = 4.0
"""Of a PID the integral time over the derivative time: both zeros of it are equal then."""

LEADS = {"PI": -15.0, "PD": 45.0, "PID": 35.0}
"""Degrees that a controller adds at the crossover where none is given, by its sort."""


@dataclass(frozen=True)
class PIDGains:
    """u = K_P e + K_I ∫e dt + K_D ė with e = w − y, for a crossover (rad/s) and a margin (rad)."""

    sort: str
    kp: float
    ki: float
    kd: float
    crossover: float
    phase: float


def pid(plant: StateSpace, sort: str, phase: float, crossover: float | None = None) -> PIDGains:
    """The controller with which |L| = 1 and ∠L = phase − 180° at the crossover.

    The `plant` has one input and one output, `phase` is in rad.  Without a crossover it is the
    highest one at which the controller needs no more than a usual lead or lag.  Raises LagrError
    where none has this margin, and where the closed loop is unstable all the same.
    """
    if sort not in SORTS:
        raise fault(
            say("There is no controller “{sort}”.", sort=sort), say("Take P, PI, PD or PID.")
        )
    if not 0 < phase < np.pi:
        raise fault(say("The phase margin is not between 0° and 180°."), say("Usual is 60°."))
    if plant.h:
        raise fault(say("PID by a phase margin is continuous here."), say("Leave out the sample."))
    check_stabilisable(plant)
    check_detectable(plant)
    if crossover is None:
        crossover = _crossover(plant, sort, phase)
    if not (np.isfinite(crossover) and crossover > 0):
        raise fault(say("The crossover is no positive frequency."), say("Give it in rad/s."))
    G = complex(plant.response(np.array([crossover]))[0, 0, 0])
    if not np.isfinite(G) or abs(G) < 1e-300:
        cause = say(
            "The input does not move the output at {omega} rad/s.", omega=f"{crossover:.4g}"
        )
        raise fault(cause, say("Choose another output or frequency."))
    gains = _gains(sort, G, crossover, phase)
    _check(plant, gains)
    return gains


def _gains(sort: str, G: complex, omega: float, phase: float) -> PIDGains:
    theta = (phase - np.pi - np.angle(G) + np.pi) % (2 * np.pi) - np.pi
    kp, rest = float(np.cos(theta) / abs(G)), float(np.sin(theta) / abs(G))
    ki = kd = 0.0
    if sort == "PI":
        ki = -rest * omega
    elif sort == "PD":
        kd = rest / omega
    elif sort == "PID":  # K_D ω − K_I/ω = rest with K_P² = RATIO K_I K_D
        kd = (rest + np.sqrt(rest**2 + 4 * kp**2 / RATIO)) / 2 / omega
        ki = kp**2 / RATIO / kd
    needed = {"P": 0.0 if abs(theta) < 1e-6 else -1.0, "PI": ki, "PD": kd, "PID": kp}[sort]
    if kp <= 0 or needed < 0:
        cause = say(
            "A {sort} controller cannot turn the phase by {degrees}° at {omega} rad/s.",
            sort=sort,
            degrees=f"{np.degrees(theta):.3g}",
            omega=f"{omega:.4g}",
        )
        raise fault(cause, say("Take another crossover, another margin, or a PID controller."))
    return PIDGains(sort, kp, float(ki), float(kd), omega, phase)


def _crossover(plant: StateSpace, sort: str, phase: float) -> float:
    omega = frequencies(plant)
    lead = np.radians(LEADS.get(sort, 0.0))
    turned = np.exp(1j * (lead + np.pi - phase)) * plant.response(omega)[:, 0, 0]
    finite = np.isfinite(turned) & (np.abs(turned) > 0)
    omega, angle = omega[finite], np.angle(turned[finite])
    passes = np.flatnonzero((np.sign(angle[:-1]) != np.sign(angle[1:])) & (np.abs(angle[:-1]) < 1))
    if not len(passes):
        cause = say(
            "There is no frequency at which a {sort} controller has this margin.", sort=sort
        )
        raise fault(cause, say("Give a crossover, or take a PID controller."))
    place = int(passes[-1])
    part = angle[place] / (angle[place] - angle[place + 1])
    return float(omega[place] ** (1 - part) * omega[place + 1] ** part)


def closed_by(plant: StateSpace, gains: PIDGains) -> StateSpace:
    """The closed loop from w to (y, u), with the state ∫e behind those of the plant.

    K_D acts on −ẏ and not on ẇ, which would jump with a step.  D of the plant is 0.
    """
    A, b, c = plant.A, plant.B, plant.C
    K = gains.kp * c + gains.kd * c @ A
    factor = 1 / (1 + gains.kd * float((c @ b)[0, 0]))
    K, ki, kp = K * factor, gains.ki * factor, gains.kp * factor
    block: Array = np.block([[A - b @ K, b * ki], [-c, np.zeros((1, 1))]])
    C = np.block([[c, np.zeros((1, 1))], [-K, np.full((1, 1), ki)]])
    return StateSpace(block, np.vstack([b * kp, [[1.0]]]), C, np.array([[0.0], [kp]]))


def loop_of(plant: StateSpace, gains: PIDGains) -> StateSpace:
    """The open loop from e to y, with the state ∫y behind those of the plant; D of that is 0."""
    A, b, c = plant.A, plant.B, plant.C
    proportional, direct = gains.kp * c + gains.kd * c @ A, gains.kd * c @ b
    if not gains.ki:
        return StateSpace(A, b, proportional, direct)
    block: Array = np.block([[A, np.zeros((plant.n, 1))], [c, np.zeros((1, 1))]])
    return StateSpace(
        block, np.vstack([b, [[0.0]]]), np.hstack([proportional, [[gains.ki]]]), direct
    )


def _check(plant: StateSpace, gains: PIDGains) -> None:
    """Raise LagrError where the closed loop does not come to rest."""
    closed = closed_by(plant, gains)
    inner = closed.A if gains.ki else closed.A[:-1, :-1]
    if not StateSpace(inner, inner, inner, inner).is_stable:
        cause = say(
            "The closed loop with this margin is unstable: L passes −1 the wrong way round."
        )
        raise fault(cause, say("Take another crossover, or state feedback."))
