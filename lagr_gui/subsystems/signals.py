"""Signals: blocks as states and expressions, their order, what is wrong with them.

What most models have none of is loaded with the first signal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from lagr_gui.catalogue import KINDS
from lagr_gui.expression import BUILTINS, Expression, Symbol, substitute
from lagr_gui.foundation.problem import Problem
from lagr_gui.model import Depends, Model
from lagr_gui.model.recent import of_recent
from lagr_gui.model.sites import written_sites

NAMES, IN = "names", "in"
"""Signals stand as names in equations, or what they stand for is put in."""

_ACCELERATED = re.compile(r"['’′]\s*['’′]|_ddot\b")
_OF_ACCELERATIONS = {"acceleration", "force", "moment", "thrust"}
"""Measures that may be made of accelerations."""
_CALLED = re.compile(r"([^\W\d]\w*)\s*\(")


@of_recent
def with_measures(model: Model) -> Model:
    """The model with a signal for each measure in its expressions; itself where it has none."""
    known = {*BUILTINS, "pi", *(function.name for function in model.functions)}
    texts = (str(s.value) for s in written_sites(model, KINDS) if s.depends is Depends.SIGNAL)
    if all(known.issuperset(_CALLED.findall(text)) for text in texts):
        return model
    from lagr_gui.subsystems.signal_measures import named

    return named(model)


@of_recent
def accelerated(model: Model) -> bool:
    """Whether signals, forces or rates of states of a plain model speak of accelerations."""
    texts = (str(s.value) for s in written_sites(model, KINDS) if s.depends is Depends.SIGNAL)
    words = {getattr(signal, "word", "") for signal in model.signals}
    return any(map(_ACCELERATED.search, texts)) or bool(words & _OF_ACCELERATIONS)


if TYPE_CHECKING:  # few models have any
    from lagr_gui.subsystems.switching import Acting


@of_recent
def plain(model: Model) -> Model:
    """The model with states and expressions in the place of blocks; itself where it has neither.

    Measures have names of their own.  Where no state may stand signals are put in: energies and
    conditions are differentiated.
    Blocks that cannot be made are left out: `check_signals` tells why.
    """
    model = with_measures(model)
    if len(model.own_states) == len(model.signals):
        return model
    from lagr_gui.subsystems.signal_blocks import made_plain

    return made_plain(model)


@of_recent
def acting_blocks(model: Model) -> tuple[Acting, ...]:
    """What of a model, as it is drawn, switches, samples or is delayed, in the order of the file.

    Blocks that cannot be made are left out: `check_signals` tells why.
    """
    if not model.signals:
        return ()
    from lagr_gui.subsystems.signal_blocks import acting_in

    return tuple(acting_in(with_measures(model)))


def definitions(model: Model) -> dict[str, Expression]:
    """The expressions of a plain model by name, each behind those that it is made of.

    Raises LagrError for what does not read and for circles.
    """
    if len(model.own_states) == len(model.signals):
        return {}
    from lagr_gui.subsystems.signal_order import ordered

    return ordered(model)


def put_in(ordered: Mapping[str, Expression]) -> dict[Symbol, Expression]:
    """The same expressions without names of signals."""
    whole: dict[Symbol, Expression] = {}
    for name, tree in ordered.items():
        whole[Symbol(name)] = substitute(tree, whole)
    return whole


@of_recent
def whole(model: Model) -> dict[Symbol, Expression]:
    """The expressions of a plain model with others put in.  Raises LagrError as `definitions`."""
    return put_in(definitions(model))


def check_signals(model: Model) -> list[Problem]:
    """What is wrong with the signals of a model as it is drawn, beside names and texts."""
    made = with_measures(model)
    if not made.signals:
        return []
    from lagr_gui.subsystems.signal_checks import faults

    if made is model:
        return [*faults(model, plain(model))]
    from lagr_gui.subsystems import signal_measures

    return [*signal_measures.faults(model, made), *faults(made, plain(model))]


def drawn_at(drawn: Model, made: Model, problem: Problem) -> Problem:
    """A problem of what was made of a block where the block is drawn; any other as it is."""
    if made is drawn or problem.path[:1] != ("signals",):
        return problem
    from lagr_gui.subsystems.signal_checks import restated

    return restated(drawn, made, problem)
