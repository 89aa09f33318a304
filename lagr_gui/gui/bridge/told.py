"""What there is to say of a model, from wherever it comes."""

from __future__ import annotations

from collections.abc import Iterable

from lagr_gui.problem import Problem, by_severity


def told(
    structure: Iterable[Problem], start: Iterable[Problem], others: Iterable[Problem]
) -> tuple[Problem, ...]:
    """The problems, errors first, each once.

    What is known of cuts from the start position replaces what the structure says of them.
    """
    start = tuple(start)
    explained = any(problem.code == "cut" for problem in start)
    kept = (p for p in structure if p.code != "closed-loop" or not explained)
    return by_severity(dict.fromkeys((*kept, *others, *start)))
