"""Fields of friction that falls as its slip gets faster: μ + (μ₀ − μ) e^(−(γ/v)^δ)."""

from lagr_gui.catalogue.kinds import scalar
from lagr_gui.model.kinds import Depends, FieldSpec, Range


def falling(speed: str) -> tuple[FieldSpec, ...]:
    """The Stribeck velocity v, in this unit, and the power δ of its curve."""
    on_parameters = Depends.PARAMETERS
    return (
        scalar(
            "stribeck",
            0,
            "Stribeck velocity (0: none)",
            speed,
            on_parameters,
            range=Range.NOT_NEGATIVE,
        ),
        scalar("shape", 2, "Power of the Stribeck curve", "", on_parameters, range=Range.POSITIVE),
    )
