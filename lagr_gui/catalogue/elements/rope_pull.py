"""A given force in a rope over pulleys."""

from lagr_gui.catalogue.elements.course import COURSE
from lagr_gui.catalogue.geometry import OverPulleys
from lagr_gui.catalogue.kinds import ElementKind, Load, scalar
from lagr_gui.model.kinds import Depends

KIND = ElementKind(
    name="rope_pull",
    title={"en": "Pull in a rope over pulleys", "de": "Zug in einem Seil über Rollen"},
    fields=(*COURSE, scalar("pull", 0, "Pull F", "Zugkraft F", "N", Depends.STATE)),
    geometry=OverPulleys(),
    law=Load("pull", along="shortening"),
    glyph="rope_pull",
    equation="27",
    help={
        "en": "A rope over small pulleys that pulls with a given force, as one that is hauled in "
        "by a winch or by hand; any expression in coordinates, velocities and time.",
        "de": "Ein Seil über kleine Rollen, das mit gegebener Kraft zieht, wie eines, das eine "
        "Winde oder eine Hand einholt; jeder Ausdruck in Koordinaten, Geschwindigkeiten und Zeit.",
    },
)
