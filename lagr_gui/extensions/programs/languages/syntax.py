"""How a language writes what all languages have."""

from __future__ import annotations

import ast
from dataclasses import dataclass

LEVELS: dict[type[ast.AST], int] = {
    ast.Or: 1,
    ast.And: 2,
    ast.Not: 3,
    ast.Compare: 4,
    ast.Add: 5,
    ast.Sub: 5,
    ast.Mult: 6,
    ast.Div: 6,
    ast.USub: 7,
}
SIGNS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
ATOM = 9
"""How tightly expressions hold together."""


@dataclass(frozen=True)
class Syntax:
    """How a language writes what all languages have.

    Templates: `test`, `value`, `array`, `index`, `name`, `first`, `last`, `end`.
    """

    comment: str = "// {}"
    statement: str = "{};"
    if_: str = "if ({test}) {{"
    elif_: str = "}} else if ({test}) {{"
    else_: str = "} else {"
    while_: str = "while ({test}) {{"
    up: str = "for ({name} = {first}; {name} < {end}; {name}++) {{"
    down: str = "for ({name} = {first}; {name} > {end}; {name}--) {{"
    close: str = "}"
    end_function: str = "}"
    and_: str = "&&"
    or_: str = "||"
    not_: str = "!"
    unequal: str = "!="
    index: str = "{array}[{index}]"
    offset: int = 0
    indent: str = "    "
    break_: str = "break"
