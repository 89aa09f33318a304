"""Reactions in other axes are the same vectors."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import System, pipeline
from lagr_gui.foundation.problem import LagrError

S = np.sqrt(0.5)


def skew() -> System:
    system = System("two links")
    for number in (1, 2):
        system.body("", 1 + number, (0.1, 0.2, 0.3))
        hinge = {"point_child": (0, 0.4, 0), "axis": (0, 0, 1)}
        rows = ((S, -S, 0), (S, S, 0), (0, 0, 1))
        system.joint("revolute", number - 1, number, f"q{number}", orientation=rows, **hinge)
    return system


STATE = {"q": [0.7, -0.3], "qd": [1.0, 2.0]}


def test_force_and_moment_are_the_same_vectors_in_all_axes():
    model = skew().model
    (found,) = pipeline.evaluate(model, [STATE])
    for axes in pipeline.AXES:
        for name, turned in pipeline.reactions_in(model, found, axes).items():
            space = found.reactions[name]
            assert np.linalg.norm(turned.force) == pytest.approx(np.linalg.norm(space.force))
            assert turned.force @ turned.moment == pytest.approx(space.force @ space.moment)


def test_axes_of_the_joint_lie_in_its_first_body():
    model = skew().model
    (found,) = pipeline.evaluate(model, [STATE])
    first = found.reactions["revolute 1"]
    turned = pipeline.reactions_in(model, found, "joint")["revolute 1"]
    x, y, _ = first.force  # body 0 is space: the joint frame is turned by 45° about z
    assert turned.force[:2] == pytest.approx([S * (x + y), S * (y - x)])
    child = pipeline.reactions_in(model, found, "child")["revolute 1"]
    angle = STATE["q"][0] + np.pi / 4
    along = x * np.cos(angle) + y * np.sin(angle)
    assert child.force[0] == pytest.approx(along)


def test_unknown_axes_are_refused():
    model = skew().model
    (found,) = pipeline.evaluate(model, [STATE])
    with pytest.raises(LagrError, match="paent"):
        pipeline.reactions_in(model, found, "paent")
