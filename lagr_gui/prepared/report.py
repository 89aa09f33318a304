"""What a model is, in numbers and in problems."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lagr_gui import model as files
from lagr_gui.catalogue import ELEMENTS, JOINTS, KINDS
from lagr_gui.catalogue.kinds import Condition
from lagr_gui.foundation.problem import Problem, by_severity, has_errors
from lagr_gui.foundation.showing import Shown
from lagr_gui.mechanics.checks.inertias import check_inertias
from lagr_gui.mechanics.checks.rotations import check_geometry
from lagr_gui.mechanics.checks.values import check_alternatives, check_values
from lagr_gui.model import Joint, Model
from lagr_gui.subsystems import Expansion
from lagr_gui.subsystems.signals import accelerated, check_signals, drawn_at, with_measures
from lagr_gui.topology import Topology


@dataclass(frozen=True)
class Report(Shown):
    """What a model is, in numbers and in problems.

    `reference_bodies` maps each body to its reference body; `units` are those of the coordinates,
    of their kinds or as they follow from use; `loops` are the joints of closed paths, `cuts` those
    of them that are cut; `renumbering` maps old to new numbers where the numbers do not rise.
    Where references lead nowhere there is no structure to tell (`structured`).  `bound` says
    whether conditions bind the coordinates: otherwise each of them is a degree of freedom.
    """

    problems: tuple[Problem, ...]
    numbers: tuple[int, ...]
    reference_bodies: Mapping[int, int]
    coordinates: tuple[str, ...]
    units: tuple[str, ...]
    freedoms: int
    tree: bool
    loops: tuple[tuple[str, ...], ...]
    cuts: tuple[str, ...]
    offered: tuple[Joint, ...]
    renumbering: Mapping[int, int]
    structured: bool
    bound: bool

    @property
    def sound(self) -> bool:
        """Whether equations can be derived."""
        return not has_errors(self.problems)


def report(
    model: Model, as_drawn: Model, expansion: Expansion, structure: Callable[[], Topology]
) -> Report:
    """Structure and problems of a model that has been expanded; never raises.

    What is written is judged `as_drawn`, before points are seen from centres of mass.  The
    `structure` is asked for where references lead somewhere.
    """
    if has_errors(expansion.problems):
        return _unstructured(model, list(expansion.problems))
    written, as_drawn = as_drawn, with_measures(as_drawn)
    problems = [*expansion.problems, *files.check(as_drawn, KINDS), *check_signals(written)]
    if any(problem.sense.undrawn for problem in problems):
        return _unstructured(model, [expansion.told(problem) for problem in problems])
    topology = structure()
    problems = [*problems, *topology.problems]
    if expansion.origins:  # nobody gave these numbers
        problems = [problem for problem in problems if problem.code != "numbering"]
    if not has_errors(problems):
        problems += check_geometry(model)
        problems += _of_elements(model, topology)
        if accelerated(model):
            from lagr_gui.mechanics.checks.accelerations import check_accelerations  # few models

            found = check_accelerations(model, topology)
            problems += [drawn_at(as_drawn, model, problem) for problem in found]
        values = check_values(model)
        problems += [drawn_at(as_drawn, model, problem) for problem in values]
        if as_drawn.signals:
            from lagr_gui.mechanics.checks.blocks import check_blocks  # with the first signal

            problems += check_blocks(written)
        problems += check_inertias(model, topology)
        problems += check_alternatives(model)
    return Report(
        problems=by_severity(map(expansion.told, problems)),
        numbers=model.numbers,
        reference_bodies=topology.reference_bodies,
        coordinates=topology.coordinates,
        units=_units(model, topology, not has_errors(problems)),
        freedoms=len(topology.coordinates),
        tree=topology.is_tree,
        loops=tuple(loop.joints for loop in topology.loops),
        cuts=tuple(cut.joint.name for cut in topology.cuts),
        offered=topology.offered,
        renumbering={} if expansion.origins else topology.renumbering,
        structured=True,
        bound=_is_bound(model, topology),
    )


def _of_elements(model: Model, topology: Topology) -> list[Problem]:
    """Laws that elements cannot have, by themselves or in their circuits."""
    if not model.elements:
        return []
    from lagr_gui.mechanics.checks.circuits import check_meshes  # with the first element
    from lagr_gui.mechanics.checks.laws import check_laws

    return [*check_laws(model), *check_meshes(model, topology)]


def _unstructured(model: Model, problems: list[Problem]) -> Report:
    return Report(
        problems=by_severity(problems),
        numbers=model.numbers,
        reference_bodies={},
        coordinates=model.coordinates,
        units=(),
        freedoms=0,
        tree=True,
        loops=(),
        cuts=(),
        offered=(),
        renumbering={},
        structured=False,
        bound=False,
    )


def _is_bound(model: Model, topology: Topology) -> bool:
    laws = (ELEMENTS[e.kind].of(e).law for e in model.elements if e.enabled and e.kind in ELEMENTS)
    meshes = topology.circuits.meshes
    return not topology.is_tree or bool(meshes) or any(isinstance(law, Condition) for law in laws)


def _units(model: Model, topology: Topology, sound: bool) -> tuple[str, ...]:
    """Units of the coordinates; what is not `sound` tells none by its use."""
    units: dict[str, str] = {}
    for joint in (*model.joints, *topology.offered):
        known = JOINTS[joint.kind].units
        units |= dict(zip(joint.coordinates, known, strict=False))
    for element in model.elements:
        units |= dict(zip(element.own, ELEMENTS[element.kind].own or (), strict=False))
    of_joints = {name for joint in model.joints for name in joint.coordinates}
    if sound and (missing := of_joints - units.keys()):
        from lagr_gui.model.checks.dimension_proof import units_of_all_coordinates  # of few models

        in_use = units_of_all_coordinates(model, KINDS)
        units |= {name: in_use[name] for name in missing & in_use.keys()}
    return tuple(units.get(name, "") for name in topology.coordinates)
