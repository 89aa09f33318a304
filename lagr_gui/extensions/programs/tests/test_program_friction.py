"""Programs of models with dry friction: who slides and who sticks, as in simulations."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from lagr_gui import GROUND, System
from lagr_gui.extensions.programs.describing import describe
from lagr_gui.extensions.programs.languages import LANGUAGES, written
from lagr_gui.extensions.programs.languages.python import Python
from lagr_gui.extensions.programs.naming import Names
from lagr_gui.extensions.programs.refusing import STRUCK
from lagr_gui.extensions.programs.source import source
from lagr_gui.extensions.programs.tests.test_programs import HERE, text_of
from lagr_gui.extensions.programs.tests.toolchain import TOOLS, Built, build
from lagr_gui.foundation.problem import Unprintable
from lagr_gui.model import Output
from lagr_gui.prepared import prepare
from tests.samples.gallery import sample
from tests.simulation.friction.drawings import (
    Drawn,
    belt,
    blocks,
    oscillator,
    pendulum,
    rotor,
    slope,
)
from tests.simulation.friction.test_drums import two_weights
from tests.simulation.friction.test_pressed import chain as pressed_chain
from tests.simulation.friction.units import Units

needs_c = pytest.mark.skipif(not TOOLS["c"].is_there, reason="no compiler for C on this machine")
D, U = Drawn(), Units()
TURNED, SMALL = Drawn((0, 0, -1), True), Units(1e-6, 1e6, 1e-6)


def chain(count: int = 3, **law: float) -> System:
    """Links that hang in a row, with friction in every hinge."""
    system, last = System("chain"), GROUND
    for number in range(count):
        link = system.body(mass=1, inertia=(0.01, 0.01, 0.01))
        ends = {"point_parent": (0, -0.3 if number else 0, 0), "point_child": (0, 0.2, 0)}
        system.joint("revolute", last, link, f"a{number}", **ends)
        fields = {"kinetic": 0.5, "static": 0.6, **law}
        system.element("joint_friction", coordinate=f"a{number}", **fields)
        last = link
    system.start(**{f"a{number}": (1.0 - 0.4 * number, 0) for number in range(count)})
    system.plan(until=3)
    return system


def held_together(*bounds: tuple[float, float]) -> System:
    """A block that several frictions hold: what one cannot hold alone the others hold with it."""
    system = System("block", gravity=(0, 0, 0))
    system.joint("prismatic", GROUND, system.body(mass=1), "x")
    for R, H in bounds:
        system.element("joint_friction", coordinate="x", kinetic=R, static=H, stribeck=0.3)
    push = "3*sin(t) + 0.3*sin(7*t)"
    system.element("coordinate_force", coordinate="x", force=push)
    system.plan(until=10)
    return system


def between_stops() -> System:
    """Two blocks on a spring that rub, of which one strikes stops and rests on them."""
    system = System("stops", gravity=(0, 0, 0))
    first, second = system.body(mass=1), system.body(mass=2)
    system.joint("prismatic", GROUND, first, "x", axis=(1, 0, 0))
    system.joint("prismatic", GROUND, second, "y", axis=(1, 0, 0))
    system.element("coordinate_spring", coordinate="x", c=20)
    system.element("spring", body_a=first, body_b=second, c=30, l0=0.5)
    system.element("line_friction", body_a=GROUND, body_b=first, point_a=(-2, 1, 0), kinetic=1)
    system.element("joint_friction", coordinate="y", kinetic=1.5, static=2)
    system.element("stop", coordinate="x", lower=-0.2, upper=0.1, restitution=0.4)
    system.element("coordinate_force", coordinate="y", force="6*sin(2*t)")
    system.start(x=(0, 0), y=(0.5, 0))
    system.plan(until=8)
    return system


def driven() -> System:
    """A block that rubs on a carriage whose motion is given, beside a state of the first order."""
    system = System("driven", gravity=(0, 0, 0))
    carriage, block = system.body(mass=1), system.body(mass=2)
    system.joint("prismatic", GROUND, carriage, "x", axis=(1, 0, 0))
    system.joint("prismatic", carriage, block, "y", axis=(1, 0, 0))
    system.element("prescribed_motion", coordinate="x", motion="0.3*sin(3*t)")
    system.state("z", "3*(y - z)", start=0.1)
    system.element("coordinate_force", coordinate="y", force="-5*y - 4*z")
    system.element("joint_friction", coordinate="x", kinetic=0.5)
    system.element("brake", coordinate="y", moment="0.4*(1 + 0.5*sin(2*t))")
    system.start(x=(0, 0.9), y=(0.2, 0))
    system.plan(until=4)
    return system


def shoe(length: float) -> System:
    """A shoe in a guide, pushed at an arm: its own reaction presses."""
    system = System("shoe", gravity=(0, -9.81, 0))
    body = system.body(mass=2, inertia=(0, 0, 0.05))
    system.joint("prismatic", GROUND, body, "x")
    system.element("force", body=body, point=(0, 0.3, 0), vector=("10*sin(2*t)", 0, 0))
    system.element("coordinate_spring", coordinate="x", c=4)
    fields = {"mu": 0.2, "mu_static": 0.25, "stribeck": 0.4, "length": length}
    system.element("guide_friction", "rub", coordinate="x", **fields)
    system.start(x=(0, 1))
    system.plan(until=6)
    return system


def rough_ball() -> System:
    """A ball over a rough floor."""
    system = System("ball")
    system.joint("planar", GROUND, system.body(mass=1, inertia=(0, 0, 1)), "x", "y", "p")
    system.element("wall", radius=0.1, mu=0.3)
    system.start(y=1)
    return system


def on_pins() -> System:
    """A pendulum on a pin, in the sample."""
    return System.of(sample("pin_friction_pendulum"))


def hung(seed: int, until: float) -> System:
    """A random chain of hinges and slides, each pressed by its own reaction."""
    system = pressed_chain(np.random.default_rng(seed))[0]
    system.plan(until=until)
    return system


def shaken_four_bar() -> System:
    system = System.of(sample("four_bar"))
    for coordinate in ("q1", "q2", "q3", "q4"):
        system.element("joint_friction", f"in {coordinate}", coordinate=coordinate, kinetic=0.3)
    system.start(q1=(1, 8))
    system.plan(until=1.5)
    return system


CASES: dict[str, tuple[Callable[[], System], float]] = {
    "slope": (lambda: slope(25, -1, D, U), 1e-12),
    "oscillator": (lambda: oscillator(D, U), 1e-8),
    "oscillator, turned and small": (lambda: oscillator(TURNED, SMALL), 1e-8),
    "belt": (lambda: belt(D, U), 1e-9),
    "pendulum": (lambda: pendulum(D, U), 1e-8),
    "brake": (lambda: rotor(D, U), 1e-9),
    "brake, turned and small": (lambda: rotor(TURNED, SMALL), 1e-9),
    "two blocks": (lambda: blocks(D, U), 1e-10),
    "chain": (chain, 1e-8),
    "chain with Stribeck's curve": (lambda: chain(5, kinetic=0.3, static=0.4, stribeck=0.5), 1e-8),
    "held together": (lambda: held_together((0.2, 0.2), (0.7, 0.9), (0.8, 0.8)), 1e-9),
    "stops": (between_stops, 1e-8),
    "given motion": (driven, 1e-9),
    "loop": (shaken_four_bar, 1e-8),
    "pin": (on_pins, 1e-8),
    "shoe": (lambda: shoe(0.5), 1e-9),
    "shoe without a length": (lambda: shoe(0), 1e-9),
    "chain that its reactions press": (lambda: hung(0, 1.5), 1e-8),
    "another one": (lambda: hung(3, 1.0), 1e-8),
}


def beside(program: Built, system: System, most: float) -> None:
    """Assert that a program moves as a simulation, to a part of the largest numbers."""
    done = program.answer("--self-test")
    assert done.returncode == 0, done.stdout
    motion = system.simulate(points=101, rtol=1e-12)
    assert len(motion.changes) > 0
    table, words = program.table()
    assert not words and len(table) == len(motion.t)
    f = motion.q.shape[1]
    for known, found in ((motion.q, table[:, 1 : 1 + f]), (motion.qd, table[:, 1 + f : 1 + 2 * f])):
        assert np.max(np.abs(found - known)) <= most * np.max(np.abs(known))


@needs_c
@pytest.mark.parametrize("case", CASES)
def test_motions_with_friction_are_those_of_simulations(case: str, tmp_path: Path) -> None:
    made, most = CASES[case]
    system = made()
    beside(build("c", text_of("c", system.model), tmp_path), system, most)


@pytest.mark.parametrize("language", HERE)
@pytest.mark.parametrize("case", ["two blocks", "stops", "shoe"])
def test_every_language_that_knows_impacts_knows_friction(
    language: str, case: str, tmp_path: Path
) -> None:
    made, most = CASES[case]
    system = made()
    if language not in STRUCK:
        with pytest.raises(Unprintable, match="dry friction") as told:
            text_of(language, system.model)
        assert "C99" in str(told.value)
        return
    if language == "matlab":  # until behind the first change
        system.plan(until={"two blocks": 1.6, "stops": 0.5, "shoe": 1.7}[case])
    beside(build(language, text_of(language, system.model), tmp_path), system, most)


@needs_c
def test_single_states_slide_by_their_velocities_and_stick_as_gauss_tells(tmp_path: Path) -> None:
    program = build("c", text_of("c", blocks(D, U).model), tmp_path)
    m1, m2, R1, R2 = 2.0, 1.0, 0.6 * 9.81, 0.3 * 9.81  # t, x, u, x', u': the pull is 4 t
    states = {
        (1.0, 0, 0, 0, 0): (0, 0),
        (2.0, 0, 0, 0, 0): ((8 - R1) / (m1 + m2), 0),
        (5.0, 0, 0, 0, 0): ((20 - R1 - R2) / m1, R2 / m2 - (20 - R1 - R2) / m1),
        (0.0, 0, 0, 1, -1): ((-R1 - R2) / m1, R2 / m2 + (R1 + R2) / m1),
        (0.0, 0, 0, -1, 0): (R1 / (m1 + m2) if R1 / (m1 + m2) < R2 else np.nan, 0),
    }
    found = program.accelerations(np.array([*states], float))
    assert found == pytest.approx(np.array([*states.values()]), abs=1e-12)


@needs_c
def test_outputs_tell_what_friction_exerts(tmp_path: Path) -> None:
    system = chain()
    texts = ('friction("joint_friction 1")', 'reserve("joint_friction 2")', "a1''")
    motion = system.simulate(points=41, outputs=texts, rtol=1e-12)
    outputs = tuple(map(Output.of, texts))
    model = system.model
    model = model.having(simulation=model.simulation.having(outputs=outputs))
    table, _ = build("c", text_of("c", model), tmp_path).table("--points", "41")
    for place, text in enumerate(texts, start=10):
        known = motion.outputs[text]
        assert np.max(np.abs(table[:, place] - known)) <= 1e-7 * np.max(np.abs(known)), text


@needs_c
@pytest.mark.parametrize("made", [chain, between_stops])
def test_single_precision_slides_and_sticks_too(made: Callable[[], System], tmp_path: Path) -> None:
    system = made()
    text = written(describe(prepare(system.model), struck=True), "c", single=True)
    program = build("c", text, tmp_path)
    assert program.answer("--self-test").returncode == 0
    table, words = program.table()
    motion = system.simulate(points=101)
    f = motion.q.shape[1]
    assert not words
    assert np.max(np.abs(table[:, 1 : 1 + f] - motion.q)) < 1e-4


@needs_c
def test_weights_on_a_rope_round_a_bar_slide_as_in_simulations(tmp_path: Path) -> None:
    system = two_weights(3.0, 1.0, Drawn((0, 1, 0)), U)
    program = build("c", text_of("c", system.model), tmp_path)
    assert program.answer("--self-test").returncode == 0
    motion, (table, words) = system.simulate(points=101), program.table()
    assert not words
    assert np.max(np.abs(table[:, 1:3] - motion.q)) < 1e-12


@needs_c
def test_what_grows_with_itself_jams(tmp_path: Path) -> None:
    """The centre of mass far beside the guide: friction turns the shoe, which presses more."""
    system = System("shoe", gravity=(0, -9.81, 0))
    body = system.body(mass=1, inertia=(0, 0, 1))
    system.parameter("mu", 0.2)
    system.joint("prismatic", GROUND, body, "x", point_child=(0, -1, 0))
    system.element("guide_friction", coordinate="x", mu="mu", length=1.0)
    system.start(x=(0, 1))
    text = text_of("c", system.model)
    assert build("c", text, tmp_path).answer().returncode == 0
    done = build("c", text.replace("    0.2,\n", "    0.6,\n"), tmp_path).answer()
    assert done.returncode != 0 and "a joint jams" in done.stderr


def test_what_programs_do_not_know_is_refused_with_the_element() -> None:
    system = on_pins()
    system.element("wall", "floor", body=1, plane_point=(0, -9, 0), mu=0.3)
    with pytest.raises(Unprintable, match=r"“floor”.*beside friction that reactions press"):
        text_of("c", system.model)
    with pytest.raises(Unprintable, match=r"“brake”.*without derivatives"):
        describe(prepare(sample("brake")), differentiated=True, struck=True)


@pytest.mark.parametrize("made", [chain, between_stops, on_pins, rough_ball])
def test_no_variable_of_friction_hides_a_constant_where_capitals_do_not_count(
    made: Callable[[], System],
) -> None:
    """Fortran does not tell capitals from small letters."""
    program = describe(prepare(made().model), struck=True)
    found = source(program, Names(program, "", True), False)
    functions = {function.name.lower() for function in found.functions}
    assert not functions & {name.lower() for name in found.constants}


def test_models_without_friction_have_no_trace_of_it() -> None:
    for name in ("double_pendulum", "bouncing_ball"):
        text = Python(describe(prepare(sample(name)), struck=True)).text()
        assert "senses" not in text and "FRICTIONS" not in text and "HOLDS" not in text
    assert set(STRUCK) <= set(LANGUAGES)
