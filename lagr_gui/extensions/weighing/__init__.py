"""Which terms of the equations matter, and the equations without the others.

`terms` evaluates each term at states, and says what follows without some; `questions` chooses the
states and answers.
"""

from lagr_gui.extension import Command, Extension, Question

EXTENSION = Extension(
    "weighing",
    questions={
        "shorten": Question(f"{__name__}.questions", 5),
        "weigh": Question(f"{__name__}.questions", 4),
    },
    offered={
        f"{__name__}.questions": ("Box", "Shortened"),
        f"{__name__}.terms": ("Weighing",),
    },
    bars=(f"{__name__}.bar:AccuracyBar",),
    commands=(
        Command(
            "weigh",
            "which terms matter along the motion or in a box of states; the equations without "
            "others",
            f"{__name__}.command:run",
            behind="equations",
        ),
    ),
)
