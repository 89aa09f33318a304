"""A rope or string: two points that do not get farther apart than its length."""

from lagr_gui.catalogue.geometry import Line
from lagr_gui.catalogue.kinds import ElementKind, Limit, body, restitution, scalar, vector
from lagr_gui.model.kinds import Range

KIND = ElementKind(
    name="rope",
    title="Rope (cannot push)",
    fields=(
        body("body_a", "First body", default=1),
        vector("point_a", (0, 0, 0), "Point on it"),
        body("body_b", "Second body"),
        vector("point_b", (0, 0, 0), "Point on it"),
        scalar("l", 1, "Length l", "m", range=Range.POSITIVE),
        restitution(0),
    ),
    geometry=Line(),
    law=Limit(("(square_length - l^2)/2",), effort="N/m"),
    glyph="rope",
    equation="C5",
    help="A massless rope: slack while the points are nearer than its length; where it "
    "becomes tight it jerks with Newton's law (κ = 0: it stays tight) and then only pulls.",
)
