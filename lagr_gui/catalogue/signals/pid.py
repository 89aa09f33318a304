"""A PID controller, with limits of its output."""

from lagr_gui.catalogue.dynamics import BlockState, Rates, SignalKind, constant, signal
from lagr_gui.model.kinds import Range

_SUM = BlockState("I", "ki*input", "start", without="ki", tracking="tracking")
_LIMITS = ("lower", "upper")

KIND = SignalKind(
    name="pid",
    title="PID controller",
    glyph="pid",
    fields=(
        signal("input", "Error e"),
        constant("kp", 1, "Gain K_P"),
        constant("ki", 0, "Gain K_I"),
        constant("kd", 0, "Gain K_D"),
        signal("derivative", "What K_D multiplies, such as −φ′"),
        constant("Tf", 0, "Filter time of the derivative", "s", Range.NOT_NEGATIVE),
        constant("start", 0, "Start of the integral"),
        constant("lower", None, "Lower limit"),
        constant("upper", None, "Upper limit"),
        constant("tracking", 0, "Tracking time of the integral", "s", Range.NOT_NEGATIVE),
    ),
    laws=(
        Rates(
            (_SUM, BlockState("d", "(derivative - d)/Tf", order=1)),
            "kp*input + I + kd*d",
            needs=("kd", "derivative", "Tf"),
            limits=_LIMITS,
        ),
        Rates(
            (_SUM,),
            "kp*input + I + kd*derivative",
            needs=("kd", "derivative"),
            limits=_LIMITS,
        ),
        Rates(
            (_SUM, BlockState("f", "(input - f)/Tf")),
            "kp*input + I + kd*(input - f)/Tf",
            needs=("kd", "Tf"),
            limits=_LIMITS,
        ),
        Rates((_SUM,), "kp*input + I", idle=("kd",), limits=_LIMITS),
    ),
    help="u = K_P e + I + K_D d, I′ = K_I e. d is the derivative that is given, such as −φ′ of a "
    "measured angle; with a filter time T it is filtered, d′ = (derivative − d)/T, or without one "
    "that of the filtered error, d = (e − f)/T, f′ = d. With limits the output is held between "
    "them, and with a tracking time T_t the integral follows: I′ = K_I e + (u − v)/T_t, where v is "
    "what the controller asks for.",
)
