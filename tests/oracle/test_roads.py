"""Simulation, small motions, given motions and the closed form against the oracle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
import pytest

import lagr_gui
from tests.oracle import roads
from tests.oracle.bound import bound_small_motions_of
from tests.oracle.comparison import Case, Verdict, without_machine_code
from tests.oracle.drawing import LOADS, random_tree, roped
from tests.oracle.fuzzing import free
from tests.oracle.loops import random_loop
from tests.oracle.parts import at_random, body, document, joint
from tests.oracle.small import Turns


def trees(count: int) -> list[Case]:
    """Small trees without conditions."""
    return [case for case in (free(random_tree(seed, 2, 4)) for seed in range(count)) if case.q]


def asked(road: Callable[[Case], Verdict], cases: Iterable[Case]) -> Counter[str]:
    """Sorts of verdicts; none of them disagrees."""
    counts: Counter[str] = Counter()
    for case in cases:
        verdict = road(case)
        assert verdict.sort != "disagrees", f"{verdict}\n{case.text}\n{case}"
        counts[verdict.sort] += 1
    return counts


def test_motions_of_trees_follow_newton_and_euler() -> None:
    assert asked(roads.motion_of, trees(30))["agrees"] > 24


def test_motions_of_bound_trees_and_loops_follow_newton_and_euler() -> None:
    bound = [random_tree(seed, 2, 3) for seed in range(100, 115)]
    counts = asked(roads.motion_of, [*bound, *map(random_loop, range(12))])
    assert counts["agrees"] > 15


def test_linear_equations_and_modes_are_those_of_difference_quotients() -> None:
    assert asked(roads.small_motions_of, trees(30))["agrees"] > 24


def test_small_motions_of_bound_trees_are_those_of_difference_quotients() -> None:
    cases = [case for case in (random_tree(seed, 2, 4) for seed in range(20)) if case.q]
    assert asked(bound_small_motions_of, cases)["agrees"] > 11


def test_forces_for_given_motions_are_those_of_newton_and_euler() -> None:
    with without_machine_code():
        assert asked(roads.given_motion_of, trees(50))["agrees"] > 45


def test_ropes_that_become_tight_take_the_impulses_of_newton_s_law() -> None:
    with without_machine_code():
        assert asked(roads.strikes_of, map(roped, range(40)))["agrees"] > 25


def test_the_closed_form_agrees_with_newton_and_euler() -> None:
    with without_machine_code():
        assert asked(roads.closed_form_of, trees(25))["agrees"] > 20


EVERY_LOAD = (*LOADS, "bushing")


def loaded(kind: str, hinge: str) -> Case:
    """A body on a joint with one load, from rest and from a push."""
    turns = Turns(EVERY_LOAD.index(kind))
    made = joint(hinge, "p", 0, 1, [1, 0, 0], point_child=[0, 0.4, 0])
    ends = {"body_a": 0, "point_a": [-2, 0.1, 0], "body_b": 1, "point_b": [0.1, -0.2, 0.3]}
    over = {"pulleys": [{"body": 0, "point": [0.2, -0.9, 0.4]}]}
    fields = {
        "spring": {**ends, "c": 30, "l0": 0.8},
        "dashpot": {**ends, "k": 3},
        "lagr_damper": {**ends, "k": 2},
        "force": {"vector": ["-2*p1'", "sin(t)", 1], "point": [0, 0.2, 0.1], "axes": "body"},
        "torque": {"vector": [0.4, "cos(p1)", -1]},
        "bushing": {
            "point_a": [0.3, 0.1, 0],
            "point_b": [0.1, -0.2, 0.3],
            "normal": [1, 2, 2],
            "along": [0, 1, -1],
            "c": ["20 + t", 30, -4],
            "k": [1, 0, 2],
            "c_turn": [3, 5, 7],
            "k_turn": [0.1, 0.4, 0],
            "preload": ["t", 2, 0],
            "premoment": [1, 0, "t"],
        },
        "coordinate_spring": {"coordinate": "p1", "c": 12, "q0": 0.3},
        "coordinate_damper": {"coordinate": "p1", "k": 1.5},
        "coordinate_force": {"coordinate": "p1", "force": "2*sin(3*t) - p1^3"},
        "energies": {"kinetic": "0.2*p1'^2", "potential": "p1^4", "dissipation": "p1'^2/4"},
        "elastic_rope": {**ends, **over, "c": 20, "l0": 1},
        "rope_damper": {**ends, **over, "k": 2},
        "rope_pull": {**ends, **over, "pull": "3 + sin(t)"},
    }
    return at_random(
        document([body(1)], [made], [{"name": "e", "kind": kind, **fields[kind]}]), turns.source
    )


@pytest.mark.parametrize("kind", EVERY_LOAD)
@pytest.mark.parametrize("hinge", ["prismatic", "universal"])
def test_a_load_moves_a_body_as_scipy_integrates_newton_and_euler(kind: str, hinge: str) -> None:
    case = loaded(kind, hinge)
    model = roads.started(case)
    settings = replace(lagr_gui.settings_of(model), t0=case.t, t_end=case.t + 0.5, points=4)
    found = lagr_gui.simulate(model, settings)
    expected = roads.integrated(case, found.t)
    assert np.hstack([found.q, found.qd]) == pytest.approx(expected, rel=1e-8, abs=1e-8)
