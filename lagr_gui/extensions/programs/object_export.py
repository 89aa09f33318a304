"""Systems as objects for a linker, made without any compiler."""

from __future__ import annotations

from lagr_gui.expression.arguments import wrong
from lagr_gui.extensions.programs.describing import describe
from lagr_gui.extensions.programs.objects.names import OBJECT_TARGETS, this_machine
from lagr_gui.extensions.programs.record import REALS
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.registry import check_known
from lagr_gui.model import Model
from lagr_gui.prepared import prepare


def object_files(
    model: Model,
    target: str = "",
    special: str = "",
    real: str = "double",
    derivatives: bool = False,
) -> bytes:
    """Machine code of the equations of motion, with a header in C, as an archive (zip).

    `target` names the machine for which it is, one of `lagr_gui.OBJECT_TARGETS`; without a name it
    is this one.  `real` is the type of all numbers, "double" or "float", `derivatives` asks for
    those of the accelerations.  No compiler takes part.
    Raises LagrError for an unknown target or one that LLVM here does not know, an unsound model and
    for what no program does.
    """
    from lagr_gui.extensions.programs.objects.making import made  # LLVM is loaded for those who ask
    from lagr_gui.extensions.programs.objects.targets import target as known

    name = target or this_machine()
    place = say("Target “{name}”", name=name)
    check_known(name, OBJECT_TARGETS, place, "No object is made for it.", "target")
    if real not in REALS:
        raise wrong("real", real, " or ".join(REALS))
    if real == "float" and name == "wasm32":
        raise refusal(
            place,
            "Its numbers are of double precision.",
            "Leave out the type of numbers.",
            "target",
        )
    program = describe(prepare(model, special), differentiated=derivatives)
    return made(program, name, known(name), real == "float")
