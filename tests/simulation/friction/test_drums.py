"""Ropes round drums: they stick or slide by Euler's and Eytelwein's law, S₁ = S₂ e^(±μβ)."""

from __future__ import annotations

from math import atan2, exp, hypot, pi

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from lagr_gui import GROUND, LagrError, System, pipeline
from lagr_gui.foundation.selfcheck import Disagreement
from lagr_gui.simulation.friction import loads
from lagr_gui.typesetting.sheet_unicode import unicode_equations
from tests.simulation.friction.drawings import Drawn
from tests.simulation.friction.units import Units

CASES = [
    (Drawn((0, 1, 0)), Units()),
    (Drawn((0, 0, 1), backwards=True), Units(1e-6, 1e6, 1e-3)),
    (Drawn((1, 0, 0)), Units(1e6, 1e-6, 1e3)),
]
MU = 0.2


def two_weights(m1: float, m2: float, drawn: Drawn, units: Units, **fields: object) -> System:
    """Two weights on a rope over a bar on the ground."""
    g = 9.81 * units.speed / units.time
    up = np.array(drawn.axis)
    s = System("weights", gravity=tuple((-g * up).tolist()))
    a, b = s.body(mass=m1 * units.mass), s.body(mass=m2 * units.mass)
    drawn.join(s, "prismatic", a, "y1")
    drawn.join(s, "prismatic", b, "y2")
    bar = {"drum_point": tuple((3 * units.length * up).tolist())}
    ends = {"body_a": a, "body_b": b, "l": 4 * units.length}
    s.element("drum_rope", "rope", **bar, **ends, mu=MU, **fields)
    s.start(y1=drawn.sign * units.length, y2=drawn.sign * units.length)
    s.plan(until=0.3 * units.time)
    return s


@pytest.mark.parametrize(
    ("drawn", "units", "heavy"), [(*CASES[0], 1), (*CASES[1], 2), (*CASES[2], 1)]
)
def test_weights_slide_with_the_ratio_of_eytelwein(drawn: Drawn, units: Units, heavy: int) -> None:
    masses = (3.0, 1.0)[:: 1 if heavy == 1 else -1]
    s = two_weights(*masses, drawn, units)
    ratio = exp(MU * pi)
    a = 9.81 * (3 - ratio) / (3 + ratio) * (-1 if heavy == 1 else 1) * units.speed / units.time
    moved = s.simulate()
    assert moved.qdd[-1] == pytest.approx(drawn.sign * np.array([a, -a]), rel=1e-9)
    S1, S2 = pipeline.outputs(s.model, moved, ["tension_a(rope)", "tension_b(rope)"]).values()
    assert pytest.approx(ratio if heavy == 2 else 1 / ratio, rel=1e-9) == S2 / S1
    assert moved.certificate is not None and moved.certificate.residual < 1e-9


@pytest.mark.parametrize(("part", "turns"), [(1 - 1e-6, 2), (1 + 1e-6, 0)])
def test_a_weight_holds_another_up_to_the_ratio(part: float, turns: int) -> None:
    angle = pi + 2 * pi * turns
    fields = {"wrap": angle} if turns else {}
    moved = two_weights(1.0, part * exp(MU * angle), *CASES[0], **fields).simulate()
    assert bool(moved.touching[-1, 0]) is (part < 1)


def test_static_friction_holds_more_than_slides() -> None:
    moved = two_weights(1.0, 0.99 * exp(0.3 * pi), *CASES[0], mu_static=0.3).simulate()
    assert moved.touching[-1, 0] and not moved.changes


def test_the_angle_is_that_by_which_the_rope_turns_as_it_moves() -> None:
    """A sled that is drawn over the ground by a weight: S₁ along the slanting part."""
    x, h, m1, m2 = -2.0, 1.5, 1.0, 4.0
    s = System("sled", gravity=(0, -9.81, 0))
    sled, weight = s.body(mass=m1), s.body(mass=m2)
    s.joint("prismatic", GROUND, sled, "x")
    s.joint("prismatic", GROUND, weight, "y", axis=(0, 1, 0))
    length = hypot(x, h)
    ends = {"body_a": sled, "drum_point": (0, h, 0), "body_b": weight}
    s.element("drum_rope", "rope", **ends, l=length + h, mu=MU)
    s.start(x=(x, 0.5), y=0)
    moved = s.simulate(until=0.5)
    c, rate = -x / length, -0.5 * -x / length  # cosine of the slope, rate of the length
    bend = (0.25 - rate**2) / length  # its second derivative without acceleration
    ratio = exp(MU * (pi / 2 + atan2(h, -x)))
    # m1 x″ = S1 c,  m2 y″ = S1 ratio − m2 g,  y″ = c x″·(−1) + bend
    S1 = m2 * (9.81 + bend) / (ratio + m2 * c * c / m1)
    assert moved.qdd[0, 0] == pytest.approx(S1 * c / m1, rel=1e-9)
    assert moved.certificate is not None and moved.certificate.residual < 1e-9
    assert pipeline.energy(s.model, moved).error < 1e-9


def test_a_winch_grips_its_rope_until_it_slips() -> None:
    """A drum of radius 0.3 under a growing moment; its rope is held by a hand at the other end."""
    r, J, m1, m2, F, mu, wrap = 0.3, 0.05, 5.0, 0.2, 20.0, 0.25, 2 * pi + pi / 2
    s = System("winch", gravity=(0, -9.81, 0), r=r)
    drum, load, end = s.body(mass=2, inertia=(0, 0, J)), s.body(mass=m1), s.body(mass=m2)
    s.joint("revolute", GROUND, drum, "phi")
    s.joint("prismatic", GROUND, load, "y", axis=(0, 1, 0))
    s.joint("prismatic", GROUND, end, "x")
    ends = {"body_a": load, "drum": drum, "body_b": end}
    s.element("drum_rope", "rope", **ends, l=12, mu=mu, wrap=wrap, run="r*phi")
    s.element("force", body=end, vector=(F, 0, 0))
    s.element("coordinate_force", coordinate="phi", force="60*t")
    s.start(y=-10, x=2)
    moved = s.simulate(until=1.2)

    def gripped(t: float) -> tuple[float, float, float]:
        a = (F - m1 * 9.81 + 60 * t / r) / (m1 + m2 + J / r**2)
        return a, m1 * (9.81 + a), F - m2 * a

    slips = solve_ivp(
        lambda t, y: [y[1], gripped(t)[0]],
        (0, 1.2),
        [2.0, 0.0],
        rtol=1e-12,
        atol=1e-12,
        events=(ends_at := lambda t, y: gripped(t)[1] - exp(mu * wrap) * gripped(t)[2]),
    )
    t = float(slips.t_events[0][0])
    assert ends_at(t, None) == pytest.approx(0, abs=1e-9)
    assert [change.t for change in moved.changes] == pytest.approx([t], abs=1e-9)
    x, v = slips.y_events[0][0]
    ratio = exp(mu * wrap)  # S1 = ratio S2 from there on: the rope lags behind the drum
    a = (ratio * F - m1 * 9.81) / (m1 + m2 * ratio)
    rest = 1.2 - t
    assert moved.q[-1, 2] == pytest.approx(x + v * rest + a * rest**2 / 2, abs=1e-8)
    S = F - m2 * a
    turning = v / r + (30 * (1.2**2 - t**2) - r * (ratio - 1) * S * rest) / J
    assert moved.qd[-1, 0] == pytest.approx(turning, rel=1e-8)


def test_a_rope_that_would_push_is_told() -> None:
    s = two_weights(1.0, 2.0, *CASES[0])
    for body in (1, 2):
        s.element("force", body=body, vector=(0, "80*t", 0))
    assert [note.code for note in s.simulate().notes] == ["slack-rope"]


def test_another_ratio_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = loads.LoadedEnds._weights
    monkeypatch.setattr(loads.LoadedEnds, "_weights", lambda self, s: 0.99 * weights(self, s))
    with pytest.raises((Disagreement, LagrError)):
        two_weights(1.0, 3.0, *CASES[0]).simulate()


def test_equations_have_both_tensions() -> None:
    text = unicode_equations(two_weights(1.0, 3.0, *CASES[0], wrap="5").equations())
    for line in ("r₁ = S₁ − S₂", "S₂ = S₁ e", "S₁ ≤ S₂ e", "S₂ ≤ S₁ e"):
        assert line in text
