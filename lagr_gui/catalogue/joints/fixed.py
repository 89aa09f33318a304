"""Fixed joint: the child does not move relative to the parent."""

from lagr_gui.catalogue.motions import JointKind

KIND = JointKind(
    name="fixed",
    title={"en": "Fixed", "de": "Feste Verbindung"},
    fields=(),
    motion=(),
    units=(),
    glyph="fixed",
    help={
        "en": "The two bodies are one rigid piece.",
        "de": "Die beiden Körper bilden ein starres Stück.",
    },
)
