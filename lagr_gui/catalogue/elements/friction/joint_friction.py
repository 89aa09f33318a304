"""Dry friction in a joint, of a given size."""

from lagr_gui.catalogue.elements.friction.approximations import ON_COORDINATE
from lagr_gui.catalogue.geometry import OnCoordinate
from lagr_gui.catalogue.kinds import Along, ElementKind, Friction, coordinate, scalar
from lagr_gui.model.kinds import Range

KIND = ElementKind(
    name="joint_friction",
    title="Dry friction (in joint)",
    along=Along("Dry friction (along slide)", "slide_friction"),
    fields=(
        coordinate("coordinate", "Coordinate"),
        scalar("kinetic", 1, "Sliding friction R", "N, N m", range=Range.NOT_NEGATIVE),
        scalar("static", 0, "Static friction H (0: as R)", "N, N m", range=Range.NOT_NEGATIVE),
        scalar(
            "stribeck", 0, "Stribeck velocity (0: none)", "rad/s, m/s", range=Range.NOT_NEGATIVE
        ),
        scalar("shape", 2, "Power of the Stribeck curve", range=Range.POSITIVE),
        scalar("speed", 0, "Given speed of the other side", "rad/s, m/s"),
        *ON_COORDINATE,
    ),
    geometry=OnCoordinate(),
    law=Friction("value", "rate - speed", "kinetic", "static", "stribeck", "shape", form="law"),
    glyph="joint_friction",
    equation="R1",
    help="Coulomb’s friction on one coordinate of a joint: it slides with the force R against "
    "its velocity, and sticks as long as a force up to H holds it. With a Stribeck velocity v the "
    "force falls from H to R: R + (H − R) exp(−(|γ|/v)^δ). The other side may move, as a belt.",
)
