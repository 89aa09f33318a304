"""Degrees of freedom: Grübler's count, the true rank, and what is said about the difference."""

from __future__ import annotations

from collections.abc import Callable
from math import pi

import numpy as np
import pytest

from lagr_gui import System, pipeline
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.pipeline import Mobility
from tests.mechanics.bound.mechanisms import (
    bennett,
    bricard,
    four_bar,
    sarrus,
    stephenson,
    truss,
    watt,
    windows,
)

Make = Callable[[], System]


def mobility(system: System) -> Mobility:
    return pipeline.mobility(system.model)


def told(found: Mobility, code: str) -> list[Problem]:
    return [note for note in found.notes if note.code == code]


def started(make: Make, **values: float) -> Make:
    def made() -> System:
        system = make()
        system.start(**values)
        return system

    return made


KNOWN: dict[str, tuple[Make, int, int]] = {
    "four-bar": (four_bar, 1, -2),
    "four-bar in a skew plane": (lambda: four_bar((1, 2, 3)), 1, -2),
    "parallelogram with three cranks": (lambda: windows(2), 1, -5),
    "Bennett": (started(bennett, q1=0.7), 1, -2),
    "Bricard": (bricard, 1, 0),
    "Sarrus": (sarrus, 1, 0),
    "Watt": (watt, 1, -5),
    "Stephenson": (stephenson, 1, -5),
    "truss": (truss, 0, -3),
}
"""Linkage, degrees of freedom, and Grübler's count 6 n − Σ (6 − f)."""


@pytest.mark.parametrize("name", KNOWN)
def test_the_freedom_of_a_linkage_is_known(name: str) -> None:
    make, freedoms, count = KNOWN[name]
    found = mobility(make())
    assert found.freedom.freedoms == freedoms
    assert found.grubler == count
    rows = len(found.freedom.sources)
    idle, redundant = len(found.freedom.idle), len(found.freedom.redundant)
    assert rows - idle - redundant == found.freedom.rank
    assert found.grubler + idle + redundant == freedoms
    assert len(found.freedom.independent) == freedoms
    assert told(found, "rigid" if freedoms == 0 else "freedom")


def test_a_loop_of_parallel_hinges_is_told_to_move_in_a_plane() -> None:
    for system in (four_bar(), watt(), windows(2), four_bar((1, 2, 3))):
        for note in told(mobility(system), "cut"):
            assert "5 conditions" in note.cause
            assert "3 of them hold in every position" in note.cause
            assert "moves in a plane" in note.cause
            assert "2 equations bind" in note.cause


def test_special_geometry_is_told() -> None:
    for make, words in (
        (bennett, "3 of them follow"),
        (bricard, "1 of them follows"),
        (sarrus, "1 of them follows"),
    ):
        (note,) = told(mobility(make()), "cut")
        assert f"{words} from the others" in note.cause
        assert "the geometry is special" in note.cause


def test_bennetts_linkage_with_one_offset_more_does_not_close() -> None:
    system = bennett()
    moved = system.model.joint("h2").model_copy(update={"point_child": (-0.5, 0, 0.1)})
    joints = tuple(moved if j.name == "h2" else j for j in system.model.joints)
    system.model = system.model.model_copy(update={"joints": joints})
    with pytest.raises(LagrError) as caught:
        mobility(system)
    assert caught.value.problems[0].code == "cannot-close"


def test_bars_in_line_are_a_dead_position() -> None:
    system = windows(1)
    system.start(q1=pi / 2, q2=pi / 2, q3=-pi / 2)
    found = mobility(system)
    assert found.freedom.is_singular and found.freedom.freedoms == 1
    assert found.freedom.motions.shape == (3, 2)
    (note,) = told(found, "dead-position")
    assert "1 more motion can begin" in note.cause
    assert "a little beside it" in note.remedy


def test_the_motions_that_remain_are_those_that_the_conditions_allow() -> None:
    system = four_bar()
    system.start(q1=0.9)
    found = mobility(system).freedom
    (here,) = pipeline.evaluate(system.model, [{"t": 0, "q": found.q, "qd": found.motions[:, 0]}])
    assert here.velocity == pytest.approx(0, abs=1e-12)
    assert np.abs(found.motions).max() > 0.1


def test_a_skid_takes_a_velocity_but_no_position() -> None:
    system = System(gravity=(0, 0, "-g"))
    system.body(mass=1, inertia=(0, 0, 1))
    system.joint("planar", 0, 1, "x", "y", "phi")
    system.element("skid", "edge", body=1)
    found = mobility(system)
    assert found.freedom.freedoms == 2
    assert found.grubler == 2


def test_a_rod_over_a_rod_is_redundant_and_told() -> None:
    system = four_bar()
    system.start(q1=0.9)
    tips = {"body_a": 1, "body_b": 3, "point_a": (0, 0, 0), "point_b": (-0.3, 0, 0)}
    found = mobility(system).freedom.q
    (here,) = pipeline.evaluate(system.model, [{"t": 0, "q": found, "qd": [0, 0, 0]}])
    ends = [here.x[n] + np.array(tips[f"point_{k}"]) @ here.E[n] for n, k in ((1, "a"), (3, "b"))]
    length = float(np.linalg.norm(ends[0] - ends[1]))
    system.element("rod", "strut", l=length, **tips)
    system.element("rod", "second strut", l=length, **tips)
    both = mobility(system)
    assert both.freedom.freedoms == 0
    assert told(both, "rigid")
    (note,) = told(both, "redundant")
    assert note.place == "Element “second strut”"
    assert "not determined" in note.cause
