"""What is found of answers, as data: windows, pages and texts show the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from lagr_gui.foundation.message import Message
from lagr_gui.foundation.showing import Shown

State = Literal["right", "follows", "wrong", "unreadable", "missing"]
"""How an answer is: what `follows` is made rightly of another answer, which is wrong."""

EARNING: tuple[State, ...] = ("right", "follows")
"""States that earn the points of a question."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How one answer is, and why.

    `errors` are names of the catalogue; several are told where an answer shows each of them.
    """

    state: State
    said: tuple[Message, ...] = ()
    errors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """An answer with its verdict; `hints` tell the section, the rule, the sources of terms."""

    line: str
    name: str
    answer: str
    verdict: Verdict
    points: float
    most: float
    hints: tuple[Message, ...] = ()

    def as_json(self) -> Mapping[str, Any]:
        """The mark with its words in English."""
        return {
            "line": self.line,
            "name": self.name,
            "answer": self.answer,
            "state": self.verdict.state,
            "points": self.points,
            "most": self.most,
            "said": [*self.verdict.said],
            "errors": [*self.verdict.errors],
            "hints": [*self.hints],
        }


@dataclass(frozen=True)
class Marked(Shown):
    """All answers of an exercise, marked; `unused` are lines of answers that nothing asks for."""

    title: str
    marks: tuple[Mark, ...]
    unused: tuple[str, ...] = ()
    language: str = "en"

    @property
    def points(self) -> float:
        """The points that were earned."""
        return sum(mark.points for mark in self.marks)

    @property
    def most(self) -> float:
        """The points that can be earned."""
        return sum(mark.most for mark in self.marks)

    def as_json(self) -> Mapping[str, Any]:
        """All marks."""
        return {
            "title": self.title,
            "points": self.points,
            "most": self.most,
            "marks": [mark.as_json() for mark in self.marks],
            "unused": [*self.unused],
        }
