"""Ranks of conditions whose dependences are known, because they were made that way.

Each set lives in coordinates of the scale 1 and is then written in units of its own: coordinates
and conditions by factors from 10⁻³ to 10³.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from lagr_gui.numerics import (
    Slopes,
    answers,
    collide,
    independent,
    multipliers,
    resolve,
    scales,
    solve,
    solve_many,
    steps,
    unmet,
)

SETS, EACH = 100, 10
NOISE = 1e-16


@dataclass(frozen=True)
class Made:
    """A set of conditions with what is known of it.

    `directions` (r, f) span the rows in the scale 1; `sharp` is how well they can be known;
    `idle` and `at_odds` are the rows that hold by themselves, and those that contradict others.
    """

    g: np.ndarray
    unit: np.ndarray
    force: np.ndarray
    rows: Slopes
    gamma: np.ndarray
    directions: np.ndarray
    wanted: np.ndarray
    sharp: float
    idle: list[int]
    at_odds: list[int]


def made(source: np.random.Generator, contradictory: bool = False, blurred: bool = True) -> Made:
    f = int(source.integers(2, 9))
    base = np.linalg.qr(source.standard_normal((f, f)))[0]
    r = int(source.integers(0, f))
    directions, wanted = base[:r], source.standard_normal(f)
    G: list[np.ndarray] = list(directions)
    reach = [np.abs(row) * source.uniform(1, 30) + 0.1 for row in directions]
    sharp, idle = NOISE, []

    def enter(row: np.ndarray, large: float) -> None:
        """A row of which terms of a size have cancelled: it holds rounding of that size."""
        G.append(row + NOISE * large * source.uniform(-1, 1, f))
        reach.append(np.full(f, large) + np.abs(row))

    for _ in range(int(source.integers(0, 4)) if r else 0):  # redundant
        enter(source.uniform(-1, 1, r) @ directions, 1.0)
    for _ in range(int(source.integers(0, 4))):  # idle
        idle.append(len(G))
        enter(np.zeros(f), float(10 ** source.uniform(-1, 2)))
    for _ in range(int(source.integers(0, 2))):  # nearly idle, too little to be told from that
        idle.append(len(G))
        enter(10 ** source.uniform(-15, -12) * base[-1], 1.0)
    if (
        r < f - 1 and blurred and source.random() < 0.5
    ):  # nearly idle, and yet a condition, stated twice
        new, size = base[r], 10 ** source.uniform(-6 if contradictory else -8, -2)
        for share in source.uniform(0.3, 1, 2):
            enter(size * share * new, 1.0)
        directions, sharp = base[: r + 1], NOISE / size
    at_odds: list[int] = []
    table = np.array(G).reshape(-1, f)
    gamma = -table @ wanted
    if contradictory:
        row = source.standard_normal(len(directions)) @ directions
        enter(row, 1.0)
        table = np.array(G)
        gamma = np.append(gamma, -table[-1] @ wanted + source.uniform(1, 3))
        at_odds = list(range(len(table)))
    order = source.permutation(len(table))
    where = {int(old): new for new, old in enumerate(order)}
    unit, factor = 10 ** source.uniform(-3, 3, f), 10 ** source.uniform(-3, 3, len(table))
    spread = source.uniform(-0.2, 0.2, (f, f)) / f
    metric = np.eye(f) + spread + spread.T
    return Made(
        g=metric * np.outer(unit, unit),
        unit=unit,
        force=unit * source.standard_normal(f),
        rows=Slopes(
            (table[order] * factor[:, None]) * unit,
            (np.array(reach).reshape(-1, f)[order] * factor[:, None]) * unit,
        ),
        gamma=gamma[order] * factor,
        directions=directions,
        wanted=wanted,
        sharp=sharp,
        idle=[where[s] for s in idle],
        at_odds=[where[s] for s in at_odds],
    )


def expected(known: Made) -> np.ndarray:
    """q̈ by one dense system over the directions that are known to be independent."""
    f, r = len(known.force), len(known.directions)
    g, force = known.g / np.outer(known.unit, known.unit), known.force / known.unit
    matrix = np.block([[g, -known.directions.T], [known.directions, np.zeros((r, r))]])
    right = np.concatenate([force, known.directions @ known.wanted])
    return np.linalg.solve(matrix, right)[:f] / known.unit


@pytest.mark.parametrize("seed", range(SETS))
def test_rank_accelerations_and_multipliers_of_redundant_idle_and_nearly_idle_sets(seed):
    source = np.random.default_rng(seed)
    for _ in range(EACH):
        known = made(source)
        r, f, m = len(known.directions), len(known.force), len(known.gamma)
        scale = scales(known.g)
        found = solve(known.g, known.force, known.rows, known.gamma)
        assert found.rank == r
        assert found.free.shape == (f, f - r)
        near = 1e-10 + 100 * known.sharp
        assert found.qdd * known.unit == pytest.approx(expected(known) * known.unit, abs=near)
        pushed = (known.g @ found.qdd - known.force - known.rows.G.T @ found.multipliers) * scale
        assert pushed == pytest.approx(np.zeros(f), abs=near * 10)
        assert found.multipliers[known.idle] == pytest.approx(np.zeros(len(known.idle)))
        rows = independent(known.rows, scale)
        assert len(rows) == r
        assert not set(rows) & set(known.idle)
        assert unmet(known.g, known.force, known.rows, known.gamma) is None
        many = known.rows.G[None], known.rows.reach[None]
        again = steps(Slopes(*many), -known.gamma[None], scale[None])[0]
        one = resolve(known.rows, -known.gamma, scale)[1]
        assert again / scale == pytest.approx(one / scale, abs=near)
        lambdas = multipliers(known.g[None], known.force[None], Slopes(*many), found.qdd[None])[0]
        assert lambdas == pytest.approx(found.multipliers, rel=1e-6, abs=1e-9)
        parts = known.g[None], known.force[None], Slopes(*many), known.gamma[None]
        assert solve_many(*parts)[0][0] * known.unit == pytest.approx(
            found.qdd * known.unit, abs=near
        )
        assert m == len(found.multipliers)


@pytest.mark.parametrize("seed", range(SETS // 2))
def test_contradictory_sets_are_told(seed):
    source = np.random.default_rng(1000 + seed)
    for _ in range(EACH):
        known = made(source, contradictory=True)
        found = solve(known.g, known.force, known.rows, known.gamma)
        assert np.isnan(found.qdd).all()
        assert unmet(known.g, known.force, known.rows, known.gamma) in known.at_odds


@pytest.mark.parametrize("seed", range(SETS // 2))
def test_impacts_on_what_cannot_move_there_change_nothing(seed):
    """Limits whose slopes are rounding, or directions that conditions hold."""
    source = np.random.default_rng(2000 + seed)
    for _ in range(EACH):
        known = made(source, blurred=False)
        f = len(known.force)
        held = source.standard_normal(len(known.directions)) @ known.directions
        rounding = 10 * NOISE * source.standard_normal(f)
        scale = known.unit
        h = Slopes(np.array([held * scale, rounding * scale]), np.tile(10 * scale, (2, 1)))
        moving = resolve(known.rows, np.zeros(len(known.gamma)), scales(known.g))[2]
        qd = moving @ source.standard_normal(moving.shape[1])
        assert not answers(known.g, known.rows, h).W.any()
        speed = 1e-14 * np.abs(source.standard_normal(2))
        struck = collide(known.g, known.rows, h, speed, np.ones(2), qd)
        assert struck.qd == pytest.approx(qd, rel=1e-15)
        assert not struck.impulses.any()
