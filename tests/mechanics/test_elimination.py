"""Dependent coordinates in closed form are those of the machine, on one of their branches."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.expression import Call, Expression, parts, symbols
from lagr_gui.expression.arithmetic import value
from lagr_gui.mechanics.numbers import parameter_values
from tests.samples.gallery import sample

SOLVABLE = ["slider_crank", "four_bar", "andrews_squeezer", "gear_train", "rack_and_pinion"]


def arcs(tree: Expression) -> int:
    own = isinstance(tree, Call) and tree.function == "asin"
    return own + sum(arcs(part) for part in parts(tree))


@pytest.mark.parametrize("name", [*SOLVABLE, "parallelogram", "cardan_shaft"])
def test_the_formulas_give_the_positions_of_the_machine(name: str) -> None:
    model = sample(name)
    sheet = pipeline.equations(model)
    assert sheet.solved
    motion = pipeline.simulate(model)
    place = list(motion.coordinates)
    for instant in range(0, len(motion.t), 211):
        known = parameter_values(model) | {"t": motion.t[instant]}
        known |= dict(zip(place, motion.q[instant], strict=True))
        for balance in sheet.solved:
            (term,) = balance.right
            found = candidates(sheet.written_out(term.tree), known)
            wanted = motion.q[instant, place.index(balance.coordinate)]
            apart = [abs((entry - wanted + np.pi) % (2 * np.pi) - np.pi) for entry in found]
            assert min(apart) < 1e-6, balance.coordinate


def candidates(tree: Expression, known: dict[str, float]) -> list[float]:
    """The values on all branches: σ = ±1, and π − asin beside asin."""
    sigmas = sorted(s.name for s in symbols(tree) if s.name.startswith("sigma_"))
    found = [
        value(tree, known | dict(zip(sigmas, signs, strict=True)))
        for signs in product((1.0, -1.0), repeat=len(sigmas))
    ]
    if arcs(tree):  # asin(s) − φ becomes π − asin(s) − φ
        rest = found[0]
        inner = next(part for part in parts(tree) if arcs(part)) if parts(tree) else tree
        arc = value(inner, known)
        found.append(np.pi - arc + (rest - arc))
    return found


@pytest.mark.parametrize("name", SOLVABLE)
def test_the_sheet_tells_them_in_the_order_of_their_computation(name: str) -> None:
    sheet = pipeline.equations(sample(name))
    dependent = {balance.coordinate for balance in sheet.solved}
    for place, balance in enumerate(sheet.solved):
        later = {entry.coordinate for entry in sheet.solved[place:]}
        used = {symbol.name for term in balance.right for symbol in symbols(term.tree)}
        assert not used & later
    assert len(sheet.coordinates) - len(dependent) >= 1


def test_a_spatial_loop_is_left_to_numbers() -> None:
    assert pipeline.equations(sample("bennett")).solved == ()
