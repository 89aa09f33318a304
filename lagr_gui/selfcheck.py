"""What a result carries: how well an independent formalism agrees with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lagr_gui.message import phrase, say
from lagr_gui.problem import LagrError, Problem

FORMALISM = "newton-euler"
"""The balance of forces of bodies cut free, in maximal coordinates."""

TOLERANCE = 1e-8
"""Residuals above this part of their terms are no rounding: a fault changes whole terms."""


@dataclass(frozen=True, slots=True)
class SelfCheck:
    """How well a result agrees with a formalism that shares no code with what computed it.

    `residual` is the largest part of any balance that remains, relative to its terms, at
    `samples` states; nan where nothing could be compared (0 samples), for the `reason` given.
    """

    residual: float
    formalism: str = FORMALISM
    samples: int = 0
    reason: str = ""

    @property
    def holds(self) -> bool:
        """Whether something was compared, and all of it agrees."""
        return self.samples > 0 and self.residual <= TOLERANCE

    def as_json(self) -> dict[str, str | int | float | None]:
        """What the command line writes: no residual (null) where nothing was compared."""
        known = {"formalism": self.formalism, "samples": self.samples}
        if not self.samples:
            return {"residual": None, **known, "reason": str(self.reason)}
        return {"residual": self.residual, **known}

    def __str__(self) -> str:
        """One line for people."""
        if not self.samples:
            return f"Not compared with an independent formalism. {self.reason}"
        return (
            f"Certified: residual {self.residual:.1e} of an independent formalism "
            f"({self.formalism}) at {self.samples} states"
        )


def together(checks: Iterable[SelfCheck]) -> SelfCheck:
    """The check of a result that is made of others: the worst residual, all samples."""
    made = [check for check in checks if check.samples]
    if not made:
        return next(iter(checks), SelfCheck(float("nan"), reason="Nothing was computed."))
    worst = max(made, key=lambda check: check.residual)
    return SelfCheck(worst.residual, worst.formalism, sum(check.samples for check in made))


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
