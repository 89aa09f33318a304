"""Dead time: a signal as it was some time before."""

from lagr_gui.catalogue.dynamics import Past, SignalKind, constant, signal
from lagr_gui.model.kinds import Range

KIND = SignalKind(
    name="delay",
    title="Delay",
    glyph="delay",
    fields=(
        signal("input", "Input u"),
        constant("delay", 1, "Delay τ", "s", Range.POSITIVE),
        constant("start", 0, "Output before the input has come through"),
    ),
    laws=(Past("input", "delay", "start"),),
    help="y(t) = u(t − τ): the input as it was a time τ before, as on a belt, in a pipe, or after "
    "the time that a computer takes. Until t₀ + τ it is what is given for that.",
)
