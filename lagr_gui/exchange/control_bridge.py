"""The linear equations of small motions for python-control, which is loaded with the first ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lagr_gui.foundation.libraries import library
from lagr_gui.simulation.linear.linearization import Linearization


def to_control(linear: Linearization, name: str | None = None) -> Any:
    """The state space as ``control.StateSpace`` of python-control, with the names of all signals.

    With sampled laws it goes in steps of their period.  A point in a name, which python-control
    keeps for itself, becomes an underscore: ``push_x``.
    Raises LagrError where python-control is not installed.
    """
    control: Any = library("control")
    signals = [signal for signal, _, _ in linear.signals]
    return control.StateSpace(
        *linear.state_space,
        linear.step,
        states=_without_points(linear.states),
        inputs=_without_points(signals),
        outputs=_without_points(linear.outputs),
        name=name,
    )


def _without_points(names: Iterable[str]) -> list[str]:
    return [name.replace(".", "_") for name in names]
