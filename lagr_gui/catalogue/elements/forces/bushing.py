"""A bushing: a rubber mount, elastic along three axes and about them."""

from lagr_gui.catalogue.kinds import ElementKind, Potential, body, vector
from lagr_gui.catalogue.mounts import Mount
from lagr_gui.model.kinds import Depends

TIME = Depends.TIME


def _summed(term: str) -> str:
    """A term of each axis."""
    return " + ".join(term.replace("@", letter) for letter in "xyz")


KIND = ElementKind(
    name="bushing",
    title="Bushing (rubber mount)",
    fields=(
        body("body_a", "First body"),
        vector("point_a", (0, 0, 0), "Point on it"),
        vector("normal", (0, 0, 1), "Axis z of the frame", ""),
        vector("along", (1, 0, 0), "Axis x of the frame", ""),
        body("body_b", "Second body", default=1),
        vector("point_b", (0, 0, 0), "Point on it"),
        vector("c", (0, 0, 0), "Stiffness c", "N/m", TIME),
        vector("k", (0, 0, 0), "Damping k", "N s/m", TIME),
        vector("c_turn", (0, 0, 0), "Stiffness of turns c_φ", "N m/rad", TIME),
        vector("k_turn", (0, 0, 0), "Damping of turns k_φ", "N m s/rad", TIME),
        vector("preload", (0, 0, 0), "Preload F₀", "N", TIME),
        vector("premoment", (0, 0, 0), "Preload M₀", "N m", TIME),
    ),
    geometry=Mount(),
    law=Potential(
        _summed("c_@/2*shift_@^2 + c_turn_@/2*turn_@^2 - preload_@*shift_@ - premoment_@*turn_@"),
        power=_summed("k_@/2*speed_@^2 + k_turn_@/2*spin_@^2"),
    ),
    glyph="bushing",
    equation="31",
    help="Holds a point and the axes of the second body in a frame on the first one, along and "
    "about the axes x, y, z of the frame: F = F₀ − c s − k s′ and M = M₀ − c_φ θ − k_φ θ′ act on "
    "the second body, the opposite on the first. It is at rest where both points meet and the axes "
    "of both bodies are parallel. The angles are those of the turn by θ about n: "
    "tan θₖ/2 = nₖ tan θ/2; where both bodies turn about one axis alone θ counts all turns.",
)
