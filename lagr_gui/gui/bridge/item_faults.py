"""The items of the drawing at which something is wrong, and what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from lagr_gui.foundation.problem import Problem, Severity
from lagr_gui.gui.bridge.keys import item_of
from lagr_gui.gui.bridge.open_drawing import OpenDrawing
from lagr_gui.gui.words import in_words


def faulty_items(drawing: OpenDrawing) -> Mapping[str, list[Problem]]:
    """Errors of the report, and quantities of wrong dimension, by the keys of their items."""
    faults: defaultdict[str, list[Problem]] = defaultdict(list)
    for problem in drawing.report.problems if drawing.report else ():
        wrong = problem.severity is Severity.ERROR or problem.code == "dimension"
        if wrong and (key := item_of(drawing.model, problem.path)):
            faults[key].append(problem)
    return faults


def words_of_faults(drawing: OpenDrawing, key: str) -> str:
    """What is wrong with an item and how it is mended, in lines; empty for nothing."""
    problems = map(in_words, faulty_items(drawing).get(key, ()))
    return "\n".join(
        words for problem in problems for words in (problem.cause, problem.remedy) if words
    )
