"""Numbers of algorithms that somebody chose: each with its reason and what guards it.

An algorithm has one frozen record of them, and one value of that record which it reads:

    @dataclass(frozen=True)
    class Leaping:
        farthest: float = tuned(0.3, "A step on which a coordinate moves farther is halved (rad).",
                                guard="simulation/test_inverse.py::test_…", spoilt=100)

A test holds that each guard exists, and fails once the number is multiplied by `spoilt`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

Number = TypeVar("Number", int, float)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a number is what it is.

    `source` is where it was published, empty where it was measured here; `guard` is the test below
    `tests/` that fails where the number is multiplied by `spoilt`.
    """

    why: str
    guard: str
    spoilt: float
    source: str = ""


def tuned(value: Number, why: str, *, guard: str, spoilt: float, source: str = "") -> Number:
    """A field of a record, with its reason."""
    reason = Reason(why, guard, spoilt, source)
    made: Any = field(default=value, metadata={"reason": reason})
    return made


def reasons(record: Any) -> dict[str, Reason]:
    """The reasons of a record's numbers, by their names."""
    return {entry.name: entry.metadata["reason"] for entry in fields(record)}
