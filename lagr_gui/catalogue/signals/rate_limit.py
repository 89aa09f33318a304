"""A signal that changes no faster than it may."""

from lagr_gui.catalogue.dynamics import Piecewise, Rule, SignalKind, constant, signal
from lagr_gui.model.kinds import Range

KIND = SignalKind(
    name="rate_limit",
    title="Limit of a rate",
    glyph="rate_limit",
    fields=(
        signal("input", "Input v"),
        constant("rising", 1, "Largest rate upwards", range=Range.POSITIVE),
        constant("falling", 1, "Largest rate downwards", range=Range.POSITIVE),
    ),
    laws=(
        Piecewise(
            Rule.SLEW,
            ("input", "rising", "falling"),
            {0: "input", 1: "held + rising*(t - since)", -1: "held - falling*(t - since)"},
            {0: "follows", 1: "rises as fast as it may", -1: "falls as fast as it may"},
            held=(("held", "0"), ("since", "0")),
        ),
    ),
    help="y follows v, but rises and falls no faster than given; it begins as v does.",
)
