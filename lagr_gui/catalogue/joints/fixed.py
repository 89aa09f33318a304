"""Fixed joint: the child does not move relative to the parent."""

from lagr_gui.catalogue.motions import JointKind

KIND = JointKind(
    name="fixed",
    title="Fixed",
    fields=(),
    motion=(),
    units=(),
    glyph="fixed",
    help="The two bodies are one rigid piece.",
)
