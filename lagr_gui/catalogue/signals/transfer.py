"""A transfer function of polynomials."""

from lagr_gui.catalogue.dynamics import Polynomials, SignalKind, constants, signal

KIND = SignalKind(
    name="transfer",
    title="Transfer function",
    glyph="transfer",
    fields=(
        signal("input", "Input u"),
        constants("numerator", (1,), "Numerator b(s), highest power first"),
        constants("denominator", (1, 1), "Denominator a(s), highest power first"),
    ),
    laws=(Polynomials("input", "numerator", "denominator"),),
    help="Y(s) = b(s)/a(s) U(s) from rest, in controllable canonical form; the degree of b is at "
    "most that of a.",
)
