"""Blocks of signals: new ones, and wires that are pulled, which write names into fields."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.catalogue import ELEMENTS, SIGNALS
from lagr_gui.editing.edits.add import add_element, with_place
from lagr_gui.editing.edits.tables import add_signal
from lagr_gui.editing.edits.values import get_value, set_value
from lagr_gui.expression import Number, Symbol
from lagr_gui.expression.sensors import SORTS, read_sensed
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Path, refusal
from lagr_gui.model import Depends, FieldSpec, FieldType, Model


def add_block(model: Model, kind: str, at: tuple[float, float]) -> Model:
    """A new signal, the last one of the model, with its block at a place of the drawing."""
    added = add_signal(model, kind=kind)
    return added.having(layout=with_place(model, f"signal:{added.signals[-1].name}", at))


def lead(model: Model, block: str, key: str) -> Model:
    """The model in which an element, a joint or a block takes what a block gives, by its name.

    A force or moment is put into a joint.  Raises LagrError where more than one place could be
    meant, and where a formula would be lost.
    """
    name = next(s for s in model.signals if f"signal:{s.name}" == block).names[0]
    sort, _, of = key.partition(":")
    if sort == "joint":
        coordinates = model.joint(of).coordinates
        if len(coordinates) != 1:
            raise _unclear(say("Put a force on one of its coordinates, and pull the wire to that."))
        return add_element(model, "coordinate_force", coordinate=coordinates[0], force=name)
    if sort == "element":
        return _into(model, _place_in_element(model, of), name)
    if sort == "signal":
        return take(model, key, name)
    raise _unclear(say("Put a force or a moment there, and pull the wire to that."))


def take(model: Model, key: str, text: str) -> Model:
    """The model in which a block reads something, such as a coordinate or a measure.

    Raises LagrError where a formula would be lost.
    """
    index = next(i for i, s in enumerate(model.signals) if f"signal:{s.name}" == key)
    fields = SIGNALS[model.signals[index].kind].fields
    inlet = next((spec for spec in fields if spec.depends is Depends.SIGNAL), None)
    if inlet is None:
        raise refusal("Signal", "It reads nothing.", "Choose another block.", code="wire")
    path: Path = ("signals", index, inlet.name)
    if inlet.type is FieldType.SCALARS:
        return set_value(model, path, (*get_value(model, path), text))
    return _into(model, path, text)


def _place_in_element(model: Model, name: str) -> Path:
    """The one field of an element that may be made of signals."""
    index = next(i for i, element in enumerate(model.elements) if element.name == name)
    element = model.elements[index]
    fields = (f for f in ELEMENTS[element.kind].fields if f.depends is Depends.SIGNAL)
    places = [p for spec in fields for p in _places(model, ("elements", index, spec.name), spec)]
    if len(places) != 1:
        raise _unclear(say("Type the name of the block into the field that is meant."))
    return places[0]


def _places(model: Model, path: Path, spec: FieldSpec) -> Iterator[Path]:
    """A scalar, or of a vector the components other than 0."""
    if spec.type is FieldType.SCALAR:
        yield path
    elif spec.type is FieldType.VECTOR:
        yield from ((*path, k) for k, e in enumerate(get_value(model, path)) if e not in (0, "0"))


def _into(model: Model, path: Path, text: str) -> Model:
    """The model with a text in the place of a number, a name or a measure."""
    old = get_value(model, path)
    if isinstance(old, str) and not _is_one(model, old):
        cause = say("“{text}” stands there already.", text=old)
        raise refusal("Wire", cause, "Type the name into that formula.", code="wire")
    return set_value(model, path, text)


def _is_one(model: Model, text: str) -> bool:
    """Whether a text is but a number, a name or a measure."""
    functions = {function.name for function in model.functions}
    try:
        return isinstance(read_sensed(text, "", SORTS, functions).tree, Number | Symbol)
    except LagrError:
        return False


def _unclear(remedy: str) -> LagrError:
    return refusal("Wire", "Where it acts is not clear.", remedy, code="wire")
