"""A rope round a drum, over which it sticks or slides."""

from lagr_gui.catalogue.elements.course import COURSE
from lagr_gui.catalogue.geometry import OverDrum
from lagr_gui.catalogue.kinds import (
    Condition,
    ElementKind,
    Friction,
    RopeLoad,
    body,
    scalar,
    vector,
)
from lagr_gui.model.kinds import Depends, Range

KIND = ElementKind(
    name="drum_rope",
    title="Rope round a drum (rubs)",
    fields=(
        *COURSE,
        body("drum", "Drum on the body"),
        vector("drum_point", (0, 0, 0), "Point on it"),
        scalar("l", 1, "Length l", "m", range=Range.POSITIVE),
        scalar("mu", 0.2, "Friction μ", "", Depends.PARAMETERS, range=Range.NOT_NEGATIVE),
        scalar(
            "mu_static",
            0,
            "Static friction μ₀ (0: as μ)",
            "",
            Depends.PARAMETERS,
            range=Range.NOT_NEGATIVE,
        ),
        scalar(
            "wrap",
            0,
            "Angle on the drum β (0: as it lies there)",
            "rad",
            Depends.TIME,
            range=Range.NOT_NEGATIVE,
        ),
        scalar("run", 0, "Way of the drum’s surface (0: it does not turn)", "m", Depends.POSITION),
    ),
    geometry=OverDrum(),
    law=Friction("passed", "rate", "mu", "mu_static", effort="N", load=RopeLoad("wrap")),
    tie=Condition(position=("length - l",), effort="N"),
    glyph="drum_rope",
    equation="R1",
    help="A massless rope that stays tight, over small pulleys and round a drum, where it sticks "
    "as long as S₁ ≤ S₂ exp(μβ) and S₂ ≤ S₁ exp(μβ), and slides otherwise with this ratio (Euler "
    "and Eytelwein): S₁ pulls at the first end, S₂ at the second. A drum that turns carries the "
    "rope along: give the way of its surface towards the second end, as r φ. Where the rope winds "
    "several times give the angle on the drum.",
)
