"""What is known of the parts of a program, whatever language it is written in."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence

from lagr_gui.extensions.programs.record import AnyValue
from lagr_gui.foundation.wording import Wording


def kind_of(annotation: ast.expr | None) -> str:
    """The kind of value that an annotation tells: int, float, Row, Counts or None."""
    return annotation.id if isinstance(annotation, ast.Name) else "None"


def declared(function: ast.FunctionDef) -> list[tuple[str, str, ast.expr]]:
    """Name, kind and first value of the variables of a function, each once."""
    variables: dict[str, tuple[str, str, ast.expr]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            assert node.value is not None
            entry = node.target.id, kind_of(node.annotation), node.value
            variables.setdefault(node.target.id, entry)
    return list(variables.values())


def counters(function: ast.FunctionDef) -> list[str]:
    """The variables of the loops of a function."""
    loops = (node for node in ast.walk(function) if isinstance(node, ast.For))
    return list(dict.fromkeys(n.target.id for n in loops if isinstance(n.target, ast.Name)))


def size_of(value: ast.expr, constants: Mapping[str, object]) -> int:
    """The length of a new row, at least 1: not every language has empty rows."""
    assert isinstance(value, ast.Call)
    return max(1, whole(value.args[0], constants))


def whole(node: ast.expr, constants: Mapping[str, object]) -> int:
    """The value of products and sums of whole numbers."""
    match node:
        case ast.Constant(int(value)):
            return value
        case ast.Name(name):
            value = constants[name]
            assert isinstance(value, int)
            return value
        case ast.BinOp(left, ast.Mult(), right):
            return whole(left, constants) * whole(right, constants)
        case ast.BinOp(left, ast.Add(), right):
            return whole(left, constants) + whole(right, constants)
        case _:
            raise NotImplementedError(ast.dump(node))


def folded(node: ast.expr) -> ast.expr:
    """Sums with numbers at their end, added up: k + 1 - 1 is k."""
    match node:
        case ast.BinOp(left, ast.Add() | ast.Sub() as sign, ast.Constant(int(shift))):
            shift = shift if isinstance(sign, ast.Add) else -shift
            match folded(left):
                case ast.Constant(int(value)):
                    return ast.Constant(value + shift)
                case ast.BinOp(rest, ast.Add() | ast.Sub() as other, ast.Constant(int(more))):
                    return _shifted(rest, shift + (more if isinstance(other, ast.Add) else -more))
                case other:
                    return _shifted(other, shift)
        case _:
            return node


def _shifted(node: ast.expr, by: int) -> ast.expr:
    if by == 0:
        return node
    sign: Callable[[], ast.operator] = ast.Add if by > 0 else ast.Sub
    return ast.BinOp(node, sign(), ast.Constant(abs(by)))


def quoted(name: Wording) -> Wording:
    """The name of a column: between quotes where commas or quotes are in it."""
    plain = name.line
    odd = set(plain) & {",", '"'}
    return Wording('"' + plain.replace('"', '""') + '"' if odd else plain)


def pieces(words: Wording, most: int) -> list[str]:
    """All of it in pieces of at most so many bytes."""
    parts = [""]
    for sign in "".join(words.lines):
        if len(f"{parts[-1]}{sign}".encode()) > most:
            parts.append("")
        parts[-1] += sign
    return parts


def repeated(text: str, mark: str, each: Sequence[Mapping[str, str]]) -> str:
    """A text with the lines between the mark, such as @EACH@, and @END@ once for each of these.

    A place @NAME@ in such lines gets what stands there under that name.
    """
    lines, part = list[str](), list[str]()
    inside = False
    for line in text.splitlines():
        if line == f"@{mark}@":
            inside, part = True, []
        elif inside and line == "@END@":
            inside = False
            lines += [filled(line, parts_of) for parts_of in each for line in part]
        else:
            (part if inside else lines).append(line)
    return "\n".join(lines)


def filled(text: str, texts: Mapping[str, str]) -> str:
    """A text with its places @NAME@ filled; what fills them is not looked at again."""
    return _PLACE.sub(lambda place: texts.get(place[1], place[0]), text)


_PLACE = re.compile("@([A-Z_]+)@")


def is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def told(entry: AnyValue) -> Wording:
    """Name, unit and meaning of a quantity."""
    meaning = explained(entry)
    return entry.title + (" " if entry.unit else ": " if meaning else "") + meaning


def explained(entry: AnyValue) -> Wording:
    """Unit and meaning of a quantity."""
    unit = "[" + entry.unit + "]" if entry.unit else Wording()
    words = Wording(entry.comment.line)
    return unit + (": " if unit and words else "") + words


def wrapped(words: str | Wording, width: int) -> list[str]:
    """Words in lines of a width; a line that is indented stays so, and one with room as it is."""
    lines = [words] if isinstance(words, str) else words.lines or [""]
    return [part for line in lines for part in _wrapped(line, width)]


def _wrapped(text: str, width: int) -> list[str]:
    if len(text) < width:
        return [text]
    indent = text[: len(text) - len(text.lstrip(" "))]
    lines, line = list[str](), ""
    for word in text.split():
        if line and len(line) + len(word) >= width:
            lines.append(indent + line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [*lines, indent + line]
