"""A comparison with an independent formalism in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lagr_gui.expression.units import raised
from lagr_gui.gui.words import spoken, tr

if TYPE_CHECKING:
    from lagr_gui.pipeline import SelfCheck


def certified_words(found: SelfCheck) -> tuple[str, str, str]:
    """Text, role and note for what a comparison found."""
    if not found.samples:
        return tr("not compared"), "muted", spoken(found.reason)
    text = tr("Residual {r} of an independent formalism ({name}) at {n} states")
    note = text.format(r=f"{found.residual:.1e}", name=found.formalism, n=found.samples)
    if found.holds and found.reason:
        left = tr("Not compared: {reason}").format(reason=spoken(found.reason))
        return tr("✓ certified in part"), "muted", f"{note}\n{left}"
    if found.holds:
        return tr("✓ certified"), "good", note
    return tr("✗ disagrees"), "error", note


MULTIPLIERS = "same q″ as with multipliers, {n} random states · {r}"
DRAWN = "same motion as drawn, {n} random states · {r}"
FREE_BODIES = "bodies cut free in balance, {n} random states · {r}"
"""What minimal equations, those in chosen coordinates, and all others are compared with."""


def evidence_words(found: SelfCheck, text: str) -> str:
    """What a comparison that holds found, in a line: the number of states, and what it leaves."""
    digits, _, power = f"{found.residual:.1e}".partition("e")
    left = raised(f"{digits}·10^{int(power)}") if found.residual else "0"
    return tr(text).format(n=found.samples, r=left)
