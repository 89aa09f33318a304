"""What leaves the program of a derivation."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from lagr_gui.expression import Expression, write
from lagr_gui.extensions.teaching.latex import derivation_latex
from lagr_gui.extensions.teaching.lines import Derivation, DerivedLine, Quantity
from lagr_gui.extensions.teaching.text import derivation_text, derivation_unicode
from lagr_gui.foundation.languages import Words


def derivation_json(derivation: Derivation, language: str = "en") -> str:
    """Sections with their lines: numbers, sides as typed, rules, what they use, sources."""
    words = Words(language)
    sections = [
        {
            "number": section.number,
            "title": words.spoken(section.title),
            "before": [words.spoken(sentence) for sentence in section.before],
            "lines": [_line(line, words) for line in section.lines],
            "behind": [words.spoken(sentence) for sentence in section.behind],
        }
        for section in derivation.sections
    ]
    head = {"title": derivation.title, "formalism": derivation.formalism, "depth": derivation.depth}
    return json.dumps({**head, "sections": sections}, ensure_ascii=False, indent=1)


def _line(line: DerivedLine, words: Words) -> dict[str, object]:
    return {
        "number": line.number,
        "left": _side(line.left),
        "right": write(line.right),
        "rule": words.spoken(line.rule),
        "uses": list(line.uses),
        "sources": list(line.sources),
        "cancelled": [write(tree) for tree in line.cancelled],
    }


def _side(side: Quantity | Expression | None) -> str:
    if side is None:
        return ""
    return side.plain if isinstance(side, Quantity) else write(side)


WRITERS: Mapping[str, Callable[[Derivation, str], str]] = {
    "text": derivation_text,
    "unicode": derivation_unicode,
    "latex": derivation_latex,
    "json": derivation_json,
}
"""How a derivation is written, by name."""


def written(derivation: Derivation, output: str, language: str = "en") -> str:
    """A derivation in one of `WRITERS`."""
    return WRITERS[output](derivation, language)
