"""Impulses of impacts with friction: by Newton's law at once, by Poisson's in two phases (R6)."""

from __future__ import annotations

from dataclasses import replace

from lagr_gui.numerics.coulomb import Efforts, coulomb
from lagr_gui.numerics.impacts import held
from lagr_gui.simulation.friction import refusals
from lagr_gui.simulation.system import Array


def impulses(W: Array, speed: Array, efforts: Efforts, source: str) -> Array:
    """Impulses (c,) that take the speeds (c,) as far as bounds allow.

    Raises LagrError about the limit `source` where none are found.
    """
    if not efforts.discs:
        return held(W, speed, efforts.lower, efforts.upper)[0]
    x = coulomb(W, speed, efforts)
    if x is None:
        raise refusals.unsolved(source)
    return x


def two_phases(W: Array, speed: Array, efforts: Efforts, kappa: Array, source: str) -> list[Array]:
    """Impulses of compression until nothing approaches, then κ times the normal ones."""
    first = impulses(W, speed, efforts, source)
    lower = efforts.lower.copy()
    lower[: len(kappa)] = kappa * first[: len(kappa)]
    return [first, impulses(W, speed - W @ first, replace(efforts, lower=lower), source)]
