"""Linear equations with sampled laws: against loops of matrix exponentials of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.signal import cont2discrete

from lagr_gui import System
from lagr_gui.foundation.problem import LagrError
from lagr_gui.simulation.linear.sampled import SampledLinearization, SampledModes
from tests.each import each
from tests.signals.test_sampling import mass


def pd(h: float, scale: float = 1.0) -> System:
    """K03, with lengths and forces in another scale."""
    system = mass("u", 2.0, kp=50.0, kd=12.0, h=h)
    system.signal("u", "sampled", sample="h", inputs=("x", "x'"), D=(("-kp", "-kd"),))
    system.start(x=scale)
    return system


def test_a_sampled_pd_is_stable_up_to_a_third_of_a_second() -> None:
    """K03: z² − (2 − (kp h²/2 + kd h)/m) z + …, of which one root is −1 at h = 1/3 s."""
    verdicts = {h: circled(pd(h)) for h in (0.02, 1 / 3, 0.3334)}
    stable, limit, beyond = verdicts.values()
    assert stable.stability == "asymptotically stable"
    assert limit.stability == "undecided" and "unit circle" in limit.reason
    assert beyond.stability == "unstable" and "z = -1.0" in beyond.reason
    assert limit.z[0] == pytest.approx(-1, abs=1e-14)
    h, m = 0.02, 2.0
    E = np.array([[1 - 25 * h * h / m, h - 6 * h * h / m], [-50 * h / m, 1 - 12 * h / m]])
    known = np.sort_complex(np.linalg.eigvals(E))
    assert np.sort_complex(stable.z[:2]) == pytest.approx(known, abs=1e-13)
    assert stable.gone == 1 and stable.z[2] == 0
    assert stable.eigenvalues == pytest.approx(np.log(stable.z[:2]) / h, rel=1e-12)


def circled(system: System) -> SampledModes:
    """Its modes, in the unit circle."""
    found = system.modes()
    assert isinstance(found, SampledModes)
    return found


def stepping(system: System, **asked: Any) -> SampledLinearization:
    """Its linear equations, from sample to sample."""
    found = system.linearize(**asked)
    assert isinstance(found, SampledLinearization)
    return found


def looped(A: np.ndarray, laws: Sequence[tuple[int, list[int], np.ndarray]], h: float) -> Any:
    """The map over the period, by single steps h: `laws` are (every, rows, what they set)."""
    period = int(np.lcm.reduce([every for every, _, _ in laws]))
    whole, flow = np.eye(len(A)), expm(A * h)
    for k in range(period):
        jump = np.eye(len(A))
        for every, rows, told in laws:
            if k % every == 0:
                jump[rows] = told
        whole = flow @ jump @ whole
    return whole


@each("seed", range(1, 3))
def test_laws_with_several_sample_times_give_the_map_over_their_period(seed: int) -> None:
    """Two laws with memory that read each other and the mass; h : h' = 2 : 3, in many scales."""
    source = np.random.default_rng(seed)
    unit = (1.0, 1e-6, 1e6)[seed % 3]
    h, (k, c) = round(float(source.uniform(0.02, 0.1)), 3), source.uniform(0.5, 4, 2).round(3)
    tables = [
        {
            name: source.uniform(-0.5, 0.5, shape).round(3)
            for name, shape in {"A": (2, 2), "B": (2, 2), "C": (1, 2), "D": (1, 2)}.items()
        }
        for _ in range(2)
    ]
    system = mass(f"{unit}*u - {k}*x - {c}*x'")
    system.signal("v", "sampled", sample=2 * h, inputs=(f"x'/{unit}", "u"), **rows_of(tables[0]))
    system.signal("u", "sampled", sample=3 * h, inputs=(f"x/{unit}", "v"), **rows_of(tables[1]))
    found = stepping(system, inputs=("x",))
    order = ("x", "x'", "held_v", "x1_v", "x2_v", "held_u", "x1_u", "x2_u")
    at = [found.states.index(name) for name in order]
    A = np.zeros((8, 8))
    A[0, 1], A[1, :2], A[1, 5] = 1, (-k, -c), unit
    read = np.zeros((4, 8))
    read[1, 5] = read[3, 2] = 1
    read[0, 1] = read[2, 0] = 1 / unit
    laws = list[tuple[int, list[int], np.ndarray]]()
    for number, every in ((0, 2), (1, 3)):
        own, entry = tables[number], read[2 * number : 2 * number + 2]
        told = np.vstack([own["D"], own["B"]]) @ entry
        first = 3 + 3 * number
        told[:, first : first + 2] += np.vstack([own["C"], own["A"]])
        laws.append((every, [first - 1, first, first + 1], told))
    known = looped(A, laws, h)
    assert found.period == pytest.approx(6 * h, rel=1e-14)
    shown = found.Ad[np.ix_(at, at)]
    scale = np.array([unit, unit, *[1.0] * 6])
    assert shown * scale / scale[:, None] == pytest.approx(
        known * scale / scale[:, None], abs=1e-13
    )
    values = np.linalg.eigvals(known * scale / scale[:, None])
    z = circled(system).z
    assert np.abs(z[:, None] - values).min(axis=0) == pytest.approx(0, abs=1e-9)


def rows_of(tables: dict[str, np.ndarray]) -> dict[str, Any]:
    """Matrices as fields of a law."""
    return {name: (*map(tuple, table.tolist()),) for name, table in tables.items()}


def test_the_plant_between_samples_is_that_of_scipy() -> None:
    """A_d and B_d of a law that reads nothing are those of a hold of order zero."""
    system = mass("u - 3*x - 0.4*x'")
    system.signal("u", "sampled", sample=0.25, inputs=("1",), D=((0,),))
    found = stepping(system, inputs=("x",), outputs=("x", "x'"))
    A, B = np.array([[0, 1], [-3, -0.4]]), np.array([[0], [1.0]])
    known: Any = cont2discrete((A, B, np.eye(2), np.zeros((2, 1))), 0.25)
    Ad, Bd = known[:2]
    assert found.Ad[:2, :2] == pytest.approx(Ad, abs=1e-14)
    assert found.Bd[:2] == pytest.approx(Bd, abs=1e-14)
    assert found.state_space[2][:, :2] == pytest.approx(np.eye(2), abs=0)


def pendulum(offset: float, ki: float, start: float) -> System:
    """A pendulum that a sampled law with an integrator holds about an angle."""
    system = System("Arm", m=1.0, l=0.5, h=0.01)
    arm = system.body("arm", mass="m")
    system.joint("revolute", 0, arm, "phi", point_child=(0, "l", 0))
    system.element("coordinate_force", "drive", coordinate="phi", force="u")
    error = f"{offset} - phi"
    fields: dict[str, Any] = {"A": ((1,),), "B": ((f"{ki}*h", 0),), "C": ((1,),), "D": ((30, -3),)}
    fields["start"] = (start,)
    system.signal("u", "sampled", sample="h", inputs=(error, "phi'"), **fields)
    return system


@each("offset", [-2.5])
def test_an_integrator_of_samples_rests_where_its_input_is_zero(offset: float) -> None:
    """u holds m g l sin φ at φ = w; from beside it the motion goes as A_d says."""
    torque, beside = 9.81 * 0.5 * np.sin(offset), 1e-5
    system = pendulum(offset, 40.0, torque)
    found = system.equilibria()
    first = found.found[0]
    assert first.q == pytest.approx([offset], abs=1e-9)
    assert dict(zip(found.states, first.z, strict=True)) == pytest.approx(
        {"held_u": torque, "x_u": torque}, abs=1e-8
    )
    assert first.stability == "asymptotically stable"
    linear = stepping(system)
    system.start(phi=offset + beside)
    x = np.where([name == "phi" for name in linear.states], beside, 0.0)
    moved = system.simulate(until=0.41).states_at(0.4)[:2] - (offset, 0)
    then = np.linalg.matrix_power(linear.Ad, 40) @ x
    assert moved == pytest.approx(then[:2], abs=1e-4 * beside)


def test_noise_enters_with_its_mean() -> None:
    """Its sample time has no part in the period, and it moves no equilibrium."""
    system, plain = mass("u + n - 3*x", 2.0, h=0.1), mass("u - 3*x", 2.0, h=0.1)
    system.signal("n", "noise", sample="h*sqrt(2)", deviation=0.1, seed=3)
    for one in (system, plain):
        one.signal("u", "sampled", sample="h", inputs=("x'",), D=((-1,),))
    assert circled(system).z == pytest.approx(circled(plain).z, abs=0)
    assert system.equilibria().found[0].q == pytest.approx([0], abs=1e-12)


def test_what_has_no_period_is_refused() -> None:
    """√2, ten thousand samples, and a law that switches beside."""
    system = pd(0.02)
    system.signal("v", "sampled", sample="0.02*sqrt(2)", inputs=("x",), D=((1,),))
    with pytest.raises(LagrError, match="no common period"):
        system.modes()
    system = pd(0.02)
    system.signal("v", "sampled", sample=0.020_001, inputs=("x",), D=((1,),))
    with pytest.raises(LagrError, match="come again after"):
        system.modes()
    system = pd(0.02)
    system.signal("r", "relay", input="x", on=1, off=-1)
    with pytest.raises(LagrError, match="switches"):
        system.modes()
