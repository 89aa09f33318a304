"""A linear system with several inputs and outputs."""

from lagr_gui.catalogue.dynamics import SignalKind, StateMatrices, constants, rows
from lagr_gui.model.kinds import Depends, FieldSpec, FieldType

KIND = SignalKind(
    name="state_space",
    title="State space",
    glyph="state_space",
    fields=(
        FieldSpec("inputs", FieldType.SCALARS, (), "Inputs u", depends=Depends.SIGNAL),
        FieldSpec("outputs", FieldType.NAMES, (), "Names of the outputs y"),
        rows("A", "Matrix A"),
        rows("B", "Matrix B"),
        rows("C", "Matrix C"),
        rows("D", "Matrix D"),
        constants("start", (), "Start of x"),
    ),
    laws=(StateMatrices("inputs", "A", "B", "C", "D", "start"),),
    help="x′ = A x + B u, y = C x + D u. Without names of outputs the block has one, of its own "
    "name; without C the states are the outputs; without D nothing passes at once.",
)
