"""What a result carries: how well an independent formalism agrees with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from lagr_gui.foundation.message import joined, phrase, say
from lagr_gui.foundation.problem import LagrError, Problem

FORMALISM = "newton-euler"
"""The balance of forces of bodies cut free, in maximal coordinates."""

TOLERANCE = 1e-8
"""Residuals above this part of their terms are no rounding: a fault changes whole terms."""


DRIFT = 1e-6
"""A balance of energy that misses more, of the largest energy or work, is worth a warning."""


@dataclass(frozen=True, slots=True)
class SelfCheck:
    """How well a result agrees with a formalism that shares no code with what computed it.

    `residual` is the largest part of any balance that remains, relative to its terms, at
    `samples` states; nan where nothing could be compared (0 samples).  `reason` says why, or what
    part of the result was not compared where the rest was; it is empty where all of it was.
    """

    residual: float
    formalism: str = FORMALISM
    samples: int = 0
    reason: str = ""

    @property
    def holds(self) -> bool:
        """Whether something was compared, and all that was compared agrees."""
        return self.samples > 0 and self.residual <= TOLERANCE

    @property
    def complete(self) -> bool:
        """Whether it holds and nothing was left out."""
        return self.holds and not self.reason

    def but(self, reason: str) -> SelfCheck:
        """The same with something that was not compared; as it is for an empty reason."""
        if not reason or reason in self.reason:
            return self
        return replace(self, reason=joined((self.reason, reason), " ") if self.reason else reason)

    def as_json(self) -> dict[str, str | int | float | None]:
        """What the command line writes: no residual (null) where nothing was compared."""
        residual = self.residual if self.samples else None
        content = {"residual": residual, "formalism": self.formalism, "samples": self.samples}
        return content | ({"reason": str(self.reason)} if self.reason else {})

    def __str__(self) -> str:
        """One line for people."""
        if not self.samples:
            return f"Not compared with an independent formalism. {self.reason}"
        return (
            f"Certified: residual {self.residual:.1e} of an independent formalism "
            f"({self.formalism}) at {self.samples} states"
            + (f". Not compared: {self.reason}" if self.reason else "")
        )


def together(checks: Iterable[SelfCheck]) -> SelfCheck:
    """The check of a result made of others: the worst residual, all samples, all reasons."""
    every = list(checks)
    made = [check for check in every if check.samples]
    if not every:
        return SelfCheck(float("nan"), reason="Nothing was computed.")
    worst = max(made, key=lambda check: check.residual, default=every[0])
    whole = SelfCheck(worst.residual, worst.formalism, sum(check.samples for check in made))
    for check in every:
        whole = whole.but(check.reason)
    return whole


class Disagreement(LagrError):
    """Numbers that an independent formalism contradicts; they are withheld.

    `residual` is the relative size of the contradiction.
    """

    def __init__(self, problems: Iterable[Problem], residual: float = float("nan")) -> None:
        super().__init__(problems)
        self.residual = residual

    def __reduce__(self) -> tuple[type[LagrError], tuple[object, ...]]:
        return type(self), (self.problems, self.residual)


def disagreement(quantity: str, residual: float, source: str, where: str = "") -> Disagreement:
    """The error for a quantity whose balance leaves a residual; `source` names the item."""
    cause = say(
        "{quantity} and the independent check (Newton–Euler, bodies cut free) differ by {residual} "
        "of their terms{where}. The numbers are withheld: they would be wrong.",
        quantity=phrase(quantity),
        residual=f"{residual:.1e}",
        where=phrase(where),
    )
    remedy = (
        "This is a fault of the program, not of the model. Please report it with the model file. "
        "“lagr verify” compares all formalisms with each other."
    )
    return Disagreement([Problem(source, cause, remedy, code="disagreement")], residual)
