"""The functions that every expression may use, with the numbers of their arguments."""

from __future__ import annotations

from collections.abc import Mapping

MANY = 20
"""The largest number of arguments of any function."""

BUILTINS: Mapping[str, range] = {
    **{
        name: range(1, 2)
        for name in (
            "sin",
            "cos",
            "tan",
            "asin",
            "acos",
            "atan",
            "sinh",
            "cosh",
            "tanh",
            "asinh",
            "acosh",
            "atanh",
            "exp",
            "log",
            "log10",
            "log2",
            "sqrt",
            "abs",
            "sign",
            "erf",
            "fac",
        )
    },
    "atan2": range(2, 3),
    "min": range(2, 3),
    "max": range(2, 3),
    "step": range(3, 4),
    "comb": range(2, MANY + 1),
}
"""Function name → admissible numbers of arguments.

atan2(y, x) is the angle of (x, y); step(a, x, b) is 1 where a ≤ x < b or a = x = b, else 0;
fac(n) = n!; comb(n, n1, …) are the multinomial coefficients.
"""

GREEK: Mapping[str, str] = {
    "α": "alpha",
    "β": "beta",
    "γ": "gamma",
    "δ": "delta",
    "ε": "epsilon",
    "ϵ": "epsilon",
    "ζ": "zeta",
    "η": "eta",
    "θ": "theta",
    "ϑ": "theta",
    "ι": "iota",
    "κ": "kappa",
    "λ": "lambda",
    "μ": "mu",
    "ν": "nu",
    "ξ": "xi",
    "π": "pi",
    "ρ": "rho",
    "σ": "sigma",
    "τ": "tau",
    "φ": "phi",
    "ϕ": "phi",
    "χ": "chi",
    "ψ": "psi",
    "ω": "omega",
    "Γ": "Gamma",
    "Δ": "Delta",
    "Θ": "Theta",
    "Λ": "Lambda",
    "Ξ": "Xi",
    "Π": "Pi",
    "Σ": "Sigma",
    "Φ": "Phi",
    "Ψ": "Psi",
    "Ω": "Omega",
}
"""Greek letters and the names that they stand for."""
