"""The certificate as text, LaTeX and data."""

from __future__ import annotations

from typing import Any

from lagr_gui.exchange.escape import escaped
from lagr_gui.mechanics.certificate import Agreement, Certificate

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


def certificate_latex(found: Certificate) -> str:
    """A section of a document."""
    states = found.states - found.skipped
    verdict = (
        f"All derivations agree at {states} random states (seed {found.seed}); the largest "
        f"relative deviation is {found.deviation:.1e}."
        if found.holds
        else r"\textbf{The derivations disagree. Do not use these equations.}"
    )
    rows = [f"{escaped(NAMES.get(n, n))} & {value:.1e}" for n, value in found.deviations.items()]
    forms = [f"{escaped(form.title)} & {escaped(_told(form))}" for form in found.formalisms]
    tables = [_table("Closed form and recursion", rows), _table("Formalism", forms)]
    parts = [verdict, *(table for table in tables if table), escaped(_versions(found)) + "."]
    return "\\section*{Certificate}\n" + "\n\n".join(parts)


def _table(head: str, rows: list[str]) -> str:
    if not rows:
        return ""
    body = " \\\\\n".join(rows)
    return (
        f"\\begin{{tabular}}{{lp{{0.6\\linewidth}}}}\n\\toprule\n"
        f"{head} & largest relative deviation \\\\\n\\midrule\n{body} \\\\\n\\bottomrule\n"
        "\\end{tabular}"
    )


def _told(form: Agreement) -> str:
    if form.deviation is None:
        return f"does not apply: {form.reason}"
    return f"{form.deviation:.1e}" + ("" if form.holds else "  DISAGREES")


def _versions(found: Certificate) -> str:
    return ", ".join(f"{name} {version}" for name, version in found.versions.items())
