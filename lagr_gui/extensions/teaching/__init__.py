"""Derivations with their steps, for lectures and exercises.

`lagrange` composes the lines of a derivation and proves each; `speeds` writes energies and momenta
as one does on a board; `text` and `page` show what was derived.  `marking` judges answers to
exercises.
"""

from lagr_gui.extension import Command, EquationsTab, Extension, Question

EXTENSION = Extension(
    "teaching",
    questions={
        "derivation": Question(f"{__name__}.derivation", 2),
        "mark": Question(f"{__name__}.marking.marking"),
    },
    offered={
        f"{__name__}.lines": ("Derivation",),
        f"{__name__}.marking.verdicts": ("Marked",),
    },
    shows={
        "Derivation": {"text": f"{__name__}.text:derivation_text"},
        "Marked": {"text": f"{__name__}.marking.text:marked_text"},
    },
    tabs=(EquationsTab("derivation", "Derivation", "1.1", f"{__name__}.page.page:DerivationPage"),),
    jobs={"derived_lines": f"{__name__}.jobs:derived_lines"},
    commands=(
        Command(
            "derive",
            "the way to the equations of motion, line by line, each proved",
            f"{__name__}.command:run",
            behind="equations",
        ),
        Command(
            "mark",
            "answers to the exercise of a model, with points and what is wrong",
            f"{__name__}.marking.command:run",
            behind="derive",
        ),
    ),
)
