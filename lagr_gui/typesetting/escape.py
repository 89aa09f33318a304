"""Words of users in LaTeX text: special characters, Greek letters, subscripts."""

from __future__ import annotations

import re

from lagr_gui.expression import GREEK

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "%": r"\%",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}
_SYMBOLS = {
    "−": "$-$",
    "·": r"$\cdot$",
    "×": r"$\times$",
    "½": r"$\frac12$",
    "°": r"$^\circ$",
    "²": "$^2$",
    "³": "$^3$",
    "→": r"$\to$",
    "√": r"$\surd$",
    "≠": r"$\neq$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "∞": r"$\infty$",
    "ẋ": r"$\dot x$",
    "ẏ": r"$\dot y$",
    "ż": r"$\dot z$",
    "q̇": r"$\dot q$",
    "q̈": r"$\ddot q$",
    "\u0307": "",
    "\u0308": "",
    "′": r"$^\prime$",
    "″": r"$^{\prime\prime}$",
    "…": r"\dots{}",
    "“": "``",
    "”": "''",
    "„": r"\quotedblbase{}",
    "’": "'",
    "–": "--",
    "—": "---",
}
_SUBSCRIPTS = {chr(0x2080 + digit): f"$_{digit}$" for digit in range(10)}
_GREEK = {letter: f"$\\{name}$" for letter, name in GREEK.items() if name != "omicron"}
_TABLE = _SPECIAL | _SYMBOLS | _SUBSCRIPTS | _GREEK


def escaped(text: str) -> str:
    """Text as it is written in LaTeX."""
    text = text.replace("q̇", r"⁂1").replace("q̈", r"⁂2").replace("θ̇", "⁂3")
    result = "".join(_TABLE.get(c, c) for c in text)
    marks = {"⁂1": r"$\dot q$", "⁂2": r"$\ddot q$", "⁂3": r"$\dot\theta$"}
    for mark, formula in marks.items():
        result = result.replace(mark, formula)
    return result


def known_letters(text: str) -> str:
    """A whole document in letters that LaTeX knows; others become “?”."""
    return _UNKNOWN.sub("?", text)


_UNKNOWN = re.compile(r"[^\x00-\u024f]")


def quoted(text: str) -> str:
    """A text of a user as Typst shows it, letter by letter."""
    return f'#text("{string_of(text)}")'


def string_of(text: str) -> str:
    """What stands between the quotes of a string of Typst."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
