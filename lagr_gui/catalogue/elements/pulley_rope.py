"""A rope over pulleys that becomes slack."""

from lagr_gui.catalogue.elements.course import COURSE
from lagr_gui.catalogue.geometry import OverPulleys
from lagr_gui.catalogue.kinds import ElementKind, Limit, restitution, scalar
from lagr_gui.model.kinds import Range

KIND = ElementKind(
    name="pulley_rope",
    title={"en": "Rope over pulleys (cannot push)", "de": "Seil über Rollen (drückt nicht)"},
    fields=(
        *COURSE,
        scalar("l", 1, "Length l", "Länge l", "m", range=Range.POSITIVE),
        restitution(0),
    ),
    geometry=OverPulleys(),
    law=Limit(("length - l",), effort="N"),
    glyph="pulley_rope",
    equation="C5",
    help={
        "en": "A massless rope over small pulleys: slack while Σ |Δx| is less than its length; "
        "where it becomes tight it jerks with Newton's law (κ = 0: it stays tight) and then "
        "only pulls, with the same force in all spans.",
        "de": "Ein masseloses Seil über kleine Rollen: lose, solange Σ |Δx| kleiner ist als seine "
        "Länge; wird es straff, gibt es einen Ruck nach Newtons Gesetz (κ = 0: es bleibt straff), "
        "danach zieht es nur, in allen Abschnitten mit derselben Kraft.",
    },
)
