"""What a motion costs grows with the number of loops, and of links, not with a power of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benchmarks.hanging import chain
from lagr_gui.kernel import Node
from lagr_gui.prepared import Prepared, prepare
from lagr_gui.prepared.kernels import bound_system, projection_kernel, refined_kernel
from lagr_gui.simulation.chosen_rows import choose_rows
from tests.mechanics.bound.mechanisms import windows

MORE = 1.02
"""By how much more another piece of a chain may add than one before: by next to nothing."""


def in_a_row(count: int) -> Prepared:
    """Four-bars side by side."""
    system = windows(count)
    system.start(q1=(0.3, -1.0))
    return prepare(system.model)


def of_accelerations(count: int) -> int:
    return prepare(chain(count, spatial=True)).system().bound.kernel.operations


def of_bound_accelerations(count: int) -> int:
    prepared = in_a_row(count)
    return bound_system(prepared.recursion, rows(prepared)).operations


def of_steps_back(count: int) -> int:
    prepared = in_a_row(count)
    assert prepared.conditions is not None
    chosen, reach = rows(prepared), prepared.conditions.reach
    return projection_kernel(prepared.recursion, chosen.rows, reach, prepared.extents).operations


def of_refinement(count: int) -> int:
    prepared = in_a_row(count)
    return refined_kernel(prepared.recursion, rows(prepared)).operations


def rows(prepared: Prepared):
    assert prepared.conditions is not None
    start = prepared.assembly
    return choose_rows(prepared.conditions, 0.0, start.q, start.qd)


@pytest.mark.parametrize(
    ("operations", "sizes"),
    [
        (of_accelerations, (20, 40, 60)),
        (of_bound_accelerations, (6, 12, 18)),
        (of_steps_back, (6, 12, 18)),
        (of_refinement, (6, 12, 18)),
    ],
)
def test_operations_grow_linearly(
    operations: Callable[[int], int], sizes: tuple[int, int, int]
) -> None:
    few, some, many = (operations(size) for size in sizes)
    assert 0 < many - some <= MORE * (some - few)


def test_loops_are_written_out_without_multiplying_what_is_zero(monkeypatch) -> None:
    products = 0
    multiply = Node.__mul__

    def counted(self: Node, other: Node) -> Node:
        nonlocal products
        products += 1
        return multiply(self, other)

    monkeypatch.setattr(Node, "__mul__", counted)
    done: list[int] = []
    for count in (6, 12, 18):
        prepared = in_a_row(count)
        chosen = rows(prepared)
        before = products
        bound_system(prepared.recursion, chosen)
        done.append(products - before)
    assert 0 < done[2] - done[1] <= MORE * (done[1] - done[0])
