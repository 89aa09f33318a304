"""Names for sums that occur often: put back, they give the results that stand without them."""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from lagr_gui import pipeline
from lagr_gui.algebra import operation_count
from lagr_gui.editing import edits
from lagr_gui.expression import (
    Call,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    symbols,
    write,
)
from lagr_gui.mechanics.parts import NAMED_PART
from lagr_gui.mechanics.parts.writing import SumWriter
from lagr_gui.mechanics.sheets.sheet import EXPANDED, Sheet
from lagr_gui.model import Model
from tests.samples.gallery import NAMES, sample
from tests.systems import random_tree

LARGE = ("quadruped", "whipple_bicycle", "robot_arm_6r", "flexible_arm", "bennett")
"""Samples whose expanded sheets take seconds."""


class Numbers:
    """The numbers of trees for random values of whatever stands in them, with their sizes."""

    def __init__(self, seed: int = 1) -> None:
        self.seed = seed
        self.known: dict[Expression, tuple[complex, float]] = {}

    def random(self, key: object) -> tuple[complex, float]:
        number = Random(f"{self.seed} {key!r}").uniform(0.3, 1.7)
        return number, number

    def define(self, sheet: Sheet) -> None:
        """The names of a sheet have the numbers of what they stand for."""
        for own in sheet.definitions:
            self.known[Symbol(own.name)] = self.of(own.tree)

    def of(self, tree: Expression) -> tuple[complex, float]:
        if tree not in self.known:
            self.known[tree] = self.made(tree)
        return self.known[tree]

    def made(self, tree: Expression) -> tuple[complex, float]:
        match tree:
            case Number(value):
                return float(value), abs(float(value))
            case Sum(terms):
                found = [self.of(term) for term in terms]
                return sum(n for n, _ in found), sum(size for _, size in found)
            case Product(factors):
                found = [self.of(factor) for factor in factors]
                return math.prod(n for n, _ in found), math.prod(size for _, size in found)
            case Power(base, exponent):
                (b, size), (e, _) = self.of(base), self.of(exponent)
                number = cmath.exp(e * cmath.log(b)) if b else 0
                return number, abs(number) * max(1.0, (size / abs(b)) ** 2 if b else 1.0)
            case Call(function, arguments, orders):
                own = [self.of(argument) for argument in arguments]
                if own and not orders and hasattr(cmath, function):
                    number = getattr(cmath, function)(own[0][0])
                    return number, abs(number) + own[0][1]
                near = [f"{n.real:.9f}" for n, _ in map(self.of, arguments)]
                return self.random((function, near, orders))
            case _:
                return self.random(tree)


def lines(sheet: Sheet) -> Iterator[tuple[str, Expression]]:
    """All that a sheet says, by name."""
    for entry in sheet.entries:
        yield entry.name, entry.tree
    for kind, found in (("motion", sheet.balances), ("solved", sheet.solved)):
        for place, own in enumerate(found):
            for side, terms in (("left", own.left), ("right", own.right)):
                yield f"{kind} {place} {side}", Sum(tuple(term.tree for term in terms))


def check_equal(plain: Sheet, named: Sheet) -> None:
    """Every line of both sheets has the same number, names by their definitions."""
    known, own = Numbers(), Numbers()
    known.define(plain)
    own.define(named)
    others = dict(lines(named))
    assert [name for name, _ in lines(plain)] == list(others)
    for name, tree in lines(plain):
        (a, size), (b, other) = known.of(tree), own.of(others[name])
        assert abs(a - b) <= 1e-9 * max(size, other), name


def parts_of(sheet: Sheet) -> Mapping[str, str]:
    return {own.name: write(own.tree) for own in sheet.definitions if own.stem == NAMED_PART}


def length(sheet: Sheet) -> int:
    return sum(operation_count(tree) for _, tree in lines(sheet)) + sum(
        1 + operation_count(own.tree) for own in sheet.definitions
    )


def both(model: Model, **chosen: Any) -> tuple[Sheet, Sheet]:
    return pipeline.equations(model, **chosen), pipeline.equations(model, name_parts=True, **chosen)


@pytest.mark.parametrize("form", EXPANDED)
@pytest.mark.parametrize("name", sorted(set(NAMES) - set(LARGE)))
def test_names_put_back_give_the_same_results(name: str, form: str) -> None:
    plain, named = both(sample(name), form=form)
    check_equal(plain, named)
    assert length(named) < length(plain) or not parts_of(named)


@pytest.mark.parametrize("name", sorted(set(LARGE) - {"quadruped"}))
def test_names_put_back_give_the_same_long_results(name: str) -> None:
    plain, named = both(sample(name))
    check_equal(plain, named)
    assert length(named) < length(plain)


@pytest.mark.parametrize("formalism", ["hamilton", "kane", "appell", "boltzmann-hamel"])
@pytest.mark.parametrize("name", ["foucault_pendulum", "lagr_system_2", "furuta_pendulum"])
def test_names_put_back_give_the_same_equations_in_other_formalisms(
    name: str, formalism: str
) -> None:
    plain, named = both(sample(name), formalism=formalism)
    check_equal(plain, named)


@pytest.mark.parametrize("seed", range(6))
def test_names_put_back_give_the_same_results_of_random_trees(seed: int) -> None:
    model = random_tree(seed, ["revolute", "prismatic", "cylindrical"])
    plain, named = both(model)
    check_equal(plain, named)


def test_a_lost_sign_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right: Any = vars(SumWriter)["_use"]

    def lost(self: SumWriter, mark: int, sign: int) -> Expression:
        return right(self, mark, abs(sign))

    plain = pipeline.equations(sample("flyball_governor"))
    monkeypatch.setattr(SumWriter, "_use", lost)
    with pytest.raises(AssertionError):
        check_equal(plain, pipeline.equations(sample("flyball_governor"), name_parts=True))


def test_a_sum_and_its_opposite_have_one_name() -> None:
    _, named = both(sample("lagr_system_2"))
    assert parts_of(named) == {
        "kappa_1": "q1 + FU(t)",
        "kappa_2": "R - q3",
        "kappa_3": "M1 + M2 + M3",
        "kappa_4": "M2*R + M3*kappa_2",
    }
    found = {entry.name: write(entry.tree) for entry in named.entries}
    assert found["g21"] == "kappa_4*cos(q2)"
    assert found["Gamma122"] == "-kappa_4*sin(q2)"
    assert (found["Gamma232"], found["Gamma322"]) == ("-M3*kappa_2", "M3*kappa_2")


def test_no_name_of_the_model_is_given_again() -> None:
    model = edits.rename(sample("lagr_system_2"), "parameter:M1", "kappa_2")
    plain, named = both(model)
    assert "kappa_2" not in parts_of(named)
    assert "kappax_2" in parts_of(named)
    check_equal(plain, named)


def test_a_sheet_without_repetitions_stays_as_it_is() -> None:
    plain, named = both(sample("simple_pendulum"))
    assert named == plain


def test_the_structured_form_has_its_own_names() -> None:
    plain, named = both(sample("five_link_chain"), form="structured")
    assert named == plain


def test_definitions_stand_before_their_use() -> None:
    _, named = both(sample("five_link_chain"))
    names, known = parts_of(named).keys(), set[str]()
    for own in named.definitions:
        used = {symbol.name for symbol in symbols(own.tree)} & names
        assert used <= known
        known.add(own.name)
