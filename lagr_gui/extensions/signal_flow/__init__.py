"""The signal-flow diagram: equations of bodies cut free as blocks and wires (Goldschmidt 4.3).

`equations` writes them, `causality` tells which of them gives what and where algebraic loops are,
`network` makes blocks and wires, `evaluate` their numbers, `words` explains the loops.
"""

from lagr_gui.extension import REPORT, Export, Extension, Pane, Question

EXTENSION = Extension(
    "signal_flow",
    exports=(
        Export(
            "signal-flow",
            "Signal-flow diagram as SVG, PDF, PNG, JSON, GraphML…",
            (".svg", ".pdf", ".png", ".json", ".graphml"),
            f"{__name__}.diagram:signal_flow_diagram",
            ("signal_flow",),
            ("signals", "ending", "language", "digest"),
            group=REPORT,
            answers={
                "signal_flow": f"{__name__}.questions:exported",
                "signals": f"{__name__}.questions:exported_values",
            },
        ),
    ),
    questions={
        "signal_flow": Question(f"{__name__}.questions", 1),
        "signal_values": Question(f"{__name__}.questions", 2),
    },
    offered={f"{__name__}.records": ("Network", "SignalValues")},
    panes=(
        Pane(
            "signal_flow",
            "Signal flow",
            f"{__name__}.pane:SignalFlowPane",
            "centre",
            called=True,
            section="Signal flow",
            keys=("Ctrl+5", "Shift+F11"),
        ),
    ),
)
