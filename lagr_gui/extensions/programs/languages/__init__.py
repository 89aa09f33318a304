"""The languages in which programs that run by themselves are written: one file for each."""

from __future__ import annotations

from importlib import import_module

from lagr_gui.extensions.programs.languages.translation import Translation
from lagr_gui.extensions.programs.record import Standalone

LANGUAGES = {
    "c": "c:C",
    "numpy": "python:Python",
    "javascript": "javascript:JavaScript",
    "fortran": "fortran:Fortran",
    "rust": "rust:Rust",
    "matlab": "matlab:Matlab",
    "julia": "julia:Julia",
    "jax": "jax:Jax",
    "casadi": "casadi:Casadi",
}
"""The translation of each language by its name, loaded when it is asked for."""


def written(program: Standalone, language: str, single: bool = False) -> str:
    """A program in a language, for numbers of `single` or double precision."""
    module, _, name = LANGUAGES[language].partition(":")
    made: type[Translation] = getattr(import_module(f"{__package__}.{module}"), name)
    return made(program, single).text()
