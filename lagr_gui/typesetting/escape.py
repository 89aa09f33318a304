"""Plain words in LaTeX and in Typst: special characters, Greek letters, subscripts."""

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
    "\u00a0": "~",
    "\u2009": r"\,",
    "…": r"\dots{}",
    "“": "``",
    "”": "''",
    "„": r"\quotedblbase{}",
    "’": "'",
    "–": "--",
    "—": "---",
}
"""What LaTeX takes for a command, or has by another name."""
_FORMULAS = {
    "−": ("-", "-"),
    "·": (r"\cdot", "dot.op"),
    "×": (r"\times", "times"),
    "½": (r"\frac12", "frac(1, 2)"),
    "°": (r"^\circ", '""^(degree)'),
    "²": ("^2", '""^(2)'),
    "³": ("^3", '""^(3)'),
    "→": (r"\to", "->"),
    "√": (r"\surd", "sqrt(#h(0pt))"),  # the letter of Typst hangs below its line
    "≠": (r"\neq", "!="),
    "≤": (r"\leq", "<="),
    "≥": (r"\geq", ">="),
    "∞": (r"\infty", "infinity"),
    "ẋ": (r"\dot x", "dot(x)"),
    "ẏ": (r"\dot y", "dot(y)"),
    "ż": (r"\dot z", "dot(z)"),
    "q̇": (r"\dot q", "dot(q)"),
    "q̈": (r"\ddot q", "dot.double(q)"),
    "θ̇": (r"\dot\theta", "dot(theta)"),
    "′": (r"^\prime", '""^(prime)'),
    "″": (r"^{\prime\prime}", '""^(prime prime)'),
    **{chr(0x2080 + digit): (f"_{digit}", f'""_({digit})') for digit in range(10)},
    **{
        sign: (f"^{power}", f'""^({power})')
        for sign, power in zip("⁻⁰¹⁴⁵⁶⁷⁸⁹", "-01456789", strict=True)
    },
    **{
        letter: (
            r"\varphi" if name == "phi" else f"\\{name}",
            "epsilon.alt" if name == "epsilon" else name,
        )
        for letter, name in GREEK.items()
        if name != "omicron"
    },
}
"""Signs within words that are formulas, in LaTeX and in Typst."""
_LATEX = (
    _SPECIAL
    | {sign: f"${latex}$" for sign, (latex, _) in _FORMULAS.items()}
    | {"\u0307": "", "\u0308": ""}
)
_TYPST = {sign: f"${typst}$" for sign, (_, typst) in _FORMULAS.items()}
_TYPED = {"---": "—", "--": "–", "``": "“", "''": "”", "'": "’", "\u0307": "", "\u0308": ""}
"""What LaTeX sets as another letter, so that both documents show the same."""


_OPTION = r"(?<!\S)--(?=[a-z])"
"""What begins an option of a command is no dash."""


def _any_of(table: dict[str, str]) -> re.Pattern[str]:
    signs = map(re.escape, sorted(table, key=len, reverse=True))
    return re.compile("|".join((_OPTION, *signs)))


_IN_LATEX, _IN_TYPST, _AS_TYPED = map(_any_of, (_LATEX, _TYPST, _TYPED))


def escaped(text: str) -> str:
    """Words as they are written in LaTeX."""
    return _IN_LATEX.sub(lambda sign: _LATEX.get(sign[0], "-{}-"), text)


def typst_escaped(text: str) -> str:
    """Words as Typst shows them, those that are no formulas letter by letter."""
    parts: list[str] = []
    last = 0
    for sign in _IN_TYPST.finditer(text):
        before = text[last : sign.start()]
        if sign.start() and not text[sign.start() - 1].isspace():
            before += _JOINER
        parts += [_run(before), _TYPST.get(sign[0]) or quoted(sign[0])]
        last = sign.end()
    rest = text[last:]
    joined = f"{_JOINER}{rest}" if last and rest and not rest[0].isspace() else rest
    return "".join([*parts, _run(joined)])


_JOINER = "\u2060"
"""Keeps a sign on the line of what it stands at."""


def _run(text: str) -> str:
    typed = _AS_TYPED.sub(lambda sign: _TYPED[sign[0]], text)
    return quoted(typed) if typed else ""


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
