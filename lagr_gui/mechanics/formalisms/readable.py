"""The formalisms as they are read: their functions and equations as entries of a sheet.

Left sides are ordered by the unknowns: first what multiplies q̈ (or ω̇), then the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from lagr_gui.mechanics.closed import nonzero
from lagr_gui.mechanics.formalisms.calculus import Shares
from lagr_gui.mechanics.formalisms.energies import Nielsen, Tzenoff
from lagr_gui.mechanics.formalisms.formalism import Balanced, Column
from lagr_gui.mechanics.formalisms.gauss import Gauss
from lagr_gui.mechanics.formalisms.hamilton_readable import hamilton
from lagr_gui.mechanics.formalisms.in_speeds import IN_SPEEDS, Wanted
from lagr_gui.mechanics.formalisms.kinetics import Kinetics, merged, scaled
from lagr_gui.mechanics.formalisms.newton_euler_readable import newton_euler
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.forces import ForceTerms
from lagr_gui.mechanics.sheets.sheet import Balance, Entry, Term

Readable = tuple[list[Entry], list[Balance]]
"""Functions, and equations."""


def readable(name: str, kinetics: Kinetics, show: Show, wanted: Wanted) -> Readable:
    """A formalism of a system.

    Raises LagrError where results are too long, or the formalism does not apply.
    """
    if name in IN_SPEEDS:
        entries, balances = IN_SPEEDS[name](kinetics, show, wanted)
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


def _gauss(kinetics: Kinetics, show: Show) -> Readable:
    form = Gauss(kinetics)
    accelerated = nonzero(_accelerated(form.constraint, kinetics))
    return _energy("Z", accelerated, "14", show), _balances(form, show)


def _accelerated(parts: Shares, kinetics: Kinetics) -> Shares:
    """What depends on accelerations."""
    still = dict.fromkeys(kinetics.symbols[2], kinetics.algebra.zero)
    return {key: value - value.substitute(still) for key, value in parts.items()}


_READABLE: Mapping[str, Callable[[Kinetics, Show], Readable]] = {
    "hamilton": hamilton,
    "nielsen": _nielsen,
    "tzenoff": _tzenoff,
    "newton-euler": newton_euler,
    "gauss": _gauss,
}


def _balances(form: Balanced, show: Show) -> list[Balance]:
    """The equations of a form, forces on the right where they stand alone."""
    kinetics = form.kinetics
    terms = dict(form.terms())
    none: Column = [{} for _ in kinetics.symbols[0]]
    forces = terms.pop("force", none)
    balances, by_source = [], ForceTerms(kinetics.closed)
    for rho, name in enumerate(kinetics.reading.coordinates):
        left = merged([column[rho] for column in terms.values()])
        right = by_source.terms(show, merged([scaled(forces[rho], -1), kinetics.bound[rho]]))
        ordered = show.by_unknowns(left, kinetics.symbols[2])
        balances.append(Balance(name, rho + 1, ordered, right, form.equation))
    return balances
