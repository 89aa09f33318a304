"""What is wrong with the signals of a model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from lagr_gui.catalogue import KINDS
from lagr_gui.expression import Expression, Number, read, symbols
from lagr_gui.expression.scanner import LONGEST
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Path, Problem
from lagr_gui.model import Depends, ExpressionSignal, Model, NamedSignal, StateSignal
from lagr_gui.model.checks.dimension_proof import check_dimensions
from lagr_gui.model.faults import place_of
from lagr_gui.model.measure_signal import measures_in
from lagr_gui.model.sites import written_sites
from lagr_gui.subsystems.centres import factor
from lagr_gui.subsystems.signal_blocks import Unmade, block_of, parts_of
from lagr_gui.subsystems.signal_order import depths, made_of, ordered, place_in, sizes
from lagr_gui.subsystems.switching import hidden_names, names_of, texts_of

REMEMBERING = ("relay", "switch")
"""Rules by which blocks act that stay as they are when what they see jumps back."""

LARGEST = 20_000
"""Names, numbers and operations of an expression with all signals put in."""

DEEPEST = 150
"""Levels of such an expression."""


def faults(model: Model, made: Model) -> Iterator[Problem]:
    """What is wrong with the signals of a model as it is drawn, beside names and texts.

    `made` has states and expressions in the place of its blocks.
    """
    unmade = False
    for index, signal in enumerate(model.signals):
        try:
            for part in parts_of(signal):
                read(part.rate if isinstance(part, StateSignal) else getattr(part, "value", 0))
            for acting in block_of(signal).acting:
                for text in filter(None, texts_of(acting)):
                    read(text)
        except Unmade as fault:
            field, cause, remedy = fault.args
            unmade = True
            yield _problem(model, ("signals", index, field), cause, remedy, "block")
        except LagrError as error:
            if isinstance(signal, StateSignal | ExpressionSignal):
                return  # told where texts are read
            unmade = True
            for problem in error.problems:
                yield _problem(model, ("signals", index), problem.cause, problem.remedy, "block")
    if unmade:
        return
    yield from _made_names(model)
    try:
        names = ordered(made)
    except LagrError as error:
        yield from error.problems
        return
    deep = depths(names)
    for name, count in sizes(names).items():
        if count > LARGEST or deep[name] > DEEPEST:
            cause = say(
                "With all that it is made of it has {count} parts, {deep} within each other.",
                count=count,
                deep=deep[name],
            )
            remedy = say("Put a state, such as a filter, between its parts.")
            path: Path = ("signals", place_in(model, name))
            yield _problem(model, path, cause, remedy, "too-long")
            return
    stateful = made_of(made.states, names) | {*made.states} - {*model.states}
    yield from _misplaced(
        model, stateful, "The signal “{name}” is made of states of the first order."
    )
    measuring = made_of(made.measures, names) - stateful
    yield from _misplaced(model, measuring, "The signal “{name}” is made of measures.")
    yield from _jumping(model, made_of(hidden_names(made), names))
    yield from _shaken(model, made, names)
    for site in written_sites(made, KINDS):
        if site.depends is Depends.STATE and len(str(site.value)) > LONGEST:
            cause = say("With all that it is made of it is longer than can be read.")
            yield _problem(model, site.path, cause, "Divide it into functions.", "too-long")
    yield from _dimensions(model, made)


def _made_names(model: Model) -> Iterator[Problem]:
    """Names of states of blocks that something else has already."""
    taken = {*model.coordinates, *(p.name for p in model.parameters)}
    taken |= {*(f.name for f in model.functions), *model.signal_names}
    for index, signal in enumerate(model.signals):
        block = block_of(signal)
        parts = [part.name for part in block.parts if part.name not in signal.names]
        modes = [name for acting in block.acting for name in names_of(acting)]
        path: Path = ("signals", index, "name")
        for name in sorted(taken.intersection(parts)):
            cause = say("Its state would be called “{name}”, which is taken.", name=name)
            yield _problem(model, path, cause, "Choose another name.", "name-taken")
        for name in sorted(taken.intersection(modes)):
            cause = say("Its mode would be called “{name}”, which is taken.", name=name)
            yield _problem(model, path, cause, "Choose another name.", "name-taken")


def _misplaced(model: Model, moving: frozenset[str], words: str) -> Iterator[Problem]:
    """Signals that are made of states or measures where none of these may stand."""
    for site in written_sites(model, KINDS):
        if site.depends is Depends.STATE and (names := sorted(site.names & moving)):
            cause = say(words, name=names[0])
            remedy = "Such signals may stand in forces, moments, other signals and rates of states."
            yield _problem(model, site.path, cause, remedy, "symbol")


def _jumping(model: Model, switching: frozenset[str]) -> Iterator[Problem]:
    """Signals that act at instants where what acts is differentiated, or binds."""
    for site in written_sites(model, KINDS):
        if site.depends is Depends.STATE and (names := sorted(site.names & switching)):
            cause = say("The signal “{name}” switches, samples or is delayed.", name=names[0])
            remedy = "Such signals may stand in forces, moments, other signals and rates of states."
            yield _problem(model, site.path, cause, remedy, "symbol")


def _shaken(model: Model, made: Model, names: Mapping[str, Expression]) -> Iterator[Problem]:
    """Blocks that act at instants, by what accelerations are then."""
    shaken = {
        entry.name
        for entry in measures_in(made)
        if entry.word == "acceleration"
        or (entry.item.startswith("joint:") and entry.word != "point")
    }
    shaken |= {name for name, tree in names.items() if any(s.order == 2 for s in symbols(tree))}
    shaken |= made_of(shaken, names)
    for index, signal in enumerate(model.signals):
        for acting in block_of(signal).acting:
            if getattr(acting, "rule", "") in REMEMBERING:
                continue
            trees = map(read, filter(None, texts_of(acting)))
            if any(s.order == 2 or s.name in shaken for tree in trees for s in symbols(tree)):
                cause = say("What it sees is made of accelerations, which jump as it acts.")
                remedy = say("Put a filter before it.")
                yield _problem(model, ("signals", index), cause, remedy, "accelerations")


def _dimensions(model: Model, made: Model) -> Iterator[Problem]:
    """What blocks put together that is of different dimension."""
    if made is model:
        return
    told = made.each("signals", _without_modes) if hidden_names(made) else made
    for problem in check_dimensions(told, KINDS):
        if problem.path[0] == "signals" and made.signals[int(problem.path[1])] not in model.signals:
            yield restated(model, made, problem)


def _without_modes(signal: NamedSignal) -> NamedSignal:
    """A signal whose modes are put together: they are of one dimension, but for plain numbers."""
    if not signal.cases:
        return signal
    texts = [str(value) for _, value in signal.cases if not isinstance(read(value), Number)]
    whole = " + ".join(factor(text) for text in texts) or "0"
    return signal.having(**{"rate" if isinstance(signal, StateSignal) else "value": whole})


def _problem(model: Model, path: Path, cause: str, remedy: str, code: str) -> Problem:
    return Problem(place=place_of(path, model), cause=cause, remedy=remedy, code=code, path=path)


def restated(drawn: Model, made: Model, problem: Problem) -> Problem:
    """A problem of what was made of a block where the block is drawn."""
    part = made.signals[int(problem.path[1])]
    if part in drawn.signals:
        return problem
    sort, _, name = part.source.partition(":")
    path: Path = ("signals", place_in(drawn, name))
    if sort == "element":
        path = ("elements", [element.name for element in drawn.elements].index(name))
    return replace(problem, place=place_of(path, drawn), path=path)
