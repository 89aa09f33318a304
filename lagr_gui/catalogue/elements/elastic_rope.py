"""An elastic rope over pulleys."""

from lagr_gui.catalogue.elements.course import COURSE
from lagr_gui.catalogue.geometry import OverPulleys
from lagr_gui.catalogue.kinds import ElementKind, Potential, scalar
from lagr_gui.model.kinds import Range

KIND = ElementKind(
    name="elastic_rope",
    title={"en": "Elastic rope", "de": "Elastisches Seil"},
    fields=(
        *COURSE,
        scalar("c", 1000, "Stiffness c", "Steifigkeit c", "N/m"),
        scalar("l0", 1, "Natural length λ₀", "Originallänge λ₀", "m", usual=Range.NOT_NEGATIVE),
    ),
    geometry=OverPulleys(),
    law=Potential("c/2*max(length - l0, 0)^2"),
    glyph="elastic_rope",
    equation="31",
    help={
        "en": "A rope over small pulleys that stretches and cannot push: it pulls with "
        "c (λ − λ₀) where the sum λ of its spans is longer than λ₀, and is slack elsewhere.",
        "de": "Ein Seil über kleine Rollen, das sich dehnt und nicht drückt: es zieht mit "
        "c (λ − λ₀), wo die Summe λ seiner Abschnitte länger ist als λ₀, sonst ist es lose.",
    },
)
