"""What no program that runs by itself does, or not in every language, each with its remedy."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lagr_gui.extensions.programs.acting import refused_signals
from lagr_gui.extensions.programs.happening import refused_events
from lagr_gui.extensions.programs.vectors import vectors
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.problem import Problem
from lagr_gui.mechanics.friction import law_of
from lagr_gui.numerics import rank, scales
from lagr_gui.prepared import Prepared

STRUCK = {
    "c": "C99",
    "numpy": "Python",
    "javascript": "JavaScript",
    "fortran": "Fortran",
    "rust": "Rust",
    "matlab": "MATLAB",
    "julia": "Julia",
}
"""Languages whose programs know impacts, by name."""


def refused(prepared: Prepared, struck: bool, slides: bool) -> list[Problem]:
    """What no program does, or this one, each with its element.

    This one knows limits with impacts if its motions can be `struck`, and dry friction if it
    `slides`.
    """
    reading = prepared.reading
    limits = {part.key: part for part in reading.limits}.values()
    problems = [
        Problem(
            say("Element “{name}”", name=limit.key.partition(":")[2]),
            "It is a limit with impacts; this export knows none.",
            say(
                "Choose a program in {languages}, or a functional mock-up unit, simulate the model "
                "here, or take the limit away.",
                languages=", ".join(STRUCK.values()),
            ),
            code="unprintable",
        )
        for limit in limits
        if not struck
    ]
    problems += _refused_frictions(prepared, slides)
    problems += refused_signals(prepared) if slides else _refused_acting(prepared)
    problems += refused_events(prepared) if slides else _refused_happening(prepared)
    problems += [
        Problem(
            say("coordinate {coordinate}", coordinate=name),
            "Forces or rates are made of its acceleration; programs know none such yet.",
            say("Simulate the model here, or measure without accelerations."),
            code="unprintable",
        )
        for name in reading.fed_back
    ]
    if not reading.coordinates:
        problems.append(
            Problem(
                "Program",
                "Nothing moves: the system has no coordinates.",
                "Give a joint a coordinate.",
                code="unprintable",
            )
        )
    return problems


def _refused_acting(prepared: Prepared) -> Iterator[Problem]:
    """Signals of an export that knows none which switch, sample or are delayed."""
    for acting in prepared.acting_signals:
        yield _unknown_here(
            say("Signal “{name}”", name=acting.output),
            say("It switches, samples or is delayed; this export knows no such signals."),
            say("put a block without modes in its place"),
        )


def _refused_happening(prepared: Prepared) -> Iterator[Problem]:
    """Events, of an export that knows none."""
    for event in prepared.model.events:
        yield _unknown_here(
            say("Event “{name}”", name=event.name),
            say("It happens in the midst of a motion; this export knows no events."),
            say("take the event away"),
        )


def _unknown_here(place: Message, cause: Message, instead: Message) -> Problem:
    """What this export knows nothing of, but programs do."""
    remedy = say(
        "Choose a program in {languages} without derivatives, or a functional mock-up unit, "
        "simulate the model here, or {instead}.",
        languages=", ".join(STRUCK.values()),
        instead=instead,
    )
    return Problem(place, cause, remedy, code="unprintable")


def _refused_frictions(prepared: Prepared, slides: bool) -> list[Problem]:
    """What slides or sticks as this export, or no program, does."""
    reading = prepared.reading
    limits = {part.key: part for part in reading.limits}.values()
    rough = [part for part in limits if part.is_rough]
    remedy = say("Simulate the model here, or switch this element off.")
    contact = say("It is a contact with friction; this export knows none.")
    dry = say("It has dry friction, which slides or sticks; this export knows none.")
    problems = [
        _unknown_here(
            say("Element “{name}”", name=part.record.name), cause, say("switch this element off")
        )
        for cause, parts in ((contact, rough), (dry, reading.frictions))
        for part in parts
        if not slides
    ]
    if slides and reading.loaded:
        cause = say(
            "It is a contact with friction, which programs do not know beside friction that "
            "reactions press."
        )
        problems += [
            Problem(
                say("Element “{name}”", name=part.record.name), cause, remedy, code="unprintable"
            )
            for part in rough
        ]
    problems += [
        Problem(
            say("Element “{name}”", name=part.record.name),
            "It is a one-way clutch; programs hold what sticks both ways.",
            remedy,
            code="unprintable",
        )
        for part in reading.frictions
        if slides and law_of(part).one_way
    ]
    problems += [
        Problem(
            say("Element “{name}”", name=part.record.name),
            "It rubs along several freedoms of its joint at once; programs know frictions along "
            "one.",
            remedy,
            code="unprintable",
        )
        for part in reading.loaded
        if slides and part.number == 1
    ]
    if reading.loaded and slides and not rough and depend(prepared):
        problems += [
            Problem(
                say("Element “{name}”", name=part.record.name),
                "A reaction presses its dry friction, and conditions that say the same more than "
                "once may leave that open; programs do not tell.",
                remedy,
                code="unprintable",
            )
            for part in reading.loaded
        ]
    return problems


def depend(prepared: Prepared) -> bool:
    """Whether some of the conditions that bind say the same as others, at one of several states."""
    binding, start = prepared.conditions, prepared.start
    if binding is None or len(binding.sources) < 2:
        return False
    for t, *state in (start.row.tolist(), *vectors(prepared).states):
        conditions = binding.at_state(t, np.array(state))
        scale = scales(conditions.g)
        bound = np.any(conditions.rows.even(scale)[0] != 0, axis=1)
        if np.sum(bound) > rank(conditions.rows, scale):
            return True
    return False
