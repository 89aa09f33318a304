"""The integral of a signal over time."""

from lagr_gui.catalogue.dynamics import BlockState, Rates, SignalKind, constant, signal

KIND = SignalKind(
    name="integrator",
    title="Integrator",
    glyph="integrator",
    fields=(
        signal("input", "Input u"),
        constant("start", 0, "Start"),
        constant("lower", None, "Lower limit"),
        constant("upper", None, "Upper limit"),
    ),
    laws=(Rates((BlockState("y", "input", "start"),), "y", limits=("lower", "upper")),),
    help="y′ = u: the integral of the input over time; it stops at limits.",
)
