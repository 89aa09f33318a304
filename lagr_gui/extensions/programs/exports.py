"""Programs that run by themselves, one export for each language."""

from __future__ import annotations

from lagr_gui.expression.arguments import wrong
from lagr_gui.extensions.programs.describing import describe
from lagr_gui.extensions.programs.languages import written
from lagr_gui.extensions.programs.record import REALS
from lagr_gui.extensions.programs.refusing import STRUCK
from lagr_gui.model import Model
from lagr_gui.prepared import prepare


def c_program(
    model: Model,
    special: str = "",
    real: str = "double",
    derivatives: bool = False,
    block: str = "",
) -> str:
    """The equations of motion and what integrates them as a program in C99.

    Of a signal that is named as `block` it is that alone: a function for a device, with a state of
    its own, which takes its inputs and gives its outputs once in a step.

    `real` is the type of all numbers, "double" or "float".  With `derivatives` it also computes
    those of the accelerations by q, q̇, further forces and parameters, exactly.  Raises LagrError
    for an unsound model and for what no program does, as all exports of programs do.
    """
    if real not in REALS:
        raise wrong("real", real, " or ".join(REALS))
    if block:
        from lagr_gui.extensions.programs.device import block_program  # few ask for one

        return block_program(prepare(model, special), block, real == "float")
    return _program("c", model, special, derivatives, real == "float")


def numpy_program(model: Model, special: str = "", derivatives: bool = False) -> str:
    """The same in Python, with arrays of NumPy."""
    return _program("numpy", model, special, derivatives)


def javascript_program(model: Model, special: str = "", derivatives: bool = False) -> str:
    """The same in JavaScript, as a module."""
    return _program("javascript", model, special, derivatives)


def fortran_program(model: Model, special: str = "", derivatives: bool = False) -> str:
    """The same in Fortran 2008."""
    return _program("fortran", model, special, derivatives)


def rust_program(model: Model, special: str = "", derivatives: bool = False) -> str:
    """The same in Rust."""
    return _program("rust", model, special, derivatives)


def matlab_program(model: Model, special: str = "", derivatives: bool = False) -> str:
    """The same as a function of MATLAB and Octave."""
    return _program("matlab", model, special, derivatives)


def julia_program(model: Model, special: str = "", derivatives: bool = False) -> str:
    """The same in Julia, as a module."""
    return _program("julia", model, special, derivatives)


def jax_program(model: Model, special: str = "", derivatives: bool = False) -> str:
    """The same for JAX: functions that are compiled, mapped and differentiated."""
    return _program("jax", model, special, derivatives)


def casadi_program(model: Model, special: str = "", derivatives: bool = False) -> str:
    """The same for CasADi: functions with symbols, and their derivatives."""
    return _program("casadi", model, special, derivatives)


def _program(
    language: str, model: Model, special: str, derivatives: bool, single: bool = False
) -> str:
    struck = language in STRUCK
    program = describe(prepare(model, special), differentiated=derivatives, struck=struck)
    return written(program, language, single)
