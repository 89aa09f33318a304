"""Equations as Typst: a block for each section, in the rows and with the numbers of LaTeX."""

from __future__ import annotations

from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.typesetting.model_hash import headed
from lagr_gui.typesetting.sheet_latex import latex_section
from lagr_gui.typesetting.symbols import sections
from lagr_gui.typesetting.typst_formulas import typst_block


def typst_equations(sheet: Sheet, digest: str = "") -> str:
    """The sections of a sheet and the equations of motion, to be set by Typst as they are.

    The `digest` of the model stands in the first line.
    """
    blocks = (
        f"// {title}\n{typst_block(block)}"
        for symbol, title in sections(sheet)
        if (block := latex_section(sheet, symbol))
    )
    return headed("\n\n".join(blocks), "//", digest)
