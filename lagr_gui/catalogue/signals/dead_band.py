"""A band about zero in which nothing passes."""

from lagr_gui.catalogue.dynamics import Piecewise, Rule, SignalKind, constant, signal

KIND = SignalKind(
    name="dead_band",
    title="Dead band",
    glyph="dead_band",
    fields=(
        signal("input", "Input v"),
        constant("lower", -1, "Lower end of the band"),
        constant("upper", 1, "Upper end of the band"),
    ),
    laws=(
        Piecewise(
            Rule.BAND,
            ("input", "lower", "upper"),
            {0: "0", 1: "input - upper", -1: "input - lower"},
            {0: "is in its dead band", 1: "is above its band", -1: "is below its band"},
        ),
    ),
    help="y = 0 in a band, beyond it how far v is from its end.",
)
