"""Conserved quantities of a model, and how well a simulation keeps them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lagr_gui.expression import Expression
from lagr_gui.kernel import Node, compile_kernel
from lagr_gui.mechanics.conserved import Conserved
from lagr_gui.mechanics.numbers import parameter_values, specialised
from lagr_gui.mechanics.recursion.scope import Scope
from lagr_gui.model import Model
from lagr_gui.pipeline.cache import derived
from lagr_gui.pipeline.derivation import presenter_of
from lagr_gui.pipeline.structure import read
from lagr_gui.simulation import Trajectory


@dataclass(frozen=True)
class Conservation:
    """A conserved quantity: ``momentum`` of a coordinate, ``energy`` or ``jacobi``.

    `drift` is its largest change along a trajectory, over the largest of its terms there (by
    source, and by velocity); None where no trajectory was given.
    """

    kind: str
    coordinate: str
    expression: Expression
    drift: float | None = None


@derived
def conserved(
    model: Model, trajectory: Trajectory | None = None, special: str = ""
) -> tuple[Conservation, ...]:
    """The conserved quantities, with their drift along a trajectory.

    Raises LagrError for an unsound model, or where the closed form is too long.
    """
    presenter = presenter_of(model)
    found = presenter.conserved
    algebra, names = presenter.closed.algebra, presenter.closed.reading.coordinates
    drifts = _drifts(found, model, trajectory, special) if trajectory is not None else ()
    return tuple(
        Conservation(
            kind=entry.kind,
            coordinate=names[entry.index - 1] if entry.index else "",
            expression=sum(entry.parts.values(), algebra.zero).tree(),
            drift=drifts[place] if len(drifts) else None,
        )
        for place, entry in enumerate(found)
    )


def _drifts(
    found: tuple[Conserved, ...], model: Model, trajectory: Trajectory, special: str
) -> tuple[float, ...]:
    model = specialised(model, special)
    scope = Scope(read(model))
    outputs: dict[str, list[Node]] = {}
    for i, entry in enumerate(found):
        parts = [scope.node(value.tree("collected")) for value in entry.parts.values()]
        whole = scope.program.add(parts)
        outputs[f"parts {i}"] = parts
        # What each velocity adds: a sum may be zero although its terms are not.
        outputs[f"rates {i}"] = [scope.program.derivative(whole, v) * v for v in scope.qd[1:]]
    kernel = compile_kernel(scope.program, scope.state, scope.parameters, outputs)
    bound = kernel.bind(list(parameter_values(model).values()))
    out = bound.many(np.column_stack([trajectory.t, trajectory.q, trajectory.qd]))
    drifts: list[float] = []
    for i in range(len(found)):
        parts, rates = out[f"parts {i}"], out[f"rates {i}"]
        whole = parts.sum(axis=1)
        scale = max(float(np.max(np.abs(table), initial=0.0)) for table in (parts, rates))
        change = float(np.max(np.abs(whole - whole[0])))
        drifts.append(change / scale if scale > 0 else change)
    return tuple(drifts)
