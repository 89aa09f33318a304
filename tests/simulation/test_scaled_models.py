"""Samples and random models in other units of length, mass and time: they move as before."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import lagr_gui
from lagr_gui.catalogue import KINDS
from lagr_gui.model import Model
from lagr_gui.model.quantities import units_of_coordinates
from tests.each import each
from tests.simulation.scaled_motions import (
    DECIMAL,
    EXACT,
    SAMPLES,
    differs,
    moved,
    random_model,
    random_scale,
)
from tests.simulation.scaling import Scale, Scaled

pytestmark = pytest.mark.filterwarnings("ignore::lagr_gui.foundation.problem.ModelWarning")


def sample(name: str) -> Model:
    return lagr_gui.load(SAMPLES / f"{name}.lagr")


@each(
    "name, scale, part",
    [
        ("bouncing_ball", Scale(length=1 / EXACT), 0.15),
        ("condenser_microphone", Scale(time=1 / EXACT), 0.1),
        ("flyball_governor", Scale(length=1 / DECIMAL), 0.1),
        ("newtons_cradle", Scale(length=DECIMAL), 0.2),
    ],
)
def test_small_large_and_fast_samples_move_as_before(name: str, scale: Scale, part: float) -> None:
    assert differs(sample(name), scale, part) == ""


def test_a_loop_goes_through_its_dead_position_in_any_unit() -> None:
    assert differs(sample("parallelogram"), Scale(length=EXACT), 0.4) == ""


@pytest.mark.parametrize("name", sorted(path.stem for path in SAMPLES.glob("*.lagr")))
def test_samples_move_as_before_in_other_units(name: str) -> None:
    scale = random_scale(sum(map(ord, name)), EXACT)
    assert differs(sample(name), scale, 0.3) == ""


@each("seed", [4001, 4033])
def test_random_models_that_once_were_refused_move_as_before(seed: int) -> None:
    assert differs(random_model(seed), random_scale(seed, EXACT)) == ""


@pytest.mark.parametrize("seed", range(100, 124))
def test_random_models_move_as_before_in_other_units(seed: int) -> None:
    try:
        model = random_model(seed)
    except lagr_gui.LagrError:
        return  # drawn at a place where it cannot be
    assert differs(model, random_scale(seed, DECIMAL)) == ""


def test_another_unit_of_time_changes_no_step_of_a_series() -> None:
    steps = [
        moved(Scaled(sample("ladder_filter"), Scale(time=time)).model).trajectory.steps
        for time in (Fraction(1), 1 / EXACT, EXACT)
    ]
    assert steps[0] == steps[1] == steps[2]


def test_all_amplitudes_of_a_beam_are_lengths() -> None:
    beam = sample("rotating_beam")
    units = units_of_coordinates(beam, KINDS)
    assert [units[name] for name in beam.coordinates] == ["m", "m", "m"]


def test_what_is_typed_without_unit_keeps_its_meaning_in_other_units() -> None:
    """Numbers in functions are measures of seconds and metres, whatever the units are."""
    system = lagr_gui.System("Hidden", gravity=(0, 0, 0))
    system.body(mass=2)
    system.joint("prismatic", 0, 1, "x", axis=(1, 0, 0))
    system.element("coordinate_force", coordinate="x", force="3*sin(2*t) - 5*x - 0.1*x'*abs(x')")
    system.start(x=(0.5, 0.2))
    scale = Scale(length=EXACT, mass=1 / EXACT, time=EXACT)
    old, new = (moved(Scaled(system.model, s).model, 0.3).trajectory for s in (Scale(), scale))
    assert new.q / float(EXACT) == pytest.approx(old.q, rel=1e-12)
    assert np.max(np.abs(old.q)) > 0.5
