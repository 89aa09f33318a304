"""Linear spring between two points (4.9)."""

from lagr_gui.catalogue.geometry import Line
from lagr_gui.catalogue.kinds import ElementKind, Potential, body, scalar, vector
from lagr_gui.model.kinds import Range

KIND = ElementKind(
    name="spring",
    title="Spring",
    fields=(
        body("body_a", "First body", default=1),
        vector("point_a", (0, 0, 0), "Point on it"),
        body("body_b", "Second body"),
        vector("point_b", (0, 0, 0), "Point on it"),
        scalar("c", 100, "Stiffness c", "N/m"),
        scalar("l0", 0, "Natural length λ₀", "m", usual=Range.NOT_NEGATIVE),
    ),
    geometry=Line(),
    law=Potential("c/2*(length - l0)^2"),
    glyph="spring",
    equation="31",
    help="A linear spring along the line between two points; U = c/2 (λ − λ₀)² with the "
    "length λ = |Δx|, never negative.",
)
