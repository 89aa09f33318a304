"""The sample models, and small changes to them."""

from __future__ import annotations

from collections.abc import Mapping

from lagr_gui import pipeline
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Model, Simulation, StartValue

NAMES = [path.stem for path in sample_models()]
RUBBING = (
    *("block_on_slope", "mass_on_belt", "brake", "pin_friction_pendulum", "ratchet_winch"),
    "hexagonal_prism",
)
"""Those with dry friction, whose equations change where it slides or sticks."""
SMOOTH = [name for name in NAMES if name not in RUBBING]
"""Those that have one set of equations."""


def sample(name: str) -> Model:
    """A model of the gallery."""
    return pipeline.load(next(path for path in sample_models() if path.stem == name))


def with_values(model: Model, **values: float) -> Model:
    """The model with other values of parameters."""
    assert set(values) <= {parameter.name for parameter in model.parameters}
    parameters = tuple(
        entry.model_copy(update={"value": values.get(entry.name, entry.value)})
        for entry in model.parameters
    )
    return model.model_copy(update={"parameters": parameters})


def with_start(
    model: Model,
    q: Mapping[str, float],
    qd: Mapping[str, float] | None = None,
    until: float | None = None,
) -> Model:
    """The model with other start values and another end; what is not named starts at zero."""
    rates = qd or {}
    start = tuple(
        StartValue(coordinate=name, position=q.get(name, 0.0), velocity=rates.get(name, 0.0))
        for name in model.coordinates
    )
    end = model.simulation.until if until is None else until
    return model.model_copy(update={"start": start, "simulation": Simulation(until=end)})


def values(model: Model) -> dict[str, float]:
    """The numbers of the parameters."""
    return {entry.name: float(entry.value or 0) for entry in model.parameters}
