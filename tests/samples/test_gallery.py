"""Every sample model opens, derives, verifies, simulates and moves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.foundation.problem import Severity
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import write_text
from lagr_gui.prepared import prepare
from lagr_gui.typesetting.escape import escaped
from tests.samples.gallery import NAMES, sample

DOTS = "\N{COMBINING DOT ABOVE}\N{COMBINING DIAERESIS}"
"""Fonts set them over wrong letters."""

"""Models whose closed form takes many seconds."""

DEMANDED = {
    "simple_pendulum",
    "physical_pendulum",
    "double_pendulum",
    "five_link_chain",
    "cart_pole",
    "lagr_system_2",
    "spinning_top",
    "bead_on_hoop",
    "mass_spring_chain",
    "two_pendulums_dashpot",
    "robot_arm_6r",
    "quadruped",
    "four_bar",
    "slider_crank",
    "andrews_squeezer",
    "parallelogram",
    "bennett",
    "cardan_shaft",
    "flyball_governor",
    "chaplygin_sleigh",
    "rolling_disc",
    "whipple_bicycle",
    "ball_on_turntable",
    "gear_train",
    "rack_and_pinion",
    "nut_on_thread",
    "block_on_slope",
    "mass_on_belt",
    "brake",
    "pin_friction_pendulum",
    "ratchet_winch",
    "hexagonal_prism",
    "swinging_atwood",
    "dc_motor_pendulum",
    "condenser_microphone",
    "loudspeaker",
    "ladder_filter",
    "cantilever",
    "rotating_beam",
    "flexible_arm",
}


def test_the_gallery_has_what_was_promised() -> None:
    assert set(NAMES) >= DEMANDED


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_has_no_problems(name: str) -> None:
    report = pipeline.check(sample(name))
    told = ("closed-loop", "low-order-mesh")
    assert all(problem.code in told for problem in report.problems)
    codes = [problem.code for problem in report.problems]
    assert codes.count("closed-loop") == len(report.loops)
    assert not report.offered and not report.renumbering


BOUND = [name for name in NAMES if prepare(sample(name)).reading.constraints]


@pytest.mark.parametrize("name", BOUND)
def test_the_start_values_of_a_bound_sample_fit(name: str) -> None:
    model = sample(name)
    start = prepare(model).assembly
    assert all(note.severity is Severity.HINT for note in start.notes)
    assert pipeline.mobility(model).freedom.freedoms >= 1


@pytest.mark.parametrize("path", sample_models(), ids=lambda path: path.stem)
def test_a_sample_is_written_as_it_would_be_saved(path: Path) -> None:
    assert write_text(pipeline.load(path)) == path.read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_tells_what_one_can_learn(name: str) -> None:
    model = sample(name)
    assert model.name
    assert 3 <= model.description.count(". ") + 1 <= 8
    assert all(parameter.description and parameter.unit for parameter in model.parameters)
    assert all(body.name for body in model.bodies)


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_tells_it_in_letters_that_stand_alone(name: str) -> None:
    told = sample(name).description
    assert not set(told) & set(DOTS)
    assert "?" not in escaped(told.replace("?", "")), "documents have all of them too"


@pytest.mark.parametrize("name", NAMES)
def test_slider_ranges_contain_the_values(name: str) -> None:
    for parameter in sample(name).parameters:
        assert parameter.minimum is not None and parameter.maximum is not None
        assert parameter.minimum <= float(parameter.value or 0) <= parameter.maximum
        assert parameter.minimum < parameter.maximum


@pytest.mark.parametrize("name", NAMES)
def test_every_body_has_a_place_of_its_own(name: str) -> None:
    model = sample(name)
    places = {place.item: (place.x, place.y) for place in model.layout.places}
    assert set(places) >= {f"body:{number}" for number in (0, *model.numbers)}
    assert set(places) >= {f"terminal:{terminal.name}" for terminal in model.terminals}
    points = np.array(list(places.values()))
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    assert distances[~np.eye(len(points), dtype=bool)].min() >= 150


@pytest.mark.parametrize("name", NAMES)
def test_the_energy_of_a_sample_is_accounted_for_from_the_beginning(name: str) -> None:
    model = sample(name)
    settings = pipeline.settings_of(model)
    trajectory = pipeline.simulate(model, replace(settings, t_end=settings.t_end / 5))
    assert trajectory.energy_error <= 1e-6
    assert trajectory.drift.max() < 1e-9 and trajectory.slip.max() < 1e-9


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_moves_and_its_energy_is_accounted_for(name: str) -> None:
    model = sample(name)
    trajectory = pipeline.simulate(model)
    assert trajectory.t[-1] == model.simulation.until
    assert trajectory.energy_error <= 1e-6
    motion = pipeline.motion(model, trajectory)
    assert set(motion.x) == {0, *model.numbers}
    least, greatest = motion.bounds
    assert np.all(np.isfinite(least)) and np.all(np.isfinite(greatest))
    moved = [np.ptp(x, axis=0).max() for x in motion.x.values()]
    turned = [np.ptp(R, axis=0).max() for R in motion.R.values()]
    if model.terminals:  # currents flow; plates may move by micrometres only
        assert np.all(np.ptp(trajectory.q, axis=0) > 0)
    else:
        assert max(moved) > 0.05 or max(turned) > 0.5
    assert trajectory.drift.max() < 1e-9 and trajectory.slip.max() < 1e-9


@pytest.mark.parametrize("name", NAMES)
def test_both_derivations_of_a_sample_agree(name: str) -> None:
    certificate = pipeline.verify(sample(name), states=3)
    assert certificate.holds and certificate.skipped == 0
    assert certificate.deviation <= 1e-10


@pytest.mark.parametrize("name", NAMES)
def test_the_equations_of_a_sample_name_their_sources(name: str) -> None:
    model = sample(name)
    sheet = pipeline.equations(model)
    items = {"body:0"} | {f"body:{number}" for number in model.numbers}
    items |= {f"element:{element.name}" for element in model.elements}
    items |= {f"joint:{joint.name}" for joint in model.joints}
    assert sheet.of("g")
    for entry in sheet.entries:
        assert entry.terms
        for term in entry.terms:
            assert term.sources and set(term.sources) <= items


@pytest.mark.parametrize("name", [name for name in NAMES if sample(name).special_cases])
def test_special_cases_verify_too(name: str) -> None:
    model = sample(name)
    for case in model.special_cases:
        assert pipeline.equations(model, special=case.name).of("g")
        assert pipeline.verify(model, states=2, special=case.name).holds
