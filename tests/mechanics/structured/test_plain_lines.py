"""Lines in vectors are written as on a blackboard: no needless bracket, no vector twice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from lagr_gui import pipeline
from lagr_gui.expression import Call, Expression, Number, Product, read
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.typesetting import LATEX, named
from lagr_gui.typesetting.vectors import VectorPrinter
from tests.samples.gallery import sample

NAMES = {name: named(name) for name in ("a", "b", "c", "m")}
PRINTED = {
    "-dot(a, b)": r"-a \cdot b",
    "m*dot(a, b)": r"m a \cdot b",
    "a - cross(b, c)": r"a - b \times c",
    "dot(a, cross(b, c))": r"a \cdot (b \times c)",
    "m*cross(a, b)": r"m (a \times b)",
    "dot(a, b)*dot(b, c)": r"(a \cdot b) b \cdot c",
    "dot(a, b)*c": r"(a \cdot b) c",
    "m/dot(a, b)": r"\frac{m}{a \cdot b}",
}
"""Texts with what is set of them."""


@pytest.mark.parametrize("text", PRINTED)
def test_products_of_vectors_have_the_brackets_that_they_need(text: str) -> None:
    assert LATEX.written(VectorPrinter(NAMES).formula(read(text))) == PRINTED[text]


@pytest.mark.parametrize("name", ["flexible_arm", "bennett", "rotating_beam", "whipple_bicycle"])
def test_a_vector_stands_once_in_a_line_of_products_with_it(name: str) -> None:
    sheet = pipeline.equations(sample(name), "structured")
    for symbol in ("g", "Gamma", "Q"):
        for entry in sheet.of(symbol):
            assert len(entry.terms) == 1 or not _repeated(term.tree for term in entry.terms), entry


def _repeated(trees) -> list[tuple[object, Expression]]:
    """What stands in two products that differ in the other vector only."""
    met: Counter[tuple[object, Expression]] = Counter()
    for tree in trees:
        factors = tree.factors if isinstance(tree, Product) else (tree,)
        plain = frozenset(f for f in factors if f != Number(Fraction(-1)))
        for factor in plain:
            if isinstance(factor, Call) and factor.function == "dot":
                met.update((plain - {factor}, vector) for vector in set(factor.arguments))
    return [key for key, count in met.items() if count > 1]


def test_one_name_stands_for_all_that_two_coordinates_turn_of_each_other() -> None:
    sheet: Sheet = pipeline.equations(sample("flexible_arm"), "structured")
    (line,) = (entry for entry in sheet.of("Gamma") if entry.indices == (2, 6, 1))
    assert line.tree == read("dot(e_1, h_2_6)")
