"""The one model that instances of subsystems stand for: bodies, joints and elements, nothing else.

Everything that is asked of a model is asked of this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, has_errors
from lagr_gui.model import Model
from lagr_gui.subsystems.centres import centred

STATED = {"parameters": "name", "start": "coordinate", "motions": "coordinate"}
"""Of these the model may have entries under the names of members: they go before."""
SECTIONS = ("bodies", "joints", "elements", "terminals", "functions", "signals", *STATED)


@dataclass(frozen=True)
class Expansion:
    """A model without instances, what is wrong with these, and to which of them things belong.

    Its points are seen from the centres of mass, those of the model `as_drawn` from the origins of
    bodies.  `origins` holds for each section the instances,
    by index, of the entries that follow those of the model itself; `ports` are the numbers of the
    bodies that joints and elements mean by those of ports.  With errors the model is the drawn one
    without its instances.
    """

    model: Model
    problems: tuple[Problem, ...] = ()
    origins: Mapping[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    as_drawn: Model | None = None
    ports: Mapping[int, int] = field(default_factory=dict[int, int])

    def told(self, problem: Problem) -> Problem:
        """A problem of the model where it can be mended: at the instance that brought it."""
        instance = self.instance_at(*problem.path[:2]) if len(problem.path) > 1 else None
        return problem if instance is None else replace(problem, path=("instances", instance))

    def instance_at(self, section: str | int, index: str | int) -> int | None:
        """The instance that brought an entry of a section; None where it was drawn itself."""
        brought = self.origins.get(str(section), ())
        if not brought or not isinstance(index, int):
            return None
        behind = index - len(getattr(self.model, str(section))) + len(brought)
        return brought[behind] if behind >= 0 else None


def expand(drawn: Model) -> Expansion:
    """The model without instances, with points from the centres of mass; never raises."""
    expansion = _expanded(drawn)
    return replace(expansion, model=centred(expansion.model), as_drawn=expansion.model)


def _expanded(drawn: Model) -> Expansion:
    bare = drawn.having(ports=(), subsystems=(), instances=())
    if not (drawn.ports or drawn.subsystems or drawn.instances):
        return Expansion(drawn)
    from lagr_gui.subsystems import checks  # few models have subsystems
    from lagr_gui.subsystems.attaching import Attaching
    from lagr_gui.subsystems.blocks import leading

    if endless := tuple(checks.check_size(drawn)):
        return Expansion(bare, endless)
    named = {instance.subsystem for instance in drawn.instances}
    expansions = {s.name: _expanded(s.model) for s in drawn.subsystems if s.name in named}
    problems = [*checks.check_ports(drawn), *_within(drawn, expansions)]
    inner = {
        s.name: _known(expansions[s.name], s.model) for s in drawn.subsystems if s.name in named
    }
    problems += checks.check_instances(drawn, inner)
    if has_errors(problems):
        return Expansion(bare, tuple(problems))
    attaching = Attaching(drawn, inner)
    whole = _joined(leading(bare, attaching.numbers), attaching.parts())
    problems += checks.check_values(drawn, whole.model)
    return replace(whole, problems=tuple(problems), ports=attaching.numbers)


def _known(expansion: Expansion, drawn: Model) -> Model:
    """An expanded subsystem with its ports, which may be bodies of its own instances."""
    moved = drawn.each("ports", lambda p: p.having(body=expansion.ports.get(p.body, p.body)))
    return expansion.model.having(ports=moved.ports)


def flat(drawn: Model, from_centres: bool = True) -> Model:
    """The model without instances of subsystems: their bodies, joints and elements instead.

    Points are seen `from_centres` of mass, or from where they were drawn.  Raises LagrError with
    what is wrong with the instances.
    """
    expansion = expand(drawn) if from_centres else _expanded(drawn)
    if has_errors(expansion.problems):
        raise LagrError(expansion.problems)
    return expansion.model


def _within(drawn: Model, expansions: Mapping[str, Expansion]) -> Iterator[Problem]:
    """What is wrong with the instances that subsystems have themselves."""
    for index, entry in enumerate(drawn.subsystems):
        for problem in expansions[entry.name].problems if entry.name in expansions else ():
            place = say("Subsystem “{name}”, {place}", name=entry.name, place=problem.place)
            path = ("subsystems", index, "model", *problem.path)
            yield replace(problem, place=place, path=path)


def _joined(bare: Model, parts: Iterator[tuple[int, Model]]) -> Expansion:
    """The model with all parts, each of an instance by its index, behind what it has itself."""
    new: dict[str, list[Any]] = {section: [] for section in SECTIONS}
    origins: dict[str, list[int]] = {section: [] for section in SECTIONS}
    for index, part in parts:
        for section, entries in new.items():
            key = STATED.get(section, "")
            stated = {getattr(entry, key) for entry in getattr(bare, section)} if key else set()
            added = [e for e in getattr(part, section) if not key or getattr(e, key) not in stated]
            entries += added
            origins[section] += [index] * len(added)
    whole = bare.having(**{name: (*getattr(bare, name), *new[name]) for name in SECTIONS})
    return Expansion(whole, (), {name: tuple(indices) for name, indices in origins.items()})
