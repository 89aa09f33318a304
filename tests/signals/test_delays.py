"""Delays: against closed forms from delay to delay, maps of samples, and small integrators."""

from __future__ import annotations

from math import factorial
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from lagr_gui import LagrError, System, pipeline
from lagr_gui.foundation.selfcheck import Disagreement
from lagr_gui.simulation import delays
from tests.each import each
from tests.signals.test_sampling import mass


@each("k, tau, scale", [(1.3, 0.5, 1.0), (-0.8, 0.7, 1e-6), (2.0, 0.3, 1e6)])
def test_a_rate_that_is_delayed_follows_its_closed_form(k: float, tau: float, scale: float) -> None:
    """x′ = −k x(t − τ), x = 1 before: Σ (−k)ⁿ (t − (n − 1) τ)ⁿ/n! (Erneux: Applied delay
    differential equations, 2009, section 1.1).
    """
    system = mass("0", k=k, tau=tau)
    system.signal("z", "state", rate="-k*y", start=scale)
    system.signal("y", "delay", input="z", delay="tau", start=scale)
    found = system.simulate(until=2.0)
    known = sum(
        (-k) ** n * np.maximum(found.t - (n - 1) * tau, 0) ** n / factorial(n) for n in range(12)
    )
    assert found["z"] == pytest.approx(known * scale, rel=0, abs=1e-10 * scale)
    assert found.certificate is not None and found.certificate.holds


def test_a_mass_is_held_by_what_it_did_before() -> None:
    """u = −kp x(t − τ) − kd x′(t − τ), and a push, piece by piece with DOP853 at 1e-13."""
    tau, at = 0.3, 0.5
    system = mass("u - x", tau=tau)
    system.signal("past", "delay", input="-4*x - 1.5*x'", delay="tau", start=-2.8)
    system.signal("push", "delay", input="past*x + step(0.2, t, 9)", delay=0.3)
    system.signal("u", "past + push")
    system.start(x=0.7)
    found = system.simulate(until=1.7)
    cuts = sorted({tau * n for n in range(6)} | {at + tau * n for n in range(5)})
    pieces = list[tuple[float, object]]()

    def been(t: float, middle: float) -> np.ndarray:
        """The state at a time, on the side on which a time in the middle lies."""
        if middle < 0:
            return np.array([0.7, 0.0])
        solution = next(one for end, one in pieces if middle < end)
        return solution(t)  # type: ignore[operator]

    def past(t: float, middle: float) -> float:
        return float(np.array([-4, -1.5]) @ been(t - tau, middle - tau))

    def rate(t: float, y: np.ndarray, middle: float) -> list[float]:
        push = 0.0
        if middle > tau:
            push = past(t - tau, middle - tau) * been(t - tau, middle - tau)[0] + (middle > at)
        return [y[1], past(t, middle) + push - y[0]]

    t, y = 0.0, np.array([0.7, 0.0])
    for end in (*cuts[1:-1], 1.7):
        step = solve_ivp(
            rate, (t, end), y, "DOP853", rtol=1e-13, atol=1e-14, dense_output=True,
            args=((t + end) / 2,),
        )  # fmt: skip
        pieces.append((end, step.sol))
        t, y = end, step.y[:, -1]
    assert found.y[-1] == pytest.approx(y, abs=1e-11)


def test_what_is_sampled_is_delayed_by_whole_samples_and_others() -> None:
    """u jumps at each h; y is as it was 3 h, or 2½ h, before: x from half to half of a sample."""
    h = 0.1
    for tau, half in ((0.3, 6), (0.25, 5)):
        system = mass("y")
        system.signal("u", "sampled", sample=h, inputs=("x", "x'"), D=((-2, -1),))
        system.signal("y", "delay", input="u", delay=tau)
        system.start(x=1)
        found = system.simulate(until=1.0)
        x, v, given = 1.0, 0.0, list[float]()
        for k in range(20):
            if k % 2 == 0:
                given.append(-2 * x - v)
            u = given[(k - half) // 2] if k >= half else 0.0
            x, v = x + v * h / 2 + u * h**2 / 8, v + u * h / 2
        assert found.y[-1] == pytest.approx([x, v], abs=1e-11)


def test_a_relay_that_sees_late_swings_by_its_closed_form() -> None:
    """z goes on for τ behind ±d: half a period is τ + T ln((K + a)/(K − d)), z turns at a."""
    tau, T, K, d = 0.2, 0.5, 1.0, 0.1
    system = mass("0")
    system.signal("z", "filter1", input="r", T=T)
    system.signal("y", "delay", input="z", delay=tau)
    system.signal("r", "relay", input="-y", on=d, off=-d, high=K, low=-K, start=1)
    times = [change.t for change in system.simulate(until=2.0).changes]
    a = K - (K - d) * np.exp(-tau / T)
    assert np.diff(times)[1:] == pytest.approx(tau + T * np.log((K + a) / (K - d)), abs=1e-11)


def test_a_delay_breaks_a_circle_and_what_follows_sees_its_jumps() -> None:
    """y = 2 (1 − y(t − ½)); a limit of a rate does not jump with it."""
    system = mass("0*r")
    system.signal("e", "1 - y")
    system.signal("y", "delay", input="2*e", delay=0.5)
    system.signal("r", "rate_limit", input="y", rising=2, falling=4)
    found = system.simulate(until=2.2)
    at = np.searchsorted(found.t, (0.25, 0.75, 1.25, 1.75, 2.1))
    assert found["y"][at] == pytest.approx([0, 2, -2, 6, -10], abs=1e-11)
    corners = [0.5, 1, 1.5, 2, 2.2], [0, 1, -1, 0, -0.8]
    assert found["r"] == pytest.approx(np.interp(found.t, *corners), abs=1e-9)


def test_bends_and_jumps_of_what_is_delayed_are_found() -> None:
    """|cos t| and sign(cos t) are nowhere said to bend: as with a relay that tells when."""
    ends = list[np.ndarray]()
    for given in ("sign(x)", "r"):
        system = mass("-x - 0.1*y - 0.1*a")
        system.signal("r", "relay", input="x", high=1, low=-1)
        system.signal("y", "delay", input=given, delay=0.3)
        system.signal("a", "delay", input="abs(x)" if given != "r" else "r*x", delay=0.3)
        system.start(x=1)
        ends.append(system.simulate(until=2.2).y[-1])
    assert ends[0] == pytest.approx(ends[1], abs=1e-9)


def test_a_wrong_past_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = delays.Fit.piece
    monkeypatch.setattr(
        delays.Fit,
        "piece",
        lambda *given: (p := right(*given))._replace(since=p.since + 1e-4),
    )
    system = mass("-x - y")
    system.signal("y", "delay", input="x'", delay=0.3)
    system.start(x=1)
    with pytest.raises(Disagreement, match="The output of a delay"):
        system.simulate(until=1.0)


def test_what_cannot_be_delayed_is_told() -> None:
    def told(input: str, delay: float, ask: str = "simulate") -> str:
        system = mass("y - x")
        system.signal("u", "x''")
        system.signal("y", "delay", input=input, delay=delay)
        with pytest.raises(LagrError) as error:
            getattr(pipeline, ask)(system.model)
        return str(error.value)

    assert "Give a value larger than 0" in told("x", 0)
    assert "Give a value larger than 0" in told("x", -1)
    assert "too short for this motion" in told("x", 1e-9)
    assert "made of accelerations" in told("u", 1)
    assert "does not know such forces yet" in told("x", 1, "equilibria")


def test_equations_tell_what_a_delay_gives() -> None:
    system = System("Mass", gravity=(0, 0, 0), g=None, tau=0.2)
    system.joint("prismatic", 0, system.body("mass"), "x", axis=(1, 0, 0))
    system.signal("y", "delay", input="-3*x", delay="tau", start=2)
    system.element("coordinate_force", "push", coordinate="x", force="y")
    text = str(system.equations())
    assert "y = -3*x    (at t − tau)" in text
    assert "y = 2    (until t₀ + tau)" in text
    whole = str(system.equations(signals="in"))  # what acts at instants keeps its name
    assert "x'' = y" in whole
    assert "Conserved" not in whole


@each("kind", ("delay", "sampled", "saturation", "noise"))
def test_forces_that_change_at_instants_have_no_energy_that_is_conserved(kind: str) -> None:
    """What is held is no parameter that somebody gave: E = T − u x would hold between instants."""
    given: dict[str, dict[str, Any]] = {
        "noise": {},
        "sampled": {"inputs": ("x",), "D": ((1,),)},
    }
    system = mass("u")
    system.signal("u", kind, **given.get(kind, {"input": "x"}))
    assert "Conserved" not in str(system.equations(signals="in"))
    sort = system.classify()
    assert sort.linear is None and sort.conservative is None


def test_a_sampled_law_comes_late_however_many_digits_are_asked_for() -> None:
    """What is held is no polynomial that rounding bends: it is one number from sample to sample."""
    system = mass("y")
    system.signal("u", "sampled", sample=0.02, inputs=("x", "x'"), D=((-5, -2),))
    system.signal("y", "delay", input="u", delay=0.02)
    system.start(x=1)
    found = system.simulate(until=0.2, rtol=1e-12)
    x, v, late, h = 1.0, 0.0, 0.0, 0.02
    for _ in range(10):
        now = -5 * x - 2 * v
        x, v, late = x + v * h + late * h * h / 2, v + late * h, now
    assert found.y[-1] == pytest.approx([x, v], abs=1e-13)
    assert found.steps < 200
