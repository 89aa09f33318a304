"""A filter of the second order (PT2)."""

from lagr_gui.catalogue.dynamics import BlockState, Rates, SignalKind, constant, signal
from lagr_gui.model.kinds import Range

KIND = SignalKind(
    name="filter2",
    title="Filter of second order (PT2)",
    glyph="filter2",
    fields=(
        signal("input", "Input u"),
        constant("w0", 1, "Natural frequency ω₀", "rad/s", Range.POSITIVE),
        constant("zeta", 1, "Damping ratio ζ", "1"),
        constant("gain", 1, "Gain K"),
        constant("start", 0, "Start"),
        constant("start_rate", 0, "Start of y′"),
    ),
    laws=(
        Rates(
            (
                BlockState("y", "v", "start"),
                BlockState("v", "w0^2*(gain*input - y) - 2*zeta*w0*v", "start_rate", order=1),
            ),
            "y",
        ),
    ),
    help="y″ + 2 ζ ω₀ y′ + ω₀² y = ω₀² K u: an oscillator, or a filter with two poles.",
)
