"""The symbols of results as Typst mathematics."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.mechanics.sheets.sheet import OF_BODIES, numbers

_TYPST = {
    "phi": "Phi",
    "J_q": "J^q",
    "J_v": "J^v",
    "J_w": "J^omega",
    "gamma_bar": "macron(gamma)",
    "gamma_bar2": "macron(macron(gamma))",
    "T_dot": "dot(T)",
    "T_ddot": "dot.double(T)",
    "T_star": "T^*",
    "w": "omega",
    "U_F": "U",
    "D_F": "D",
    "p_const": "p",
    "h_const": "h",
    "jacobi": "h",
}


def typst_symbol(symbol: str, indices: Sequence[int]) -> str:
    """The symbol of a result as Typst mathematics."""
    letter = _TYPST.get(symbol, symbol)
    if symbol in OF_BODIES:
        return f"{letter}^(({indices[0]}))_({numbers(indices[1:])})"
    return f"{letter}_({numbers(indices)})" if indices else letter
