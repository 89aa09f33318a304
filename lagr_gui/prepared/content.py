"""What of a model its physics and its motions depend on."""

from __future__ import annotations

import json
from typing import Any

from lagr_gui import model as files
from lagr_gui.catalogue import KINDS
from lagr_gui.foundation.problem import Path
from lagr_gui.model import Body, Model, NamedSignal, StateSignal
from lagr_gui.model.control import ControlDesk
from lagr_gui.model.exercise import Exercise
from lagr_gui.model.recent import of_recent
from lagr_gui.model.record import Record
from lagr_gui.model.text import plain
from lagr_gui.model.unchanged import Unchanged
from lagr_gui.topology import cut_joints


@of_recent
def physics(model: Model) -> str:
    """The content that derivations depend on: no drawing, start values or parameter values."""
    for other, text in physics.known:
        if alike(model, other):
            return text
    bare = model.each("parameters", lambda entry: entry.having(**_BARE))
    parts = [texts.of(section, getattr(model, section)) for section, texts in _TEXTS.items()]
    bare = bare.having(
        **dict.fromkeys(_TEXTS, ()),
        **_UNSEEN,
        start=(),
        motions=(),
        simulation=files.Simulation(),
        signals=tuple(map(_without_start, model.signals)),
        special_cases=(),
        events=(),
    )
    centres = [body.drawn_centre for body in model.bodies]
    text = f"{json.dumps(plain(bare))}{parts}{centres if any(map(any, centres)) else ''}"
    text += "".join(f" {signal.name}: {signal.cases}" for signal in model.signals if signal.cases)
    cut = sorted(cut_joints(model, KINDS)) if model.start else ()  # start values choose them
    return f"{text} cut at {cut}" if cut else text


def alike(one: Model, other: Model) -> bool:
    """Whether two models differ at most in values, words, drawing and settings of simulations.

    What is read of one then is what is read of the other.
    """
    fields = Model.model_fields.keys() - _FREE
    return (
        all(getattr(one, name) == getattr(other, name) for name in fields)
        and _without_values(one) == _without_values(other)
        and [*map(_without_start, one.signals)] == [*map(_without_start, other.signals)]
        and [entry.coordinate for entry in one.start] == [entry.coordinate for entry in other.start]
    )


def _without_values(model: Model) -> list[tuple[object, ...]]:
    return [(entry.name, entry.positive) for entry in model.parameters]


def _without_start(signal: NamedSignal) -> NamedSignal:
    """What of a signal derivations depend on."""
    start = {"start": 0} if isinstance(signal, StateSignal) else {}
    return signal.having(**start, unit="", description="")


@of_recent
def dynamics(model: Model) -> Model:
    """The content that a motion depends on: no drawing, words, ranges of sliders or curves."""
    model = model.each("parameters", lambda entry: entry.having(**_UNSAID))
    return model.having(
        bodies=tuple(_bare_bodies.of("bodies", model.bodies)),
        **_UNSEEN,
        motions=(),
        simulation=model.simulation.having(outputs=()),
        base=model.base.having(name=""),
    )


def _text(_: Path, record: Record) -> str:
    return json.dumps(plain(record))


def _text_of_body(path: Path, body: Body) -> str:
    """Without the shape that is shown."""
    return _text(path, body.having(shape=files.Shape()))


_TEXTS: dict[str, Unchanged[Any, str]] = {
    "bodies": Unchanged(_text_of_body),
    "joints": Unchanged(_text),
    "elements": Unchanged(_text),
}
"""What the sections with most records hold, each record by itself."""
_bare_bodies = Unchanged[Body, Body](lambda _, body: body.having(name="", shape=files.Shape()))
_UNSEEN: dict[str, Any] = {"sketch": files.SketchMarks(), "angles": "relative", "name": ""}
_UNSEEN |= {"layout": files.Layout(), "description": "", "control": ControlDesk()}
_UNSEEN |= {"exercise": Exercise()}
_FREE = {*_UNSEEN, "parameters", "start", "motions", "simulation", "signals"}
_UNSAID = {"minimum": None, "maximum": None, "unit": "", "description": ""}
_BARE = {"value": None, **_UNSAID}
