"""A name for an expression."""

from lagr_gui.catalogue.dynamics import SignalKind, signal
from lagr_gui.model.records import ExpressionSignal

KIND = SignalKind(
    name="expression",
    title="Expression",
    glyph="expression",
    fields=(signal("value", "Value"),),
    laws=(),
    made=ExpressionSignal,
    help="A name for an expression of time, coordinates, velocities, states and other signals: a "
    "command w, an error w − φ, a law of control.",
)
