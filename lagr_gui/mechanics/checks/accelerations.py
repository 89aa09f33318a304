"""Forces that are made of accelerations must be linear in them, in a system that takes such."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.catalogue.kinds import Limit
from lagr_gui.expression import Expression, Symbol, read, substitute, symbols
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Path, Problem, refusal
from lagr_gui.mechanics.laws import slope_of
from lagr_gui.mechanics.reading import Reading, read_model
from lagr_gui.mechanics.senses import rubbing
from lagr_gui.model import Depends, Model
from lagr_gui.model.faults import place_of
from lagr_gui.model.measure_signal import measures_in
from lagr_gui.model.sites import written_sites
from lagr_gui.subsystems.signals import whole
from lagr_gui.topology import Topology

FILTER = "Measure the acceleration through a filter: states may be made of it in any way."


def refuse(reading: Reading) -> None:
    """Raise LagrError where signals or forces are made of accelerations."""
    for name in reading.fed_back[:1]:
        raise refusal(
            say("coordinate {coordinate}", coordinate=name),
            "Signals or forces are made of its acceleration; what is asked does not know such "
            "forces yet.",
            "Simulate the model, or measure without accelerations.",
            "acceleration",
        )


def check_accelerations(model: Model, topology: Topology) -> Iterator[Problem]:
    """What is wrong with accelerations in a plain model that speaks of some."""
    try:
        known = read_model(model, topology).whole
    except LagrError as error:
        yield from error.problems
        return
    names = whole(model)
    made = {Symbol(entry.name) for entry in measures_in(model)}
    fed_back = {name for name in made if any(s.order == 2 for s in symbols(known[name]))}
    bent = {Symbol(m.name) for m in measures_in(model) if m.part == "abs"} & fed_back
    for site in written_sites(model, KINDS):
        if site.depends is not Depends.SIGNAL:
            continue
        tree = substitute(read(site.value), names)
        fed = {s for s in symbols(tree) if s.order == 2 or s in fed_back}
        if not fed:
            continue
        if (words := _alone(model, topology)) is not None:
            yield _problem(model, site.path, *words)
            return
        if site.path[0] == "elements" and (fed & bent or _bends(tree, fed)):
            cause = "The force is not linear in the accelerations that it is made of."
            yield _problem(model, site.path, cause, FILTER)


def _bends(tree: Expression, fed: set[Symbol]) -> bool:
    return any(symbols(slope_of(tree, symbol)) & fed for symbol in fed)


def _alone(model: Model, topology: Topology) -> tuple[str, str] | None:
    """Why the system takes no accelerations; None where it does."""
    laws = [ELEMENTS[e.kind].of(e).law for e in model.elements if e.enabled]
    if any(isinstance(law, Limit) for law in laws) or any(rubbing(model)):
        cause = "It is made of accelerations, and the system has limits or dry friction."
    elif any(mesh.order < 2 for mesh in topology.circuits.meshes):
        cause = "It is made of accelerations, and a mesh has no inductance."
    else:
        return None
    return cause, "Measure positions and velocities; outputs show accelerations."


def _problem(model: Model, path: Path, cause: str, remedy: str) -> Problem:
    place = place_of(path, model)
    return Problem(place=place, cause=cause, remedy=remedy, code="acceleration", path=path)
