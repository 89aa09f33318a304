"""Faults where friction and contacts change are stopped by the certificate of the motion."""

from __future__ import annotations

from itertools import count

import pytest

from lagr_gui import Disagreement
from lagr_gui.simulation.friction.frictions import RubbingContacts
from lagr_gui.simulation.system import KernelSystem
from lagr_gui.simulation.trajectory import Trajectory
from tests.mutation.faults_friction import RUBBED
from tests.mutation.planting import Fault
from tests.mutation.rubbing import RUBBING

_NEW = count()


def moved(name: str) -> Trajectory:
    """The motion of a system, made anew; its program is that of before."""
    system = RUBBING[name]()
    system.parameter("unused", next(_NEW))
    return system.simulate()


@pytest.mark.parametrize("name", RUBBING)
def test_without_a_fault_motions_are_certified(name: str) -> None:
    certificate = moved(name).certificate
    assert certificate is not None and certificate.complete, certificate


@pytest.mark.parametrize("fault", RUBBED, ids=str)
def test_a_fault_is_stopped(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps are watched and changes made with care: machine code is compared with it elsewhere."""
    monkeypatch.setattr(RubbingContacts, "changing_code", lambda *_: None)
    if fault.function.endswith("_seen_of"):  # in steps of DOP853 machine code sees
        monkeypatch.setattr(KernelSystem, "machine_code", lambda *_, **__: None)
    with fault.swapped(), pytest.raises(Disagreement) as told:
        moved(fault.model)
    assert "independent check" in told.value.problems[0].cause
