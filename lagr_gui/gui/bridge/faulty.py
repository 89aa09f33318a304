"""The items of the drawing at which something is wrong, and what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING

from lagr_gui.foundation.problem import Problem, Severity
from lagr_gui.gui.bridge.keys import item_of
from lagr_gui.gui.words import in_words

if TYPE_CHECKING:
    from lagr_gui.gui.bridge.session import Session


def faulty_items(session: Session) -> Mapping[str, list[Problem]]:
    """Errors of the report, and quantities of wrong dimension, by the keys of their items."""
    found: defaultdict[str, list[Problem]] = defaultdict(list)
    for problem in session.report.problems if session.report else ():
        wrong = problem.severity is Severity.ERROR or problem.code == "dimension"
        if wrong and (key := item_of(session.model, problem.path)):
            found[key].append(problem)
    return found


def told_of_faults(session: Session, key: str) -> str:
    """What is wrong with an item and how it is mended, in lines; empty for nothing."""
    told = map(in_words, faulty_items(session).get(key, ()))
    return "\n".join(
        words for problem in told for words in (problem.cause, problem.remedy) if words
    )
