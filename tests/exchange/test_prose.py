"""Formulas that somebody typed within words are set as formulas; words stay words."""

from __future__ import annotations

import pytest

from lagr_gui.typesetting.formula import Box
from lagr_gui.typesetting.prose import with_formulas
from lagr_gui.typesetting.words import Text, latex_words

NAMES = ("a", "m", "l", "g", "s", "x", "q1", "phi", "EI", "kx", "Omega", "mass", "da")


def found(text: str) -> list[str]:
    """The formulas of a text, as LaTeX."""
    set_: Text = with_formulas(text, NAMES)
    return [latex_words((item,)).strip("$") for item in set_ if isinstance(item, Box)]


@pytest.mark.parametrize(
    ("text", "formulas"),
    [
        ("inertia g₁₁ = m (l²/12 + s²), and more", ["g_{11} = m (l^2/12 + s^2)"]),
        ("below Ω = √(g/l) it rests", [r"\Omega = \sqrt{g/l}"]),
        (
            "F = −(kx x + ½ x′): feedback",
            [r"F = {-}\bigl(\mathrm{kx} \, x + \tfrac12 \dot x\bigr)"],
        ),
        ("then x″ + 4 a² x x′² = 0 holds", [r"\ddot x + 4 a^2 x \dot x^2 = 0"]),
        ("(Q₂ = −m q₁′), said in brackets", [r"Q_2 = {-}m \dot q_1"]),
        ("the place (s sin φ, −s cos φ, 0).", [r"(s \sin \varphi, {-}s \cos \varphi, 0)"]),
        ("a length |Δx| of EI", [r"\lvert\Delta x\rvert", r"\mathrm{EI}"]),
        ("(7/2 − √2) s/l, as found", [r"\bigl(7/2 - \sqrt2\bigr) s/l"]),
    ],
)
def test_formulas_are_set(text: str, formulas: list[str]) -> None:
    assert found(text) == formulas


@pytest.mark.parametrize(
    "text",
    [
        "a mass of 10 m, 6 rad/s, 1 m/s or 0.03 s",
        "I saw A, B and C; list 1 drops a part (as in case b)",
        "wenn der Stab da ist, z. B. hier",
        "a half-turn, 2007, A02, F1 to F10",
        "the mass is at rest",
        "",
    ],
)
def test_words_stay(text: str) -> None:
    assert "".join(str(item) for item in with_formulas(text, NAMES)) == text


@pytest.mark.parametrize("text", ["(" * 5000 + "a = 1", "√" * 5000 + "x", "a = " * 5000, "m)=(l"])
def test_no_text_hangs_or_fails(text: str) -> None:
    assert with_formulas(text, NAMES)
