"""Planted faults are stopped by the check that every result makes of itself."""

from __future__ import annotations

import pytest

from lagr_gui import Disagreement
from tests.mutation.asking import ASK
from tests.mutation.faults import EVERY
from tests.mutation.planting import Fault, KindFault
from tests.mutation.systems import SYSTEMS

NAMED = ("Body", "Joint", "Element", "Coordinate", "Equations", "The ")
"""How the place of a disagreement begins: an item of the model, or a quantity of the whole."""


def asked(fault: Fault | KindFault) -> tuple[str, str]:
    """The question and the system that show a fault."""
    return fault.asked, fault.model or (fault.kind if isinstance(fault, KindFault) else "")


@pytest.mark.parametrize(("question", "name"), sorted({asked(fault) for fault in EVERY}))
def test_without_a_fault_results_are_certified(question: str, name: str) -> None:
    certificate = ASK[question](SYSTEMS[name]())
    assert certificate.complete, certificate


@pytest.mark.parametrize("fault", EVERY, ids=str)
def test_a_planted_fault_is_stopped_by_the_result_itself(fault: Fault | KindFault) -> None:
    question, name = asked(fault)
    system = SYSTEMS[name]()
    with fault.planted(), pytest.raises(Disagreement) as told:
        ASK[question](system)
    problem = told.value.problems[0]
    assert problem.place.startswith(NAMED), problem.place
    assert "independent check" in problem.cause


def test_many_faults_are_planted_in_every_part() -> None:
    assert len(EVERY) >= 60
    modules = {fault.module.rpartition(".")[0] for fault in EVERY if isinstance(fault, Fault)}
    assert {"mechanics.recursion", "mechanics.closed", "numerics", "pipeline", "kernel"} <= modules
