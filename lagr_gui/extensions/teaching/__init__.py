"""Derivations with their steps, for lectures and exercises.

`lagrange` composes the lines of a derivation and proves each; `speeds` writes energies and momenta
as one does on a board; `text` shows what was derived.
"""

from lagr_gui.extension import Command, Extension, Question

EXTENSION = Extension(
    "teaching",
    questions={"derivation": Question(f"{__name__}.derivation", 2)},
    offered={f"{__name__}.lines": ("Derivation",)},
    shows={"Derivation": {"text": f"{__name__}.text:derivation_text"}},
    commands=(
        Command(
            "derive",
            "the way to the equations of motion, line by line, each proved",
            f"{__name__}.command:run",
            behind="equations",
        ),
    ),
)
