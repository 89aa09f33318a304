"""Expressions that are shown as curves."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from lagr_gui.expression.arguments import shortened
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.model.record import Formula, Name, Record

_NAMED = re.compile(r"([^\W\d]\w*)\s*=(?!=)\s*(\S.*)", re.DOTALL)


class Output(Record):
    """An expression that is shown as a curve, under a name where it has one (else as it is)."""

    name: Name = ""
    expression: Formula

    @classmethod
    def of(cls, typed: str) -> Output:
        """One as it is typed: ``position(Bob).x``, ``tip = position(Bob).x``."""
        match = _NAMED.fullmatch(typed.strip())
        name, expression = match.groups() if match else ("", typed.strip())
        return cls(expression="").having(name=name, expression=expression)

    @property
    def typed(self) -> str:
        """How it would be typed."""
        return f"{self.name} = {self.expression}" if self.name else self.expression

    @property
    def title(self) -> str:
        """What its curve is called."""
        return self.name or self.expression


def outputs_typed(texts: Iterable[str], taken: Container[str] = ()) -> list[Output]:
    """Those that are typed, each once.

    Raises LagrError where one title means two of them, and for names that are taken.
    """
    outputs: dict[str, Output] = {}
    for entry in map(Output.of, texts):
        if entry.name in taken:
            place = say("Output “{text}”", text=shortened(entry.typed))
            cause = say("The name “{name}” is taken.", name=entry.name)
            raise refusal(place, cause, "Choose another one.", code="output")
        if outputs.setdefault(entry.title, entry).expression != entry.expression:
            cause = say("“{name}” is given twice.", name=shortened(entry.title))
            raise refusal("Outputs", cause, "Leave one of them out.", "values")
    return [*outputs.values()]
