"""Equations of motion while elements with dry friction slide, or stick."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from lagr_gui.expression import Call, Expression, Number, Power, Symbol
from lagr_gui.expression.rows import product
from lagr_gui.foundation.message import say
from lagr_gui.foundation.registry import check_known
from lagr_gui.mechanics.sheets.balance import equations_of_motion, whole
from lagr_gui.mechanics.sheets.sheet import (
    MODES,
    SLIDES,
    STICKS,
    Balance,
    Definition,
    Entry,
    FrictionForce,
    Sheet,
    Term,
    needed,
)
from lagr_gui.mechanics.sheets.sticking import needed_force, put_in, terms_with
from lagr_gui.mechanics.trees import NOUGHT

LEAST = "Z_R"
"""The symbol of what Gauss' principle makes least where frictions stick."""

FrictionMode = str | Mapping[str, str]
"""What elements with dry friction do, all of them or by name; empty: any of it."""


def modes_of(sheet: Sheet, mode: FrictionMode) -> dict[str, str]:
    """The mode of each element that has one: ``slides``, ``sticks``, or NAME=slides,OTHER=sticks.

    Raises LagrError for another mode, and for what is no element with dry friction.
    """
    names = [force.element for force in sheet.frictions]
    if isinstance(mode, str) and "=" not in mode:
        pairs = [(name, mode) for name in names or [""]] if mode else []
    elif isinstance(mode, str):
        pairs = [(n.strip(), m.strip()) for n, _, m in (e.rpartition("=") for e in mode.split(","))]
    else:
        pairs = list(mode.items())
    for name, chosen in pairs:
        place = say("Mode “{mode}”", mode=chosen)
        check_known(chosen, MODES, place, "Dry friction slides or sticks.", "mode")
        cause = "There is no element with dry friction of this name."
        check_known(name, names, say("Element “{name}”", name=name), cause, "mode")
    return dict(pairs)


def in_mode(sheet: Sheet, mode: FrictionMode) -> Sheet:
    """The sheet whose equations of motion hold while elements slide, or stick.

    What slides has its force put in, with its sign; what sticks has γ = 0, and its force stays a
    name, for which the equation of its coordinate is solved.  Raises LagrError as `modes_of`.
    """
    if not (chosen := modes_of(sheet, mode)):
        return sheet
    forces = tuple(replace(f, mode=chosen.get(f.element, "")) for f in sheet.frictions)
    slid = {force.symbol: force.sliding for force in forces if force.mode == SLIDES}

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
    stuck = [force for force in told if force.mode == STICKS]
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
    for force in forces:
        size: Expression = Call("abs", (whole(force.rate),))
        if force.length is not None:
            size = product((size, Power(force.length, Number(Fraction(-1)))))
        terms.append(Term(product((force.bound, size)), (force.key,)))
    return Entry(LEAST, (), tuple(terms), "R4")


def _held(sheet: Sheet, stuck: Sequence[FrictionForce]) -> Iterator[Balance]:
    """The equations of motion while elements stick, behind what these hold."""
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
    solved: set[str] = set()
    for force in stuck:
        still = force.standstill
        if still is None or still.coordinate in solved:
            continue
        balance = balances[still.coordinate]
        if (terms := needed_force(balance, force)) is not None:
            solved.add(still.coordinate)
            own = (Term(force.symbol, (force.key,)),)
            balances[still.coordinate] = replace(balance, left=own, right=terms)
    for balance in balances.values():
        left, right = terms_with(balance.left, values), terms_with(balance.right, values)
        yield replace(balance, left=left, right=right)
