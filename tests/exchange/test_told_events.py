"""Equations with events as LaTeX, Typst and MathML: they tell what happens, as texts do."""

from __future__ import annotations

from lagr_gui import GROUND, System
from lagr_gui.typesetting.sheet_latex import latex_equations, typst_equations
from lagr_gui.typesetting.sheet_mathml import mathml_equations


def test_what_events_do_is_told_on_a_line_each() -> None:
    s = System("block", gravity=(0, 0, 0))
    s.joint("prismatic", GROUND, s.body(mass=1), "x")
    s.event("A & B < C", when="x -\n 0.5", set={"x'": 0})
    before, after = s.equations(), s.equations(after="A & B < C")
    for sheet, words in ((before, "becomes 0"), (after, "They hold after these events")):
        tex, typst = latex_equations(sheet), typst_equations(sheet)
        assert [line[:2] for line in tex.splitlines() if words in line] == ["% "]
        assert [line[:3] for line in typst.splitlines() if words in line] == ["// "]
        page = mathml_equations(sheet)
        assert words in page and "A &amp; B &lt; C" in page
    assert "wird 0" in mathml_equations(before, "de")
