"""Which items of a model a name in its equations speaks of."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.analysis.expanded_names import pose_of
from lagr_gui.catalogue import KINDS
from lagr_gui.expression import read, symbols
from lagr_gui.gui.bridge.keys import item_of
from lagr_gui.mechanics.balance import multiplier
from lagr_gui.mechanics.sheet import Sheet
from lagr_gui.model import Model
from lagr_gui.model.sites import sites
from lagr_gui.problem import LagrError


def items_of(model: Model, sheet: Sheet, name: str) -> tuple[str, ...]:
    """The keys of items that a name of a sheet speaks of, empty where there are none.

    Those of a name that is defined; of a multiplier the item that binds; of a coordinate its joint
    or element; of a pose the body; of a parameter all items in whose fields it stands.
    """
    if pose := pose_of(name):
        return (f"body:{pose[1]}",)
    found = [key for own in sheet.definitions if own.name == name for key in own.sources]
    for entry in sheet.of("G"):
        if multiplier(entry.indices[0]).name == name:
            found += [key for term in entry.terms for key in term.sources]
    found += [f"joint:{joint.name}" for joint in model.joints if name in joint.coordinates]
    found += [f"element:{entry.name}" for entry in model.elements if name in entry.own]
    return tuple(dict.fromkeys(found or _having(model, name)))


def _having(model: Model, name: str) -> Iterator[str]:
    """The items in whose fields a name stands."""
    for site in sites(model, KINDS):
        own = site.path[0] in ("bodies", "joints", "elements") and isinstance(site.value, str)
        if own and _stands_in(name, str(site.value)):
            yield item_of(model, site.path)


def _stands_in(name: str, text: str) -> bool:
    try:
        return any(symbol.name == name for symbol in symbols(read(text)))
    except LagrError:
        return False  # what does not read is told elsewhere
