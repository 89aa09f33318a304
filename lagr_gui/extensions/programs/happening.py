"""Events in programs: by which values they happen, and what they do to the state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lagr_gui.analysis.motions.events import EventValues
from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.kinds import (
    Condition,
    Dissipation,
    Energies,
    Friction,
    Limit,
    Load,
    Potential,
)
from lagr_gui.extensions.programs.answering import sensor_formulas
from lagr_gui.extensions.programs.gating import gates_of
from lagr_gui.extensions.programs.record import (
    EVENT_VALUES,
    ProgramAction,
    ProgramEvent,
    ProgramFormula,
)
from lagr_gui.extensions.programs.rubbing import separate
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.problem import LagrError, Problem, Severity
from lagr_gui.foundation.wording import Wording
from lagr_gui.model import Model
from lagr_gui.model.events import EventAction, MotionEvent
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.sensors.measuring import event_faults
from lagr_gui.prepared.sensors.reading import read_output
from lagr_gui.subsystems.events import item_of
from lagr_gui.subsystems.releases import planar_beside

WAYS = {"rising": 1, "falling": -1, "both": 0}
"""The ways in which values pass through zero."""


def told_events(
    drawn: Prepared, there: Prepared
) -> tuple[tuple[ProgramFormula, ...], tuple[ProgramEvent, ...]]:
    """The formula of the values of events, then of what they set, and what they do.

    The system that is `there` has gates among its states.
    """
    events = drawn.model.events
    if not events:
        return (), ()
    texts = [event.when for event in events]
    texts += [str(action.value) for event in events for action in event.do if action.set]

    def made() -> ProgramFormula:
        trees = tuple(read_output(there, text) for text in texts)
        (formula,) = sensor_formulas(separate(there), trees)
        comment = "Values by which events happen, then those that they set"
        outputs = {"told": formula.outputs["shown"]}
        return replace(formula, name=EVENT_VALUES, comment=comment, outputs=outputs)

    formula = there.kept(("event formula", tuple(texts)), made, lasting=True)
    return (formula,), tuple(_events(drawn.model, there))


def _events(model: Model, there: Prepared) -> Iterator[ProgramEvent]:
    gates, names, values = gates_of(model), [*there.layout.names], 0
    for event in model.events:
        actions = list[ProgramAction]()
        for action in event.do:
            if action.set:
                actions.append(ProgramAction(names.index(action.set), values))
                values += 1
            elif action.item:
                place = names.index(gates[item_of(model, action.item)])
                actions.append(ProgramAction(place, level=float(bool(action.on))))
            else:
                actions.append(ProgramAction(None))
        way = WAYS[event.direction]
        yield ProgramEvent(Wording(event.name), way, event.once, tuple(actions))


# --- what is refused -----------------------------------------------------------------------------


def refused_events(prepared: Prepared) -> Iterator[Problem]:
    """Events that no program knows, each with its remedy."""
    if not prepared.model.events:
        return
    if wrong := [*event_faults(prepared, Severity.ERROR)]:
        yield from wrong
        return
    try:
        EventValues(prepared)
    except LagrError as error:
        yield from error.problems
    for event in prepared.model.events:
        for cause in filter(None, (_unsaid(prepared, action) for action in event.do)):
            yield _refused(event, cause)


def _unsaid(prepared: Prepared, action: EventAction) -> Message | None:
    """Why programs cannot do what an event does; None where they can."""
    model = prepared.model
    if action.set in {f"{name}'" for name in prepared.coordinates}:
        if prepared.reading.constraints:
            return say(
                "It sets a velocity where conditions bind others, which programs do not lead along."
            )
        return None
    if not action.item:
        return None
    sort, _, name = item_of(model, action.item).partition(":")
    if sort == "joint":
        if planar_beside(model, name):
            return say(
                "“{name}” opens within a plane; programs do not look whether forces push out of "
                "that.",
                name=name,
            )
        return None
    law = ELEMENTS[model.element(name).kind].law
    if isinstance(law, Condition) and action.on:
        return say("“{name}” begins to bind, by an impact; programs know none such.", name=name)
    if _switches(prepared, name, law):
        return None
    return say("“{name}” is nothing that a program switches.", name=name)


def _switches(prepared: Prepared, name: str, law: object) -> bool:
    """Whether an element can be opened or switched by a gate."""
    element = prepared.model.element(name)
    match law:
        case Potential() | Dissipation() | Energies() | Load() | Condition():
            return True
        case Limit():
            rough = [part for part in prepared.reading.limits if part.is_rough]
            return all(part.record.name != name for part in rough)
        case Friction():
            return law.may_stick(element) and law.load is None and not law.one_way
        case _:
            return False


def _refused(event: MotionEvent, cause: Message) -> Problem:
    return Problem(
        say("Event “{name}”", name=event.name),
        cause,
        "Simulate the model here, or take the event away.",
        code="unprintable",
    )
