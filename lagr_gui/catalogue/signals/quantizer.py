"""A signal in steps."""

from lagr_gui.catalogue.dynamics import Piecewise, Rule, SignalKind, constant, signal
from lagr_gui.model.kinds import Range

KIND = SignalKind(
    name="quantizer",
    title="Quantizer",
    glyph="quantizer",
    fields=(
        signal("input", "Input v"),
        constant("step", 1, "Step s", range=Range.POSITIVE),
    ),
    laws=(Piecewise(Rule.ROUNDING, ("input", "step"), {0: "m*step"}, {0: "goes to step"}),),
    help="y = s round(v/s): the next multiple of a step, as of a counter or a converter.",
)
