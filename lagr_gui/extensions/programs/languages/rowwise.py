"""Loops that say the same of each element: languages with rows say it once, of the whole row."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

_OF_ROWS = {"fabs"}
"""Functions that take rows as they take numbers."""


def is_rowwise(name: str, body: Sequence[ast.stmt]) -> bool:
    """Whether the statements of a loop say the same once, with `name` as the row of its values.

    Each writes to an element of its own for each value, or sums; and what one writes to is not read
    for another value.
    """
    goals: dict[str, ast.expr] = {}
    read: list[ast.expr] = []
    for statement in body:
        if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
            return False
        goal, value = statement.targets[0], statement.value
        more = summed(name, goal, value)
        if more is None and not _is_of_each(goal, name):
            return False
        variable = _variable(goal)
        if variable in goals:
            return False
        goals[variable] = goal
        read.append(value if more is None else more)
        if isinstance(goal, ast.Subscript):
            read.append(goal.slice)
    return all(_is_harmless(node, name, goals) for part in read for node in _parts(part))


def summed(name: str, goal: ast.expr, value: ast.expr) -> ast.expr | None:
    """What is summed over `name` where a statement adds to its goal, or takes away from it."""
    match value:
        case ast.BinOp(before, ast.Add() | ast.Sub(), more) if _is_same(before, goal):
            return None if contains(goal, name) or not contains(more, name) else more
        case _:
            return None


def contains(node: ast.expr, name: str) -> bool:
    """Whether an expression has a variable."""
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))


def _is_of_each(goal: ast.expr, name: str) -> bool:
    """Whether it is another element of a row for each value."""
    if not isinstance(goal, ast.Subscript) or not contains(goal.slice, name):
        return False
    return not any(isinstance(part, ast.Subscript) for part in ast.walk(goal.slice))


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    """The elements, variables and calls of an expression; rows only as parts of their elements."""
    match node:
        case ast.Subscript(_, index):
            yield node
            yield from _parts(index)
        case ast.Name():
            yield node
        case ast.Call(_, arguments):
            yield node
            for argument in arguments:
                yield from _parts(argument)
        case _:
            for part in ast.iter_child_nodes(node):
                if isinstance(part, ast.expr):
                    yield from _parts(part)


def _is_harmless(node: ast.expr, name: str, goals: dict[str, ast.expr]) -> bool:
    match node:
        case ast.Call(ast.Name(function)):
            return function in _OF_ROWS
        case ast.Subscript() | ast.Name():
            goal = goals.get(_variable(node))
            return goal is None or (contains(goal, name) and _is_same(node, goal))
        case _:
            return False


def _variable(node: ast.expr) -> str:
    """The variable that a goal is, or that it is an element of."""
    row = node.value if isinstance(node, ast.Subscript) else node
    assert isinstance(row, ast.Name)
    return row.id


def _is_same(one: ast.expr, other: ast.expr) -> bool:
    return ast.unparse(one) == ast.unparse(other)
