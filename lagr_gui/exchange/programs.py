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
    return _program("c", model, special, real == "float")


def numpy_program(model: Model, special: str = "") -> str:
    """The same in Python, with arrays of NumPy."""
    return _program("numpy", model, special)


def javascript_program(model: Model, special: str = "") -> str:
    """The same in JavaScript, as a module."""
    return _program("javascript", model, special)


def fortran_program(model: Model, special: str = "") -> str:
    """The same in Fortran 2008."""
    return _program("fortran", model, special)


def rust_program(model: Model, special: str = "") -> str:
    """The same in Rust."""
    return _program("rust", model, special)


def matlab_program(model: Model, special: str = "") -> str:
    """The same as a function of MATLAB and Octave."""
    return _program("matlab", model, special)


def julia_program(model: Model, special: str = "") -> str:
    """The same in Julia, as a module."""
    return _program("julia", model, special)


def jax_program(model: Model, special: str = "") -> str:
    """The same for JAX: functions that are compiled, mapped and differentiated."""
    return _program("jax", model, special)


def casadi_program(model: Model, special: str = "") -> str:
    """The same for CasADi: functions with symbols, and their derivatives."""
    return _program("casadi", model, special)


def _program(language: str, model: Model, special: str, single: bool = False) -> str:
    return written(describe(prepare(model, special)), language, single)
