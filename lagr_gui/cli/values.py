"""Words of the command line that hold numbers by name."""

from __future__ import annotations

from lagr_gui.arithmetic import value
from lagr_gui.problem import LagrError, Problem


def named_values(text: str, option: str) -> dict[str, float]:
    """``"phi=pi/2, x=0.1"`` as a mapping. Raises LagrError where it is none."""
    values: dict[str, float] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, sign, number = part.partition("=")
        if not sign or not name.strip():
            cause = f"“{part}” gives no value to a coordinate."
            raise LagrError(Problem(option, cause, "Write name=value, …", code="values"))
        values[name.strip()] = value(number, {})
    return values
