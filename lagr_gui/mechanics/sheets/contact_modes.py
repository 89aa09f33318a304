"""Equations of motion while limits are in contact: what they exert in Q, and what they hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from lagr_gui.foundation.problem import refusal
from lagr_gui.mechanics.sheets.contact_records import Contact
from lagr_gui.mechanics.sheets.friction_records import MODES, OPEN, SLIDES, STICKS, TOUCHES
from lagr_gui.mechanics.sheets.sheet import Entry, Sheet, Term


def modes_of_contacts(sheet: Sheet) -> dict[str, tuple[str, ...]]:
    """What each limit can do, by its place: an end of an element, or the element."""
    rough = (OPEN, TOUCHES, *MODES)
    return {own.place: rough if own.slips else (OPEN, TOUCHES) for own in sheet.contacts}


def can_touch(sheet: Sheet) -> bool:
    """Whether equations have a place for what limits exert: those of Lagrange, written out."""
    return sheet.formalism == "lagrange" and not sheet.minimal and not sheet.structured


def touching(sheet: Sheet, chosen: Mapping[str, str]) -> Sheet:
    """The sheet with the forces of the limits that are in contact in Q, by their names.

    Of an element with two ends one is in contact.  Raises LagrError where equations have no place
    for such forces, or more limits would touch than there are coordinates.
    """
    contacts = tuple(replace(own, mode=chosen.get(own.place, "")) for own in sheet.contacts)
    contacts = tuple(map(_with_slips, _at_one_end(contacts)))
    touch = [own for own in contacts if own.touches]
    if touch and not can_touch(sheet):
        raise refusal(
            "Mode",
            "Limits in contact stand in Lagrange's equations with multipliers, written out.",
            "Choose the form terms and equations with multipliers, or the mode “open”.",
            "mode",
        )
    if len(touch) > len(sheet.coordinates):
        raise refusal(
            "Mode",
            "More limits would be in contact than the system has coordinates.",
            "Choose by name which are: NAME=contact,OTHER=open.",
            "mode",
        )
    entries = list(sheet.entries)
    for own in touch:
        for rho, terms in own.pushed:
            entries = _added(entries, rho, terms)
    return replace(sheet, contacts=contacts, entries=tuple(entries))


def _at_one_end(contacts: tuple[Contact, ...]) -> tuple[Contact, ...]:
    """Of an element with two ends where both are said to touch the first does."""
    met: set[str] = set()
    told = list[Contact]()
    for own in contacts:
        told.append(replace(own, mode="") if own.touches and own.key in met else own)
        met |= {own.key} if own.touches else set()
    return tuple(told)


def _with_slips(own: Contact) -> Contact:
    """A contact whose forces along what is touched have its mode."""
    mode = own.mode if own.mode in (SLIDES, STICKS) else ""
    return replace(own, slips=tuple(replace(slip, mode=mode) for slip in own.slips))


def _added(entries: list[Entry], rho: int, terms: tuple[Term, ...]) -> list[Entry]:
    """Entries with more terms of Q_ρ."""
    places = [place for place, own in enumerate(entries) if own.symbol == "Q"]
    for place in places:
        own = entries[place]
        if own.indices == (rho,):
            more = replace(own, terms=(*own.terms, *terms))
            return [*entries[:place], more, *entries[place + 1 :]]
    before = [n + 1 for n in places if entries[n].indices < (rho,)]
    place = before[-1] if before else places[0] if places else len(entries)
    return [*entries[:place], Entry("Q", (rho,), terms, "27"), *entries[place:]]
