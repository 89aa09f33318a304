"""With conditions of every kind all formalisms agree, and Newton and Euler give the reactions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from lagr_gui import GROUND, System, pipeline
from lagr_gui.mechanics.certificate import random_states
from lagr_gui.mechanics.formalisms.newton_euler import NewtonEulerEvaluator
from lagr_gui.mechanics.formalisms.numeric import Constraint
from lagr_gui.prepared import prepare
from tests.samples.gallery import values

FREE = ("x", "y", "z", "alpha", "beta", "gamma")
PLANAR = ("x", "y", "phi")


def four_bar_of_hinges() -> System:
    """A closed path of four hinges in space: three of its conditions are redundant."""
    system = System(a=0.3, b=0.8, c=0.6, d=0.7)
    bars = [system.body(name, 1.2, (0.02, 0.03, 0.04)) for name in "abc"]
    hinges = (
        (GROUND, bars[0], (0, 0, 0), ("-a/2", 0, 0)),
        (bars[0], bars[1], ("a/2", 0, 0), ("-b/2", 0, 0)),
        (GROUND, bars[2], ("d", 0, 0), ("-c/2", 0, 0)),
        (bars[1], bars[2], ("b/2", 0, 0), ("c/2", 0, 0)),
    )
    for number, (parent, child, a, b) in enumerate(hinges, start=1):
        system.joint("revolute", parent, child, f"q{number}", point_parent=a, point_child=b)
    return system


def skid() -> System:
    """A skid on a plane that turns."""
    system = System(gravity=(0, 0, "-g"))
    system.ground(axis=(0, 0, 1), angle="0.3*t")
    runner = system.body("runner", 1.5, (0.1, 0.2, 0.3))
    system.joint("planar", GROUND, runner, *PLANAR)
    system.element("skid", body=runner, point=(0.2, 0.1, 0), across=(0, 1, 0))
    system.element("force", body=runner, vector=(2, 1, 0), point=(0.1, 0, 0), axes="body")
    return system


def rolling_disc() -> System:
    """A disc that rolls on a plane."""
    system = System(gravity=(0, 0, "-g"), r=0.4)
    disc = system.body("disc", 0.8, (0.05, 0.05, 0.1))
    system.joint("free", GROUND, disc, *FREE)
    system.element(
        "rolling_disc", body=disc, axis=(0, 0, 1), radius="r", normal=(0, 0, 1), along=(1, 0, 0)
    )
    return system


def rod_and_gear() -> System:
    """Two wheels in gear, a rod from the second to a body in space, and a drive in time."""
    system = System()
    first, second, third = (system.body(n, 1.1, (0.1, 0.2, 0.3)) for n in "abc")
    system.joint("revolute", GROUND, first, "q1", axis=(0, 0, 1), point_child=(0.1, 0, 0))
    system.joint("revolute", first, second, "q2", axis=(0, 1, 0), point_parent=(0.5, 0, 0))
    system.joint("spherical", GROUND, third, "a", "b", "c", point_child=(0, 0.4, 0))
    system.element("gear", coordinate_a="q1", coordinate_b="q2", ratio=2)
    system.element("rod", body_a=second, point_a=(0.2, 0, 0), body_b=third, point_b=(0, 0.1, 0.3))
    system.element("prescribed_motion", coordinate="b", motion="0.2*sin(3*t)")
    return system


SYSTEMS = (four_bar_of_hinges, skid, rolling_disc, rod_and_gear)


@pytest.mark.parametrize("make", SYSTEMS)
def test_all_formalisms_agree(make: Callable[[], System]) -> None:
    found = pipeline.verify(make().model, states=3)
    assert {form.name: form.deviation for form in found.formalisms if not form.holds} == {}
    assert all(form.states == 3 for form in found.formalisms if form.deviation is not None)


@pytest.mark.parametrize("make", SYSTEMS)
def test_reactions_are_those_of_the_recursion(make: Callable[[], System]) -> None:
    model = make().model
    evaluator = NewtonEulerEvaluator(prepare(model).reading)
    points = random_states(len(pipeline.check(model).coordinates), 2, 5)
    for point, known in zip(points, pipeline.evaluate(model, points), strict=True):
        bound = Constraint(known.rows, known.gamma)
        qdd, found = evaluator.solution(point, list(values(model).values()), bound)
        assert qdd == pytest.approx(known.qdd, rel=1e-8, abs=1e-9)
        if known.rank < len(known.G):
            continue  # how redundant conditions share their reactions is open
        size = max(1.0, *(float(np.max(np.abs(r.force))) for r in known.reactions.values()))
        for joint, reaction in known.reactions.items():
            assert found[joint].force == pytest.approx(reaction.force, abs=1e-9 * size)
            assert found[joint].moment == pytest.approx(reaction.moment, abs=1e-9 * size)
