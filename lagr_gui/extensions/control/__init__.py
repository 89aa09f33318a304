"""The control desk: plants from drawings, controllers for them, and back into the drawing.

`numbers` computes on plain arrays; `opening` and `plant` make linear equations of a drawing whose
forces are inputs; `design` answers a `task`; `putting` writes a controller into the drawing, whose
motion `closing` computes; `copies` and `text` write what there is.
"""

from lagr_gui.extension import DATA, Command, Export, Extension, Pane, Question

EXTENSION = Extension(
    "control",
    exports=tuple(
        Export(
            f"{name}_control",
            title,
            (ending,),
            f"{__name__}.copies:{function}",
            ("controller", *takes),
            also,
            group=DATA,
            listed=False,
        )
        for name, title, ending, function, takes, also in (
            ("matlab", "Plant and gains for MATLAB…", ".m", "control_matlab", (), ()),
            ("python", "Plant and gains for python-control…", ".py", "control_python", (), ()),
            ("latex", "Plant and gains as LaTeX…", ".tex", "control_latex", (), ("symbols",)),
            ("c", "Controller in C…", ".c", "control_c", ("drawn",), ()),
            ("drawing", "Drawing with the controller…", ".lagr", "control_drawing", ("drawn",), ()),
        )
    ),
    questions={
        "closed_motion": Question(f"{__name__}.closing", 3),
        "design": Question(f"{__name__}.design", 3),
        "plant": Question(f"{__name__}.plant", 3),
        "put_in": Question(f"{__name__}.closing"),
    },
    offered={
        f"{__name__}.closing": ("ClosedMotion",),
        f"{__name__}.design": ("Design",),
        f"{__name__}.plant": ("Plant",),
    },
    shows={
        "Design": {"text": f"{__name__}.text:text_design"},
        "Plant": {"text": f"{__name__}.text:text_plant"},
    },
    commands=(
        Command(
            "control",
            "a plant in state space; LQR, poles, PID, observers, and their margins",
            f"{__name__}.command:run",
            behind="response",
        ),
    ),
    panes=(
        Pane(
            "control",
            "Control",
            f"{__name__}.pane.pane:ControlPane",
            "centre",
            called=True,
            section="Control",
            keys=("Ctrl+4", "Shift+F8"),
        ),
    ),
    jobs={
        name: f"{__name__}.jobs:{name}"
        for name in ("control_plant", "control_motion", "control_direction")
    },
    needs=("programs",),
)
