"""A linear law of a computer: sampled inputs, held outputs."""

from lagr_gui.catalogue.dynamics import Samples, SignalKind, constant, constants, rows
from lagr_gui.model.kinds import Depends, FieldSpec, FieldType, Range

KIND = SignalKind(
    name="sampled",
    title="Sampled law",
    glyph="sampled",
    fields=(
        constant("sample", 0.01, "Sample time h", "s", Range.POSITIVE),
        FieldSpec("inputs", FieldType.SCALARS, (), "Inputs u", depends=Depends.SIGNAL),
        FieldSpec("outputs", FieldType.NAMES, (), "Names of the outputs y"),
        rows("A", "Matrix A"),
        rows("B", "Matrix B"),
        rows("C", "Matrix C"),
        rows("D", "Matrix D"),
        constants("start", (), "Start of x"),
    ),
    laws=(Samples("sample", "inputs", "A", "B", "C", "D", "start"),),
    help="At t = t₀ + k h the inputs are read: yₖ = C xₖ + D uₖ is held until the next sample, and "
    "xₖ₊₁ = A xₖ + B uₖ. What several blocks read at one instant is what was held before it.",
)
