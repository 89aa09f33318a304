"""Which elements controllers drive, for their labels."""

from __future__ import annotations

from lagr_gui.catalogue import KINDS
from lagr_gui.expression import read, symbols
from lagr_gui.model import Model
from lagr_gui.model.sites import sites
from lagr_gui.problem import LagrError


def drivers_of(model: Model) -> dict[str, str]:
    """The controllers that drive an element, in words, by its name.

    They do so by parameters that stand in its law.
    """
    behind: dict[str, str] = {}
    for controller in model.simulation.controllers:
        if controller.enabled:
            behind |= {output.parameter: controller.name for output in controller.driving}
    if not behind:
        return {}
    found: dict[str, dict[str, None]] = {}
    for site in sites(model, KINDS):
        if site.path[0] == "elements" and isinstance(site.value, str):
            element = model.elements[int(site.path[1])].name
            for name in _names(site.value) - set(site.locals):
                if name in behind:
                    found.setdefault(element, {})[behind[name]] = None
    return {element: ", ".join(names) for element, names in found.items()}


def _names(text: str) -> set[str]:
    try:
        return {symbol.name for symbol in symbols(read(text))}
    except LagrError:
        return set()
