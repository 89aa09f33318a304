"""Dry friction along the line between two points: a friction damper."""

from lagr_gui.catalogue.elements.friction.approximations import approximations
from lagr_gui.catalogue.geometry import Line
from lagr_gui.catalogue.kinds import ElementKind, Friction, body, scalar, vector
from lagr_gui.model.kinds import Range

KIND = ElementKind(
    name="line_friction",
    title="Friction damper (along the line)",
    fields=(
        body("body_a", "First body", default=1),
        vector("point_a", (0, 0, 0), "Point on it"),
        body("body_b", "Second body"),
        vector("point_b", (0, 0, 0), "Point on it"),
        scalar("kinetic", 1, "Sliding friction R", "N", range=Range.NOT_NEGATIVE),
        scalar("static", 0, "Static friction H (0: as R)", "N", range=Range.NOT_NEGATIVE),
        scalar("stribeck", 0, "Stribeck velocity (0: none)", "m/s", range=Range.NOT_NEGATIVE),
        scalar("shape", 2, "Power of the Stribeck curve", range=Range.POSITIVE),
        scalar("speed", 0, "Given speed of the other side", "m/s"),
        *approximations("m/s", "N/m", "N s/m"),
    ),
    geometry=Line(),
    law=Friction(
        "length", "rate - speed", "kinetic", "static", "stribeck", "shape", "N", form="law"
    ),
    glyph="line_friction",
    equation="R1",
    help="Coulomb’s friction in a telescope between two points: it slides with the force R "
    "against the change of their distance, and keeps the distance as long as a force up to H "
    "holds it. The other side may move, as a strip that is drawn through its jaws.",
)
