"""Which fields hold something of another dimension than their place, and what depends on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lagr_gui.catalogue import KINDS
from lagr_gui.expression import BUILTINS, Expression, called, read, symbols, write
from lagr_gui.foundation.problem import LagrError, Path, Problem, Severity
from lagr_gui.model import Model
from lagr_gui.model.checks.dimension_proof import dimension_faults
from lagr_gui.model.sites import Site, put, sites
from lagr_gui.prepared import Prepared

_ITEMS = {"bodies": "body", "joints": "joint", "elements": "element"}
_DEFINING = ("parameters", "functions", "special_cases")
_ENTERING = ("gravity", "base", *_ITEMS, *_DEFINING)
"""Sections of a model whose values enter equations."""


@dataclass(frozen=True)
class Misfit:
    """A field whose dimension is wrong: what is told of it, its item, the names that stand in it.

    The `item` has the key of sources of terms; empty where the field belongs to none.  A field that
    `defines` a name is in every term in which that name stands; one that is only its `own` item's,
    as a stiffness, in no term of others.
    """

    problem: Problem
    item: str
    names: frozenset[str]
    defines: bool = False
    own: bool = False

    def enters(self, standing: frozenset[str], sources: tuple[str, ...], fits: bool | None) -> bool:
        """Whether a term with these names and sources comes from the field.

        `fits`: whether its dimension is right; None where that is not known.
        """
        if self.defines:
            return bool(self.names & standing)
        touches = not self.names or bool(self.names & standing)
        if fits or not touches:
            return False
        return self.item in sources or (fits is False and not self.own)


def misfits(prepared: Prepared) -> tuple[Misfit, ...]:
    """The fields of what is derived of a model whose dimension is wrong, as far as units tell."""
    problems = prepared.report.problems
    if not any(problem.code == "dimension" for problem in problems):
        return ()
    model = prepared.as_drawn
    faults = dimension_faults(model, KINDS)
    places = {site.path: site for site in sites(model, KINDS)}
    restated = prepared.expansion.told
    return tuple(
        replace(misfit, problem=restated(misfit.problem))
        for problem in faults
        if problem.path in places and problem.path[0] in _ENTERING and "shape" not in problem.path
        for misfit in _misfit(model, problem, places[problem.path], prepared.special)
    )


def _misfit(model: Model, problem: Problem, site: Site, special: str) -> Iterator[Misfit]:
    section, *rest = problem.path
    if section not in _DEFINING:
        owned = section == "elements" or (section == "bodies" and rest[1] != "centre")
        names = _names(site.value) - site.locals
        yield Misfit(problem, _item(model, problem.path), names, own=owned)
        return
    record = getattr(model, str(section))[rest[0]]
    if section == "special_cases":
        if record.name != special:
            return
        record = record.replacements[rest[2]]
    yield Misfit(problem, "", frozenset({record.name}), True)


def _item(model: Model, path: Path) -> str:
    if path[0] == "base":
        return "body:0"
    if path[0] not in _ITEMS:
        return ""
    section = str(path[0])
    record = getattr(model, section)[path[1]]
    return f"{_ITEMS[section]}:{record.number if section == 'bodies' else record.name}"


def names_in(tree: Expression) -> frozenset[str]:
    """The names of parameters, coordinates and functions of the model that stand in a tree."""
    functions = {name for name, _ in called(tree)} - BUILTINS.keys() - {"pi"}
    return frozenset({symbol.name for symbol in symbols(tree)} | functions)


def _names(value: object) -> frozenset[str]:
    try:
        return names_in(read(value)) if isinstance(value, str) else frozenset()
    except LagrError:
        return frozenset()


def derivable(prepared: Prepared) -> Model | None:
    """The model of which equations can be shown; None where there is none.

    Where nothing is wrong but dimensions, quantities count as they stand, in SI units.
    """
    wrong = [p for p in prepared.report.problems if p.severity is Severity.ERROR]
    if not wrong:
        return prepared.drawn
    model = prepared.drawn
    values = {site.path: site.value for site in sites(model, KINDS)}
    for problem in wrong:
        if problem.code != "dimension" or not isinstance(text := values.get(problem.path), str):
            return None
        model = put(model, problem.path, write(read(text)))
    return model if Prepared(model, prepared.special).report.sound else None
