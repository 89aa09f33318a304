"""Programs that run by themselves, one export for each language."""

from __future__ import annotations

from lagr_gui.given import wrong
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from lagr_gui.programs.describing import describe
from lagr_gui.programs.languages import written
from lagr_gui.programs.record import REALS


def c_program(model: Model, special: str = "", real: str = "double") -> str:
    """The equations of motion and what integrates them as a program in C99.

    `real` is the type of all numbers, "double" or "float".  Raises LagrError for an unsound model
    and for what no program does, as all exports of programs do.
    """
    if real not in REALS:
        raise wrong("real", real, " or ".join(REALS))
    return written(describe(prepare(model, special)), "c", real == "float")


def numpy_program(model: Model, special: str = "") -> str:
    """The same in Python, with arrays of NumPy."""
    return written(describe(prepare(model, special)), "numpy")


def javascript_program(model: Model, special: str = "") -> str:
    """The same in JavaScript, as a module."""
    return written(describe(prepare(model, special)), "javascript")


def fortran_program(model: Model, special: str = "") -> str:
    """The same in Fortran 2008."""
    return written(describe(prepare(model, special)), "fortran")


def rust_program(model: Model, special: str = "") -> str:
    """The same in Rust."""
    return written(describe(prepare(model, special)), "rust")


def matlab_program(model: Model, special: str = "") -> str:
    """The same as a function of MATLAB and Octave."""
    return written(describe(prepare(model, special)), "matlab")


def julia_program(model: Model, special: str = "") -> str:
    """The same in Julia, as a module."""
    return written(describe(prepare(model, special)), "julia")


def jax_program(model: Model, special: str = "") -> str:
    """The same for JAX: functions that are compiled, mapped and differentiated."""
    return written(describe(prepare(model, special)), "jax")


def casadi_program(model: Model, special: str = "") -> str:
    """The same for CasADi: functions with symbols, and their derivatives."""
    return written(describe(prepare(model, special)), "casadi")
