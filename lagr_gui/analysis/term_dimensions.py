"""The dimension of every term of the equations: proved, not known, or another than its line has."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from lagr_gui.analysis.coordinates import equations
from lagr_gui.analysis.term_proof import DimensionProof, TermDimension, Verdict
from lagr_gui.mechanics.sheet import Sheet
from lagr_gui.message import Message, say
from lagr_gui.prepared import Prepared

SHOWN = 12
"""Terms that are told one by one, at most."""
PROVED = ("g", "Gamma", "Q", "T", "U", "D")
"""Lines whose terms are told one by one."""


@dataclass(frozen=True)
class TermDimensions:
    """All terms of g, Γ, Q, T, U and D of a sheet."""

    terms: tuple[TermDimension, ...]

    def of(self, verdict: Verdict) -> tuple[TermDimension, ...]:
        """The terms of a verdict."""
        return tuple(term for term in self.terms if term.verdict == verdict)

    @property
    def told(self) -> Message:
        """How many terms are proved."""
        counts = Counter(term.verdict for term in self.terms)
        return say(
            "Dimensions: {proved} of {all} terms proved, {open} not known, {wrong} wrong",
            proved=counts["proved"],
            all=len(self.terms),
            open=counts["open"],
            wrong=counts["wrong"],
        )

    def __str__(self) -> str:
        others = [*self.of("wrong"), *self.of("open")]
        lines = [f"  {term}" for term in others[:SHOWN]]
        more = [f"  … and {len(others) - SHOWN} more"] if len(others) > SHOWN else []
        return "\n".join([str(self.told), *lines, *more])

    def as_json(self) -> list[dict[str, Any]]:
        """The same for programs."""
        return [
            {
                "line": term.line,
                "term": term.term,
                "sources": term.sources,
                "unit": term.unit,
                "verdict": term.verdict,
                "because": term.because,
                "found": term.found,
                "torn": term.torn,
                "faults": [{"path": fault.path, "cause": str(fault)} for fault in term.faults],
            }
            for term in self.terms
        ]


def dimensions(prepared: Prepared, sheet: Sheet | None = None) -> TermDimensions:
    """The dimension of every term of g, Γ, Q, T, U and D, by the units of parameters.

    Without a `sheet` that of the shortest form.  A term is proved where its dimension is that of
    its line; open where a parameter in it has no unit, or where a measure was typed as a number
    alone, which cannot be seen in a product; wrong otherwise, and where it comes from a field whose
    dimension is wrong.  Of a structured sheet none is told.  Raises LagrError for an unsound model.
    """
    found = sheet if sheet is not None else equations(prepared)
    proof = DimensionProof(prepared, found)
    lines = () if found.structured else (e for e in found.entries if e.symbol in PROVED)
    return TermDimensions(tuple(term for entry in lines for term in proof.of_line(entry)))
