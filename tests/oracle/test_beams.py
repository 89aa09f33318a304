"""Elastic beams against mass points that hang on the shape functions."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.oracle.beams import ENDS
from tests.oracle.comparison import Case
from tests.oracle.parts import AXES, QUARTERS, across, at_random, body, document, joint
from tests.oracle.tally import tallied


def beamed(seed: int, ends: str) -> Case:
    """A beam between two bodies of a chain, drawn from either side, with what acts on it."""
    source = random.Random(seed)
    axis = source.choice(AXES[:6])
    tip, root = (2, 1) if seed % 2 else (1, 2)
    beam: dict[str, Any] = {
        "name": "beam",
        "kind": "beam",
        "parent": root,
        "child": tip,
        "ends": ends,
    }
    beam |= {"coordinates": [f"u{k}" for k in range(source.randint(1, 3))], "axis": axis}
    beam |= {"across": across(axis), "orientation": source.choice(QUARTERS), "length": "l"}
    beam |= {"density": "mu", "stiffness": 30, "damping": source.choice((0, 0.02))}
    beam |= {
        "foreshortening": source.choice(("on", "off")),
        "gravity": source.choice(("on", "off")),
    }
    beam |= {
        "point_parent": [0.1, 0, -0.2],
        "point_child": source.choice(([0, 0, 0], [0.05, 0.1, 0])),
    }
    hinge = joint(source.choice(("revolute", "universal", "free")), "p", 0, 1, source.choice(AXES))
    ends_of = {"body_a": 2, "point_a": [0.1, 0, 0], "body_b": 0, "point_b": [0.3, 1, 0.2]}
    elements = [{"name": kind, "kind": kind, **ends_of} for kind in ("spring", "dashpot")]
    elements.append({"name": "push", "kind": "force", "body": 2, "vector": [0, "2*sin(t)", 1]})
    values = [{"name": n, "value": v} for n, v in (("g", 9.81), ("l", 0.8), ("mu", 1.3))]
    bodies = [body(1), body(2, 0.7, 0.2)]
    data = document(bodies, [hinge, beam], elements, parameters=values)
    case = at_random(data, source)
    bent = {name: q / 10 if name.startswith("u") else q for name, q in case.q.items()}
    return Case(data, case.t, bent, case.qd)


@pytest.mark.parametrize("ends", ENDS)
def test_beams_agree_with_mass_points_that_are_cut_free(ends: str) -> None:
    tally = tallied(beamed(seed, ends) for seed in range(4))
    assert not tally.faults and tally.sorts["agrees"] == 4, str(tally)
