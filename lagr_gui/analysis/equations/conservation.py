"""Conserved quantities of a model, and how well a simulation keeps them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lagr_gui.analysis.equations.derivation import presenter_of
from lagr_gui.expression import Expression
from lagr_gui.kernel import Node, compile_kernel
from lagr_gui.mechanics.conserved import Conserved
from lagr_gui.mechanics.scope import Scope
from lagr_gui.prepared import Prepared, derived
from lagr_gui.simulation import Trajectory


@dataclass(frozen=True)
class Conservation:
    """A conserved quantity: ``momentum`` of a coordinate, ``energy`` or ``jacobi``.

    An energy is the sum of `energies`, such as T, U and U1: that of forces which are given as
    expressions is not in the U of motions.
    `drift` is its largest change along a trajectory, over the largest of its terms there (by
    source, and by velocity), of a momentum also over what it would be if all kinetic energy were
    motion along its coordinate: one that is zero changes by rounding alone.  0 where nothing moves;
    None where no trajectory was given.
    """

    kind: str
    coordinate: str
    expression: Expression
    drift: float | None = None
    energies: tuple[str, ...] = ()


@derived
def conserved(prepared: Prepared, trajectory: Trajectory | None = None) -> tuple[Conservation, ...]:
    """The conserved quantities, with their drift along a trajectory.

    Raises LagrError for an unsound model, or where the closed form is too long.
    """
    presenter = presenter_of(prepared.general)
    quantities = presenter.conserved
    algebra, names = presenter.closed.algebra, presenter.closed.reading.coordinates
    drifts = _drifts(quantities, prepared, trajectory) if trajectory is not None else ()
    return tuple(
        Conservation(
            kind=entry.kind,
            coordinate=names[entry.index - 1] if entry.index else "",
            expression=sum(entry.parts.values(), algebra.zero).tree(),
            drift=drifts[place] if len(drifts) else None,
            energies=tuple(presenter.energies) if entry.kind == "energy" else (),
        )
        for place, entry in enumerate(quantities)
    )


def _drifts(
    quantities: tuple[Conserved, ...], prepared: Prepared, trajectory: Trajectory
) -> tuple[float, ...]:
    scope = Scope(prepared.reading)
    outputs: dict[str, list[Node]] = {}
    for i, entry in enumerate(quantities):
        parts = [scope.node(value.tree("collected")) for value in entry.parts.values()]
        whole = scope.program.add(parts)
        slopes = [scope.program.derivative(whole, v) for v in scope.qd[1:]]
        outputs[f"parts {i}"] = parts
        # What each velocity adds: a sum may be zero although its terms are not.
        outputs[f"rates {i}"] = [slope * v for slope, v in zip(slopes, scope.qd[1:], strict=True)]
        outputs[f"inertia {i}"] = [slopes[entry.index - 1]] if entry.kind == "momentum" else []
    kernel = compile_kernel(scope.program, scope.state, scope.parameters, outputs)
    bound = kernel.bind(prepared.parameters)
    out = bound.many(np.column_stack([trajectory.t, trajectory.q, trajectory.qd]))
    T = trajectory.largest_T
    drifts: list[float] = []
    for i in range(len(quantities)):
        parts, rates = out[f"parts {i}"], out[f"rates {i}"]
        # p_ρ² ≤ 2 T g_ρρ, with p_ρ = g_ρμ q̇^μ.
        most = np.sqrt(2 * T * np.abs(out[f"inertia {i}"])) if T > 0 else np.zeros(0)
        whole = parts.sum(axis=1)
        scale = max(float(np.max(np.abs(table), initial=0.0)) for table in (parts, rates, most))
        change = float(np.max(np.abs(whole - whole[0])))
        drifts.append(change / scale if scale > 0 and not trajectory.rests(T) else 0.0)
    return tuple(drifts)
