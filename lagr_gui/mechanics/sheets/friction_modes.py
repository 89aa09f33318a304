"""Equations of motion while elements with dry friction slide or stick, and limits touch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from lagr_gui.algebra import operation_count
from lagr_gui.expression import Call, Expression, Number, Power, Symbol, symbols
from lagr_gui.expression.rows import negative, product
from lagr_gui.foundation.message import say
from lagr_gui.foundation.registry import check_known
from lagr_gui.mechanics.friction import back
from lagr_gui.mechanics.sheets.balance import equations_of_motion, whole
from lagr_gui.mechanics.sheets.friction_lines import size_of
from lagr_gui.mechanics.sheets.friction_records import MODES, OPEN, SLIDES, STICKS, FrictionForce
from lagr_gui.mechanics.sheets.putting_in import put_in
from lagr_gui.mechanics.sheets.sheet import Balance, Definition, Entry, Sheet, Term, needed
from lagr_gui.mechanics.sheets.sticking import needed_force, terms_with
from lagr_gui.mechanics.trees import NOUGHT

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.contact_records import Contact

LEAST = "Z_R"
"""The symbol of what Gauss' principle makes least where frictions stick."""
SHORT = 12
"""So many operations a force may have that presses, to be put into other equations."""

FrictionMode = str | Mapping[str, str]
"""What elements with dry friction and limits do, all of them or by name; empty: any of it."""


def modes_of(sheet: Sheet, mode: FrictionMode) -> dict[str, str]:
    """The mode of each element that has one: ``slides``, ``sticks``, or NAME=slides,OTHER=sticks.

    Limits are ``open`` or in ``contact`` besides, where rough ones slide or stick.
    Raises LagrError for another mode, and for what is no element with dry friction and no limit.
    """
    able = {force.element: MODES for force in sheet.frictions}
    if sheet.contacts:
        from lagr_gui.mechanics.sheets.contact_modes import modes_of_contacts

        able |= modes_of_contacts(sheet)
    if isinstance(mode, str) and "=" not in mode:
        every = [name for name, modes in able.items() if mode in modes]
        pairs = [(name, mode) for name in every or [""]] if mode else []
    elif isinstance(mode, str):
        pairs = [(n.strip(), m.strip()) for n, _, m in (e.rpartition("=") for e in mode.split(","))]
    else:
        pairs = list(mode.items())
    for name, chosen in pairs:
        place = say("Mode “{mode}”", mode=chosen)
        known = dict.fromkeys(own for modes in (MODES, *able.values()) for own in modes)
        check_known(chosen, tuple(known), place, _SAID[OPEN in known], "mode")
        cause = "There is no element with dry friction of this name."
        if sheet.contacts:
            cause = "There is no element with dry friction and no limit of this name."
        check_known(name, [*able], say("Element “{name}”", name=name), cause, "mode")
        check_known(chosen, able[name], place, _SAID[OPEN in able[name]], "mode")
    return dict(pairs)


_SAID = {
    False: "Dry friction slides or sticks.",
    True: "A limit is open or in contact; a rough one slides or sticks there.",
}
"""What is said of modes that do not exist, of limits (True) and of others."""


def in_mode(sheet: Sheet, mode: FrictionMode) -> Sheet:
    """The sheet whose equations of motion hold while elements slide, or stick.

    What slides has its force put in, with its sign; what sticks has γ = 0, and its force stays a
    name, for which the equation of its coordinate is solved.  Raises LagrError as `modes_of`.
    """
    if not (chosen := modes_of(sheet, mode)):
        return sheet
    if sheet.contacts:
        from lagr_gui.mechanics.sheets.contact_modes import touching

        sheet = touching(sheet, chosen)
    forces = tuple(replace(f, mode=chosen.get(f.element, "")) for f in sheet.frictions)
    slips = [slip for contact in sheet.contacts for slip in contact.slips]
    slid = {own.symbol: own.sliding for own in (*forces, *slips) if own.mode == SLIDES}

    def put(balances: Iterable[Balance]) -> tuple[Balance, ...]:
        return tuple(
            replace(own, left=terms_with(own.left, slid), right=terms_with(own.right, slid))
            for own in balances
        )

    kept = (e for e in sheet.entries if e.symbol != LEAST or not slid)
    entries = (replace(e, terms=terms_with(e.terms, slid)) for e in kept)
    told = tuple(
        force if force.needed is None else replace(force, needed=terms_with(force.needed, slid))
        for force in forces
    )
    changed = replace(
        sheet,
        frictions=told,
        definitions=_with_forces(sheet, slid) if sheet.structured else sheet.definitions,
        entries=tuple(entry for entry in entries if entry.terms),
        balances=put(sheet.balances),
    )
    touches = [contact for contact in sheet.contacts if contact.touches]
    stuck = [*touches, *(force for force in (*told, *slips) if force.mode == STICKS)]
    if not stuck or sheet.formalism != "lagrange" or sheet.minimal or sheet.structured:
        return changed
    return replace(changed, balances=tuple(_held(changed, stuck)))


def _with_forces(sheet: Sheet, values: Mapping[Symbol, Expression]) -> tuple[Definition, ...]:
    """The definitions with forces put in, behind those of what these are made of."""
    first = needed(sheet.definitions, [t for force in sheet.frictions for t in force.trees])
    others = (own for own in sheet.definitions if own not in first)
    changed = (replace(own, trees=tuple(put_in(t, values) for t in own.trees)) for own in others)
    return (*first, *changed)


def with_sticking_forces(entries: Iterable[Entry], forces: Iterable[FrictionForce]) -> Entry:
    """Z + Σ Hᵢ |γ̇ᵢ| (R4), which is least where no γᵢ differs from 0; Z without these forces."""
    terms = [term for entry in entries if entry.symbol == "Z" for term in entry.terms]
    terms = [*terms_with(terms, {force.symbol: NOUGHT for force in forces})]
    forces = tuple(forces)
    rates = {force.symbol: whole(force.rate) for force in forces}
    for force in forces:
        if not force.leads:
            continue
        size: Expression = Call("abs", (whole(force.rate),))
        if force.length is not None:
            size = product((size, Power(force.length, Number(Fraction(-1)))))
        if force.together:
            size = size_of(rates[one] for one in force.together)
        if force.holds_any:
            continue  # γ̇ is not negative then, which its lines say
        if force.one_way:
            size = back(negative(whole(force.rate)))
        terms.append(Term(product((force.bound, size)), (force.key,)))
    return Entry(LEAST, (), tuple(terms), "R4")


def _held(sheet: Sheet, stuck: Sequence[FrictionForce | Contact]) -> Iterator[Balance]:
    """The equations of motion while elements stick and touch, behind what these hold."""
    balances = {own.coordinate: own for own in equations_of_motion(replace(sheet, side="right"))}
    values: dict[Symbol, Expression] = {}
    for force in stuck:
        if (still := force.standstill) is None:
            yield Balance(force.name, 0, force.rate, (), "C3")
        elif Symbol(still.coordinate, 1) not in values:
            values[Symbol(still.coordinate, 1)] = still.velocity
            values[Symbol(still.coordinate, 2)] = still.acceleration
            left = Term(Symbol(still.coordinate, 2), (force.key,))
            right = terms_with([Term(still.acceleration, (force.key,))], {})
            yield Balance(still.coordinate, 0, (left,), right, "C3")
    solved: dict[str, Symbol] = {}
    for force in stuck:
        still = force.standstill
        if still is None or still.coordinate in solved:
            continue
        balance = balances[still.coordinate]
        if (terms := needed_force(balance, force)) is not None:
            solved[still.coordinate] = force.symbol
            own = (Term(force.symbol, (force.key,)),)
            balances[still.coordinate] = replace(balance, left=own, right=terms)
    normal = {contact.symbol for contact in sheet.contacts}
    known = {force: whole(balances[name].right) for name, force in solved.items()}
    known = {force: tree for force, tree in known.items() if force in normal and _is_given(tree)}
    for balance in balances.values():
        every = values if solved.get(balance.coordinate) in known else values | known
        left, right = terms_with(balance.left, every), terms_with(balance.right, every)
        yield replace(balance, left=left, right=right)


def _is_given(tree: Expression) -> bool:
    """Whether a force that presses is short and follows from no acceleration."""
    return operation_count(tree) <= SHORT and all(symbol.order < 2 for symbol in symbols(tree))
