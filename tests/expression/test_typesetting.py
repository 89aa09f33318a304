"""Formulas in LaTeX and Typst can be set, whatever the tree."""

from __future__ import annotations

import re

from hypothesis import given

from lagr_gui.algebra import latex, typst
from lagr_gui.expression import Expression, symbols
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
    assert "--" not in text.replace(" ", "") and "+-" not in text.replace(" ", "")


@given(TREES)
def test_no_symbol_is_lost_in_a_formula(tree: Expression) -> None:
    for symbol in symbols(tree):
        stem = re.split(r"[_\d]", symbol.name)[0]
        assert stem in latex(tree) and stem in typst(tree)
