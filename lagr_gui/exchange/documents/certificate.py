"""The certificate as text, as a section of a document and as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lagr_gui.exchange.documents.blocks import (
    Block,
    Heading,
    Paragraph,
    Table,
    Together,
)
from lagr_gui.exchange.documents.quantities import NONE, scientific
from lagr_gui.foundation.languages import ENGLISH, Words
from lagr_gui.foundation.message import phrase
from lagr_gui.foundation.showing import attributes
from lagr_gui.mechanics.certificate import Agreement, Certificate
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.typesetting.formula import Formula
from lagr_gui.typesetting.index_notation import index_notation
from lagr_gui.typesetting.words import LINE_END, Text, filled, listed, math, strong, text_of

NAMES = {
    "g": "metric tensor g",
    "h": "Coriolis terms h",
    "Q": "generalised forces Q",
    "qdd": "accelerations",
    "T": "kinetic energy T",
    "U": "potential energy U",
    "D": "dissipation D",
    "E": "rotation matrices E",
    "x": "centres of mass x",
    "G": "constraint matrix G",
    "gamma": "constraint terms γ",
    "phi": "holonomic constraints Φ",
    "psi": "velocity constraints ψ",
}
"""What was compared of closed form and recursion."""


def certificate_text(found: Certificate) -> str:
    """A few lines for the terminal."""
    word = "agree" if found.holds else "DISAGREE"
    states = found.states - found.skipped
    lines = [
        f"All derivations {word}: largest relative deviation {found.deviation:.1e}",
        f"at {states} random states (seed {found.seed})",
        "",
        "Closed form and recursion",
    ]
    lines += [f"  {NAMES.get(n, n):<28}{value:.1e}" for n, value in found.deviations.items()]
    lines += ["", "Structured form and recursion"]
    lines += [f"  {NAMES.get(n, n):<28}{value:.1e}" for n, value in found.structured.items()]
    lines += [f"  does not apply: {found.reason}"] if found.reason else []
    if found.formalisms:
        lines += ["", "Accelerations of the other formalisms and the recursion"]
        lines += [f"  {form.title:<28}{_told(form)}" for form in found.formalisms]
    lines += ["", _versions(found)]
    return "\n".join(lines)


def certificate_json(found: Certificate) -> dict[str, Any]:
    """All that the certificate says."""
    return {
        "holds": found.holds,
        "largest_deviation": found.deviation,
        "deviations": dict(found.deviations),
        "structured": dict(found.structured),
        "structured_reason": found.reason,
        "formalisms": {
            form.name: attributes(form, "title holds deviation states reason")
            for form in found.formalisms
        },
        **attributes(found, "states skipped seed seconds"),
        "versions": dict(found.versions),
    }


SAME = "Certified: same accelerations as with multipliers at {states} random states, to {r}."
AGREE = "Certified: all derivations agree at {states} random states, to {r}."
"""What minimal equations, and all others, were compared with."""


def certified_line(w: Words, sheet: Sheet, found: Certificate | None) -> Iterator[Block]:
    """Under the equations of motion: what they were compared with, and how well they agree."""
    if sheet.minimal is not None and sheet.minimal.certificate.holds:
        check = sheet.minimal.certificate
        line = SAME
        states, residual = check.samples, check.residual
    elif found is not None and found.holds:
        line = AGREE
        states, residual = found.states - found.skipped, found.deviation
    else:
        return
    yield Paragraph(filled(w, line, states=str(states), r=scientific(residual)), small=True)


def certificate_blocks(found: Certificate, w: Words) -> Iterator[Block]:
    """A section of a document."""
    verdict = (
        filled(
            w,
            "All derivations agree with the recursion at {states} random states (seed {seed}); the "
            "largest relative deviation is {deviation}.",
            states=str(found.states - found.skipped),
            seed=str(found.seed),
            deviation=scientific(found.deviation),
        )
        if found.holds
        else (strong(w("The derivations disagree. Do not use these equations.")),)
    )

    def cell(deviations: Mapping[str, float], name: str) -> Text:
        return (scientific(deviations[name]),) if name in deviations else NONE

    rows = [
        (_compared(w(NAMES.get(n, n))), cell(found.deviations, n), cell(found.structured, n))
        for n in dict.fromkeys((*found.deviations, *found.structured))
    ]
    heads = w("Quantity"), w("Closed"), w("Structured")
    others: dict[str, list[str]] = {}
    for form in found.formalisms:
        if form.deviation is None:
            others.setdefault(_told(form, w), []).append(w(form.title))
    notes = [f"{', '.join(titles)}: {reason}" for reason, titles in others.items()]
    below = listed([*_formalisms(found, w), *notes, f"{_versions(found)}."], LINE_END)
    yield Together(
        [
            Heading(w("Certificate"), lines=len(rows) + 5),
            Paragraph(verdict),
            *([Table("", heads, rows)] if rows else []),
            Paragraph(below, small=True),
        ]
    )


def _formalisms(found: Certificate, w: Words) -> Iterator[Text]:
    """The deviations of the accelerations by all formalisms that apply."""
    told = [
        text_of(f"{w(form.title)} ", *_deviation(form, w))
        for form in found.formalisms
        if form.deviation is not None
    ]
    if told:
        yield text_of(f"{w('Accelerations by the other formalisms')}: ", listed(told, "; "), ".")


def _compared(words: str) -> Text:
    """What was compared, its letter set as in formulas."""
    said, _, sign = words.rpartition(" ")
    if len(sign) > 1:
        return words
    return text_of(f"{said} ", math(index_notation(_BOLD.get(sign, sign))))


_BOLD = {"E": "𝑬", "x": "𝒙"}
"""Letters of matrices and vectors."""


def _deviation(form: Agreement, w: Words) -> Formula:
    assert form.deviation is not None
    return text_of(scientific(form.deviation), "" if form.holds else f" {w('DISAGREES')}")


def _told(form: Agreement, w: Words = ENGLISH) -> str:
    if form.deviation is None:
        return w("does not apply: {reason}", reason=phrase(form.reason))
    return f"{form.deviation:.1e}" + ("" if form.holds else f"  {w('DISAGREES')}")


def _versions(certificate: Certificate) -> str:
    return ", ".join(f"{name} {version}" for name, version in certificate.versions.items())
