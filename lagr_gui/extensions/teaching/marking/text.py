"""Exercises and their marks as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lagr_gui.extensions.teaching.lines import Derivation
from lagr_gui.extensions.teaching.marking.asking import found, titled
from lagr_gui.extensions.teaching.marking.verdicts import Mark, Marked
from lagr_gui.extensions.teaching.text import derivation_text
from lagr_gui.foundation.languages import Words
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.model import Model

STATES = {
    "right": "right",
    "follows": "right as it goes on",
    "wrong": "wrong",
    "unreadable": "cannot be read",
    "missing": "no answer",
}
"""How states are told."""


def exercise_text(derivation: Derivation, model: Model, language: str = "") -> str:
    """What is given and what is asked, with a gap for each answer."""
    exercise = model.exercise
    words = Words(language or exercise.feedback)
    lines = [derivation_text(_given(derivation, exercise.given), words.language), ""]
    meant = "{name} stands for {value}."
    lines += [words(meant, name=one.name, value=one.value) for one in exercise.names]
    if any(one.value for one in exercise.ask):
        lines += [f"{one.name} = {one.value} {one.unit}".rstrip() for one in model.parameters]
    titles = [*titled(derivation)]
    for asked in exercise.ask:
        number, name = found(asked, titles, (asked.line,))
        gap = "____" if not asked.unit else f"____ {asked.unit}"
        what = f"{name} = {gap}" if not name.startswith("equation") else f"{name}: {gap}"
        points = words("{points} points", points=f"{asked.points:g}")
        lines.append(f"{number or asked.line}: {what if name else gap}   ({points})")
    return "\n".join(lines)


def _given(derivation: Derivation, given: tuple[str, ...]) -> Derivation:
    """The sections and lines of a derivation that are given."""
    known = {str(section.number) for section in derivation.sections}
    known |= {line.number for line in derivation.lines}
    for one in (one for one in given if one not in known):
        place = say("Exercise, “{line}”", line=one)
        cause = "The derivation has no such line."
        raise refusal(place, cause, "Name a section or a line by its number.", "exercise")
    sections = [
        section
        if str(section.number) in given
        else replace(
            section,
            lines=tuple(line for line in section.lines if line.number in given),
            before=(),
            behind=(),
            statement=None,
        )
        for section in derivation.sections
    ]
    kept = tuple(one for one in sections if one.lines or str(one.number) in given)
    return replace(derivation, sections=kept)


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
