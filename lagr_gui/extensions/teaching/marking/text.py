"""Exercises and their marks as text."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.expression import write
from lagr_gui.extensions.teaching.lines import Derivation, Quantity
from lagr_gui.extensions.teaching.marking.verdicts import Mark, Marked
from lagr_gui.foundation.languages import Words

STATES = {
    "right": "right",
    "follows": "right as it goes on",
    "wrong": "wrong",
    "unreadable": "cannot be read",
    "missing": "no answer",
}
"""How states are told."""


def marked_text(marked: Marked, language: str = "", hints: int = 0) -> str:
    """A line for each question, with what is wrong below; so many hints where it is."""
    words = Words(language or marked.language)
    lines = [words.name(marked.title)]
    for mark in marked.marks:
        lines += _lines(mark, words, hints)
    if marked.unused:
        lines.append(words("Nothing asks for: {lines}", lines=", ".join(marked.unused)))
    total = words("{points} of {most} points", points=f"{marked.points:g}", most=f"{marked.most:g}")
    return "\n".join([*lines, total])


def _lines(mark: Mark, words: Words, hints: int) -> Iterator[str]:
    name = mark.line if mark.line == mark.name or not mark.name else f"{mark.line} {mark.name}"
    state = words(STATES[mark.verdict.state])
    yield f"  {name}: {state} ({mark.points:g}/{mark.most:g})"
    said = [words.spoken(one) for one in mark.verdict.said]
    either = words("or: {said}", said="{said}") if mark.verdict.errors else "{said}"
    yield from (
        "    " + (either.format(said=one) if place else one) for place, one in enumerate(said)
    )
    if mark.points < mark.most:
        for hint in mark.hints[:hints]:
            yield "    " + words("hint: {hint}", hint=words.spoken(hint))
