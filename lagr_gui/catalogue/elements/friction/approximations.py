"""Fields of friction that may be approximated by a law without sticking."""

from lagr_gui.catalogue.kinds import choice, scalar
from lagr_gui.model.kinds import Depends, FieldSpec, Range

EXACT, SMOOTH, BRISTLE = "exact", "smooth", "bristle"
"""Laws: friction that sticks, b tanh(γ/v), and bristles that bend (LuGre)."""
LAWS = (EXACT, SMOOTH, BRISTLE)


def approximations(speed: str, stiffness: str, damping: str) -> tuple[FieldSpec, ...]:
    """The law, v of the smooth one, σ₀ and σ₁ of bristles, in these units."""
    on_parameters = Depends.PARAMETERS
    return (
        choice("law", EXACT, LAWS, "Law"),
        scalar(
            "v_smooth",
            0.001,
            "Velocity of the smooth law",
            speed,
            on_parameters,
            (),
            Range.POSITIVE,
        ),
        scalar(
            "sigma_0",
            100000,
            "Stiffness of bristles σ₀",
            stiffness,
            on_parameters,
            range=Range.POSITIVE,
        ),
        scalar(
            "sigma_1",
            300,
            "Damping of bristles σ₁",
            damping,
            on_parameters,
            range=Range.NOT_NEGATIVE,
        ),
    )


ON_COORDINATE = approximations("rad/s, m/s", "N m/rad, N/m", "N m s/rad, N s/m")
"""Those of friction on a coordinate."""
