"""The names of LAGR and how a model calls them.

An atom with indices gets a name without brackets: M(2) is M2, TH(3,1,2) is TH312, C(1,0) is
C10, K(2,3) is K23, XF(1,0,1) is XF101, XD(2,3,1) is XD231; LA0(1,0) is LA10.  Where an index
has two digits, all of several are set apart: C(12,3) is C12_3.  Q(1) is q1, QP(1) its
velocity, Q(0) the time t.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

Indices = tuple[int, ...]

INDEXED: Mapping[str, int] = {
    "M": 1,
    "TH": 3,
    "C": 2,
    "LA0": 2,
    "K": 2,
    "XF": 3,
    "XD": 3,
    "Q": 1,
    "QP": 1,
    "GAM": 3,
    "E": 2,
}
"""Variables and atoms of LAGR that an expression may use → number of indices."""

ATOMS = ("M", "TH", "C", "LA0", "K", "XF", "XD")
"""Those of them that become parameters of the model."""

RESERVED = frozenset(
    (
        *("Q", "QP", "GAM", "GAM1", "G", "G1", "KU", "KU1", "E", "TH", "M", "XF", "XD", "C"),
        *("K", "LA0", "AB1", "AB2", "POT", "I", "J", "I1", "K1", "RHO", "MY", "NY", "F", "L"),
        *("N", "SUB", "SUS"),
    )
)
"""Names of variables of the program LAGR (Habelt 6.3): no atom of a user may have one."""

_STEMS = {"LA0": "LA"}
_OF_STEM = {_STEMS.get(name, name): name for name in ATOMS}
_PATTERN = re.compile(r"(M|TH|C|LA|K|XF|XD)(\d+(?:_\d+)*)")


def model_name(name: str, indices: Indices = ()) -> str:
    """How a model calls an atom."""
    stem = _STEMS.get(name, name)
    if not indices:
        return stem if name in ATOMS else name
    wide = len(indices) > 1 and any(index > 9 for index in indices)
    return stem + ("_" if wide else "").join(map(str, indices))


def lagr_atom(name: str) -> tuple[str, Indices] | None:
    """The atom of LAGR that a name of a model stands for, or None."""
    match = _PATTERN.fullmatch(name)
    if match is None:
        return None
    atom, digits = _OF_STEM[match[1]], match[2]
    count = INDEXED[atom]
    parts = digits.split("_") if count == 1 or "_" in digits else list(digits)
    if len(parts) != count:
        return None
    indices = tuple(map(int, parts))
    return (atom, indices) if model_name(atom, indices) == name else None


def spelled(name: str, indices: Indices) -> str:
    """The atom as it is written on a card: M(2)."""
    return f"{name}({','.join(map(str, indices))})" if indices else name


def fresh(name: str, taken: Collection[str], mark: str = "_") -> str:
    """The name, or the name with marks behind it where it is taken."""
    while name in taken:
        name += mark
    return name


def card_name(name: str, taken: Collection[str]) -> str:
    """A FORMAC name for a name of a model: capitals and digits, not reserved, not taken."""
    bare = re.sub(r"[^A-Z0-9]", "", name.upper())
    bare = bare if bare and bare[0].isalpha() else f"X{bare}"
    bare = "GE" if bare == "G" else bare  # the acceleration of gravity, as Habelt calls it
    number, candidate = -1, bare
    while candidate in taken or candidate in RESERVED or _is_function(candidate):
        number += 1
        candidate = f"{bare}X{number}" if bare[-1].isdigit() else f"{bare}{number}"
    return candidate


def _is_function(name: str) -> bool:
    from lagr_gui.extensions.decks.functions import FUNCTIONS, MISSING

    return name in FUNCTIONS or name in MISSING or name == "DERIV"
