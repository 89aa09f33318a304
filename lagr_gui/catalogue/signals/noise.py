"""Noise, the same in every run."""

from lagr_gui.catalogue.dynamics import Noise, SignalKind, constant
from lagr_gui.model.kinds import Range

KIND = SignalKind(
    name="noise",
    title="Noise",
    glyph="noise",
    fields=(
        constant("sample", 0.01, "Sample time h", "s", Range.POSITIVE),
        constant("deviation", 1, "Standard deviation", range=Range.NOT_NEGATIVE),
        constant("seed", 0, "Seed, a whole number", range=Range.NOT_NEGATIVE),
    ),
    laws=(Noise("sample", "deviation", "seed"),),
    help="A random number from t = t₀ + k h on, normally distributed about 0; by seed and k it is "
    "the same in every run.",
)
