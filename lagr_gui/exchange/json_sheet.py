"""Equations as data for other programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from lagr_gui.expression import write
from lagr_gui.foundation.showing import as_json, attributes
from lagr_gui.mechanics.chart import Chosen
from lagr_gui.mechanics.sheets.balance import balances_of, equations_of_motion, whole
from lagr_gui.mechanics.sheets.equal_results import said_once
from lagr_gui.mechanics.sheets.friction_lines import lines_of_force
from lagr_gui.mechanics.sheets.friction_records import FrictionForce
from lagr_gui.mechanics.sheets.putting_in import put_in
from lagr_gui.mechanics.sheets.sheet import Balance, Entry, LinearSystem, Minimal, Sheet, Term
from lagr_gui.typesetting import LATEX, formula, latex_equal, named
from lagr_gui.typesetting.letters import (
    Typeset,
    balance_formula,
    definition_name,
    entry_name,
    typesetter,
)
from lagr_gui.typesetting.model_hash import KEY

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.contact_records import Contact


def json_equations(sheet: Sheet, digest: str = "") -> str:
    """All results as JSON, with their terms and sources, and the `digest` of the model."""
    return as_json(({KEY: digest} if digest else {}) | sheet_json(sheet))


def sheet_json(sheet: Sheet) -> dict[str, Any]:
    """All results with their terms and sources; trees as text and as LaTeX."""
    typeset = typesetter(sheet)
    return {
        "title": sheet.title,
        "coordinates": list(sheet.coordinates),
        "new_coordinates": _chosen_json(sheet.chosen) if sheet.chosen else None,
        "minimal": _minimal_json(sheet.minimal, typeset) if sheet.minimal else None,
        **attributes(sheet, "form formalism special"),
        "remarks": [{"place": note.place, "text": note.cause} for note in sheet.notes],
        "assumptions": [
            {
                "text": f"{write(entry.tree)} > 0",
                "latex": LATEX.written((*typeset(entry.tree), " > 0")),
                "positive": write(entry.tree),
                "sources": list(entry.sources),
            }
            for entry in sheet.assumptions
        ],
        "definitions": [
            {
                "name": definition.name,
                "expression": write(definition.tree),
                "meaning": definition.meaning,
                "rank": definition.rank,
                "latex": latex_equal(definition_name(definition), typeset(definition.tree)),
                "sources": list(definition.sources),
            }
            for definition in sheet.definitions
        ],
        "entries": _entries(sheet, typeset),
        "dependent_coordinates": [
            {
                "coordinate": balance.coordinate,
                "text": write(whole(balance.right)),
                "latex": LATEX.written(balance_formula(balance, typeset)),
                "sources": list(balance.right[0].sources),
            }
            for balance in sheet.solved
        ],
        "signals": [
            {
                "signal": balance.coordinate,
                "value": write(whole(balance.right)),
                "latex": LATEX.written(balance_formula(balance, typeset)),
                "sources": list(balance.left[0].sources),
                **_by_mode(balance),
            }
            for balance in sheet.signals
        ],
        "states": [
            {
                "state": balance.coordinate,
                "rate": write(whole(balance.right)),
                "latex": LATEX.written(balance_formula(balance, typeset)),
                "terms": [_term(term, typeset) for term in balance.right],
                **_by_mode(balance),
            }
            for balance in sheet.states
        ],
        "friction": [_friction(force, typeset) for force in sheet.frictions],
        "contacts": [_contact(contact, typeset) for contact in sheet.contacts],
        "speeds": [_balance(balance, typeset) for balance in balances_of(sheet, "speeds")],
        "equations_of_motion": [
            _balance(balance, typeset) for balance in equations_of_motion(sheet)
        ],
    }


def _by_mode(balance: Balance) -> dict[str, Any]:
    """What something is in each of its modes, where it has several."""
    if not balance.cases:
        return {}
    return {
        "modes": [{"mode": said, "value": write(whole(right))} for said, right in balance.cases]
    }


def _friction(force: FrictionForce, typeset: Typeset) -> dict[str, Any]:
    """What a force of dry friction may be, and what it is while it slides and sticks."""
    lines = lines_of_force(force)
    return {
        **attributes(force, "name element mode one_way"),
        "slip": write(force.slip),
        "bound": None if force.holds_any else write(force.bound),
        "sliding": write(force.sliding),
        "sticking": write(whole(force.needed)) if force.needed is not None else None,
        "condition": " <= ".join(map(write, force.lasting)) if force.lasting else None,
        "pressed_by": {own.name: write(whole(terms)) for own, terms in force.reactions},
        "sources": [force.key],
        "latex": [LATEX.written(balance_formula(line, typeset)) for line in lines],
    }


def _contact(contact: Contact, typeset: Typeset) -> dict[str, Any]:
    """What a limit is, what it exerts in contact, and what it does in impacts."""
    from lagr_gui.mechanics.sheets.contacts import lines_of_contact  # few models have limits

    pushed = [(f"Q{rho}", whole(terms)) for rho, terms in contact.pushed]
    return {
        **attributes(contact, "name element place mode impulse"),
        "gap_name": contact.called,
        "gap": write(whole(contact.gap)),
        "gap_rate": write(contact.speed),
        "gap_acceleration": write(whole(contact.rate)),
        "restitution": write(contact.restitution),
        "forces": {name: write(tree) for name, tree in pushed},
        "slips": [
            {
                "name": slip.name,
                "slip": write(gamma),
                "bound": write(slip.bound),
                "sliding": write(put_in(slip.sliding, contact.written_out)),
                "impulse": impulse,
            }
            for slip, gamma, impulse in zip(
                contact.slips, contact.velocities, contact.impulses, strict=True
            )
        ],
        "mu": write(contact.mu),
        "tangential": write(contact.tangential),
        "sources": [contact.key],
        "latex": [
            LATEX.written(balance_formula(line, typeset)) for line in lines_of_contact(contact)
        ],
    }


def _balance(balance: Balance, typeset: Typeset) -> dict[str, Any]:
    return {
        "coordinate": balance.coordinate,
        "equation": balance.equation,
        "group": balance.group,
        "relation": balance.relation,
        **_equation(balance, typeset),
        "left_terms": [_term(term, typeset) for term in balance.left],
        "right_terms": [_term(term, typeset) for term in balance.right],
    }


def _entries(sheet: Sheet, typeset: Typeset) -> list[dict[str, Any]]:
    """All results; one that is said before by another one tells which, and with what sign."""
    before: dict[tuple[str, tuple[int, ...]], dict[str, Any]] = {}
    for symbol in dict.fromkeys(entry.symbol for entry in sheet.entries):
        for first, also in said_once(sheet.of(symbol)):
            for entry, opposite in also:
                equal = {"name": first.name, "sign": -1 if opposite else 1}
                before[symbol, entry.indices] = equal
    return [
        entry_json(entry, typeset) | {"equal_to": before.get((entry.symbol, entry.indices))}
        for entry in sheet.entries
    ]


def entry_json(entry: Entry, typeset: Typeset = formula) -> dict[str, Any]:
    """One result with its terms and their sources."""
    return {
        "symbol": entry.symbol,
        "indices": list(entry.indices),
        "name": entry.name,
        "equation": entry.equation,
        "text": write(entry.tree),
        "latex": latex_equal(entry_name(entry), typeset(entry.tree)),
        "terms": [_term(term, typeset) for term in entry.terms],
    }


def _term(term: Term, typeset: Typeset) -> dict[str, Any]:
    latex = LATEX.written(typeset(term.tree))
    return {"text": write(term.tree), "latex": latex, "sources": list(term.sources)}


def _minimal_json(minimal: Minimal, typeset: Typeset) -> dict[str, Any]:
    """What the equations of a bound system stand in."""
    return {
        "independent": list(minimal.coordinates),
        "functions": list(minimal.functions),
        "speeds": list(minimal.speeds),
        "all_coordinates": minimal.all_coordinates,
        "systems": _systems_json(minimal.systems, typeset),
        "multipliers": _systems_json(minimal.multipliers, typeset),
        "certificate": minimal.certificate.as_json(),
    }


def _systems_json(systems: Iterable[LinearSystem], typeset: Typeset) -> list[dict[str, Any]]:
    return [
        {
            "unknowns": list(map(write, system.unknowns)),
            "equations": [_equation(line, typeset) for line in system.lines],
        }
        for system in systems
    ]


def _equation(balance: Balance, typeset: Typeset) -> dict[str, Any]:
    return {
        "left": write(whole(balance.left)),
        "right": write(whole(balance.right)),
        "latex": LATEX.written(balance_formula(balance, typeset)),
    }


def _chosen_json(chosen: Chosen) -> dict[str, Any]:
    """Names, units, start and formulas of the coordinates of the model."""
    chart = chosen.chart
    begun = dict(zip(chart.names, chosen.start, strict=False))
    return {
        "choice": chart.choice,
        "coordinates": [
            {
                "name": name,
                "unit": unit,
                "start": begun.get(name, (None, None))[0],
                "velocity": begun.get(name, (None, None))[1],
            }
            for name, unit in zip(chart.names, chart.units, strict=True)
        ],
        "formulas": [
            {
                "coordinate": name,
                "text": write(tree),
                "latex": latex_equal(named(name), formula(tree)),
            }
            for name, tree in chart.changed
        ],
        "certificate": chosen.certificate.as_json(),
    }
