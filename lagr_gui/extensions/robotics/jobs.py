"""What the window asks its worker process about the matrices of robotics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lagr_gui import pipeline
from lagr_gui.extensions.robotics.jacobian import Jacobian
from lagr_gui.extensions.robotics.matrices import Matrices
from lagr_gui.extensions.robotics.regressor import Regressor
from lagr_gui.foundation.problem import NotStructured
from lagr_gui.pipeline import Prepared

Report = Callable[[Any], None]


def matrices(
    report: Report,
    prepared: Prepared,
    what: str,
    form: str,
    coriolis: str,
    body: int,
    point: str,
) -> Matrices | Jacobian | Regressor:
    """M, C, g …, the Jacobians of a point of a body, or the regressor with base parameters.

    Where C by bodies cannot be shown it is that of Christoffel.
    """
    if what == "jacobian":
        return pipeline.jacobian(prepared, body, point.split(","), form=form)
    if what == "regressor":
        return pipeline.regressor(prepared, form)
    try:
        return pipeline.matrices(prepared, coriolis, form)
    except NotStructured:
        return pipeline.matrices(prepared, form=form)
