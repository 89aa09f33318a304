"""Fields of what is struck and rubs: walls, and contacts of shapes."""

from lagr_gui.catalogue.kinds import restitution, scalar
from lagr_gui.model.kinds import Depends, Range

STRUCK = (
    restitution(1),
    scalar("mu", 0, "Friction μ", "", Depends.PARAMETERS, range=Range.NOT_NEGATIVE),
    scalar(
        "static",
        0,
        "Static friction (0: as μ)",
        "",
        Depends.PARAMETERS,
        range=Range.NOT_NEGATIVE,
    ),
    scalar("tangential", 0, "Restitution of slip", "", Depends.PARAMETERS, range=Range.PART),
)
