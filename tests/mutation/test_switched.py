"""Faults in blocks of signals are stopped by the certificate of the motion."""

from __future__ import annotations

import warnings
from itertools import count

import numpy as np
import pytest

from lagr_gui import Disagreement, System
from lagr_gui.analysis.blocks_alone import check_linear_blocks
from lagr_gui.prepared import prepare
from lagr_gui.simulation.trajectory import Trajectory
from tests.mutation.blocks import BLOCKS
from tests.mutation.faults_signals import SWITCHED
from tests.mutation.planting import Fault

_NEW = count()


def moved(name: str) -> Trajectory:
    """The motion of a system, made anew; its program is that of before."""
    system = BLOCKS[name]()
    system.parameter("unused", next(_NEW))
    return system.simulate()


@pytest.mark.parametrize("name", BLOCKS)
def test_without_a_fault_motions_of_blocks_are_certified(name: str) -> None:
    certificate = moved(name).certificate
    assert certificate is not None and certificate.complete, certificate


@pytest.mark.parametrize("fault", SWITCHED, ids=str)
def test_a_fault_in_a_block_is_stopped(fault: Fault) -> None:
    with fault.swapped(), pytest.raises(Disagreement) as told:
        moved(fault.model)
    assert "independent check" in told.value.problems[0].cause


def test_linear_blocks_of_any_size_are_what_their_kinds_promise() -> None:
    """Orders up to eight, numbers from 1e-6 to 1e6, unstable ones too."""
    rng = np.random.default_rng(3)
    for _ in range(12):
        system = System("blocks", g=0)
        system.signal("r", "sin(t)")
        a, b, c = (10 ** rng.uniform(-6, 6, 3)).tolist()
        system.signal("y1", "filter1", input="r", T=a, gain=-b, start=c)
        system.signal("y2", "filter2", input="r", w0=a, zeta=rng.uniform(-1, 2), gain=b, start=c)
        n = rng.integers(1, 9)
        poles = np.poly(a * (rng.normal(size=n) - 1)) * b
        zeros = rng.normal(size=rng.integers(1, n + 2)) * c
        system.signal("y3", "transfer", input="r", numerator=[*zeros], denominator=[*poles])
        A, B, C = (rng.normal(size=size) for size in ((3, 3), (3, 2), (1, 3)))
        matrices = {"A": (a * A).tolist(), "B": (b * B).tolist(), "C": (c * C).tolist()}
        system.signal("y4", "state_space", inputs=["r", "y1"], start=[a, b, c], **matrices)
        system.signal("y5", "pid", input="r", kp=a, ki=b, lower=-c, upper=c, tracking=a)
        system.signal("y6", "pid", input="r", kp=c, kd=b, derivative="y1", Tf=a)
        system.signal("y7", "pid", input="r", ki=c, kd=b, Tf=a, start=b)
        system.signal("y8", "state_space", inputs=["r", "y1"], D=[[b, c]])
        with warnings.catch_warnings(action="ignore"):
            check_linear_blocks(prepare(system.model))
