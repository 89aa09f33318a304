"""Formulas that somebody typed within words, as g₁₁ = m (L²/12 + s²), set as formulas.

Words stay words: what is no formula beyond doubt is left as it was typed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from unicodedata import normalize

from lagr_gui.expression import GREEK, TIME
from lagr_gui.expression.letters import pretty
from lagr_gui.typesetting.formula import (
    DOT,
    MINUS,
    SPACE,
    Box,
    Formula,
    brackets,
    raised,
    tight,
)
from lagr_gui.typesetting.words import Text, math, text_of

_LOW, _HIGH = "₀₁₂₃₄₅₆₇₈₉", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"
_LETTER = "A-Za-zÄÖÜäöüß" + "".join(GREEK)
_FUNCTIONS = ("sin", "cos", "tan", "exp", "ln")
_RELATIONS = {sign: f" {sign} " for sign in "=<>"} | {"≤": " ≤ ", "≥": " ≥ "}
_TOKEN = re.compile(
    rf"(?P<number>\d+(?:[.,]\d+)?|½)(?P<power>[{_HIGH}]*)"
    rf"|(?P<name>[{_LETTER}]+[0-9]*)(?P<low>[{_LOW}]*)(?P<prime>[′″]?)(?P<high>[{_HIGH}]*)"
    r"|(?P<sign>[-−+=<>/·√|,])|(?P<open>\()"
    rf"|(?P<close>\))(?P<outer>[{_HIGH}]*)|(?P<blank> +)"
)
_QUANTITY = re.compile(r"[\d.,]+ (?:[a-zA-Z]{1,3}|N m|1/s|%)(?:/[a-zA-Z]{1,3})?")
"""A number with a unit, which is not set as a formula."""
_MARKING = "=+−/·√|′″" + _HIGH
"""Signs that stand in no words."""
_LONGEST, _DEEPEST = 300, 30
"""Characters and brackets of a formula within words."""
_ARTICLES = ("a", "A", "I", "E")
"""Words of one letter, and points; alone they are no names of a model."""


def with_formulas(text: str, names: Collection[str]) -> Text:
    """Words with the formulas among them set, those in the `names` of a model with these."""
    known = {shown: name for name in (*names, TIME) for shown in (name, pretty(name))}
    pieces: list[str | Box] = []
    for run, readable in _runs(text, known):
        readable = readable and len(run) <= _LONGEST and sum(map(run.count, "(√")) <= _DEEPEST
        before, inner, behind = _trimmed(run) if readable else (run, "", "")
        formula = _set(inner, known) if _is_formula(inner, known) else None
        pieces += [run] if formula is None else [before, math(formula), behind]
    return text_of(*(piece for piece in pieces if piece))


def _runs(text: str, known: Mapping[str, str]) -> Iterator[tuple[str, bool]]:
    """The text in parts, with whether they may be formulas: words, and all that is none."""
    run = ""
    for chunk in re.findall(r"\S+\s*|\s+", text):
        bare = chunk.rstrip().rstrip(".,:;")
        if not _readable(bare, known):
            yield from ((part, part is run) for part in (run, chunk) if part)
            run = ""
            continue
        run += chunk
        inside = run.count("(") > run.count(")")
        stop = chunk.rstrip()[len(bare) :]
        if stop and not (inside and stop == ","):
            yield run, True
            run = ""
    if run:
        yield run, True


def _readable(chunk: str, known: Mapping[str, str]) -> bool:
    """Whether all of a chunk without blanks may stand in a formula."""
    at = 0
    while at < len(chunk):
        token = _TOKEN.match(chunk, at)
        if token is None:
            return False
        name = token["name"]
        if name and not (len(name) == 1 or name in _FUNCTIONS or _letters(name, known)):
            return False
        at = token.end()
    return at > 0


def _letters(name: str, known: Mapping[str, str]) -> Sequence[str]:
    """The names that letters side by side are: one of the model, or two as Δx; none of a word."""
    if name in known:
        return (name,)
    return tuple(name) if len(name) == 2 and name[0] in GREEK else ()


def _trimmed(run: str) -> tuple[str, str, str]:
    """What goes before a formula, the formula, and what follows: blanks, stops, lone brackets."""
    start, end = 0, len(run)
    while start < end:
        inner = run[start:end]
        many = inner.count("(") - inner.count(")")
        if inner[-1] in " .,:;=+−-/·" or (many < 0 and inner[-1] == ")"):
            end -= 1
        elif inner[0] in " =+/·" or (many > 0 and inner[0] == "("):
            start += 1
        elif "=" in inner and inner[0] == "(" and inner.count("(") == 1 and inner[-1] == ")":
            start, end = start + 1, end - 1
        else:
            break
    return run[:start], run[start:end], run[end:]


def _is_formula(text: str, known: Mapping[str, str]) -> bool:
    """Whether it has a letter, and a sign, index or second letter that make it no word."""
    names = [token for token in _TOKEN.finditer(text) if token["name"]]
    if not names or _QUANTITY.fullmatch(text):
        return False
    if any(sign in text for sign in _MARKING) or any(token["low"] for token in names):
        return True
    own = [token["name"] for token in names]
    if any(len(name) > 1 and name.islower() and name not in _FUNCTIONS for name in own):
        return False
    meant = [name in known or name in (*_FUNCTIONS, *GREEK) for name in own]
    if len(own) == 1:
        return meant[0] and own[0] not in _ARTICLES
    return any(meant) and all(
        sure or name not in _ARTICLES for name, sure in zip(own, meant, strict=True)
    )


def _set(text: str, known: Mapping[str, str]) -> Formula | None:
    """A formula as it was typed, line for line; None where it cannot be read."""
    tokens = [*_TOKEN.finditer(text)]
    if "".join(token[0] for token in tokens) != text:
        return None
    try:
        row = _Row(tokens, known)
        formula = row.upto(None)
    except IndexError:
        return None
    return tight(formula) if row.at == len(tokens) else None


class _Row:
    """Reads tokens from the first to the last."""

    def __init__(self, tokens: Sequence[re.Match[str]], known: Mapping[str, str]) -> None:
        self.tokens, self.known, self.at = tokens, known, 0

    def upto(self, end: str | None) -> Formula:
        """The row up to a closing sign, which is not taken."""
        row: list[str | Box] = []
        while self.at < len(self.tokens) and (end is None or self._ahead() != end):
            if end is None and self._ahead() == ")":
                raise IndexError
            row += self._item(row)
        return tuple(row)

    def _ahead(self) -> str:
        token = self.tokens[self.at]
        return ")" if token["close"] else token[0]

    def _item(self, before: Sequence[str | Box]) -> Formula:
        token = self.tokens[self.at]
        self.at += 1
        if token["blank"]:
            return self._gap(before)
        if token["sign"]:
            return self._sign(token[0], before)
        if token["open"]:
            return self._bracket()
        if token["number"]:
            return self._number(token)
        return self._name(token)

    def _gap(self, before: Sequence[str | Box]) -> Formula:
        """A gap between factors; signs bring their own."""
        ahead = self.tokens[self.at][0]
        if not before or ahead in "=<>≤≥+−-/·)," or isinstance(before[-1], str):
            return () if not before or not _is_digit(before[-1]) or ahead in "=+−-/·)" else (SPACE,)
        return (SPACE,)

    def _sign(self, sign: str, before: Sequence[str | Box]) -> Formula:
        if sign in _RELATIONS:
            return (_RELATIONS[sign],)
        if sign == "/":
            return (Box("slash"),)
        if sign == "·":
            return (" ", DOT, " ")
        if sign == ",":
            return (", ",)
        if sign == "√":
            inner = self._item(())
            (box,) = inner if len(inner) == 1 else (brackets(inner),)
            bare = box.parts[0] if isinstance(box, Box) and box.kind == "brackets" else (box,)
            return (Box("root", (bare,)),)
        if sign == "|":
            inner = self.upto("|")
            self.at += 1
            return (Box("bars", (inner,)),)
        if not before or before[-1] in (" = ", ", "):
            return (MINUS,) if sign in "-−" else ()
        return (" - " if sign in "-−" else " + ",)

    def _bracket(self) -> Formula:
        inner = brackets(self.upto(")"))
        close = self.tokens[self.at]
        self.at += 1
        return _power((inner,), close["outer"])

    def _number(self, token: re.Match[str]) -> Formula:
        if token["number"] == "½":
            return (Box("small fraction", (("1",), ("2",))),)
        return _power((token["number"].replace(",", "."),), token["power"])

    def _name(self, token: re.Match[str]) -> Formula:
        name, low = token["name"], normalize("NFKD", token["low"])
        if name in _FUNCTIONS:
            return (*_power((Box("function", text=name),), token["high"]), *self._argument())
        order = {"": 0, "′": 1, "″": 2}[token["prime"]]
        boxes: list[Box] = []
        for part in _letters(name, self.known) or (name,):
            spelled = self.known.get(f"{part}{token['low']}") or self.known.get(part, part) + low
            boxes.append(Box("name", text=_ascii(spelled), order=order))
        *others, last = boxes
        before = (part for box in others for part in (box, Box("beside")))
        return (*before, *_power((last,), token["high"]))

    def _argument(self) -> Formula:
        """What stands between a function and its argument without brackets."""
        if self.tokens[self.at]["blank"]:
            self.at += 1
            return (SPACE,)
        return ()


def _power(base: Formula, exponent: str) -> Formula:
    return (raised(base, (normalize("NFKD", exponent).replace("−", "-"),)),) if exponent else base


def _ascii(name: str) -> str:
    """A name with its Greek letters by their names, as models have them."""
    return "".join(GREEK.get(sign, sign) for sign in name)


def _is_digit(item: str | Box) -> bool:
    return isinstance(item, str) and item[-1:].isdigit()
