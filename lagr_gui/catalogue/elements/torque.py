"""Moment on a body, with an optional body that takes the reaction (27, 28)."""

from lagr_gui.catalogue.geometry import OnBody
from lagr_gui.catalogue.kinds import ElementKind, Load, body, choice, vector
from lagr_gui.model.kinds import Depends

KIND = ElementKind(
    name="torque",
    title={"en": "Moment", "de": "Moment"},
    fields=(
        body("body", "Body", "Körper", default=1),
        body("reaction_body", "Reaction on body", "Reaktion auf Körper"),
        vector("vector", (0, 0, 0), "Moment", "Moment", "N m", Depends.STATE),
        choice(
            "axes",
            "space",
            ("space", "body"),
            "Given in axes of",
            "Angegeben in Achsen",
        ),
    ),
    geometry=OnBody(),
    law=Load("vector", axes="axes"),
    glyph="moment",
    equation="28",
    help={
        "en": "A moment on a body, in space axes or in its own axes. The opposite moment acts "
        "on the reaction body (0: on the ground).",
        "de": "Ein Moment auf einen Körper, in raumfesten oder eigenen Achsen. Das "
        "Gegenmoment wirkt auf den Reaktionskörper (0: auf das Gestell).",
    },
)
