"""The forms that are made to be read, in numbers."""

from __future__ import annotations

from collections.abc import Callable

from lagr_gui.mechanics.closed import Closed, Metric
from lagr_gui.mechanics.closed.unexpanded import NodeFormulas
from lagr_gui.mechanics.evaluation import ClosedEvaluator, ReachKernel
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.scope import Scope
from lagr_gui.mechanics.structured import Structured, StructuredEvaluator
from lagr_gui.problem import TooLong


def closed_evaluator(
    reading: Reading, recursion: Recursion, closed: Callable[[], Closed]
) -> ClosedEvaluator:
    """Evaluates the closed form; where it is too long, its formulas without expanding them."""
    reach = ReachKernel(recursion)
    try:
        return ClosedEvaluator(closed(), reading, reach)
    except TooLong:
        metric = Metric(reading, algebra=NodeFormulas(Scope(reading)))
        return ClosedEvaluator(Closed(reading, metric), reading, reach)


def structured_evaluator(reading: Reading, recursion: Recursion) -> StructuredEvaluator:
    """Evaluates the structured form."""
    return StructuredEvaluator(Structured(reading), reading, ReachKernel(recursion))
