"""Backlash of a gear: what is driven follows with a play."""

from lagr_gui.catalogue.dynamics import Piecewise, Rule, SignalKind, constant, signal
from lagr_gui.model.kinds import Range

KIND = SignalKind(
    name="backlash",
    title="Backlash",
    glyph="backlash",
    fields=(
        signal("input", "Input v"),
        constant("width", 1, "Width b", range=Range.POSITIVE),
        constant("start", 0, "Start"),
    ),
    laws=(
        Piecewise(
            Rule.PLAY,
            ("input", "width"),
            {0: "held", 1: "input - width/2", -1: "input + width/2"},
            {0: "rests in its play", 1: "is pushed upwards", -1: "is pushed downwards"},
            held=(("held", "start"),),
        ),
    ),
    help="y stays as it is while |v − y| < b/2, and is pushed by v beyond: a shaft that is driven "
    "with play, hysteresis without a rate.",
)
