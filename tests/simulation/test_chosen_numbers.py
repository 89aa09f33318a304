"""What chosen numbers are for, shown where nothing else hides it: each fails once it is spoilt."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle, islice
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from numpy.polynomial import legendre

from lagr_gui import GROUND, LagrError, System, equilibria, pipeline
from lagr_gui.numerics.state_layout import StateLayout
from lagr_gui.prepared import prepare
from lagr_gui.simulation import rightside
from lagr_gui.simulation.crossing import NODES, Leap
from lagr_gui.simulation.linear.modes import Modes
from lagr_gui.simulation.linear.response import FrequencyResponse
from lagr_gui.simulation.positions import equilibrium
from lagr_gui.simulation.rightside import RightSide
from lagr_gui.simulation.solvers import Solver, StiffnessWatch
from lagr_gui.simulation.system import MechanicalSystem, Step


def seen(rtol: float, h_lambda: list[float], steps: int = 600) -> bool:
    """Whether a course of |h λ|, repeated, is taken for stiff."""
    watch = StiffnessWatch(rtol)
    courses = islice(cycle(h_lambda), steps)
    return any(
        watch.is_stiff(cast(Solver, SimpleNamespace(h_lambda=lambda x=x: x))) for x in courses
    )


def test_steps_at_the_border_of_stability_are_stiff_and_those_well_inside_are_not() -> None:
    """DOP853 is stable up to |h λ| of about 6, whatever tolerance is asked for."""
    assert seen(1e-3, [5.5])
    assert not seen(1e-3, [3.0])


def test_accuracy_never_allows_steps_as_long_as_these() -> None:
    """Where many digits are asked for; 1.3 is the most that smooth motions were seen to take."""
    assert seen(1e-10, [2.5])
    assert not seen(1e-10, [1.3])


def test_few_smooth_steps_do_not_hide_stiffness_and_many_do() -> None:
    assert seen(1e-10, [5.0] * 5 + [0.5])
    assert not seen(1e-10, [5.0] * 5 + [0.5] * 20)


class Vanishing:
    """One coordinate whose inertia is q² of the usual one, or everywhere nothing."""

    layout = StateLayout(("x",))
    constraints = None

    def __init__(self, inertia: float) -> None:
        self.inertia = inertia

    def acceleration(self, t: float, y: np.ndarray) -> Step:
        return Step(np.array([-1.0]), self.inertia * y[:1] ** 2, np.zeros(0))


def test_inertia_that_vanishes_in_one_place_is_told_from_inertia_that_is_nowhere() -> None:
    told = [
        RightSide(cast(MechanicalSystem, Vanishing(inertia)), None).collapse(0.0, np.zeros(2), "")
        for inertia in (1.0, 0.0)
    ]
    assert [error.problems[0].code for error in told] == ["invalid-coordinates", "singular-metric"]


def test_a_wish_to_cancel_is_asked_for_some_fifty_times_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With a clock that goes on by a millisecond at each evaluation, for one second."""
    now = iter(np.arange(0.0, 10.0, 1e-3))
    monkeypatch.setattr(rightside, "perf_counter", lambda: float(next(now)))
    asked: list[int] = []
    side = RightSide(cast(MechanicalSystem, Vanishing(1.0)), lambda: bool(asked.append(1)))
    for _ in range(1000):
        side(0.0, np.array([1.0, 0.0]))
    assert 20 <= len(asked) <= 200


def test_a_step_over_a_singular_configuration_has_order_twenty_four() -> None:
    """Gauss: powers up to x²³ are integrated exactly from points where they are known."""
    points = legendre.legvander(2 * NODES - 1, len(NODES) - 1)
    for power in range(24):
        given = np.linalg.solve(points, (power + 1.0) * NODES**power)
        leap = Leap(0.0, 1.0, 1.0, np.zeros(1), np.array(given, np.float64)[:, None])
        assert leap(1.0) == pytest.approx(1.0, rel=1e-13)


def test_an_output_opposite_to_the_input_is_behind_it_however_rounding_goes() -> None:
    transfer = np.array([[-1 + 1e-15j], [-1 - 1e-15j], [-1 + 1e-13j]])
    unused = np.zeros(3)
    found = FrequencyResponse(
        "F", ("x",), unused, transfer, unused, unused, unused, (), cast(Modes, None)
    )
    assert found.continuous_phase[:, 0] == pytest.approx([-np.pi] * 3)


def test_pendulums_in_every_combination_are_found_from_their_corners_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without starts at random: 16 combinations of four angles that are 0 or π."""
    alone = replace(equilibrium.SEARCH, starts=0, hops=0)
    monkeypatch.setattr(equilibrium, "SEARCH", alone)
    system = System("Pendulums")
    last = GROUND
    for number in range(1, 5):
        body = system.body(mass=1)
        system.joint(
            "revolute", last, body, f"q{number}", point_parent=(0, 0, 0), point_child=(0, 0.5, 0)
        )
        last = body
    assert len(equilibria(system.model).found) == 16


def on_rod(**start: float) -> System:
    """A body in the plane on a rod of length 1 about the origin."""
    system = System("Rod")
    body = system.body("Body", mass=1, inertia=(0, 0, 1))
    system.joint("planar", GROUND, body, "x", "y", "a")
    system.element("rod", "rod", body_a=body, body_b=GROUND, l=1)
    system.start(**start)
    return system


def test_a_start_from_which_newton_s_method_has_no_direction_is_left_at_random() -> None:
    """In the middle of the circle its slope vanishes."""
    assembled = prepare(on_rod().model).assembly
    assert np.hypot(*assembled.q[:2]) == pytest.approx(1.0)


@pytest.mark.parametrize("depth", [1e-3, 1e-5])
def test_a_start_beyond_a_limit_is_refused_however_little_it_is(depth: float) -> None:
    system = System("Ball")
    ball = system.body("Ball", mass=1)
    system.joint("prismatic", GROUND, ball, "y", axis=(0, 1, 0))
    system.element("wall", "floor", body=ball)
    system.start(y=-depth)
    with pytest.raises(LagrError, match="floor"):
        system.simulate(until=0.1)


def test_charges_that_a_circuit_determines_give_way_to_it_and_bodies_stay() -> None:
    """A capacitor with a movable plate at a source: its charge goes to C(x) U, and x stays."""
    system = System("Plate")
    plate = system.body("Plate", mass=2)
    system.joint("prismatic", GROUND, plate, "x", axis=(1, 0, 0))
    system.branch("voltage_source", "a", "b", name="source", voltage=5)
    system.branch("capacitor", "a", "b", name="plates", C="0.1/(1 + x)")
    prepared = prepare(system.model)
    bound, names = prepared.conditions, prepared.coordinates
    assert bound is not None and len(names) == 2
    given = {"x": 0.3}
    q, _ = bound.project(0.0, np.array([given.get(name, 0.1) for name in names]), np.zeros(2))
    found = dict(zip(names, q, strict=True))
    assert found.pop("x") == pytest.approx(0.3, abs=1e-9)
    (charge,) = found.values()
    assert abs(charge) == pytest.approx(5 * 0.1 / 1.3)


def test_a_motion_that_begins_with_short_steps_is_not_given_up() -> None:
    """Fast at first and slow for long: the first steps tell nothing of how many there will be."""
    system = System("Fading", gravity=(0, 0, 0))
    body = system.body("Body", mass=1)
    system.joint("prismatic", GROUND, body, "x", axis=(1, 0, 0))
    system.element("coordinate_force", "pull", coordinate="x", force="-(1 + 1e8*exp(-30*t))*x")
    system.start(x=1)
    settings = replace(pipeline.settings_of(system.model), t_end=400.0, max_steps=9000)
    trajectory, problems = pipeline.simulate_as_far(system.model, settings)
    assert not problems
    assert trajectory.t[-1] == 400.0
