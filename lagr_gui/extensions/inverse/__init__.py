"""Forces that a given motion needs: inverse dynamics, and mixed problems."""

from lagr_gui.extension import DATA, Command, Export, Extension, Pane, Question

EXTENSION = Extension(
    "inverse",
    exports=(
        Export(
            "inverse",
            "Forces for a given motion as CSV…",
            (".csv",),
            f"{__name__}.motion:inverse_csv",
            ("driven",),
            ("joints",),
            group=DATA,
            listed=False,
        ),
    ),
    questions={"inverse": Question(f"{__name__}.inverse", 4)},
    offered={f"{__name__}.motion": ("DrivenMotion",)},
    panes=(
        Pane(
            "inverse",
            "Given motion",
            f"{__name__}.pane.pane:InversePane",
            behind="response",
            called=True,
            section="Forces for a given motion",
            keys=("F10",),
            entry="Forces for a given motion",
            fields="motions",
        ),
    ),
    actions=f"{__name__}.actions:ACTIONS",
    commands=(
        Command(
            "inverse",
            "forces, power, work and reactions that a given motion needs; other "
            "coordinates move freely",
            f"{__name__}.command:run",
        ),
    ),
    jobs={"inverse": f"{__name__}.jobs:inverse"},
)
