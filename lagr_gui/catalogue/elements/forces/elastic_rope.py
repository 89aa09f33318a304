"""An elastic rope over pulleys."""

from lagr_gui.catalogue.elements.course import COURSE
from lagr_gui.catalogue.geometry import OverPulleys
from lagr_gui.catalogue.kinds import ElementKind, Potential, scalar
from lagr_gui.model.kinds import Range

KIND = ElementKind(
    name="elastic_rope",
    title="Elastic rope",
    fields=(
        *COURSE,
        scalar("c", 1000, "Stiffness c", "N/m"),
        scalar("l0", 1, "Natural length λ₀", "m", usual=Range.NOT_NEGATIVE),
    ),
    geometry=OverPulleys(),
    law=Potential("c/2*max(length - l0, 0)^2"),
    glyph="elastic_rope",
    equation="31",
    help="A rope over small pulleys that stretches and cannot push: it pulls with "
    "c (λ − λ₀) where the sum λ of its spans is longer than λ₀, and is slack elsewhere.",
)
