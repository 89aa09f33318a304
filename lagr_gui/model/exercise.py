"""An exercise about a drawing: which lines of its derivation are asked, and in what names."""

from __future__ import annotations

from collections.abc import Mapping

from lagr_gui.expression import replaced
from lagr_gui.model.record import Finite, Formula, Line, Name, Record


class Asked(Record):
    """What is asked: a `line` of the derivation by number or name, or a number.

    A number is the `value` of an expression in parameters, in SI units; `unit` is the one in which
    it is shown.
    """

    line: Line
    points: Finite = 1.0
    value: Formula = ""
    unit: Name = ""


class GivenName(Record):
    """What a `name` in answers stands for: θ for q1, an angle from the horizontal for q1 + pi/2."""

    name: Name
    value: Formula


class VariedValue(Record):
    """The values that a parameter takes from one variant of the exercise to the next."""

    parameter: Name
    values: tuple[Finite, ...]


class Exercise(Record):
    """What is asked about a drawing and what is told; no physics.

    `given` are numbers of sections or lines that are shown; `feedback` is a language.
    """

    ask: tuple[Asked, ...] = ()
    given: tuple[Line, ...] = ()
    names: tuple[GivenName, ...] = ()
    vary: tuple[VariedValue, ...] = ()
    feedback: Name = "en"

    def renamed(self, words: Mapping[str, str]) -> Exercise:
        """The same with other names of symbols."""
        return (
            self.each(
                "ask",
                lambda one: one.having(
                    line=replaced(one.line, words), value=replaced(one.value, words)
                ),
            )
            .each("names", lambda one: one.having(value=replaced(one.value, words)))
            .each(
                "vary",
                lambda one: one.having(parameter=words.get(one.parameter, one.parameter)),
            )
        )
