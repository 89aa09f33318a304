"""Moment on a body, with an optional body that takes the reaction (27, 28)."""

from lagr_gui.catalogue.geometry import OnBody
from lagr_gui.catalogue.kinds import ElementKind, Load, body, choice, vector
from lagr_gui.model.kinds import Depends

KIND = ElementKind(
    name="torque",
    title="Moment",
    fields=(
        body("body", "Body", default=1),
        body("reaction_body", "Reaction on body"),
        vector("vector", (0, 0, 0), "Moment", "N m", Depends.SIGNAL),
        choice("axes", "space", ("space", "body"), "Given in axes of"),
    ),
    geometry=OnBody(),
    law=Load("vector", axes="axes"),
    glyph="moment",
    equation="28",
    help="A moment on a body, in space axes or in its own axes. The opposite moment acts "
    "on the reaction body (0: on the ground).",
)
