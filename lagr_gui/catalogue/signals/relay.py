"""A relay with hysteresis."""

from lagr_gui.catalogue.dynamics import Piecewise, Rule, SignalKind, constant, signal

KIND = SignalKind(
    name="relay",
    title="Relay",
    glyph="relay",
    fields=(
        signal("input", "Input v"),
        constant("on", 0, "Switches on where v rises above"),
        constant("off", 0, "Switches off where v falls below"),
        constant("high", 1, "Output when it is on"),
        constant("low", 0, "Output when it is off"),
        constant("start", 0, "At the start, between both: 1 on, 0 off"),
    ),
    laws=(
        Piecewise(
            Rule.RELAY,
            ("input", "on", "off"),
            {0: "low", 1: "high"},
            {0: "is off", 1: "is on"},
            start="start",
        ),
    ),
    help="y is one of two values; between two thresholds it stays what it was (hysteresis).",
)
