"""The signal-flow diagram: equations of bodies cut free as blocks and wires (Goldschmidt 4.3).

`equations` writes them, `causality` tells which of them gives what and where algebraic loops are,
`network` makes blocks and wires, `evaluate` their numbers, `words` explains the loops.
"""

from lagr_gui.mechanics.signals.equations import Equations
from lagr_gui.mechanics.signals.evaluate import evaluate
from lagr_gui.mechanics.signals.network import network
from lagr_gui.mechanics.signals.records import (
    AlgebraicLoop,
    Block,
    Network,
    ScalarUnknown,
    SignalValues,
    SignalWire,
)

__all__ = [
    "AlgebraicLoop",
    "Block",
    "Equations",
    "Network",
    "ScalarUnknown",
    "SignalValues",
    "SignalWire",
    "evaluate",
    "network",
]
