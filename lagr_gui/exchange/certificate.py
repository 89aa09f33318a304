"""The certificate as text, LaTeX and data."""

from __future__ import annotations

from typing import Any

from lagr_gui.exchange.escape import escaped
from lagr_gui.exchange.words import ENGLISH, Words
from lagr_gui.mechanics.certificate import Agreement, Certificate
from lagr_gui.message import phrase

NAMES = {
    "g": "metric tensor g",
    "h": "inertia forces h",
    "Q": "generalised forces Q",
    "qdd": "accelerations",
    "T": "kinetic energy T",
    "U": "potential energy U",
    "D": "dissipation D",
    "E": "orientations E",
    "x": "centres of mass x",
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
    lines += [f"  {NAMES.get(n, n):<24}{value:.1e}" for n, value in found.deviations.items()]
    lines += ["", "Structured form and recursion"]
    lines += [f"  {NAMES.get(n, n):<24}{value:.1e}" for n, value in found.structured.items()]
    lines += [f"  does not apply: {found.reason}"] if found.reason else []
    if found.formalisms:
        lines += ["", "Accelerations of the other formalisms and the recursion"]
        lines += [f"  {form.title:<24}{_told(form)}" for form in found.formalisms]
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
            form.name: {
                "title": form.title,
                "holds": form.holds,
                "deviation": form.deviation,
                "states": form.states,
                "reason": form.reason,
            }
            for form in found.formalisms
        },
        "states": found.states,
        "skipped": found.skipped,
        "seed": found.seed,
        "seconds": found.seconds,
        "versions": dict(found.versions),
    }


def certificate_latex(found: Certificate, w: Words) -> str:
    """A section of a document."""
    verdict = (
        w(
            "All derivations agree at {states} random states (seed {seed}); the largest relative "
            "deviation is {deviation:.1e}.",
            states=found.states - found.skipped,
            seed=found.seed,
            deviation=found.deviation,
        )
        if found.holds
        else f"\\textbf{{{w('The derivations disagree. Do not use these equations.')}}}"
    )
    both, third = (
        [f"{escaped(w(NAMES.get(n, n)))} & {value:.1e}" for n, value in deviations.items()]
        for deviations in (found.deviations, found.structured)
    )
    forms = ((w(form.title), _told(form, w)) for form in found.formalisms)
    tables = [
        _table(w, w("Closed form and recursion"), both),
        _table(w, w("Structured form and recursion"), third),
        _table(w, w("Formalism"), [f"{escaped(a)} & {escaped(b)}" for a, b in forms]),
    ]
    parts = [verdict, *(table for table in tables if table), escaped(_versions(found)) + "."]
    return f"\\section*{{{w('Certificate')}}}\n" + "\n\n".join(parts)


def _table(w: Words, head: str, rows: list[str]) -> str:
    if not rows:
        return ""
    body = " \\\\\n".join(rows)
    return (
        f"\\begin{{tabular}}{{lp{{0.6\\linewidth}}}}\n\\toprule\n"
        f"{head} & {w('largest relative deviation')} \\\\\n\\midrule\n{body} \\\\\n\\bottomrule\n"
        "\\end{tabular}"
    )


def _told(form: Agreement, w: Words = ENGLISH) -> str:
    if form.deviation is None:
        return w("does not apply: {reason}", reason=phrase(form.reason))
    return f"{form.deviation:.1e}" + ("" if form.holds else f"  {w('DISAGREES')}")


def _versions(found: Certificate) -> str:
    return ", ".join(f"{name} {version}" for name, version in found.versions.items())
