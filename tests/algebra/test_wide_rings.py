"""A limit of terms is one of memory: terms of many generators count for more."""

from __future__ import annotations

import pytest

from benchmarks.hanging import chain
from benchmarks.readable_models import planar_chain
from lagr_gui import pipeline
from lagr_gui.algebra import Algebra
from lagr_gui.expression import Symbol
from lagr_gui.foundation.problem import TooLong
from lagr_gui.mechanics.closed.kinematics import Kinematics
from lagr_gui.mechanics.closed.length import LONGEST_POSES
from lagr_gui.prepared import prepare


def sums(count: int, generators: int):
    """Two sums of so many symbols each, in a ring of at least so many generators."""
    algebra = Algebra(frozenset(), ())
    made = [algebra.symbol(Symbol(f"a{n}")) for n in range(max(generators, 2 * count))]
    first, second = made[0], made[count]
    for n in range(1, count):
        first, second = first + made[n], second + made[count + n]
    return first, second


def test_products_are_refused_by_the_memory_that_they_take():
    """150² terms are nothing over 300 generators, and too many over 900."""
    first, second = sums(150, 300)
    assert (first * second).length == 150**2
    first, second = sums(150, 910)
    with pytest.raises(TooLong):
        first * second


def test_poses_are_refused_before_they_take_much_memory(monkeypatch):
    """Each body of a chain has e times the terms of the one before; 160 links are 181 wide."""
    walked, walk = [], Kinematics._walk

    def counted(self, pose, steps):
        (*rows, x) = (*(E_and_x := walk(self, pose, steps))[0], E_and_x[1])
        ring = self.algebra.ring
        walked.append(sum(ring.weight(value.length) for row in (*rows, x) for value in row))
        return E_and_x

    monkeypatch.setattr(Kinematics, "_walk", counted)
    for links in (24, 160):
        with pytest.raises(TooLong):
            pipeline.equations(chain(links, spatial=True))
        assert LONGEST_POSES < sum(walked) < 2 * LONGEST_POSES
        walked.clear()


def test_a_ring_has_room_for_all_that_the_equations_of_a_chain_are_made_of():
    """Parameters, coordinates, their rates and their angles: nothing is lifted to a wider ring."""
    prepared = prepare(planar_chain(5))
    ring = prepared.general.closed.algebra.ring
    width = ring.width
    pipeline.equations(prepared)
    assert ring.size <= ring.width == width < ring.size + 8
