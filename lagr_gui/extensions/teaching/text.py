"""Derivations as text."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.expression import write
from lagr_gui.extensions.teaching.lines import Derivation, DerivedLine, Quantity, Section
from lagr_gui.foundation.message import phrase


def derivation_text(derivation: Derivation) -> str:
    """Section by section, a line for each step with its rule behind it."""
    lines = [derivation.title]
    for section in derivation.sections:
        lines += ["", f"{section.number} {phrase(section.title)}", *_section(section)]
    return "\n".join(lines)


def _section(section: Section) -> Iterator[str]:
    yield from (f"  {phrase(sentence)}" for sentence in section.before)
    rows = [(line.number, _formula(line), _rule(line)) for line in section.lines]
    room = max((len(formula) for _, formula, _ in rows if len(formula) < 100), default=0)
    for number, formula, rule in rows:
        yield f"  {number:<5} {formula:<{room}}   [{rule}]"
    yield from (f"  {phrase(sentence)}" for sentence in section.behind)


def _formula(line: DerivedLine) -> str:
    left = line.left
    if left is None:
        return f"   = {write(line.right)}"
    return f"{left.plain if isinstance(left, Quantity) else write(left)} = {write(line.right)}"


def _rule(line: DerivedLine) -> str:
    gone = ", ".join(map(write, line.cancelled))
    return (
        phrase(line.rule)
        + (f" {', '.join(line.uses)}" if line.uses else "")
        + (f"; cancels: {gone}" if gone else "")
    )
