"""Programs of models with signals that switch, sample or are delayed: as in simulations."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lagr_gui import GROUND, System
from lagr_gui.extensions.programs.describing import describe
from lagr_gui.extensions.programs.exports import c_program, jax_program
from lagr_gui.extensions.programs.languages import written
from lagr_gui.extensions.programs.object_export import object_files
from lagr_gui.extensions.programs.refusing import STRUCK
from lagr_gui.extensions.programs.tests.test_julia import JuliaRow, Read
from lagr_gui.extensions.programs.tests.test_programs import HERE, text_of
from lagr_gui.extensions.programs.tests.toolchain import TOOLS, Built, build
from lagr_gui.foundation.problem import Unprintable
from lagr_gui.model import Output
from lagr_gui.prepared import prepare
from tests.samples.gallery import sample

needs_c = pytest.mark.skipif(not TOOLS["c"].is_there, reason="no compiler for C on this machine")


def rail(length: float = 1.0, mass: float = 1.0, time: float = 1.0, way: int = 1) -> System:
    """A block on a rail that moves, in units of its own."""
    s = System("rail", m=mass)
    s.joint("prismatic", GROUND, s.body(mass="m"), "x", axis=(way, 0, 0))
    s.start(x=(0.1 * length, length / time))
    s.plan(until=4 * time)
    return s


def pushed(system: System, *names: str) -> System:
    """A system whose coordinate x signals push."""
    for name in names:
        system.element("coordinate_force", f"by {name}", coordinate="x", force=name)
    return system


def with_block(kind: str, **fields: Any) -> System:
    s = rail()
    s.signal("u", kind, **fields)
    return pushed(s, "u")


def relay() -> System:
    return with_block("relay", input="-x - 0.1*x'", on=0.05, off=-0.05, high=3, low=-3)


def controller() -> System:
    gains = {"kp": 20, "ki": 10, "kd": 4, "derivative": "-x'", "tracking": 0.2}
    return with_block("pid", input="0.3 - x", upper=2, lower=-2, **gains)


def in_a_row() -> System:
    """A quantizer that drives a play, by an input that jumps, also at the start."""
    s = rail()
    s.signal("w", "3*sign(sin(3*t))")
    s.signal("u", "quantizer", input="w - 4*x - 0.3*x'", step=0.5)
    s.signal("p", "backlash", input="u - 9*x", width=0.3)
    return pushed(s, "p")


def between_stops() -> System:
    s = with_block("saturation", input="-40*x - 0.3*x'", lower=-2, upper=1)
    s.element("joint_friction", coordinate="x", kinetic=0.3, static=0.4)
    s.element("stop", coordinate="x", lower=-0.2, upper=0.15, restitution=0.6)
    return s


def on_a_stop() -> System:
    """A block that a relay pushes against a stop and pulls from it, by time alone."""
    s = with_block("relay", input="sin(2*t)", on=0.5, off=-0.5, high=3, low=-3)
    s.element("stop", coordinate="x", lower=-0.1, upper=0.15, restitution=0)
    return s


def rubbing() -> System:
    s = relay()
    s.element("joint_friction", coordinate="x", kinetic=0.5, static=0.7)
    return s


def four_bar() -> System:
    s = System.of(sample("four_bar"))
    s.signal("u", "relay", input="q1' - 1", on=0.5, off=-0.5, high=-2, low=2)
    s.element("coordinate_force", "drive", coordinate="q1", force="u")
    s.plan(until=1.5)
    return s


def sampled() -> System:
    """An integrating law that samples where its command jumps, behind a limit."""
    s = rail()
    law = {"A": [[1]], "B": [[1]], "C": [[2]], "D": [[20]], "outputs": ["w"], "start": [0.1]}
    s.signal("law", "sampled", sample=0.07, inputs=["0.2*sign(sin(2*t)) - x"], **law)
    s.signal("late", "sampled", sample=0.14, inputs=["w"], D=[[0.3]], outputs=["v"])
    s.signal("u", "saturation", input="w - 3*x'", lower=-2, upper=2)
    return pushed(s, "u", "v")


def noisy() -> System:
    s = with_block("noise", sample=0.05, deviation=2, seed=3)
    s.element("joint_friction", coordinate="x", kinetic=0.3, static=0.4)
    return s


def mixed(length: float = 1.0, mass: float = 1.0, time: float = 1.0) -> System:
    """Several blocks at once, in units of its own."""
    s, F = rail(length, mass, time, -1), mass * length / time**2
    s.signal("u", "relay", input=f"(-x - {0.1 * time!r}*x')/{length!r}", on=0.05, off=-0.05)
    s.signal(
        "w", "rate_limit", input=f"{6 * F!r}*(u - 0.5)", rising=20 * F / time, falling=F / time
    )
    s.signal("k", "saturation", input=f"-{30 * F / length!r}*x", lower=-2 * F, upper=F)
    s.signal("z", "integrator", input=f"x/{length * time!r}", lower=-0.01, upper=0.02)
    law = {"D": [[-0.5 * mass / time]], "outputs": ["d"]}
    s.signal("law", "sampled", sample=0.07 * time, inputs=["x'"], **law)
    s.signal("f", f"{-5 * F!r}*z")
    return pushed(s, "w", "k", "d", "f")


def delayed(**fields: Any) -> System:
    return with_block("delay", **{"input": "-4*x - 0.5*x'", "delay": 0.3, **fields})


def delayed_twice() -> System:
    """A delay of a delay, by an input that jumps, which drives a relay."""
    s = rail()
    s.plan(until=2)
    s.signal("w", "sign(sin(3*t)) - x")
    s.signal("u", "delay", input="3*w", delay=0.25)
    s.signal("v", "delay", input="u - x'", delay=0.4)
    s.signal("r", "relay", input="v", on=0.1, off=-0.1)
    return pushed(s, "v", "r")


def delayed_on_a_stop() -> System:
    s = delayed()
    s.element("stop", coordinate="x", lower=-0.1, upper=0.15, restitution=0.6)
    s.element("joint_friction", coordinate="x", kinetic=0.2, static=0.3)
    return s


CASES: dict[str, Callable[[], System]] = {
    "relay": relay,
    "saturation": lambda: with_block("saturation", input="-40*x - 0.3*x'", lower=-2, upper=1),
    "dead band": lambda: with_block("dead_band", input="-40*x - 0.1*x'", lower=-2, upper=1),
    "quantizer": lambda: with_block("quantizer", input="-20*x - 0.5*x'", step=0.7),
    "switch": lambda: with_block(
        "switch", condition="x", above="-8*x", below="-3*x", hysteresis=0.02
    ),
    "play": lambda: with_block("backlash", input="-20*x", width=1.5),
    "rate limit": lambda: with_block("rate_limit", input="-20*x", rising=20, falling=15),
    "integrator": lambda: with_block("integrator", input="-20*x", lower=-1, upper=1),
    "controller": lambda: with_block(
        "pid",
        input="0.3 - x",
        kp=20,
        ki=10,
        kd=4,
        derivative="-x'",
        upper=3,
        lower=-2,
        tracking=0.2,
    ),
    "in a row": in_a_row,
    "friction": rubbing,
    "stops and friction": between_stops,
    "on a stop": on_a_stop,
    "loop": four_bar,
    "sampled": sampled,
    "noise": noisy,
    "delay": lambda: delayed(start=0.5, delay=0.7),
    "delays": delayed_twice,
    "delay and stops": delayed_on_a_stop,
}


def beside(program: Built, system: System, most: float = 1e-8) -> None:
    """Assert that a program moves as a simulation, to a part of the largest numbers."""
    done = program.answer("--self-test")
    assert done.returncode == 0, done.stdout
    table, words = program.table("--points", "51")
    assert not words
    motion = system.simulate(rtol=1e-12)
    acts = motion.driven is not None and len(motion.driven.t) > 1
    assert acts, "nothing switches or samples"
    known = motion.at(table[:, 0])
    f = motion.q.shape[1]
    for place, rows, largest in ((1, known[0], motion.q), (1 + f, known[1], motion.qd)):
        missed = np.max(np.abs(table[:, place : place + f] - rows))
        assert missed <= most * np.max(np.abs(largest))


@needs_c
def test_blocks_together_act_as_in_simulations(tmp_path: Path) -> None:
    system = mixed()
    beside(build("c", text_of("c", system.model), tmp_path), system)


@needs_c
@pytest.mark.parametrize("units", [(1e-6, 1e-6, 1e-6), (1e6, 1e6, 1e6), (1e6, 1e-6, 1e-3)])
def test_they_do_so_at_any_size(units: tuple[float, float, float], tmp_path: Path) -> None:
    system = mixed(*units)
    beside(build("c", text_of("c", system.model), tmp_path), system)


@needs_c
@pytest.mark.parametrize("case", CASES)
def test_each_block_acts_as_in_simulations(case: str, tmp_path: Path) -> None:
    system = CASES[case]()
    beside(build("c", text_of("c", system.model), tmp_path), system)


@pytest.mark.parametrize("language", HERE)
@pytest.mark.parametrize("case", ["in a row", "stops and friction", "noise", "delays"])
def test_every_language_that_knows_impacts_knows_them(
    language: str, case: str, tmp_path: Path
) -> None:
    system = CASES[case]()
    if language not in STRUCK:
        with pytest.raises(Unprintable, match="C99"):
            text_of(language, system.model)
        return
    if language == "matlab":
        system.plan(until=0.5)
    beside(build(language, text_of(language, system.model), tmp_path), system)


@pytest.mark.parametrize("case", ["in a row", "sampled"])
def test_programs_in_julia_know_them(case: str) -> None:
    system = CASES[case]()
    system.plan(until=0.5)
    read = Read(text_of("julia", system.model))
    own, y = read.own, JuliaRow([*read.own["START_STATE"].values])
    clock = JuliaRow([0.0, 0.0, 0.0, 0.5, *[0.0] * (own["CLOCK_SIZE"] - 4)])
    assert own["take_up"](read.c, clock, y) == 0
    assert own["advance"](read.c, clock, y, 0.5, 1e-11, 1e-13) == 0
    assert y.values[:2] == pytest.approx(system.simulate(rtol=1e-12).y[-1], abs=1e-9)
    assert own["self_test"](read.c) < 1e-9


@needs_c
def test_single_precision_acts_too(tmp_path: Path) -> None:
    system = in_a_row()
    text = written(describe(prepare(system.model), struck=True), "c", single=True)
    beside(build("c", text, tmp_path), system, 1e-4)


@needs_c
def test_what_is_held_is_a_state_and_follows_parameters(tmp_path: Path) -> None:
    system = relay()
    model = system.model
    shown = model.simulation.having(outputs=(Output.of("u*x'"),))
    program = build("c", text_of("c", model.having(simulation=shown)), tmp_path)
    found = program.answers("--outputs", np.array([[0, 0.2, 2, 0], [0, 0.2, 2, 1]], float))
    assert found[:, 0] == pytest.approx([-6, 6])
    head = program.answer("--points", "2").stdout.splitlines()[0]
    assert head == "t,x,x',mode_u,T,U,E,u*x'"


@needs_c
def test_random_numbers_end_with_the_motion_of_the_model(tmp_path: Path) -> None:
    program = build("c", text_of("c", noisy().model), tmp_path)
    table, words = program.table("--until", "4.2", "--points", "22")
    assert "no more random numbers" in words and table[-1, 0] == pytest.approx(4.0)


def test_exports_without_modes_refuse_them_by_name() -> None:
    for make in (
        lambda m: object_files(m, "cortex-m7"),
        jax_program,
        lambda m: c_program(m, derivatives=True),
    ):
        with pytest.raises(Unprintable, match=r"Signal “u”.*C99"):
            make(relay().model)


def test_what_acts_by_accelerations_or_takes_too_many_numbers_is_refused() -> None:
    for system, cause in (
        (with_block("relay", input="x''", on=0.1, off=-0.1), "acceleration"),
        (with_block("noise", sample=1e-4, deviation=1, seed=1), "random numbers"),
    ):
        with pytest.raises(Unprintable, match=cause):
            text_of("c", system.model)
