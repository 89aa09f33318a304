"""Two versions of a model beside each other: in the drawing, and in terms of the equations."""

from lagr_gui.extension import Command, Extension, Pane, Question, VersionUse

EXTENSION = Extension(
    "comparison",
    questions={"compare": Question(f"{__name__}.comparison", 2)},
    offered={f"{__name__}.comparison": ("Comparison",)},
    shows={
        "Comparison": {
            "text": f"{__name__}.text:comparison_text",
            "html": "lagr_gui.exchange.shown:preformatted",
        }
    },
    panes=(
        Pane(
            "comparison",
            "Comparison",
            f"{__name__}.pane:ComparisonPane",
            behind="free_body",
            called=True,
            section="Comparing versions",
        ),
    ),
    actions=f"{__name__}.actions:ACTIONS",
    marks=(f"{__name__}.marks:ChangeMarks",),
    versions=(
        VersionUse(
            "compare",
            "Compare with it",
            "Compare with the drawing after this step",
            f"{__name__}.compared:show",
        ),
    ),
    commands=(
        Command(
            "compare",
            "what became of a model in another version: items, and terms of g, Γ, Q",
            f"{__name__}.command:COMPARE",
        ),
    ),
)
