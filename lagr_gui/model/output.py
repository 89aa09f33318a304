"""Expressions that are shown as curves."""

from __future__ import annotations

import re

from lagr_gui.model.record import Name, Record, Text

_NAMED = re.compile(r"([^\W\d]\w*)\s*=(?!=)\s*(\S.*)", re.DOTALL)


class Output(Record):
    """An expression that is shown as a curve, under a name where it has one (else as it is)."""

    name: Name = ""
    expression: Text

    @classmethod
    def of(cls, typed: str) -> Output:
        """One as it is typed: ``position(Bob).x``, ``tip = position(Bob).x``."""
        found = _NAMED.fullmatch(typed.strip())
        name, expression = found.groups() if found else ("", typed.strip())
        return cls.model_construct(name=name, expression=expression)

    @property
    def typed(self) -> str:
        """How it would be typed."""
        return f"{self.name} = {self.expression}" if self.name else self.expression

    @property
    def title(self) -> str:
        """What its curve is called."""
        return self.name or self.expression
