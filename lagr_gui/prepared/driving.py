"""Which parameters may be driven from outside while a system moves: those of forces alone."""

from __future__ import annotations

from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.catalogue.kinds import Condition, Energies, Limit
from lagr_gui.expression import read, symbols
from lagr_gui.model import ExpressionSignal, Model
from lagr_gui.model.faults import place_of
from lagr_gui.model.kinds import Depends
from lagr_gui.model.sites import Site, sites


def drivable(model: Model) -> tuple[str, ...]:
    """The parameters of laws of forces alone, and of nothing else."""
    acting = {n for site in sites(model, KINDS) if _is_force(model, site) for n in site.names}
    names = (entry.name for entry in model.parameters)
    return tuple(name for name in names if name in acting and not stands_elsewhere(model, name))


def stands_elsewhere(model: Model, name: str) -> str:
    """A place where a parameter stands that is no law of a force, in words; empty for none.

    What is driven has no rate: places would jump without a velocity, masses without a force.
    """
    for site in sites(model, KINDS):
        if name not in site.names:
            continue
        if not _is_force(model, site):
            return place_of(site.path, model)
        signal = model.signals[int(site.path[1])] if site.path[0] == "signals" else None
        if isinstance(signal, ExpressionSignal) and (place := stands_elsewhere(model, signal.name)):
            return place
    return ""


def _is_force(model: Model, site: Site) -> bool:
    """Whether a place is the law of an element that acts and binds nothing, or a rate."""
    if site.path[0] == "special_cases":
        return True
    if site.path[0] == "signals":
        return not str(site.path[2]).startswith("start")
    if site.path[0] != "elements" or site.depends is Depends.PARAMETERS:
        return False
    law = ELEMENTS[model.elements[int(site.path[1])].kind].law
    if isinstance(law, Energies):  # a flux or a momentum would jump
        return all(symbol.name != site.path[2] for symbol in symbols(read(law.kinetic)))
    return not isinstance(law, Condition | Limit)
