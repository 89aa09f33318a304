"""What an exercise asks: lines of the derivation by number or name, values of parameters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lagr_gui.extensions.teaching.lines import Derivation, DerivedLine, Quantity
from lagr_gui.extensions.teaching.marking.answers import Reader
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.model import Model
from lagr_gui.model.exercise import Asked

EQUATION = "equation {name}"
"""The name of an equation of motion."""
SYSTEM = "equations"
"""The name of all equations of motion together."""


def plain_title(text: str) -> str:
    """The name of a quantity without what people write differently: T_2 is T2."""
    return "".join(char for char in Reader.name(text) if char.isalnum() or char in "'*^")


def found(
    asked: Asked, lines: Sequence[tuple[DerivedLine, str]], others: Iterable[str] = ()
) -> tuple[str, str]:
    """The number of the line that is asked and the name of its quantity; "" for what has none.

    `others` are names of quantities that no line is about, as T.  Raises LagrError for what
    nobody knows.
    """
    if asked.value:
        return "", ""
    wanted = plain_title(asked.line)
    if wanted == SYSTEM:
        return "", SYSTEM
    for line, title in reversed(lines):
        if asked.line.strip() == line.number or wanted == plain_title(title):
            return line.number, title
    for name in others:
        if plain_title(name) == wanted:
            return "", name
    place = say("Exercise, “{line}”", line=asked.line)
    known = {title for _, title in lines}
    cause = "The derivation has no such line."
    raise refusal(place, cause, did_you_mean(asked.line, known), "exercise")


def titled(whole: Derivation) -> Iterator[tuple[DerivedLine, str]]:
    """The lines of a derivation, each with the name of what it is about."""
    title = ""
    for section in whole.sections:
        for line in section.lines:
            if isinstance(line.left, Quantity):
                title = line.left.plain
            elif line.left is not None:
                coordinate = section.title.values.get("coordinate", "")
                title = EQUATION.format(name=coordinate) if coordinate else ""  # a check has none
            yield line, title


def varied(model: Model, variant: int) -> Model:
    """The model with the values that its exercise gives the parameters in a variant."""
    values = {
        one.parameter: one.values[variant % len(one.values)]
        for one in model.exercise.vary
        if one.values
    }
    known = [parameter.name for parameter in model.parameters]
    for name in values:
        if name not in known:
            place, cause = (
                say("Exercise, values of “{name}”", name=name),
                "There is no such parameter.",
            )
            raise refusal(place, cause, did_you_mean(name, known), "exercise")
    return model.each(
        "parameters",
        lambda one: one.having(value=values[one.name]) if one.name in values else one,
    )
