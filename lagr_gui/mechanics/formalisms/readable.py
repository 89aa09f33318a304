"""The formalisms as they are read: their functions and equations as entries of a sheet.

Left sides are ordered by the unknowns: first what multiplies q̈ (or ω̇), then the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from lagr_gui.expression import Expression, Symbol
from lagr_gui.mechanics.closed import nonzero
from lagr_gui.mechanics.formalisms.boltzmann_hamel import BoltzmannHamel
from lagr_gui.mechanics.formalisms.calculus import Shares
from lagr_gui.mechanics.formalisms.energies import Appell, Nielsen, Tzenoff
from lagr_gui.mechanics.formalisms.formalism import Balanced, Column
from lagr_gui.mechanics.formalisms.gauss import Gauss
from lagr_gui.mechanics.formalisms.hamilton_readable import hamilton
from lagr_gui.mechanics.formalisms.kane import Kane
from lagr_gui.mechanics.formalisms.kinetics import Kinetics, merged, scaled
from lagr_gui.mechanics.formalisms.newton_euler_readable import newton_euler
from lagr_gui.mechanics.formalisms.quasi import Choice
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.sheet import Balance, Entry, Term

Readable = tuple[list[Entry], list[Balance]]
"""Functions, and equations."""


def readable(name: str, kinetics: Kinetics, show: Show, choice: Choice) -> Readable:
    """A formalism of a system, `choice` of quasi-velocities for Boltzmann–Hamel.

    Raises LagrError where results are too long, or the formalism does not apply.
    """
    if name == "boltzmann-hamel":
        entries, balances = _boltzmann_hamel(BoltzmannHamel(kinetics, choice), show)
    else:
        entries, balances = _READABLE[name](kinetics, show)
    bodies = tuple(body.key for body in kinetics.bodies)
    return [replace(entry, terms=_told(entry.terms, bodies)) for entry in entries], [
        replace(balance, left=_told(balance.left, bodies), right=_told(balance.right, bodies))
        for balance in balances
    ]


def _told(terms: tuple[Term, ...], bodies: tuple[str, ...]) -> tuple[Term, ...]:
    """Terms with their sources; what the metric as a whole has made comes from all bodies."""
    return tuple(
        replace(term, sources=bodies) if set(term.sources) <= {""} else term for term in terms
    )


def _energy(symbol: str, parts: Shares, equation: str, show: Show) -> list[Entry]:
    return show.entries(symbol, {(): parts}, equation)


def _nielsen(kinetics: Kinetics, show: Show) -> Readable:
    form = Nielsen(kinetics)
    entries = [
        *_energy("T", kinetics.T, "14", show),
        *_energy("T_dot", form.T_rate, "28", show),
    ]
    return entries, _balances(form, show)


def _tzenoff(kinetics: Kinetics, show: Show) -> Readable:
    form = Tzenoff(kinetics)
    entries = [
        *_energy("T", kinetics.T, "14", show),
        *_energy("T_ddot", form.T_second, "29", show),
    ]
    return entries, _balances(form, show)


def _appell(kinetics: Kinetics, show: Show) -> Readable:
    return _energy("S", kinetics.S, "30", show), _balances(Appell(kinetics), show)


def _gauss(kinetics: Kinetics, show: Show) -> Readable:
    form = Gauss(kinetics)
    accelerated = nonzero(_accelerated(form.constraint, kinetics))
    return _energy("Z", accelerated, "14", show), _balances(form, show)


def _accelerated(parts: Shares, kinetics: Kinetics) -> Shares:
    """What depends on accelerations."""
    still = dict.fromkeys(kinetics.symbols[2], kinetics.algebra.zero)
    return {key: value - value.substitute(still) for key, value in parts.items()}


def _kane(kinetics: Kinetics, show: Show) -> Readable:
    form = Kane(kinetics)
    velocities: dict[str, dict[tuple[int, ...], Shares]] = {"v": {}, "w": {}}
    for body in kinetics.bodies:
        for rho, partial_velocity in enumerate(form.partials[body.number], start=1):
            for i in range(3):
                index = (body.number, i + 1, rho)
                velocities["v"][index] = {body.key: partial_velocity.v[i]}
                velocities["w"][index] = {body.key: partial_velocity.omega[i]}
    entries = [
        *show.entries("v", velocities["v"], form.equation),
        *show.entries("w", velocities["w"], form.equation),
        *_numbered("F", form.active, form.equation, show),
    ]
    return entries, _balances(form, show)


def _boltzmann_hamel(form: BoltzmannHamel, show: Show) -> Readable:
    kinetics, names = form.kinetics, form.kinetics.reading.coordinates
    entries = _energy("T_star", form.T, "23", show)
    balances: list[Balance] = []
    pairs = zip(names, form.symbols, form.definitions, strict=True)
    for index, (name, symbol, value) in enumerate(pairs, start=1):
        right = show.terms({"": value})
        balances.append(Balance(name, index, (_term(symbol),), right, "21"))
    for index, (name, value) in enumerate(zip(names, form.velocities[1:], strict=True), start=1):
        right = show.terms({"": value})
        balances.append(Balance(name, index, (_term(Symbol(name, 1)),), right, "22"))
    terms = dict(form.terms())
    forces, bound = terms.pop("force"), form.projected(kinetics.bound, 1)
    for j, name in enumerate(names):
        left = merged([column[j] for column in terms.values()])
        ordered = show.by_unknowns(left, form.rate_symbols)
        right = show.terms(merged([scaled(forces[j], -1), bound[j]]))
        balances.append(Balance(name, j + 1, ordered, right, form.equation))
    return entries, balances


_READABLE: Mapping[str, Callable[[Kinetics, Show], Readable]] = {
    "hamilton": hamilton,
    "nielsen": _nielsen,
    "tzenoff": _tzenoff,
    "appell": _appell,
    "kane": _kane,
    "newton-euler": newton_euler,
    "gauss": _gauss,
}


def _numbered(symbol: str, columns: Column, equation: str, show: Show) -> list[Entry]:
    """One entry for each coordinate."""
    table = {(rho,): parts for rho, parts in enumerate(columns, start=1)}
    return show.entries(symbol, table, equation)


def _balances(form: Balanced, show: Show) -> list[Balance]:
    """The equations of a form, forces on the right where they stand alone."""
    kinetics = form.kinetics
    terms = dict(form.terms())
    none: Column = [{} for _ in kinetics.symbols[0]]
    forces = terms.pop("force", none)
    balances = []
    for rho, name in enumerate(kinetics.reading.coordinates):
        left = merged([column[rho] for column in terms.values()])
        right = show.terms(merged([scaled(forces[rho], -1), kinetics.bound[rho]]))
        ordered = show.by_unknowns(left, kinetics.symbols[2])
        balances.append(Balance(name, rho + 1, ordered, right, form.equation))
    return balances


def _term(tree: Expression) -> Term:
    return Term(tree, ())
