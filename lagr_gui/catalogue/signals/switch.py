"""One of two signals, by a condition."""

from lagr_gui.catalogue.dynamics import Piecewise, Rule, SignalKind, constant, signal
from lagr_gui.model.kinds import Range

KIND = SignalKind(
    name="switch",
    title="Switch",
    glyph="switch",
    fields=(
        signal("condition", "Condition c"),
        signal("above", "Output where c > 0"),
        signal("below", "Output where c < 0"),
        constant("hysteresis", 0, "Hysteresis d", range=Range.NOT_NEGATIVE),
        constant("start", 0, "At the start, between both: 1 above, 0 below"),
    ),
    laws=(
        Piecewise(
            Rule.RELAY,
            ("condition", "hysteresis", "-hysteresis"),
            {0: "below", 1: "above"},
            {0: "passes what is below on", 1: "passes what is above on"},
            start="start",
        ),
    ),
    help="y is one signal from c = d upwards, another from c = −d downwards, and in between that "
    "which it was.",
)
