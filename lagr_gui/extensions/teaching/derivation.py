"""The derivation of the equations of motion with its steps."""

from __future__ import annotations

from lagr_gui.analysis.equations.derivation import sheet_of
from lagr_gui.extensions.teaching.lagrange import LagrangeChain
from lagr_gui.extensions.teaching.lines import Derivation
from lagr_gui.foundation.message import say
from lagr_gui.foundation.registry import check_known
from lagr_gui.prepared import Prepared, derived

DEPTHS = ("brief", "normal", "detailed")
"""How much is written."""


@derived
def derivation(prepared: Prepared, depth: str = "normal") -> Derivation:
    """The way from the drawing to Lagrange's equations (19), every line proved.

    Raises LagrError for an unsound model or an unknown depth, Disagreement for a line that is not
    what its formalism computes.
    """
    check_known(depth, DEPTHS, say("Depth “{name}”", name=depth), "There is no such choice.")
    sheet = sheet_of(prepared)
    chain = LagrangeChain(prepared, sheet, depth)
    return Derivation(sheet.title, "lagrange", depth, chain.sections(), sheet)
