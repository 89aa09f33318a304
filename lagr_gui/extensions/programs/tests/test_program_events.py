"""Programs of models with events: what happens does so as in simulations."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lagr_gui import GROUND, System
from lagr_gui.extensions.programs.exports import c_program, jax_program
from lagr_gui.extensions.programs.object_export import object_files
from lagr_gui.extensions.programs.refusing import STRUCK, refused
from lagr_gui.extensions.programs.tests.test_program_signals import needs_c, pushed, rail
from lagr_gui.extensions.programs.tests.test_programs import HERE, text_of
from lagr_gui.extensions.programs.tests.toolchain import Built, build
from lagr_gui.foundation.problem import Unprintable
from lagr_gui.prepared import prepare


def on_spring(**event: Any) -> System:
    """A block on a spring, to which something happens."""
    s = rail()
    s.element("coordinate_spring", "spring", coordinate="x", c=9)
    s.event("happens", **{"when": "x", "direction": "falling", **event})
    return s


def kicked() -> System:
    """Two events that set a velocity, each time, one of them either way."""
    s = on_spring(set={"x'": "-2*x' + 0.1"}, once=False)
    s.event("brakes", when="x' - 0.2", direction="both", set={"x'": "x'*0.9"}, once=False)
    return s


def with_state() -> System:
    s = pushed(rail(), "-6*x + z")
    s.state("z", "1 - z")
    s.event("resets", when="x'", direction="both", set={"z": "x"}, once=False)
    return s


def oiled() -> System:
    s = on_spring(off="rub")
    s.element("joint_friction", "rub", coordinate="x", kinetic=0.3, static=0.5)
    return s


def hung(kind: str) -> System:
    """A bob on a rope or a rod that breaks by its pull."""
    s = System("hung", m=1.5, l=0.8)
    bob = s.body(mass="m", inertia=(0, 0, "m*(l/20)^2"))
    s.joint("planar", GROUND, bob, "x", "y", "alpha")
    s.element(kind, "string", body_a=GROUND, body_b=bob, l="l")
    s.start(x="l", y=0)
    s.plan(until=1)
    s.event("breaks", when="abs(thrust(string)) - 25", open="string")
    return s


def let_go(*inertia: float | str) -> System:
    s = System("letting go", m=1.5, l=0.8)
    bob = s.body(mass="m", inertia=inertia)
    s.joint("revolute", GROUND, bob, "phi", point_child=(0, "l", 0), name="pin")
    s.start(phi=-1.2)
    s.plan(until=1)
    s.event("lets go", when="phi - 0.4", open="pin")
    return s


def with_relay() -> System:
    """A relay that is switched off and on, and a stop that opens where the block rebounds."""
    s = rail()
    s.plan(until=6)
    s.signal("u", "relay", input="-x", on=0.05, off=-0.05, high=3, low=-3)
    s.element("coordinate_force", "f", coordinate="x", force="u")
    s.element("stop", "wall", coordinate="x", lower=-0.1, upper=0.15, restitution=0.7)
    s.event("off", when="t - 1.5", off="f")
    s.event("on", when="t - 2.5", on="f")
    s.event("opens", when="x + 0.09", direction="falling", open="wall")
    return s


def mixed(length: float = 1.0, mass: float = 1.0, time: float = 1.0) -> System:
    """Several events, in units of its own."""
    s, F = rail(length, mass, time, -1), mass * length / time**2
    s.element("coordinate_spring", coordinate="x", c=9 * F / length)
    s.element("coordinate_force", "f", coordinate="x", force=2 * F, enabled=False)
    bounds = {"lower": -0.25 * length, "upper": 0.3 * length}
    s.element("stop", "wall", coordinate="x", restitution=0.8, **bounds)
    s.event("slows", when="x", direction="both", once=False, set={"x'": "0.9*x'"})
    s.event("pushes", when=f"t - {1.3 * time!r}", on="f")
    s.event("opens", when=f"t - {2 * time!r}", open="wall")
    return s


CASES: dict[str, Callable[[], System]] = {
    "velocities": kicked,
    "states": with_state,
    "spring": lambda: on_spring(off="spring"),
    "friction": oiled,
    "rope": lambda: hung("rope"),
    "rod": lambda: hung("rod"),
    "joint": lambda: let_go(*["m*l^2/12"] * 3),
    "relay": with_relay,
    "end": lambda: on_spring(stop=True),
    "several": mixed,
}


def beside(program: Built, system: System, most: float = 1e-8) -> None:
    """Assert that a program moves as a simulation, to a part of the largest numbers."""
    done = program.answer("--self-test")
    assert done.returncode == 0, done.stdout
    table, words = program.table("--points", "51")
    motion = system.simulate(rtol=1e-12)
    assert not words and motion.happened
    assert table[-1, 0] == pytest.approx(motion.t[-1], rel=1e-9)
    q, qd = motion.at(np.minimum(table[:, 0], motion.t[-1]))[:2]
    f = motion.q.shape[1]
    for place, rows, largest in ((1, q, motion.q), (1 + f, qd, motion.qd)):
        missed = np.max(np.abs(table[:, place : place + f] - rows))
        assert missed <= most * np.max(np.abs(largest))


@needs_c
@pytest.mark.parametrize("case", CASES)
def test_what_happens_does_so_as_in_simulations(case: str, tmp_path: Path) -> None:
    system = CASES[case]()
    beside(build("c", text_of("c", system.model), tmp_path), system)


@needs_c
@pytest.mark.parametrize("units", [(1e-6, 1e-6, 1e-6), (1e6, 1e6, 1e6), (1e6, 1e-6, 1e-3)])
def test_it_does_so_at_any_size(units: tuple[float, float, float], tmp_path: Path) -> None:
    system = mixed(*units)
    beside(build("c", text_of("c", system.model), tmp_path), system)


@pytest.mark.parametrize("language", HERE)
@pytest.mark.parametrize("case", ["relay", "rope", "end"])
def test_every_language_that_knows_impacts_knows_events(
    language: str, case: str, tmp_path: Path
) -> None:
    system = CASES[case]()
    if language not in STRUCK:
        with pytest.raises(Unprintable, match="C99"):
            text_of(language, system.model)
        return
    if language == "matlab":
        system.plan(until={"relay": 0.4, "rope": 0.5, "end": 4}[case])
    beside(build(language, text_of(language, system.model), tmp_path), system)


@needs_c
def test_what_is_open_or_off_exerts_nothing(tmp_path: Path) -> None:
    """States t, x, y, α, their rates and the gate: g alone acts where the rod has opened."""
    program = build("c", text_of("c", hung("rod").model), tmp_path)
    held, fallen = program.accelerations(np.array([[0, 0.8, 0, 0, 0, 0, 0, g] for g in (1.0, 0)]))
    assert held[:3] == pytest.approx([0, -9.81, 0], abs=1e-12)
    assert fallen[:3] == pytest.approx([0, -9.81, 0], abs=1e-12)
    across = np.array([[0, 0, -0.8, 0, 0, 0, 0, g] for g in (1.0, 0)])
    held, fallen = program.accelerations(across)
    assert held[:3] == pytest.approx([0, 0, 0], abs=1e-12)
    assert fallen[:3] == pytest.approx([0, -9.81, 0], abs=1e-12)


def test_exports_without_modes_refuse_events_by_name() -> None:
    for make in (
        lambda m: object_files(m, "cortex-m7"),
        jax_program,
        lambda m: c_program(m, derivatives=True),
    ):
        with pytest.raises(Unprintable, match=r"Event “happens”.*C99"):
            make(on_spring(stop=True).model)


def test_what_programs_cannot_do_at_an_event_is_refused_by_name() -> None:
    bound = hung("rod")
    bound.event("kicks", when="t - 0.1", set={"x'": 1})
    pressed = on_spring(off="guide")
    pressed.element("guide_friction", "guide", coordinate="x", mu=0.1)
    for system, cause in (
        (bound, "sets a velocity"),
        (let_go(0, 0, "m*l^2/12"), "within a plane"),
        (pressed, "nothing that a program switches"),
    ):
        assert any(cause in str(p.cause) for p in refused(prepare(system.model), True, True))
