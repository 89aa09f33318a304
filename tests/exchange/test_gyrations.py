"""Γ of rigid wholes said by one rule: what a reader makes of it is what the recursion finds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import lagr_gui
from lagr_gui import pipeline
from lagr_gui.exchange.documents.rows import packed_section
from lagr_gui.mechanics.certificate import random_states
from lagr_gui.mechanics.numbers import parameter_values
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from lagr_gui.typesetting.gyrations import GyrationRule, gyration_rule
from lagr_gui.typesetting.sheet_latex import latex_block
from tests.mechanics.structured.agreement import functions_of, printed
from tests.mechanics.structured.lines import Reader
from tests.samples.gallery import sample

RULED = ["robot_arm_6r", "whipple_bicycle", "quadruped"]


def on_the_way(model: Model) -> list[set[int]]:
    """The coordinates from space out to each, with itself; index 0 stands for time."""
    names = lagr_gui.check(model).coordinates
    joints = {j.child: j for j in model.joints if set(j.coordinates) & set(names)}
    ways: list[set[int]] = [set() for _ in range(len(names) + 1)]
    for joint in joints.values():
        before: set[int] = set()
        parent = joint.parent
        while parent:
            before |= {names.index(own) + 1 for own in joints[parent].coordinates}
            parent = joints[parent].parent
        for own in joint.coordinates:
            before.add(index := names.index(own) + 1)
            ways[index] = set(before)
    return ways


def gyration(numbers: Mapping[str, Any], rule: GyrationRule, rho: int, nu: int) -> np.ndarray:
    """h_ρν by the name that stands for it; zero where there is none."""
    first, second = rule.gyrations.get((rho, nu), (rho, nu))
    return numbers.get(f"h_{first}_{second}", np.zeros(3))


def by_the_rule(model: Model, numbers: Mapping[str, Any], rule: GyrationRule) -> np.ndarray:
    """Γ_ρμν = e_μ·h_ρν for turns μ on the way to ν, h_νρ = −h_ρν; all others are zero."""
    ways = on_the_way(model)
    f = len(ways) - 1
    found = np.zeros((f + 1, f + 1, f + 1))
    for nu in range(1, f + 1):
        for mu in ways[nu] & rule.axes.keys():
            for rho in range(1, f + 1):
                h = gyration(numbers, rule, rho, nu) - gyration(numbers, rule, nu, rho)
                found[rho, mu, nu] = found[rho, nu, mu] = numbers[f"e_{rule.axes[mu]}"] @ h
    return found


@pytest.mark.parametrize("name", RULED)
def test_the_rule_gives_what_the_recursion_finds(name: str) -> None:
    model = sample(name)
    rule = gyration_rule(pipeline.equations(model, "structured"))
    assert rule is not None
    reader, values = Reader(printed(model)), parameter_values(model)
    evaluator, names = prepare(model).evaluator, lagr_gui.check(model).coordinates
    states = random_states(evaluator.f, 2, 5)
    for state, expected in zip(states, evaluator.evaluate(values, states), strict=True):
        known = {**values, "t": state.t, **dict(zip(names, state.q, strict=True))}
        known |= {f"{n}'": v for n, v in zip(names, state.qd, strict=True)}
        gamma = by_the_rule(model, reader.numbers(known, functions_of(model)), rule)
        rates = np.array([0.0, *state.qd])
        found = np.einsum("rmn,m,n->r", gamma, rates, rates)[1:]
        assert np.allclose(found, expected.h, rtol=1e-9, atol=1e-9 * np.abs(expected.h).max())


def test_a_document_says_the_rule_in_the_place_of_hundreds_of_lines() -> None:
    sheet = pipeline.equations(sample("quadruped"), "structured")
    said = latex_block(packed_section(sheet, "Gamma"))
    assert r"\boldsymbol e_\mu \cdot \boldsymbol h_{\rho\nu}" in said
    assert len(said) < 600 and len(sheet.of("Gamma")) > 500


@pytest.mark.parametrize("name", ["flexible_arm", "rotating_beam", "bennett", "five_link_chain"])
def test_where_the_rule_does_not_hold_or_saves_nothing_every_symbol_stands(name: str) -> None:
    sheet = pipeline.equations(sample(name), "structured")
    assert gyration_rule(sheet) is None
    assert latex_block(packed_section(sheet, "Gamma")).count(r"\Gamma_") >= len(sheet.of("Gamma"))
