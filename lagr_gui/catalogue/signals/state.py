"""A state of the first order of one's own."""

from lagr_gui.catalogue.dynamics import SignalKind, constant, signal
from lagr_gui.model.records import StateSignal

KIND = SignalKind(
    name="state",
    title="State",
    glyph="integrator",
    fields=(signal("rate", "Rate z′"), constant("start", 0, "Start")),
    laws=(),
    made=StateSignal,
    help="A state of the first order, z′ = rate, as of a temperature or of the end of a damper in "
    "series with a spring.",
)
