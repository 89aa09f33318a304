"""The dimension of every term of the equations: proved, not known, or another than its line has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lagr_gui.analysis.equations.coordinates import equations
from lagr_gui.analysis.equations.term_proof import DimensionProof, TermDimension, Verdict
from lagr_gui.foundation.message import Message, joined, phrase, say
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.prepared import Prepared

SHOWN = 12
"""Terms that are told one by one, at most."""
FIRST = 6
"""Names and places that are told as reasons, at most."""
PROVED = ("g", "Gamma", "Q", "T", "U", "D")
"""Lines whose terms are told one by one."""


@dataclass(frozen=True)
class TermDimensions:
    """All terms of g, Γ, Q, T, U and D of a sheet.

    `bare` are places where a number alone may be a measure, for which terms are not known.
    """

    terms: tuple[TermDimension, ...]
    bare: tuple[str, ...] = ()

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

    @property
    def why(self) -> tuple[Message, ...]:
        """Why terms are not known: for names without unit, for numbers, for the time."""
        unnamed = Counter(name for term in self.of("open") for name in term.because)
        count = sum(1 for term in self.of("open") if term.because)
        rest, reasons = len(self.of("open")) - count, []
        if count:
            names = _first([name for name, _ in unnamed.most_common()])
            words = "{n} are not known because these names have no unit: {names}"
            reasons.append(say(words, n=count, names=names))
        if rest and self.bare:
            places = _first(self.bare)
            words = "{n} are not known because numbers without unit may be measures: {places}"
            reasons.append(say(words, n=rest, places=places))
        elif rest:
            words = "{n} are not known because numbers beside the time may be measures"
            reasons.append(say(words, n=rest))
        return tuple(reasons)

    def __str__(self) -> str:
        others = [*self.of("wrong"), *self.of("open")]
        lines = [f"  {term}" for term in others[:SHOWN]]
        more = [f"  … and {len(others) - SHOWN} more"] if len(others) > SHOWN else []
        return "\n".join([str(self.told), *map(str, self.why), *lines, *more])

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
    shown = sheet if sheet is not None else equations(prepared)
    proof = DimensionProof(prepared, shown)
    lines = () if shown.structured else (e for e in shown.entries if e.symbol in PROVED)
    terms = tuple(term for entry in lines for term in proof.of_line(entry))
    return TermDimensions(terms, tuple(dict.fromkeys(proof.bare)))


def _first(names: Sequence[str]) -> Message:
    """The first of many names."""
    more = [say("{n} more", n=len(names) - FIRST)] if len(names) > FIRST else []
    return joined([*map(phrase, names[:FIRST]), *more], "; ")
