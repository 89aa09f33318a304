"""When the automatic choice goes over to an implicit method, and when it does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from lagr_gui import GROUND, System
from lagr_gui.prepared import prepare
from lagr_gui.simulation import KernelSystem, Settings, simulate
from lagr_gui.simulation.bursts import advancing, radau
from lagr_gui.simulation.bursts.record import CREEPING, DONE
from tests.simulation.systems import oscillator, pendulum, single
from tests.simulation.test_dop853 import burst

AXES = {"x": (1, 0, 0), "-y": (0, -1, 0), "oblique": (0.6, 0.0, -0.8)}


@pytest.fixture(params=["Taylor", "DOP853"])
def first(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the automatic choice begins with."""
    if request.param == "DOP853":
        monkeypatch.setattr(KernelSystem, "_series", lambda _: None)
    return request.param


@pytest.fixture
def dop853(monkeypatch: pytest.MonkeyPatch) -> None:
    """Motions begin with DOP853."""
    monkeypatch.setattr(KernelSystem, "_series", lambda _: None)


def led(rate: float, damping: float, sign: float = 1.0) -> KernelSystem:
    """A mass that stiff springs and dampers lead along ± cos t."""

    def law(s: Any) -> tuple[Any, ...]:
        return -rate * rate * (s.q - sign * s.cos(s.t)) - 2 * damping * rate * s.v, 0, 0, 0

    return single(law)


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("damping", [1.0, 0.1])
@pytest.mark.usefixtures("dop853")
def test_damped_systems_held_back_by_rounding_are_seen_as_stiff(
    damping: float, sign: float
) -> None:
    """With DOP853 alone the rate 10⁴ takes 40 000 to 60 000 steps, of some hλ = 0.5."""
    system = led(1e4, damping, sign)
    motion = simulate(system, Settings(3.0, [sign], [0.0], points=31))
    assert motion.method == "DOP853 → Radau"
    assert motion.steps < 10_000
    reference = simulate(system, Settings(3.0, [sign], [0.0], points=31, method="Radau"))
    np.testing.assert_allclose(motion.q, reference.q, atol=1e-9)


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.usefixtures("dop853")
def test_a_damped_slider_is_stiff_whatever_its_axis(axis: str) -> None:
    slider = System("Slider", gravity=(0, 0, 0), m=2.0)
    body = slider.body("Slider", mass="m")
    slider.joint("prismatic", GROUND, body, "x", axis=AXES[axis])
    force = "-2e8*(x - 0.1*cos(t)) - 4e4*x'"
    slider.element("coordinate_force", coordinate="x", force=force)
    system = prepare(slider.model).system()
    motion = simulate(system, Settings(3.0, [0.1], [0.0], points=31))
    assert motion.method == "DOP853 → Radau" and motion.steps < 10_000
    np.testing.assert_allclose(motion.q[:, 0], 0.1 * np.cos(motion.t), atol=1e-4)


SMOOTH: dict[str, tuple[Callable[[], KernelSystem], float]] = {
    "a fast vibration": (lambda: oscillator(300.0), 150.0),
    "a damped vibration": (lambda: oscillator(200.0, damping=0.1), 200.0),
    "a pendulum": (pendulum, 2000.0),
    "a damped pendulum": (lambda: pendulum(damping=0.01), 2000.0),
    "a pendulum that grows": (lambda: pendulum(damping=-1e-3), 1500.0),
    "a driven vibration": (
        lambda: single(lambda s: (-1e4 * s.q + s.cos(90 * s.t), 0, 0, 0)),
        400.0,
    ),
}


@pytest.mark.parametrize("start", [0.5, -0.5])
@pytest.mark.parametrize("name", SMOOTH)
def test_long_smooth_motions_keep_their_method(first: str, name: str, start: float) -> None:
    make, t_end = SMOOTH[name]
    motion = simulate(make(), Settings(t_end, [start], [0.0], points=11))
    assert motion.method == first
    assert motion.steps > 3000


def test_where_rounding_holds_back_the_implicit_method_more_it_is_left_again() -> None:
    """Steps of Radau that become shorter than those before end it; single ones do not."""
    law: Any = lambda t, q, qd: -q  # noqa: E731
    slopes = np.array([-1.0, 0.0])
    given = {
        "implicit": 1,
        "slopes": lambda x, w, out: out.__setitem__(slice(0, 2), slopes),
        "slopes_w": np.zeros(1),
        "slopes_out": np.zeros(2),
        "jacobian": np.zeros(2),
        "swaps": np.zeros(2, np.int64),
        "right": np.zeros(2),
        **{name: np.zeros(1) for name in ("real", "re", "im")},
        **{name: np.zeros(6) for name in ("sides", "z", "w_stages", "path")},
        "creep_after": 20,
    }
    reasons: list[list[int]] = []
    for crept in (1e-9, 10.0):
        found = burst(law, [1.0], [0.0], 1e9, crept=crept, **given)
        advancing.begin(found)
        reasons.append([radau.implicit_step(found) for _ in range(25)])
    assert {*reasons[0]} == {DONE}
    assert reasons[1][:19] == [DONE] * 19 and reasons[1][19] == CREEPING


def test_steps_that_somebody_keeps_short_do_not_creep(first: str) -> None:
    motion = simulate(pendulum(), Settings(8.0, [0.5], [0.0], max_step=2e-4, points=3))
    assert motion.method == first and motion.steps >= 40_000
