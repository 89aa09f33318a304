"""Motors and voice coils as forces: what g and Γ have of them stands in Q."""

from __future__ import annotations

from dataclasses import replace

from lagr_gui.mechanics.sheets.balance import is_coupling, of_velocities, opposite
from lagr_gui.mechanics.sheets.sheet import DEFAULT_FORM, Entry, Sheet, Term


def with_applied_couplings(sheet: Sheet) -> Sheet:
    """A sheet by bodies and elements whose motors act by forces: torque K q̇ and voltage −K θ̇ in Q.

    What g and Γ have of them is left out; the equations of motion stay as they are.
    """
    if not sheet.couplings or sheet.form != DEFAULT_FORM or sheet.formalism != "lagrange":
        return sheet
    forces: dict[int, list[Term]] = {}
    for index in range(1, len(sheet.coordinates) + 1):
        own = (term for entry in sheet.of("Q") if entry.indices == (index,) for term in entry.terms)
        moved = (term for term in of_velocities(sheet, index) if is_coupling(term, sheet))
        forces[index] = [*own, *map(opposite, moved)]
    acting = [Entry("Q", (i,), tuple(terms), "27") for i, terms in forces.items() if terms]
    kept = [_without_couplings(entry, sheet) for entry in sheet.entries]
    end = 1 + max(i for i, entry in enumerate(kept) if entry.symbol in ("g", "Gamma", "Q"))
    inertia = (entry for entry in kept[:end] if entry.terms and entry.symbol != "Q")
    passive = (*sheet.passive, *sheet.couplings)
    return replace(sheet, entries=(*inertia, *acting, *kept[end:]), passive=passive)


def _without_couplings(entry: Entry, sheet: Sheet) -> Entry:
    """An entry of g or Γ without what comes from motors; others as they are."""
    if entry.symbol not in ("g", "Gamma"):
        return entry
    kept = tuple(term for term in entry.terms if not is_coupling(term, sheet))
    return replace(entry, terms=kept)
