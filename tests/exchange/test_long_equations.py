"""Long equations are broken into lines that fit on a page and say the same."""

from __future__ import annotations

import re

import pytest

from lagr_gui import pipeline
from lagr_gui.expression import read
from lagr_gui.typesetting import LATEX, formula, latex
from lagr_gui.typesetting.lines import WIDTH, _pieces, width_of
from lagr_gui.typesetting.sheet_latex import latex_equations
from tests.samples.gallery import sample

SUM = " + ".join(f"m{i}*l{i}^2*cos(phi{i})" for i in range(1, 12))
BETWEEN = " - ".join(f"a{i}*sin(b{i} - c{i})" for i in range(1, 14))
LONG = {
    "sum in brackets": f"-lambda*({SUM})*sin(psi)",
    "sum in a sum": f"k*(x + ({BETWEEN})*({SUM}))^2",
    "fraction": f"({SUM})/({BETWEEN})",
    "root below": f"m*r/sqrt({SUM})",
    "product": "*".join(f"sin(alpha{i})*rho{i}" for i in range(1, 14)),
}


def pieces_of(text: str) -> list[str]:
    """The pieces of a term as LaTeX."""
    return list(map(LATEX.written, _pieces(formula(read(text)))))


def joined(pieces: list[str]) -> str:
    """The pieces of a term in one line."""
    text = pieces[0]
    for piece in pieces[1:]:
        if piece.startswith(r"\cdot "):
            text += rf" \, {piece[6:]}"
        else:
            text += f" - {piece[1:]}" if piece.startswith("-") else f" + {piece}"
    return text.replace(r"\Bigl", r"\left").replace(r"\Bigr", r"\right")


@pytest.mark.parametrize("name", LONG)
def test_every_piece_fits_and_nothing_is_lost(name: str) -> None:
    text, pieces = latex(LONG[name]), pieces_of(LONG[name])
    assert len(pieces) > 1 and max(map(width_of, pieces)) <= WIDTH
    for piece in pieces:
        assert piece.count(r"\left") == piece.count(r"\right")
        assert piece.count("{") == piece.count("}")
    if name not in ("fraction", "root below"):
        assert joined(pieces) == text


def test_a_fraction_that_is_too_wide_becomes_a_product_with_a_power() -> None:
    text = joined(pieces_of(LONG["fraction"]))
    above, below = (latex(read(part)) for part in (SUM, BETWEEN))
    assert text == rf"\left({above}\right) \, \left({below}\right)^{{-1}}"
    root = joined(pieces_of(LONG["root below"]))
    assert root.endswith(rf"\left(\left({above}\right)^{{1/2}}\right)^{{-1}}")


@pytest.mark.parametrize("name", ["slider_crank", "flyball_governor", "lagr_system_2"])
def test_both_sides_of_equations_are_broken(name: str) -> None:
    text = latex_equations(pipeline.equations(sample(name)))
    lines = [line for line in text.splitlines() if "&" in line]
    bare = [re.sub(r"\\tag.*|\\\\$|&(?==)|^ *&", "", line) for line in lines]
    wide = [line for line in bare if width_of(line) > WIDTH + 5]
    assert not wide
    assert max(width_of(line) for line in lines) > WIDTH / 2


def test_widths_are_about_those_of_the_printed_letters() -> None:
    """Measured with Computer Modern at 11 pt: the widths by that of “x”."""
    for text, printed in {
        r"\frac{1}{2} \, m \, l^{2}": 4.7,
        r"\sin\left(\phi + \rho\right)": 7.9,
        r"m_{1} + m_{2} + m_{3}": 11.2,
        r"\dot{q}_{1} \, \dot{q}_{2} \, \cos q_{2}": 8.1,
    }.items():
        assert width_of(text) == pytest.approx(printed, rel=0.3)
