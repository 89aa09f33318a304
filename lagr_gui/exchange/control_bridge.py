"""The linear equations of small motions for python-control, which is loaded with the first ones."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from lagr_gui.problem import refusal
from lagr_gui.simulation.linearization import Linearization


def to_control(linear: Linearization, name: str | None = None) -> Any:
    """The state space as ``control.StateSpace`` of python-control, with the names of all signals.

    A point in a name, which python-control keeps for itself, becomes an underscore: ``push_x``.
    Raises LagrError where python-control is not installed.
    """
    try:
        control: Any = import_module("control")  # it has no types
    except ImportError as error:
        cause, remedy = "python-control is not installed.", "Install it: pip install control."
        raise refusal("State space", cause, remedy, "no-control") from error
    signals = [signal for signal, _, _ in linear.signals]
    return control.StateSpace(
        linear.A,
        linear.state_B,
        linear.state_C,
        linear.state_D,
        states=_without_points(linear.states),
        inputs=_without_points(signals),
        outputs=_without_points(linear.outputs),
        name=name,
    )


def _without_points(names: Iterable[str]) -> list[str]:
    return [name.replace(".", "_") for name in names]
