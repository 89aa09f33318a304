"""Names of a model as AUTOLEV takes them: letters and digits, capitals being no other names."""

from __future__ import annotations

import re
import unicodedata

_TAKEN = frozenset(
    re.findall(
        r"\w+",
        "n no t pi zero dependent auxiliary sin cos tan asin acos atan atan2 sinh cosh tanh exp "
        "log log10 sqrt abs sign min max step mag dot cross dt unitvec express tfinal integstp "
        "abserr relerr printint",
    )
)
"""What AUTOLEV means by itself, and the frame at rest with its point."""


class ScriptNames:
    """Names that are given out once each; `given` tells of what they are."""

    def __init__(self) -> None:
        self._taken = set(_TAKEN)
        self.given: dict[str, str] = {}

    def fresh(self, text: str, otherwise: str = "X", with_centre: bool = False) -> str:
        """A free name like a text, in capitals; that of a body leaves one for its centre."""
        plain = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
        plain = re.sub(r"[^A-Za-z0-9]", "", plain).lstrip("0123456789").upper()
        stem = plain or otherwise
        candidate, count = stem, 1
        while not self._free(candidate, with_centre):
            count += 1
            candidate = f"{stem}{'N' if stem[-1].isdigit() else ''}{count}"
        self._taken.add(candidate.lower())
        if with_centre:
            self._taken.add(f"{candidate}O".lower())
        if text:
            self.given[candidate] = text
        return candidate

    def _free(self, name: str, with_centre: bool) -> bool:
        low = name.lower()
        return low not in self._taken and not (with_centre and f"{low}o" in self._taken)
