"""What is wrong with a task of control, in its words."""

from __future__ import annotations

from lagr_gui.extensions.control.numbers.state_space import Complex
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal

PLACE = "Control"


def fault(cause: str, remedy: str) -> LagrError:
    """The refusal of a task of control, to be raised."""
    return refusal(PLACE, cause, remedy, "control")


def pole_text(pole: complex) -> str:
    """A pole as a person reads it: ``-1.4 ± 0.07 i`` stands for a pair."""
    real, imaginary = round_off(pole.real, abs(pole)), round_off(pole.imag, abs(pole))
    if not imaginary:
        return f"{real:.4g}"
    return f"{real:.4g} ± {abs(imaginary):.4g} i" if real else f"± {abs(imaginary):.4g} i"


def round_off(part: float, size: float) -> float:
    """A part of a number of this size, 0 where it is only rounding."""
    return 0.0 if abs(part) < 1e-9 * size or abs(part) < 1e-12 else part


def poles_text(poles: Complex) -> str:
    """Poles in a row, as often as they are there; each pair once."""
    upper = (pole for pole in poles.tolist() if round_off(pole.imag, abs(pole)) >= 0)
    return ", ".join(map(pole_text, upper))


def needs_definite(name: str) -> LagrError:
    """The refusal of weights of inputs, or of the noise of outputs, that are not positive."""
    return fault(
        say("{name} is not positive definite.", name=name),
        say("Give each of its entries on the diagonal a positive number."),
    )
