"""Conditions that depend on each other in one position: their rank is told, and no false alarm."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.selfcheck import Disagreement
from lagr_gui.model import Body, Element, Inertia, Model, Simulation, StartValue
from lagr_gui.prepared import prepare
from lagr_gui.simulation.positions.freedom import freedom
from tests.systems import element, joint, system

SIZES = [(1.0, 1.0, 1.0), (1e-4, 1e6, 1e6), (1e6, 1e-6, 1e-6)]
"""Lengths, masses, and a factor before one of the conditions."""


def disc(size: float, mass: float, conditions: list[Element], at: tuple[float, ...]) -> Model:
    """A body in a plane that starts at x, y, p."""
    theta = mass * size**2 / 10
    return system(
        [Body(number=1, name="disc", mass=mass, inertia=Inertia(zz=theta))],
        [joint("planar", "plane", 0, 1, coordinates=("x", "y", "p"))],
        conditions,
        gravity=(3 * size, -5 * size, 0),
        start=tuple(StartValue(coordinate=n, position=v) for n, v in zip("xyp", at, strict=True)),
        simulation=Simulation(until=0.05),
    )


def written(*texts: str) -> list[Element]:
    """Conditions on positions."""
    return [element("position_condition", f"c{i}", zero=t) for i, t in enumerate(texts, 1)]


def stretched(size: float, mass: float, factor: float) -> Model:
    """Two distances that end in one point of the line between their beginnings."""
    l1, l2 = 0.3 * size, 0.7 * size
    first = f"{factor!r}*(sqrt(x^2 + y^2) - {l1!r})"
    second = f"sqrt((x - {l1 + l2!r})^2 + y^2) - {l2!r}"
    return disc(size, mass, written(first, second), (l1, 0, 0.2))


def bars(size: float, mass: float, factor: float) -> Model:
    """The same with rods."""
    l1, l2 = 0.3 * size, 0.7 * size
    rods = [
        element("rod", name, body_a=0, body_b=1, point_a=(far, 0, 0), point_b=(0, 0, 0), l=own)
        for name, far, own in (("c1", 0.0, l1), ("c2", l1 + l2, l2))
    ]
    return disc(size, mass, rods, (l1, 0, 0.2))


def flat(size: float, mass: float, factor: float) -> Model:
    """Two conditions whose slopes vanish together."""
    texts = f"{factor!r}*x*(x^2 + y^2 - {size!r}*y)", f"x*y/{size!r}"
    return disc(size, mass, written(*texts), (0, 0, 0.2))


def reaching(size: float, mass: float, factor: float) -> Model:
    """A double pendulum whose end is held as far away as it reaches, and its first angle."""
    l1, l2 = size, 0.7 * size
    tip = [f"({l1!r}*{f}(a1) + {l2!r}*{f}(a1 + a2))^2" for f in ("sin", "cos")]
    arms = [
        joint(
            "revolute",
            name,
            parent,
            parent + 1,
            axis=(0, 0, 1),
            point_parent=(before / 2, 0, 0),
            point_child=(-own / 2, 0, 0),
            coordinates=(f"a{parent + 1}",),
        )
        for name, parent, before, own in (("A", 0, 0.0, l1), ("B", 1, l1, l2))
    ]
    theta = Inertia(zz=mass * size**2 / 12)
    return system(
        [Body(number=n, name=f"rod {n}", mass=mass, inertia=theta) for n in (1, 2)],
        arms,
        written("a1 - 0.7", f"{factor!r}*(sqrt({' + '.join(tip)}) - {l1 + l2!r})"),
        gravity=(0, -9 * size, 0),
        start=(StartValue(coordinate="a1", position=0.7), StartValue(coordinate="a2", position=0)),
        simulation=Simulation(until=0.05),
    )


RANKS = {stretched: 1, bars: 1, flat: 0, reaching: 1}
"""How many of their two conditions are independent where they start."""


@pytest.mark.parametrize(("make", "sizes"), list(zip(RANKS, [*SIZES, SIZES[1]], strict=True)))
def test_the_rank_in_a_dead_position_is_told_and_nothing_is_called_a_fault(make, sizes):
    model = make(*sizes)
    names = pipeline.check(model).coordinates
    q = [next(s.position for s in model.start if s.coordinate == n) for n in names]
    still, away = np.zeros(len(q)), np.ones(len(q))
    for form in ("recursion", "closed"):
        found, moving = pipeline.evaluate(
            model,
            [{"t": 0, "q": q, "qd": still.tolist()}, {"t": 0, "q": q, "qd": away.tolist()}],
            derivation=form,
        )
        assert np.isfinite(found.qdd).all()
        assert found.certificate.holds
        assert found.problem.code == "dependent-conditions"
        assert found.rank == RANKS[make]
        assert f"of 2 conditions {found.rank} are independent" in found.problem.cause
        assert moving.problem.code in ("contradiction", "dependent-conditions")
        assert "dead position" in moving.problem.cause


@pytest.mark.parametrize("make", RANKS)
def test_near_a_dead_position_nothing_is_called_a_fault(make):
    """Where rounding decides whether conditions depend on each other, none of both is wrong."""
    model = make(1.0, 1.0, 1.0)
    names = pipeline.check(model).coordinates
    q = np.array([next(s.position for s in model.start if s.coordinate == n) for n in names])
    states = [
        {"t": 0, "q": (q + off).tolist(), "qd": [0.0] * len(q)}
        for off in 10.0 ** np.arange(-17, -3)
    ]
    prepared = prepare(model)
    for state in states:
        assert pipeline.evaluate(prepared, state)


@pytest.mark.parametrize("sizes", SIZES)
def test_a_condition_that_is_stated_twice_changes_no_acceleration(sizes):
    """Both on positions and on velocities, whatever factor stands before it."""
    size, mass, factor = sizes
    curve = f"y - x^2/{size!r}"
    edge = "sin(p)*x' - cos(p)*y'"
    once = written(curve), [element("velocity_condition", "c1", zero=edge)]
    twice = (
        written(curve, f"{factor!r}*({curve})", f"2*({curve})"),
        [*once[1], element("velocity_condition", "c2", zero=f"{factor!r}*(tan(p)*x' - y')")],
    )
    states = (
        {"q": [0.4 * size, 0.16 * size, 0.3], "qd": [size, 0.8 * size, 0.5]},
        {"q": [0.0, size, 0.4], "qd": [size * cos(0.4), size * sin(0.4), 0.3]},
    )
    for few, many, state in zip(once, twice, states, strict=True):
        one, all_of_them = (
            pipeline.evaluate(disc(size, mass, list(own), (0, 0, 0)), {"t": 0, **state})[0]
            for own in (few, many)
        )
        assert all_of_them.qdd == pytest.approx(one.qdd, rel=1e-9)
        assert all_of_them.problem is None
        assert all_of_them.certificate.holds
        exerted = all_of_them.G.T @ all_of_them.multipliers
        assert exerted == pytest.approx(
            one.G.T @ one.multipliers, rel=1e-9, abs=1e-12 * mass * size
        )


def test_a_folded_parallelogram_tells_its_rank_and_an_open_one_nothing():
    ends = [(0, 0, 0), (1.0, 0, 0)]
    arms = [
        joint(
            "revolute",
            f"pivot {n}",
            0,
            n,
            axis=(0, 0, 1),
            point_parent=e,
            point_child=(-0.25, 0, 0),
            coordinates=(f"a{n}",),
        )
        for n, e in enumerate(ends, 1)
    ]
    coupler = joint(
        "revolute",
        "knee",
        1,
        3,
        axis=(0, 0, 1),
        point_parent=(0.25, 0, 0),
        point_child=(-0.5, 0, 0),
        coordinates=("b",),
    )
    close = joint(
        "revolute",
        "end",
        3,
        2,
        axis=(0, 0, 1),
        point_parent=(0.5, 0, 0),
        point_child=(0.25, 0, 0),
        coordinates=("c",),
        cut=True,
    )
    model = system(
        [Body(number=n, name=f"bar {n}", mass=n, inertia=Inertia(zz=0.1)) for n in (1, 2, 3)],
        [*arms, coupler, close],
        gravity=(0, -9.81, 0),
        start=(
            StartValue(coordinate="a1", position=0.8),
            StartValue(coordinate="a2", position=0.8),
        ),
    )
    folded, opened = pipeline.evaluate(
        model, [{"t": 0, "q": [a, a, -a], "qd": [w, w, -w]} for a, w in ((pi, 0.0), (0.8, 2.0))]
    )
    assert folded.problem.code == "dependent-conditions"
    assert (folded.rank, opened.rank) == (1, 2)
    assert opened.problem is None


def test_positions_that_nothing_leaves_are_dead():
    """A point held at the end of two bars in line cannot move, though its velocity is free."""
    for l1, l2, angle in ((0.33, 0.23, 0.29), (1.05, 0.59, 0.18), (0.44, 1.7, 0.34)):
        texts = f"sqrt(x^2 + y^2) - {l1}", f"sqrt((x - {l1 + l2!r})^2 + y^2) - {l2}"
        prepared = prepare(disc(1.0, 10.0 if l1 < 0.4 else 1.0, written(*texts), (l1, 0, angle)))
        q = np.array([l1, 0, angle])
        assert freedom(prepared.conditions, 0.0, q, 0 * q).is_singular
    assert "dead-position" in {n.code for n in pipeline.mobility(bars(1.0, 1.0, 1.0)).notes}
    with pytest.raises(LagrError) as why:
        pipeline.simulate(stretched(1.0, 1e6, 1.0))
    assert why.type is not Disagreement
    assert "dead position" in f"{why.value}"


def test_no_condition_of_a_regular_position_is_called_dead():
    model = disc(1.0, 1.0, written(f"sqrt(x^2 + y^2) - {sqrt(2)!r}"), (1, 1, 0))
    (found,) = pipeline.evaluate(model, {"t": 0, "q": [1, 1, 0], "qd": [1, -1, 0]})
    assert found.problem is None
    assert found.rank == 1
