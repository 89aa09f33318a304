"""A system as a model in Modelica."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lagr_gui.extensions.programs.describing import describe
from lagr_gui.extensions.programs.modelica import modelica_text
from lagr_gui.extensions.programs.modelica_modes import changes, changing_system
from lagr_gui.extensions.programs.record import Standalone
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.wording import Wording
from lagr_gui.model import Model
from lagr_gui.numerics import independent, scales
from lagr_gui.prepared import Prepared, prepare


def modelica_model(model: Model, special: str = "") -> str:
    """The equations of motion with parameters and start values, as one model without a library.

    Raises LagrError for an unsound model and for what no program does.
    """
    prepared = prepare(model, special)
    if changes(prepared):
        from lagr_gui.extensions.programs.modelica_changing import changing_text

        system = changing_system(prepared)
        return changing_text(system, _held(system.prepared, system.program))
    program = _determined(prepared, describe(prepared))
    return modelica_text(program, _held(prepared, program))


def _determined(prepared: Prepared, program: Standalone) -> Standalone:
    """The program without outputs of what conditions share that say the same."""
    if not any(program.shared):
        return program
    lost = [e.title for e, shared in zip(program.shown, program.shared, strict=True) if shared]
    settings = prepared.model.simulation
    outputs = tuple(entry for entry in settings.outputs if Wording(entry.title) not in lost)
    model = prepared.model.having(simulation=settings.having(outputs=outputs))
    left = describe(prepare(model, prepared.special))
    return replace(left, digest=program.digest, unshown=(*left.unshown, *lost))


def _held(prepared: Prepared, program: Standalone) -> list[int]:
    """Conditions that are independent and span all others: those that stay so best.

    At each of several states that meet the conditions some are; of these choices that is taken
    whose smallest singular value over all states is the largest.
    """
    binding, start = prepared.conditions, prepared.start
    if binding is None:
        return []
    states = [start.row.tolist(), *program.vectors.states]
    tables: list[Array] = []
    choices: list[tuple[int, ...]] = []
    for t, *state in states:
        conditions = binding.at_state(t, np.array(state))
        scale = scales(conditions.g)
        tables.append(conditions.rows.even(scale)[0])
        choices.append(tuple(independent(conditions.rows, scale)))
    most = max(map(len, choices))

    def spread(choice: tuple[int, ...]) -> float:
        rows = [table[list(choice)] for table in tables]
        return min(float(np.linalg.svd(matrix, compute_uv=False)[-1]) for matrix in rows)

    whole = [choice for choice in dict.fromkeys(choices) if len(choice) == most]
    return list(max(whole, key=spread)) if most else []
