"""Which elements controllers drive, for their labels."""

from __future__ import annotations

from lagr_gui.catalogue import KINDS
from lagr_gui.model import Model
from lagr_gui.model.sites import sites


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
        if site.path[0] == "elements":
            element = model.elements[int(site.path[1])].name
            for name in sorted(site.names & behind.keys()):
                found.setdefault(element, {})[behind[name]] = None
    return {element: ", ".join(names) for element, names in found.items()}
