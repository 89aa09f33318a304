"""A relay with hysteresis."""

from lagr_gui.catalogue.dynamics import Piecewise, Rule, SignalKind, constant, signal

KIND = SignalKind(
    name="relay",
    title="Relay",
    glyph="relay",
    fields=(
        signal("input", "Input v"),
        constant("on", 0, "On from v ="),
        constant("off", 0, "Off below v ="),
        constant("high", 1, "Output when on"),
        constant("low", 0, "Output when off"),
        constant("start", 0, "At the start (1: on)"),
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
