"""A drawing with what blocks, bristles and friction that slides stand for."""

from lagr_gui.mechanics.senses import with_senses
from lagr_gui.model import Model
from lagr_gui.subsystems.signals import plain


def has_bristles(model: Model) -> bool:
    """Whether friction of a model has states of its own."""
    return any(getattr(element, "law", "") == "bristle" for element in model.elements)


def plainly(model: Model) -> Model:
    """The model with states and expressions for blocks and bristles, and senses of sliding."""
    if has_bristles(model):
        from lagr_gui.mechanics.rubbing.bristles import with_bristles  # few models have any

        model = with_bristles(model)
    return with_senses(plain(model))
