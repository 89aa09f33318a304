"""What is wrong with a model, in the words of mechanics.

A `Problem` names the place, the cause and the remedy.  Functions that can go on
collect problems and return them; functions that cannot raise `LagrError`.  Window,
command line and JSON show the same problem.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Self

from lagr_gui.foundation.message import Message, say

Path = tuple[str | int, ...]
"""Where in a model: the keys and indices of the file, e.g. ``("joints", 0, "axis")``."""


LONGEST = 2000
"""So many characters of a place, a cause or a remedy are told."""


class Severity(StrEnum):
    """How much a problem hinders."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"


class Sense(NamedTuple):
    """What a code says besides the words of its problems.

    `undrawn`: there is no graph of bodies and joints; `undefined`: something is named that a
    parameter or function of this name could be; `anew`: the code of what it tells better.
    """

    undrawn: bool = False
    undefined: bool = False
    anew: str = ""


SENSES = {
    "cut": Sense(anew="closed-loop"),
    "doubled": Sense(undrawn=True),
    "function": Sense(undefined=True),
    "self-joint": Sense(undrawn=True),
    "symbol": Sense(undefined=True),
    "unknown-body": Sense(undrawn=True),
    "unknown-kind": Sense(undrawn=True),
}
"""All codes that decide what is done; the others say nothing besides."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault: where it is, why it is one, and what helps.

    `code` is a stable identifier such as ``"closed-loop"``; `path` leads to the culprit
    in the model, so that the window can select it.  `offer` is what the window can write there
    when the user takes the remedy; the code says how.
    """

    place: str
    cause: str
    remedy: str
    severity: Severity = Severity.ERROR
    code: str = ""
    path: Path = ()
    offer: str = ""

    def __post_init__(self) -> None:
        for name in ("place", "cause", "remedy"):
            object.__setattr__(self, name, _to_read(getattr(self, name)))

    @property
    def sense(self) -> Sense:
        """What its code says besides its words."""
        return SENSES.get(self.code, Sense())

    def __str__(self) -> str:
        return f"{self.place}: {self.cause} {self.remedy}".strip()


def _to_read(text: str, most: int = LONGEST) -> str:
    """A text that can be shown everywhere: names in it may be as long and odd as files are."""
    if len(text) <= most and not _ODD.search(text):
        return text
    if isinstance(text, Message):
        values = text.values.items()
        return text.with_values(
            **{name: _to_read(v, most // 4) if isinstance(v, str) else v for name, v in values}
        )
    return _ODD.sub("\ufffd", text if len(text) <= most else f"{text[: most - 1]}…")


_ODD = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that steer terminals or turn the direction of a text, and halves of characters."""


class LagrError(Exception):
    """Raised where nothing can go on; carries one or more problems."""

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        several = (problems,) if isinstance(problems, Problem) else problems
        self.problems = by_severity(several)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[LagrError], tuple[object, ...]]:
        return type(self), (self.problems,)

    @classmethod
    def refusal(cls, place: str, cause: str, remedy: str, code: str = "", path: Path = ()) -> Self:
        """The error of one problem, to be raised."""
        return cls(Problem(place, cause, remedy, code=code, path=path))


refusal = LagrError.refusal


class ModelWarning(UserWarning):
    """What is odd about a model of which something is asked; nothing hinders the answer."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(str(problem))


class TooLong(LagrError):
    """A closed form has too many terms to be written out."""


class NotStructured(LagrError):
    """Something has no structured form."""


class Unprintable(LagrError):
    """Something of a model has no place in a program that runs by itself."""


class OutOfDomain(LagrError):
    """A function or a root has no real value at what it is given."""


class WithoutNumbers(LagrError):
    """A parameter has no value, or a function is left unspecified: equations still hold."""


class SingularMetric(LagrError):
    """The metric of a formalism has no inverse."""


class Cancelled(Exception):
    """The user stopped the work; nothing is wrong."""


def has_errors(problems: Iterable[Problem]) -> bool:
    """Whether any of the problems is an error (warnings and hints let one go on)."""
    return any(problem.severity is Severity.ERROR for problem in problems)


def by_severity(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Errors first, hints last; within each sort the order stays."""
    order = list(Severity)
    return tuple(sorted(problems, key=lambda problem: order.index(problem.severity)))


def each_once(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Errors first, each problem once, without those that others tell anew."""
    several = tuple(dict.fromkeys(problems))
    said_anew = {problem.sense.anew for problem in several if problem.sense.anew}
    return by_severity(problem for problem in several if problem.code not in said_anew)


def why(error: OSError | ValueError) -> str:
    """Why a file cannot be read, in the words of the system without its numbers."""
    if isinstance(error, UnicodeDecodeError):
        return say("it is no text in UTF-8")
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
