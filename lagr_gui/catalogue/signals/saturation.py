"""Limits of a signal."""

from lagr_gui.catalogue.dynamics import Piecewise, Rule, SignalKind, constant, signal

KIND = SignalKind(
    name="saturation",
    title="Saturation",
    glyph="saturation",
    fields=(
        signal("input", "Input v"),
        constant("lower", -1, "Lower limit"),
        constant("upper", 1, "Upper limit"),
    ),
    laws=(
        Piecewise(
            Rule.BAND,
            ("input", "lower", "upper"),
            {0: "input", 1: "upper", -1: "lower"},
            {0: "follows", 1: "is at its upper limit", -1: "is at its lower limit"},
        ),
    ),
    help="y = v between two limits, otherwise the limit.",
)
