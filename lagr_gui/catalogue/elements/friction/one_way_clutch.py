"""A one-way clutch: what turns freely one way and is held the other way."""

from lagr_gui.catalogue.geometry import Overrun
from lagr_gui.catalogue.kinds import Along, ElementKind, Friction, choice, coordinate, scalar
from lagr_gui.model.kinds import Depends, Range

KIND = ElementKind(
    name="one_way_clutch",
    title="One-way clutch (freewheel)",
    along=Along("One-way lock (along slide)", "one_way_lock"),
    fields=(
        coordinate("coordinate", "Coordinate"),
        choice("turns", Overrun.FORWARDS, (Overrun.FORWARDS, Overrun.BACKWARDS), "Turns freely"),
        scalar(
            "other", 0, "Angle or way of the other side (0: at rest)", "rad, m", Depends.POSITION
        ),
        scalar("moment", 0, "Slip moment (0: holds any)", "N, N m", range=Range.NOT_NEGATIVE),
    ),
    geometry=Overrun(),
    law=Friction("value", "rate", "moment", one_way=True),
    glyph="one_way_clutch",
    equation="R1",
    help="A freewheel, ratchet or sprag clutch: the coordinate overruns the other side freely one "
    "way, γ ≥ 0, and is held the other way, r ≥ 0, r γ = 0. Where something strikes it, it takes "
    "an impulse; with a slip moment it slides backwards at that moment instead. The other side may "
    "turn, too: give its angle in coordinates and time, as i ψ behind a gear.",
)
