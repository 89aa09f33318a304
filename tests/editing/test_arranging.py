"""Arranged drawings are those of textbooks: chains in rows, loops as loops, stars in columns."""

from __future__ import annotations

from itertools import pairwise

import pytest

from lagr_gui.editing import edits
from lagr_gui.model import Body, Model
from tests.systems import joint

Point = tuple[float, float]


def system(pairs: list[tuple[int, int]]) -> Model:
    numbers = sorted({n for pair in pairs for n in pair} - {0})
    joints = (joint("revolute", f"j{a}-{b}", a, b, coordinates=(f"q{a}_{b}",)) for a, b in pairs)
    return Model(bodies=tuple(Body(number=n) for n in numbers), joints=tuple(joints))


def places(model: Model) -> dict[int, Point]:
    known = edits.places(edits.arrange(model))
    return {int(key.partition(":")[2]): at for key, at in known.items()}


def chain(count: int) -> list[tuple[int, int]]:
    return [(n - 1, n) for n in range(1, count + 1)]


def test_a_short_chain_is_a_row_that_is_read_from_the_left():
    at = places(system(chain(5)))
    assert len({y for _, y in at.values()}) == 1
    assert [at[n][0] for n in range(6)] == sorted(at[n][0] for n in range(6))


@pytest.mark.parametrize("count", [9, 64])
def test_a_long_chain_goes_to_and_fro_and_neighbours_stay_neighbours(count):
    at = places(system(chain(count)))
    columns, rows = ({point[axis] for point in at.values()} for axis in (0, 1))
    step = min(b - a for a, b in pairwise(sorted(columns)))
    drop = min(b - a for a, b in pairwise(sorted(rows)))
    for a, b in chain(count):
        dx, dy = abs(at[a][0] - at[b][0]), abs(at[a][1] - at[b][1])
        assert (dx, dy) in {(step, 0), (0, drop)}
    wide, high = len(columns) * step, len(rows) * drop
    assert 0.8 < wide / high < 5


@pytest.mark.parametrize("pairs", [[(0, n) for n in range(1, 65)], []])
def test_64_bodies_lie_in_no_single_column(pairs):
    model = system(pairs or chain(64))
    at = places(model if pairs else model.model_copy(update={"joints": ()}))
    assert len(set(at.values())) == 65
    wide, high = (max(p[i] for p in at.values()) - min(p[i] for p in at.values()) for i in (0, 1))
    assert 0.5 < wide / high < 3


def test_a_loop_of_four_is_a_rectangle():
    at = places(system([(0, 1), (1, 2), (2, 3), (0, 3)]))
    assert len({x for x, _ in at.values()}) == len({y for _, y in at.values()}) == 2
    for a, b in ((0, 1), (1, 2), (2, 3), (3, 0)):
        assert (at[a][0] == at[b][0]) != (at[a][1] == at[b][1])


def test_masses_that_hang_on_the_ground_and_on_each_other_lie_in_a_row():
    model = system([(0, n) for n in range(1, 5)])
    for a, b in ((3, 1), (1, 4), (4, 2)):
        model = edits.connect(model, "spring", a, b)
    at = places(model)
    assert len({at[n][1] for n in range(1, 5)}) == 1
    order = sorted(range(1, 5), key=lambda n: at[n][0])
    assert order in ([3, 1, 4, 2], [2, 4, 1, 3])
    assert at[0][1] > at[1][1]
