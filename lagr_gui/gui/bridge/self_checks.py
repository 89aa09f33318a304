"""A comparison with an independent formalism in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
