"""The methods by which derivations go, with their titles: names, alike in all languages."""

from __future__ import annotations

from collections.abc import Mapping

TITLES: Mapping[str, str] = {
    "lagrange": "Lagrange",
    "lagr": "LAGR (g, Γ, Q)",
    "newton-euler": "Newton–Euler",
    "kane": "Kane, Jourdain",
    "hamilton": "Hamilton",
}
