"""Formulas in LaTeX and Typst can be set, whatever the tree."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from lagr_gui.expression import Expression, read, symbols
from lagr_gui.typesetting import latex, typst
from tests.expression.trees import TREES

PAIRS = {"{": "}", "(": ")", "[": "]"}


def balanced(text: str) -> bool:
    """Whether round, square and curly brackets fit each other."""
    waiting: list[str] = []
    for char in re.sub(r'"[^"]*"', "", text):
        if char in PAIRS:
            waiting.append(PAIRS[char])
        elif char in PAIRS.values() and (not waiting or waiting.pop() != char):
            return False
    return not waiting


@given(TREES)
def test_formulas_have_balanced_brackets(tree: Expression) -> None:
    text = latex(tree)
    assert balanced(text) and balanced(typst(tree))
    assert text.count(r"\left") == text.count(r"\right")
    for size in ("big", "Big", "bigg"):
        assert text.count(rf"\{size}l") == text.count(rf"\{size}r")
    assert "--" not in text.replace(" ", "") and "+-" not in text.replace(" ", "")


@given(TREES)
def test_no_symbol_is_lost_in_a_formula(tree: Expression) -> None:
    for symbol in symbols(tree):
        stem = re.split(r"[_\d]", symbol.name)[0]
        assert stem in latex(tree) and stem in typst(tree)


ORDER = {
    "m*l*cos(phi)*phi''": r"m l \ddot\varphi \cos\varphi",
    "sin(q)^2*lambda_1": r"\lambda_1 \sin^2 q",
    "cos(2*q)*(a + b)/l": r"\frac{(a + b) \cos 2 q}{l}",
    "cos(p + q)*x": r"\cos(p + q) x",
}


@pytest.mark.parametrize("text", ORDER)
def test_nothing_stands_behind_an_argument_without_brackets(text: str) -> None:
    assert latex(read(text)) == ORDER[text]


DECIMAL = {
    "121/400": r"\tfrac{121}{400}",
    "0.3025": "0.3025",
    "1.2*x": "1.2 x",
    "0.5*x": "0.5 x",
    "6/5*x": r"\tfrac65 x",
    "0.27*x": "0.27 x",
    "-0.45*x": "-0.45 x",
    "x/16": r"\tfrac{1}{16} x",
    "1/16": r"\tfrac{1}{16}",
    "2/5*x": r"\tfrac25 x",
    "x/12": r"\tfrac{1}{12} x",
    "1/3": r"\tfrac13",
}


@pytest.mark.parametrize("text", DECIMAL)
def test_a_number_is_written_alike_alone_and_as_a_factor(text: str) -> None:
    assert latex(read(text)) == DECIMAL[text]
