"""Several frictions that hold one freedom: what one cannot hold alone others hold with it."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import GROUND, System
from lagr_gui.simulation.trajectory import Trajectory
from tests.samples.gallery import sample

PUSH = "3*sin(t) + 0.3*sin(7*t)"
Bounds = list[tuple[float, float]]


def pushed(bounds: Bounds, size: float = 1.0, stribeck: float = 0.0) -> Trajectory:
    """A block with these pairs R, H along its slide, forces being `size` times as large."""
    system = System("block")
    block = system.body(mass=size)
    system.joint("prismatic", GROUND, block, "x")
    for R, H in bounds:
        fields = {"kinetic": R * size, "static": H * size, "stribeck": stribeck}
        system.element("joint_friction", coordinate="x", **fields)
    system.element("coordinate_force", coordinate="x", force=f"{size}*({PUSH})")
    return system.simulate(until=10)


def times(motion: Trajectory, item: str) -> list[tuple[float, str]]:
    return [(change.t, change.after) for change in motion.changes if change.item == item]


@pytest.mark.parametrize(
    "bounds",
    [
        [(1.0, 1.0), (1.0, 1.0)],
        [(0.5, 0.7), (1.5, 1.7)],
        [(0.2, 0.2), (0.7, 0.9), (0.4, 0.4), (0.7, 0.8)],
    ],
)
@pytest.mark.parametrize(("size", "stribeck"), [(1.0, 0.0), (1e-6, 0.0), (1e6, 0.3)])
def test_frictions_on_one_coordinate_are_one_with_the_sum_of_their_bounds(
    bounds: Bounds, size: float, stribeck: float
) -> None:
    several = pushed(bounds, size, stribeck)
    one = pushed([tuple(np.sum(bounds, axis=0))], size, stribeck)
    assert len(one.changes) >= 6
    assert several.q == pytest.approx(one.q, abs=1e-9)
    expected = times(one, *one.frictions.values())
    for item in several.frictions.values():
        log = times(several, item)
        assert [mode for _, mode in log] == [mode for _, mode in expected]
        assert [t for t, _ in log] == pytest.approx([t for t, _ in expected], abs=1e-9)


@pytest.mark.parametrize("ratio", [2.0, -0.3])
def test_frictions_of_shafts_in_mesh_add_up_with_their_ratio(ratio: float) -> None:
    def shafts(bounds: list[float], inertias: list[float]) -> Trajectory:
        system = System("shafts", gravity=(0, 0, 0))
        for number, (R, J) in enumerate(zip(bounds, inertias, strict=True)):
            shaft = system.body(mass=1, inertia=(J, J, J))
            system.joint("revolute", GROUND, shaft, f"q{number}")
            system.element("brake", coordinate=f"q{number}", moment=R)
        if len(bounds) == 2:
            system.element("gear", coordinate_a="q1", coordinate_b="q0", ratio=ratio)
        system.element("coordinate_force", coordinate="q0", force=PUSH)
        return system.simulate(until=10)

    both = shafts([0.8, 0.5], [1.0, 0.2])
    turned = both.q[-1, 1] / both.q[-1, 0]
    one = shafts([0.8 + 0.5 * abs(turned)], [1 + 0.2 * turned**2])
    assert len(one.changes) >= 3
    assert both.q[:, 0] == pytest.approx(one.q[:, 0], abs=1e-9)


def test_a_four_bar_rubs_in_each_of_its_joints() -> None:
    system = System.of(sample("four_bar"))
    for coordinate in ("q1", "q2", "q3", "q4"):
        system.element("joint_friction", f"in {coordinate}", coordinate=coordinate, kinetic=0.3)
    system.start(q1=(1, 8))
    motion = system.simulate(until=4)
    assert motion.certificate is not None and motion.certificate.complete
    assert motion.energy_error < 1e-8
    balance = motion.T + motion.U
    assert (np.diff(balance) <= 1e-9 * np.max(motion.T)).all()
    log = [(change.t, change.item) for change in motion.changes]
    assert len(log) == len(set(log)) >= 20
    instants = {t for t, _ in log}
    assert any(sum(1 for t, _ in log if t == at) == 4 for at in instants)


@pytest.mark.parametrize("sign", [1, -1])
def test_friction_goes_on_holding_what_a_stop_need_not_hold_any_more(sign: int) -> None:
    system = System("carts", gravity=(0, 0, 0))
    for n in range(2):
        cart = system.body(mass=1)
        system.joint("prismatic", GROUND, cart, f"x{n}")
        system.element("joint_friction", coordinate=f"x{n}", kinetic=2)
        system.element("stop", coordinate=f"x{n}", upper=0.1, lower=-0.1, restitution=0)
        push = f"{sign}*(6 - {2 + 2 * n}*t)"
        system.element("coordinate_force", coordinate=f"x{n}", force=push)
    motion = system.simulate(until=5, points=501)
    rest = motion.t > 0.3
    for n in range(2):
        gone = np.maximum(motion.t - 4 / (1 + n), 0)  # by then friction alone does not hold it
        x = np.maximum(0.1 - (1 + n) * gone**3 / 3, -0.1)
        assert sign * motion.q[rest, n] == pytest.approx(x[rest], abs=1e-12)
