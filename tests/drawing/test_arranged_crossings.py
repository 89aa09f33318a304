"""Arranged drawings have no line over another that could be avoided."""

from __future__ import annotations

import random

import pytest

from lagr_gui import pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.drawing import Plan, looks_of
from lagr_gui.editing import edits
from lagr_gui.model import Body, Layout, Model
from lagr_gui.subsystems import flat
from lagr_gui.topology import cut_joints
from tests.ground.sources import ROOT
from tests.systems import joint

SAMPLES = sorted((ROOT / "sample_models").glob("*.lagr"))


def crossings(model: Model) -> int:
    """How often a line leaps over another one in the arranged drawing."""
    model = edits.arrange(model.having(layout=Layout()))
    plan = Plan()
    plan.take(model, edits.places(model), looks_of(model, cut_joints(model, KINDS)))
    return sum(len(shape.hops) for shape in plan.shapes.values())


def entangled(count: int, extra: int, seed: int) -> Model:
    """A random tree of bodies with joints that close paths."""
    chance = random.Random(seed)
    pairs = [(chance.randrange(n), n) for n in range(1, count + 1)]
    while len(pairs) < count + extra:
        pair = tuple(sorted(chance.sample(range(count + 1), 2)))
        if pair not in pairs:
            pairs.append((pair[0], pair[1]))
    joints = (joint("revolute", f"j{a}-{b}", a, b, coordinates=(f"q{a}_{b}",)) for a, b in pairs)
    bodies = tuple(Body(number=number) for number in range(1, count + 1))
    return Model(bodies=bodies, joints=tuple(joints))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_no_line_of_a_sample_crosses_another(path) -> None:
    assert crossings(flat(pipeline.load(path))) == 0


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("count", "extra"), [(5, 1), (5, 2), (8, 2), (10, 3)])
def test_no_line_of_a_random_mechanism_with_loops_crosses_another(count, extra, seed) -> None:
    assert crossings(entangled(count, extra, seed)) == 0
