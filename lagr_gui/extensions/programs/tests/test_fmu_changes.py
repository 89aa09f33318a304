"""Functional mock-up units of what slides, sticks, switches, samples, is delayed or happens."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from lagr_gui import System, fmu3
from lagr_gui.extensions.programs.describing import describe
from lagr_gui.extensions.programs.fmi.packing import unit_source
from lagr_gui.extensions.programs.fmu_export import fmu_note
from lagr_gui.extensions.programs.tests import (
    test_program_contacts,
    test_program_events,
    test_program_friction,
    test_program_signals,
)
from lagr_gui.extensions.programs.tests.test_fmu import (
    KINDS,
    UNITS,
    compiled,
    description_of,
    loaded,
    run,
)
from lagr_gui.extensions.programs.tests.test_program_events import on_spring, with_relay
from lagr_gui.extensions.programs.tests.test_program_signals import delayed_on_a_stop, rail
from lagr_gui.extensions.programs.tests.toolchain import STRICT
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Output
from lagr_gui.prepared import prepare

pytestmark = [compiled, loaded]

SIGNALS = (
    *("relay", "controller", "in a row", "rate limit", "stops and friction", "on a stop", "loop"),
    *("sampled", "noise", "delay", "delays", "delay and stops"),
)
FRICTIONS = ("two blocks", "stops", "loop", "held together", "chain that its reactions press")
CONTACTS = ("F13, slips", "F18", "F17, small", "two feet that begin to slide", "shapes")
CASES: dict[str, Callable[[], System]] = {
    **{f"event: {name}": case for name, case in test_program_events.CASES.items()},
    **{f"signal: {name}": test_program_signals.CASES[name] for name in SIGNALS},
    **{f"friction: {name}": test_program_friction.CASES[name][0] for name in FRICTIONS},
    **{f"contact: {name}": test_program_contacts.CASES[name][0] for name in CONTACTS},
}


def moves(found: dict, system: System, most: float = 1e-8) -> None:
    """Assert that a unit moves as a simulation, to a part of the largest numbers.

    Importers write what is before and what is after an event: velocities may jump there.
    """
    motion = system.simulate(rtol=1e-12)
    times = np.array(found["time"])
    end = motion.t[-1]
    assert times[-1] == pytest.approx(end, rel=1e-8)
    instants = np.array([*(i.t for i in motion.impacts), *times[1:][np.diff(times) < 1e-9 * end]])
    away = np.all(np.abs(times[:, None] - instants) > 1e-6 * end, axis=1)
    assert np.sum(away) > 20
    q, qd = motion.at(np.minimum(times, motion.t[-1]))[:2]
    for place, name in enumerate(prepare(system.model).coordinates):
        for written, rows, whole in ((name, q, motion.q), (f"der({name})", qd, motion.qd)):
            missed = np.max(np.abs(np.array(found[written]) - rows[:, place])[away])
            assert missed <= most * np.max(np.abs(whole)), written


@pytest.mark.parametrize("version", UNITS)
@pytest.mark.parametrize("case", CASES)
def test_units_step_as_simulations_move(case: str, version: int, tmp_path: Path) -> None:
    system = CASES[case]()
    end = system.simulate().t[-1]
    found = run(UNITS[version](system.model), tmp_path, until=end)
    assert found["faults"] == []
    moves(found["CoSimulation"], system)
    assert ("ModelExchange" in found) == (not case.startswith("signal: delay"))
    if "ModelExchange" in found:
        moves(found["ModelExchange"], system, 1e-6)


@pytest.mark.parametrize("version", UNITS)
@pytest.mark.parametrize("make", [with_relay, delayed_on_a_stop])
def test_states_are_kept_and_units_begin_anew(
    make: Callable[[], System], version: int, tmp_path: Path
) -> None:
    """To the last bit, with another mass and another start; which are those of another model."""
    system, other = make(), make()
    other.parameter("m", 1.3)
    other.start(x=(0.12, -0.4))
    start = {"m": 1.3, "x": 0.12, "der(x)": -0.4}
    wish = {"until": 2.4, "start": start, "repeated": True}
    found = run(UNITS[version](system.model), tmp_path, **wish)
    assert found["same"] == [True] * 3
    other.plan(until=2.4)
    moves(found["CoSimulation"], other)


@pytest.mark.parametrize("version", UNITS)
@pytest.mark.parametrize("way", [1, -1])
def test_what_sticks_yields_to_a_force_from_outside(way: int, version: int, tmp_path: Path) -> None:
    """A block with H = 3 and b = 2: a force of 2.9 N at 0 s moves it not, one of 5 N at 1 s does.

    Then a = 1.5 m/s², and 2 N times the velocity are lost.
    """
    s = rail(mass=2)
    s.start(x=0)
    s.element("joint_friction", "rub", coordinate="x", kinetic=2, static=3)
    model = s.model
    outputs = (Output.of("friction(rub)"), Output.of("slip(rub)"))
    model = model.having(simulation=model.simulation.having(outputs=outputs))
    rows = [(0, 2.9 * way), (1, 2.9 * way), (1, 5 * way), (2, 5 * way)]
    wish = {"until": 2.0, "step": 0.125, "course": {"force(x)": rows}}
    found = run(UNITS[version](model), tmp_path, **wish)
    for kind, most in (("CoSimulation", 1e-12), ("ModelExchange", 1e-8)):
        yields(found[kind], way, most)


def yields(found: dict, way: int, most: float) -> None:
    """Assert that the block moves as it should from 1 s on."""
    table: dict[str, Array] = {name: np.array(column) for name, column in found.items()}
    gone = np.maximum(table["time"] - 1, 0)
    speed, slides = 1.5 * gone, gone > 0
    assert table["x"] == pytest.approx(way * 0.75 * gone**2, abs=most)
    assert table["slip(rub)"] == pytest.approx(way * speed, abs=most)
    assert table["power(dissipated)"] == pytest.approx(2 * speed, abs=most)
    assert table["friction(rub)"][slides] == pytest.approx(-2 * way, abs=most)
    still = table["friction(rub)"][(table["time"] > 0) & (table["time"] < 1)]
    assert still == pytest.approx(-2.9 * way, abs=most)


@pytest.mark.parametrize("version", UNITS)
def test_what_is_held_is_told_as_what_changes_at_instants(version: int, tmp_path: Path) -> None:
    text = description_of(UNITS[version](with_relay().model))
    modes = [line for line in text.splitlines() if 'name="mode_u"' in line]
    assert len(modes) == 1
    assert 'causality="local"' in modes[0] and 'variability="discrete"' in modes[0]
    assert "der(mode_u)" not in text and "Directional" not in text
    for name in ("wall limit 1", "u 1", "u 2", "off", "on", "opens"):
        assert f'name="indicator({name})"' in text


@pytest.mark.parametrize("version", UNITS)
def test_signals_that_sample_begin_where_the_model_does(version: int, tmp_path: Path) -> None:
    s = rail()
    s.signal("u", "sampled", sample=0.1, inputs=["x"], D=[[-1]], outputs=["w"])
    s.element("coordinate_force", coordinate="x", force="w")
    with pytest.raises(AssertionError, match="begin there"):
        run(UNITS[version](s.model), tmp_path, until=1.0, begin=0.25)


@pytest.mark.parametrize("version", UNITS)
def test_the_source_compiles_without_a_warning(version: int, tmp_path: Path) -> None:
    contacts = test_program_contacts.CASES["beside dry friction"][0]
    for number, make in enumerate((with_relay, delayed_on_a_stop, contacts)):
        program = describe(prepare(make().model), struck=True)
        file = tmp_path / f"model_{number}.c"
        file.write_text(unit_source(program, version, "{token}"), "utf-8")
        words = ["cc", *STRICT, "-O0", "-c", file.name]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, encoding="utf-8")
        assert done.returncode == 0, done.stderr[:3000]


@pytest.mark.parametrize("version", UNITS)
def test_an_event_that_ends_motions_ends_those_of_units(version: int, tmp_path: Path) -> None:
    system = on_spring(stop=True)
    found = run(UNITS[version](system.model), tmp_path, until=3.0)
    for kind in KINDS:
        assert found[kind]["time"][-1] == pytest.approx(system.simulate().t[-1], rel=1e-8)
        assert found[kind]["x"][-1] == pytest.approx(0, abs=1e-8)


@pytest.mark.parametrize("version", UNITS)
def test_who_looks_for_no_instant_is_told_or_a_little_late(version: int, tmp_path: Path) -> None:
    """Euler's method with steps of 1 ms: blocks that rub on each other; pins that turn in a loop.

    The slip of one of these turns where it moves no other: rest there would stop the loop.
    """
    late = {"solver": "Euler", "step": 1e-3}
    blocks = test_program_friction.CASES["two blocks"][0]()
    found = run(UNITS[version](blocks.model), tmp_path, until=6.0, **late)
    moves(found["ModelExchange"], blocks, 0.01)
    loop = test_program_friction.CASES["loop"][0]()
    with pytest.raises(AssertionError, match="passed by too much"):
        run(UNITS[version](loop.model), tmp_path, until=0.5, **late)


def test_units_for_co_simulation_alone_say_so() -> None:
    assert "co-simulation alone" in fmu_note(fmu3(delayed_on_a_stop().model))
    assert fmu_note(fmu3(with_relay().model)) == ""
