"""Planted faults are stopped by the check that every result makes of itself."""

from __future__ import annotations

import pytest

from lagr_gui import Disagreement
from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.catalogue.geometry import Unplaced
from lagr_gui.catalogue.kinds import ElementKind
from tests.mutation.asking import ASK
from tests.mutation.faults import EVERY
from tests.mutation.planting import Fault, KindFault
from tests.mutation.systems import SYSTEMS

MEASURING = ("mechanics.measures", "mechanics.spaces.mounts")
"""Modules with the measures of geometries."""

NAMED = ("Body", "Joint", "Element", "Coordinate", "Equations", "The ")
"""How the place of a disagreement begins: an item of the model, or a quantity of the whole."""


MEASURES = (
    *("mechanics.measures", "mechanics.touching.contacts", "mechanics.spaces.mounts"),
    "mechanics.rubbing.surfaces",
)
"""Where it stands what geometries measure."""


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


def shown(fault: Fault | KindFault) -> set[str]:
    """The kinds of which a fault is: the record's own, or that for which its system was made."""
    kind = fault.kind if isinstance(fault, KindFault) else fault.model
    return {kind} & (set(JOINTS) | set(ELEMENTS))


def test_every_kind_of_joint_and_element_has_a_fault_that_is_stopped() -> None:
    assert set().union(*map(shown, EVERY)) == set(JOINTS) | set(ELEMENTS)


def is_written(kind: ElementKind) -> bool:
    """Whether a law is an expression, and not the name of a field or of a measure."""
    texts = [text for value in vars(kind.law).values() for text in _texts(value)]
    return any(text.strip("0") and not text.isidentifier() for text in texts)


def _texts(value: object) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value if isinstance(value, tuple) else ()


def test_every_law_motion_and_geometry_has_a_fault_of_its_own() -> None:
    changed = {fault.kind for fault in EVERY if isinstance(fault, KindFault) and not fault.what}
    assert {name for name, kind in JOINTS.items() if kind.motion} <= changed
    assert {name for name, kind in ELEMENTS.items() if is_written(kind)} <= changed
    geometries = {type(kind.geometry) for kind in ELEMENTS.values()} - {Unplaced}
    faulty = {
        type(ELEMENTS[name].geometry)
        for fault in EVERY
        if isinstance(fault, Fault) and fault.module in MEASURES
        for name in kinds_in(fault.model)
    }
    assert geometries <= faulty


def kinds_in(name: str) -> set[str]:
    """The kinds of elements in a system."""
    return {element.kind for element in SYSTEMS[name]().model.elements}


def test_many_faults_are_planted_in_every_part() -> None:
    assert len(EVERY) >= 60
    modules = {fault.module.rpartition(".")[0] for fault in EVERY if isinstance(fault, Fault)}
    assert {"mechanics.recursion", "mechanics.closed", "numerics", "prepared", "kernel"} <= modules
