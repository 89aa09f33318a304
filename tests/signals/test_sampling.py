"""Sampled laws: against the maps Φ, Γ from sample to sample of the plants that they drive."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.linalg import expm

from lagr_gui import System, pipeline
from tests.each import each


def mass(force: str = "u", m: float = 1.0, **parameters: float) -> System:
    """A mass on a line, x, pushed by a force."""
    system = System("Mass", gravity=(0, 0, 0), g=None, **parameters)
    system.joint("prismatic", 0, system.body("mass", mass=m), "x", axis=(1, 0, 0))
    system.element("coordinate_force", "push", coordinate="x", force=force)
    return system


def test_a_sampled_controller_moves_a_mass_as_its_map() -> None:
    """K03: u = −kp x − kd x′ each 0.02 s, held: states at samples 1, 10, 50, 100."""
    system = mass("u", 2.0, kp=50.0, kd=12.0)
    system.signal("u", "sampled", sample=0.02, inputs=("x", "x'"), D=(("-kp", "-kd"),))
    system.start(x=1)
    found = system.simulate(until=2.0)
    known = {
        1: (0.995, -0.5),
        10: (0.6613811516470764, -2.567779169984579),
        50: (-0.05445400039193903, 0.2561495790642383),
        100: (0.0004982041409453278, -0.012805838980917228),
    }
    for number, state in known.items():
        assert found.states_at(number * 0.02) == pytest.approx(state, abs=1e-10)
    assert found.driven is not None
    assert found.driven.t.tolist() == [number * 0.02 for number in range(100)]


@each("seed", range(5))
def test_random_laws_and_plants_move_as_matrices(seed: int) -> None:
    """(q, q̇, x) from sample to sample: Φ of the plant, and the law with what it reads before."""
    source = np.random.default_rng(seed)
    n, h, scale = int(source.integers(1, 4)), round(float(source.uniform(0.05, 0.2)), 3), 1.0
    if seed > 2:
        scale = 10.0 ** (6 * (7 - 2 * seed))  # 1e6 and 1e-6
    A, B, C, D = (
        source.uniform(-0.5, 0.5, shape).round(3) for shape in ((n, n), (n, 2), (1, n), (1, 2))
    )
    k, c = source.uniform(0.5, 4, 2).round(3).tolist()
    system = mass(f"u - {k}*x - {c}*x'")
    start = source.uniform(-1, 1, n).round(3) * scale
    tables = {"A": A, "B": B, "C": C, "D": D}
    fields: dict[str, Any] = {name: (*map(tuple, m.tolist()),) for name, m in tables.items()}
    inputs = f"{scale}*sin(t) - x", "x'"
    system.signal("u", "sampled", sample=h, inputs=inputs, start=(*start.tolist(),), **fields)
    system.start(x=(scale, -scale))
    until = 20 * h
    found = system.simulate(until=until)
    Z = np.zeros((3, 3))
    Z[:2] = [[0, 1, 0], [-k, -c, 1]]
    step = expm(Z * h)
    y, x = np.array([scale, -scale]), start
    for number in range(20):
        read = np.array([scale * np.sin(number * h) - y[0], y[1]])
        u = float((C @ x + D @ read)[0])
        x = A @ x + B @ read
        y = (step @ [*y, u])[:2]
    assert found.y[-1] == pytest.approx(y, rel=1e-9, abs=1e-9 * scale)


def test_what_is_read_at_an_instant_is_what_was_held_before_it() -> None:
    """Two blocks hand a number on: each sample it is one block farther, whatever their order."""
    for order in (("a", "b"), ("b", "a")):
        system = mass("0*a + 0*b")
        for name in order:
            read = "t" if name == "a" else "a"
            system.signal(name, "sampled", sample=0.25, inputs=(read,), D=((1,),))
        found = system.simulate(until=2.0)
        at = np.searchsorted(found.t, np.arange(1, 8) * 0.25 + 0.1)
        assert found["a"][at] == pytest.approx(np.arange(1, 8) * 0.25, abs=1e-12)
        assert found["b"][at] == pytest.approx(np.arange(7) * 0.25, abs=1e-12)


def test_a_command_that_jumps_at_a_sample_has_jumped_for_it() -> None:
    """Also behind a limit that it reaches by that, and though 3 · 0.7 is less than 2.1."""
    system = mass("u")
    system.signal("w", "saturation", input="5*step(2.1, t, 9)", upper=2, lower=-2)
    system.signal("u", "sampled", sample=0.7, inputs=("w",), D=((1,),))
    found = system.simulate(until=2.8)
    assert found.qd[-1, 0] == pytest.approx(2 * 0.7, abs=1e-9)


def test_a_law_with_memory_counts() -> None:
    system = mass("n")
    system.signal("n", "sampled", sample=0.5, inputs=(1,), A=((1,),), B=((1,),), start=(-3,))
    found = system.simulate(until=2.25)
    at = np.searchsorted(found.t, np.arange(5) * 0.5 + 0.1)
    assert found["n"][at].tolist() == [-3, -2, -1, 0, 1]
    assert found["x_n"][at].tolist() == [-2, -1, 0, 1, 2]
    assert "n = x_n    (sampled each 0.5 s, and held)" in str(system.equations())


def test_noise_is_the_same_in_every_run() -> None:
    def run(seed: int, **settings: Any) -> pipeline.Trajectory:
        system = mass("u")
        system.signal("u", "noise", sample=0.02, deviation=3, seed=seed)
        return system.simulate(until=2.0, **settings)

    first, coarse, other = run(5), run(5, rtol=1e-6, method="RK45"), run(6)
    assert first.driven is not None and coarse.driven is not None and other.driven is not None
    values = first.driven.values[:, 0]
    assert np.array_equal(values, coarse.driven.values[:, 0])
    assert not np.array_equal(values, other.driven.values[:, 0])
    known = [
        3 * np.random.Generator(np.random.Philox(key=5, counter=k)).standard_normal()
        for k in range(100)
    ]
    assert values.tolist() == known
    assert abs(np.mean(values)) < 1 and 2 < np.std(values) < 4


def test_blocks_that_sample_and_switch_stand_in_one_loop() -> None:
    """A sampled controller behind a converter drives a mass through a relay-like limit."""
    system = mass("v", 2.0)
    system.signal("y", "quantizer", input="x", step=0.125)
    system.signal("u", "sampled", sample=0.125, inputs=("y",), D=((-6,),))
    system.signal("v", "saturation", input="u", lower=-1, upper=1)
    system.start(x=1)
    found = system.simulate(until=3.0)
    x, v = 1.0, 0.0
    for _ in range(24):
        y = 0.125 * np.floor(x / 0.125 + 0.5)
        a = np.clip(-6 * y, -1, 1) / 2
        x, v = x + v * 0.125 + a * 0.125**2 / 2, v + a * 0.125
    assert found.y[-1] == pytest.approx([x, v], abs=1e-9)
