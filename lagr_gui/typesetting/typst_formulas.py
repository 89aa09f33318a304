"""What we write as LaTeX in the mathematics of Typst, letter by letter the same.

It knows the commands of this program and those of `escaped`, and nothing that a user could add.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from lagr_gui.expression import GREEK
from lagr_gui.typesetting.escape import quoted

_TOKEN = re.compile(r"\\(?:begin|end)\{[a-z]+\*?\}|\\[a-zA-Z]+|\\.|\d+(?:\.\d+)?|\s+|.", re.DOTALL)
_PLAIN = {
    "(": r"\(",
    ")": r"\)",
    "[": r"\[",
    "]": r"\]",
    ",": "comma",
    ";": r"\;",
    "/": r"\/",
    "|": "bar.v",
    "*": "ast.op",
    ":": "colon",
    "'": "'",
    "~": "space.nobreak",
    "#": r"\#",
    '"': r"\"",
    "@": r"\@",
    "`": r"\`",
}
_GREEK = {f"\\{name}": name for name in GREEK.values()}
_COMMANDS = {
    **_GREEK,
    r"\epsilon": "epsilon.alt",
    r"\varrho": "rho.alt",
    r"\varphi": "phi",
    r"\ell": "ell",
    r"\cdot": "dot.op",
    r"\times": "times",
    r"\partial": "partial",
    r"\int": "integral",
    r"\pm": "plus.minus",
    r"\leq": "<=",
    r"\geq": ">=",
    r"\neq": "!=",
    r"\to": "->",
    r"\infty": "infinity",
    r"\surd": "sqrt(#h(0pt))",  # the letter hangs below its line
    r"\prime": "prime",
    r"\dots": "dots.h",
    r"\circ": "degree",
    r"\,": "thin",
    r"\ ": "space",
    r"\quad": "quad",
    r"\qquad": "wide",
    r"\_": r"\_",
    r"\%": "%",
    r"\&": r"\&",
    r"\{": r"\{",
    r"\}": r"\}",
    r"\log": "log",
    **{f"\\{name}": name for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "ln")},
    **{f"\\{name}": name for name in ("arcsin", "arccos", "arctan", "min", "max")},
}
_AROUND = {
    r"\dot": "dot",
    r"\ddot": "dot.double",
    r"\dddot": "dot.triple",
    r"\bar": "macron",
    r"\hat": "hat",
    r"\boldsymbol": "bold",
    r"\mathsf": "sans",
    r"\sqrt": "sqrt",
}
"""Commands of one argument."""
_BIG = "1.75em"
"""How high brackets are around what is broken into lines."""


def typst_formula(latex: str) -> str:
    """A formula without its dollars.

    Raises ValueError for a command that this program does not write.
    """
    return _Formula(latex).whole()


def typst_block(latex: str) -> str:
    """An ``align*`` block as a block of Typst; numbers of formulas stand behind their rows."""
    return f"$ {typst_formula(latex)} $" if latex.strip() else ""


def typst_words(latex: str) -> str:
    """Words with formulas between dollars, as content of Typst.

    Raises ValueError for a command that this program does not write.
    """
    found: list[str] = []
    for place, part in enumerate(_DOLLAR.split(latex)):
        if place % 2:
            found.append(f"${typst_formula(part)}$")
        else:
            found += _Words(part).pieces()
    return "".join(found)


_DOLLAR = re.compile(r"(?<!\\)\$")


class _Reader:
    """Goes through the tokens of a text."""

    def __init__(self, text: str) -> None:
        self._tokens = _TOKEN.findall(text)
        self._at = 0

    def _take(self) -> str:
        """The next token, "" at the end."""
        if self._at == len(self._tokens):
            return ""
        self._at += 1
        return self._tokens[self._at - 1]

    def _skip(self) -> None:
        while self._at < len(self._tokens) and self._tokens[self._at].isspace():
            self._at += 1

    def _raw(self) -> str:
        """The letters between the braces that begin here."""
        self._skip()
        if self._take() != "{":
            return self._tokens[self._at - 1]
        depth, start = 1, self._at
        while depth and (token := self._take()):
            depth += (token == "{") - (token == "}")
        return "".join(self._tokens[start : self._at - 1])


class _Words(_Reader):
    """A text without formulas."""

    def pieces(self) -> Iterator[str]:
        """Texts and content, in order."""
        text = ""
        while token := self._take():
            if token in _STYLES:
                if text:
                    yield quoted(text)
                text = ""
                inner = self._raw()
                yield _STYLES[token].format(typst_words(inner))
            elif token == r"\\":
                yield f"{quoted(text)} \\\n"
                text = ""
            else:
                text += self._letter(token)
        if text:
            yield quoted(text)

    def _letter(self, token: str) -> str:
        if token.isspace():
            return " "
        doubled = token + (self._tokens[self._at] if self._at < len(self._tokens) else "")
        if doubled in _DOUBLE:
            self._take()
            triple = doubled + (self._tokens[self._at] if self._at < len(self._tokens) else "")
            if triple in _DOUBLE:
                self._take()
                return _DOUBLE[triple]
            return _DOUBLE[doubled]
        if token in _LETTERS:
            return _LETTERS[token]
        if token.startswith("\\") and len(token) > 2 - token[1:].isalpha() and token[1:].isalpha():
            raise ValueError(f"{token} is not known")
        return token.removeprefix("\\") if len(token) == 2 else token


_STYLES = {
    r"\textbf": "#strong[{}]",
    r"\text": "{}",
    r"\mbox": "#box[{}]",
}
_DOUBLE = {"``": "“", "''": "”", "--": "–", "---": "—", "–-": "—"}
_LETTERS = {
    "{": "",
    "}": "",
    "~": "\u00a0",
    r"\ ": " ",
    r"\,": "\u2009",
    "'": "’",
    r"\textbackslash": "\\",
    r"\textasciitilde": "~",
    r"\textasciicircum": "^",
    r"\dots": "…",
    r"\quotedblbase": "„",
    r"\quad": "\u2003",
    r"\tiny": "",
    r"\footnotesize": "",
}


class _Formula(_Reader):
    """A formula without dollars."""

    def whole(self) -> str:
        return self._until("")

    def _until(self, *ends: str) -> str:
        """What stands before one of some tokens, which is taken away."""
        found: list[str] = []
        while (token := self._take()) not in ("", *ends):
            if token.isspace():
                continue
            if token == r"\textstyle":
                return " ".join([*found, f"inline({self._until(*ends)})"])
            if token in "^_" and (not found or found[-1] in _NO_BASE):
                found.append('""')
            if piece := self._piece(token):
                found.append(piece)
        return _JOINED.sub(r"\1", " ".join(found))

    def _argument(self) -> str:
        self._skip()
        token = self._take()
        if token == "{":
            return self._until("}")
        if token[1:].isdigit():  # \frac12
            self._at -= 1
            self._tokens[self._at] = token[1:]
            token = token[0]
        return self._piece(token)

    def _piece(self, token: str) -> str:
        if (found := _PLAIN.get(token, _COMMANDS.get(token))) is not None:
            return found
        if token in _AROUND:
            return f"{_AROUND[token]}({self._argument()})"
        if token.startswith(r"\begin"):
            return self._environment(token[7:-1])
        if token in _SPECIAL:
            return _SPECIAL[token](self)
        if token.startswith("\\"):
            raise ValueError(f"{token} is not known")
        return token

    def _environment(self, name: str) -> str:
        inner = self._until(f"\\end{{{name}}}")
        if name not in ("pmatrix", "smallmatrix"):
            return inner
        rows = inner.replace(" & ", ", ").replace(" \\\n ", "; ").removesuffix(" \\\n")
        if name == "smallmatrix":
            return f"inline(mat(delim: #none, column-gap: #0.5em, row-gap: #0.25em, {rows}))"
        return f'mat(delim: "(", {rows})'

    def group(self) -> str:
        """What braces hold; a sign in them belongs to what follows."""
        return self._until("}")

    def script(self, sign: str) -> str:
        """What is raised or lowered."""
        return f"{sign}({self._argument()})"

    def fraction(self) -> str:
        """One above the other."""
        return f"frac({self._argument()}, {self._argument()})"

    def between(self) -> str:
        """What stands between brackets that grow with it."""
        left = self._bracket()
        inner = self._until(r"\right")
        return f"lr({left} {inner} {self._bracket()})"

    def large(self) -> str:
        """A bracket of a size of its own: its other one may stand in another row."""
        return f"lr(size: #{_BIG}, {self._bracket()})"

    def _bracket(self) -> str:
        self._skip()
        token = self._take()
        return "" if token == "." else self._piece(token)

    def word(self) -> str:
        """Upright letters."""
        return _string(self._raw().replace(r"\_", "_"))

    def function(self) -> str:
        """The name of a function."""
        return f"op({self.word()})"

    def text(self) -> str:
        """Words in a formula."""
        return f"#[{typst_words(self._raw())}]"

    def box(self) -> str:
        """A formula in a formula, smaller."""
        inner = self._raw()
        size = "0.8em" if r"\footnotesize" in inner else "1em"
        return f"#text(size: {size})[{typst_words(inner)}]"

    def tag(self) -> str:
        """The number of a formula."""
        return f"wide {_string(f'({self._raw()})')}"

    def row(self) -> str:
        """The end of a row; how far the next one is away is left to the page."""
        if self._at < len(self._tokens) and self._tokens[self._at] == "[":
            while self._take() not in ("]", ""):
                pass
        return "\\\n"


_JOINED = re.compile(r" (['^_])")
"""Marks that stand at what is before them."""
_NO_BASE = ("&", "\\\n", "=", "+", "-")
_SPECIAL: dict[str, Callable[[_Formula], str]] = {
    "{": _Formula.group,
    "^": lambda f: f.script("^"),
    "_": lambda f: f.script("_"),
    r"\frac": _Formula.fraction,
    r"\tfrac": lambda f: f"inline({f.fraction()})",
    r"\left": _Formula.between,
    r"\Bigl": _Formula.large,
    r"\Bigr": _Formula.large,
    r"\mathrm": _Formula.word,
    r"\operatorname": _Formula.function,
    r"\text": _Formula.text,
    r"\mbox": _Formula.box,
    r"\tag": _Formula.tag,
    r"\\": _Formula.row,
}


def _string(text: str) -> str:
    inner = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{inner}"'
