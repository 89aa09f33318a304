"""Sampled laws: against the maps Φ, Γ from sample to sample of the plants that they drive."""

from __future__ import annotations

from dataclasses import replace
from time import process_time
from typing import Any

import numpy as np
import pytest
from scipy.linalg import expm

from lagr_gui import System, pipeline
from lagr_gui.analysis.motions.sampled import SampledBursts
from lagr_gui.foundation.problem import LagrError
from lagr_gui.simulation.sampling import normal, normals
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


# --- samples within machine code, beside those that agents take one by one ----------------------


def law(kind: str) -> System:
    """A mass on a spring whose sampled law meets something particular."""
    held = {"jumps": "u + step(0.7, t, 1)", "stiff": "u - 1e7*x - 2e4*x'"}.get(kind, "u - 40*x")
    system = mass(held)
    fields: dict[str, Any] = {"sample": 0.1, "inputs": ("w - x", "x'"), "D": ((30, -4),)}
    system.signal("w", "0.3*sin(5*t) + step(0.3, t, 9) - 2*step(0.6, t, 9)")
    if kind == "rates":
        system.signal("n", "noise", sample=0.03, deviation=0.2, seed=4)
        system.signal("f", "sampled", sample=0.02, inputs=("x + n",), A=((0.8,),), B=((0.2,),))
        fields |= {"inputs": ("w - f", "x'"), "sample": 0.06}
    if kind == "states":
        system.signal("y", "filter1", input="x", T=0.05)
        fields |= {"inputs": ("w - y", "x'"), "A": ((0.5,),), "B": ((1, 0),), "C": ((2,),)}
    if kind == "slow":
        fields["sample"] = 1.3
    system.signal("u", "sampled", **fields)
    system.start(x=0.5)
    return system


@each("kind", ["usual", "jumps", "rates", "states", "stiff", "slow"])
def test_samples_within_steps_are_those_that_agents_take(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Instants are the same to the bit, for functions that jump at them, too."""
    until = 4.0 if kind == "slow" else 1.0
    swift = law(kind).simulate(until=until)
    monkeypatch.setattr(SampledBursts, "go_on", lambda *_: False)
    agents = law(kind).simulate(until=until)
    assert swift.driven is not None and agents.driven is not None
    assert swift.driven.names == agents.driven.names
    place = swift.driven.names.index("held_u")
    t = np.union1d(agents.driven.t, np.linspace(0, until, 73))
    held, same = swift.driven.at(t)["held_u"], agents.driven.at(t)["held_u"]
    beside = np.min(np.abs(t[:, None] - agents.driven.t), axis=1) > 1e-12
    size = np.nanmax(np.abs(agents.driven.values[:, place]))
    assert held[beside] == pytest.approx(same[beside], rel=0, abs=1e-10 * size)
    assert swift.states_at(t) == pytest.approx(agents.states_at(t), rel=0, abs=1e-10)
    assert swift.supplied[-1] == pytest.approx(agents.supplied[-1], rel=0, abs=1e-6)


def test_very_many_samples_cost_little_and_keep_few_rows() -> None:
    """10⁵ samples of a double integrator: as the powers of its map, with 11 rows and no steps."""
    system = mass("u", kp=5.0, kd=2.0)
    fields: dict[str, Any] = {"inputs": ("sin(t) - x", "x'"), "D": (("kp", "-kd"),)}
    system.signal("u", "sampled", sample=0.01, **fields)
    system.start(x=1)
    pipeline.simulate(system.model)  # its programs are made
    settings = replace(pipeline.prepare(system.model).settings, t_end=1000.0, points=11)
    begun = process_time()
    found = pipeline.simulate(system.model, settings)
    assert process_time() - begun < 2.0  # 0.25 s; one by one they took 120 s
    x, v, h = 1.0, 0.0, 0.01
    for number in range(100_000):
        a = 5 * (np.sin(number * h) - x) - 2 * v
        x, v = x + v * h + a * h * h / 2, v + a * h
    assert len(found.t) == 11
    assert found.y[-1] == pytest.approx([x, v], abs=1e-9)
    assert found.states_at(found.t[3:7]) == pytest.approx(found.y[3:7], abs=1e-14)


def test_random_numbers_many_at_a_time_are_those_drawn_one_by_one() -> None:
    """Also those beyond the inner part of a strip, and of the tail."""
    for seed, first in ((5, 0), (2**40, 7)):
        one_by_one = [normal(seed, number) for number in range(first, first + 3000)]
        assert normals(seed, first, 3000).tolist() == one_by_one


def test_laws_made_of_accelerations_are_refused() -> None:
    system = mass("u")
    system.signal("u", "sampled", sample=0.02, inputs=("x''",), D=((-1,),))
    with pytest.raises(LagrError, match="made of accelerations"):
        system.simulate(until=1.0)
