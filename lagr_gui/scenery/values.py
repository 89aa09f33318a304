"""Numbers for drawing: what fields of the model are worth, as far as they are constant."""

from __future__ import annotations

from collections.abc import Mapping

from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.numbers import parameter_values, specialised
from lagr_gui.model import Model


def known_values(model: Model, special: str = "") -> Mapping[str, float]:
    """The values of the parameters; none where one is missing."""
    try:
        return parameter_values(specialised(model, special))
    except LagrError:
        return {}
