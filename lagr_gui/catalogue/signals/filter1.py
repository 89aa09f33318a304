"""A filter of the first order (PT1)."""

from lagr_gui.catalogue.dynamics import BlockState, Rates, SignalKind, constant, signal
from lagr_gui.model.kinds import Range

KIND = SignalKind(
    name="filter1",
    title="Filter of first order (PT1)",
    glyph="filter1",
    fields=(
        signal("input", "Input u"),
        constant("T", 1, "Time constant T", "s", Range.POSITIVE),
        constant("gain", 1, "Gain K"),
        constant("start", 0, "Start"),
    ),
    laws=(Rates((BlockState("y", "(gain*input - y)/T", "start"),), "y"),),
    help="T y′ + y = K u: the output follows the input with a time constant.",
)
