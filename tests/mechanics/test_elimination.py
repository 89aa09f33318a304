"""Dependent coordinates in closed form are those of the machine, on one of their branches."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from lagr_gui import LagrError, System, pipeline
from lagr_gui.expression import Call, Expression, Symbol, parts, symbols, write
from lagr_gui.expression.arithmetic import value
from lagr_gui.mechanics.numbers import parameter_values
from tests.samples.gallery import sample

ALL = ("parallelogram", "flyball_governor", "swinging_atwood")
SOLVABLE = ["slider_crank", "four_bar", "andrews_squeezer", "gear_train", "rack_and_pinion"]


def arcs(tree: Expression) -> int:
    own = isinstance(tree, Call) and tree.function == "asin"
    return own + sum(arcs(part) for part in parts(tree))


@pytest.mark.parametrize("formalism", ["lagrange", "lagrange-1"])
@pytest.mark.parametrize("name", [*SOLVABLE, *ALL])
def test_coordinates_stand_in_their_order_but_behind_those_that_tell_them(
    name: str, formalism: str
) -> None:
    try:
        solved = pipeline.equations(sample(name), formalism=formalism).solved
    except LagrError:
        pytest.skip("it has no equations of the first kind")
    told = [(entry.index, symbols(entry.right[0].tree)) for entry in solved]
    names = {entry.index: Symbol(entry.coordinate) for entry in solved}
    for place, (index, needs) in enumerate(told):
        later = [other for other, _ in told[place + 1 :]]
        assert not {names[other] for other in later} & needs, names[index]
        for other in (other for other in later if other < index):
            between = told[place : later.index(other) + place + 1]
            assert {names[i] for i, _ in between} & dict(told)[other]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("abs(y) - 2*x", {"x": "abs(y)/2"}),
        ("abs(y)*x - 1", {"x": "1/abs(y)"}),
        ("2*abs(y) + y - x", {"x": "y + 2*abs(y)"}),
        ("y - abs(x)", {"y": "abs(x)"}),
        ("abs(x) + abs(y) - 3", {}),
    ],
)
def test_no_coordinate_is_told_by_its_own_sign(condition: str, expected: dict[str, str]) -> None:
    system = System()
    for name in ("x", "y"):
        system.joint("prismatic", 0, system.body(mass=1), name, axis=(0, 1, 0))
    system.element("position_condition", "condition", zero=condition)
    solved = pipeline.equations(system.model).solved
    assert {entry.coordinate: write(entry.right[0].tree) for entry in solved} == expected


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
