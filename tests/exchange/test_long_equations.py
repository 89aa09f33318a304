"""Long equations are broken into lines that fit on a page and say the same."""

from __future__ import annotations

import re

import pytest

from lagr_gui import pipeline
from lagr_gui.expression import read
from lagr_gui.mechanics.sheets.balance import equations_of_motion
from lagr_gui.typesetting import LATEX, formula, latex
from lagr_gui.typesetting.lines import _pieces, balance_rows
from lagr_gui.typesetting.widths import PAPERS, width
from tests.samples.gallery import sample

PAPER = PAPERS["article"]

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
    return list(map(LATEX.written, _pieces(formula(read(text)), PAPER)))


def joined(pieces: list[str]) -> str:
    """The pieces of a term in one line."""
    text = pieces[0]
    for piece in pieces[1:]:
        if piece.startswith(r"\cdot "):
            text += f" {piece[6:]}"
        else:
            text += f" - {piece[1:]}" if piece.startswith("-") else f" + {piece}"
    return bare(text)


def bare(text: str) -> str:
    """A formula with brackets of one size."""
    return re.sub(r"\\(?:left|right|[bB]igg?[lr])(?=[()|])", "", text)


@pytest.mark.parametrize("name", LONG)
def test_every_piece_fits_and_nothing_is_lost(name: str) -> None:
    text, pieces = latex(LONG[name]), _pieces(formula(read(LONG[name])), PAPER)
    assert len(pieces) > 1 and max(map(PAPER.width, pieces)) <= PAPER.room
    written = list(map(LATEX.written, pieces))
    for piece in written:
        assert piece.count(r"\left") == piece.count(r"\right")
        assert piece.count("{") == piece.count("}")
    if name not in ("fraction", "root below"):
        assert joined(written) == bare(text)


def test_a_fraction_that_is_too_wide_becomes_a_product_with_a_power() -> None:
    text = joined(pieces_of(LONG["fraction"]))
    above, below = (latex(read(part)) for part in (SUM, BETWEEN))
    assert text == rf"({bare(above)}) ({bare(below)})^{{-1}}"
    root = joined(pieces_of(LONG["root below"]))
    assert root.endswith(rf"(({bare(above)})^{{1/2}})^{{-1}}")


def test_arguments_that_are_too_wide_stand_below_one_another() -> None:
    above = "/".join(("(" + " + ".join(f"x{i}*cos(a{i})" for i in range(1, 6)) + ")", "l"))
    first, second = pieces_of(f"atan2({above}, {above})")
    assert first.startswith(r"\operatorname{atan2}\biggl(\frac{") and first.endswith("},")
    assert second.startswith(r"\frac{") and second.endswith(r"\biggr)")


@pytest.mark.parametrize("name", ["slider_crank", "flyball_governor", "lagr_system_2"])
def test_both_sides_of_equations_are_broken(name: str) -> None:
    sheet = pipeline.equations(sample(name))
    for balance in equations_of_motion(sheet):
        rows = balance_rows(balance, PAPER)
        assert max(map(PAPER.width, rows)) <= PAPER.room
        assert len(rows) == 1 or max(map(PAPER.width, rows)) > PAPER.room / 2


def test_widths_are_those_of_the_printed_letters() -> None:
    """Measured with Computer Modern at 10 pt, in em."""
    for text, printed in {
        "m*l^2/2": 2.28,
        "sin(phi + rho)": 4.40,
        "m1 + m2 + m3": 6.42,
        "q1'*q2'*cos(q2)": 4.36,
        "(a + b)/(c*d)": 2.42,
        "atan2(x, y)": 4.76,
    }.items():
        assert width(formula(read(text)), 0.0) == pytest.approx(printed, rel=0.12), text
