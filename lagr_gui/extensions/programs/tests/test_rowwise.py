"""What loops may be said of whole rows: those in which no step needs another one."""

from __future__ import annotations

import ast

import pytest

from lagr_gui.extensions.programs.languages.rowwise import is_rowwise

ROWWISE = [
    "x[i] = y[i]\nv[i] = y[n + i]",
    "x[i] = x[i] - share * m[k * n + i]",
    "x[2 * i] = d[i] / fabs(y[i])",
    "total = total + x[i] * y[n + i]",
    "x[k] = x[k] - m[k * n + i] * y[i]",
    "x[i] = 0.0",
]
ONE_BY_ONE = [
    "x[i + 1] = x[i]",
    "x[i] = x[n - i]",
    "x[order[i]] = y[i]",
    "x[k] = x[k] + x[i]",
    "total = y[i]",
    "total = total + total * y[i]",
    "x[i] = y[i]\nz[i] = x[i + 1]",
    "x[i] = y[i]\nx[i] = x[i] + 1.0",
    "total = total + y[i]\nx[i] = total",
    "x[i] = maximum(x[i], y[i])",
    "count = count + 1",
]


@pytest.mark.parametrize("text", ROWWISE)
def test_steps_that_need_no_other_one_are_said_at_once(text: str) -> None:
    assert is_rowwise("i", ast.parse(text).body)


@pytest.mark.parametrize("text", ONE_BY_ONE)
def test_what_a_step_needs_of_another_one_is_said_one_by_one(text: str) -> None:
    assert not is_rowwise("i", ast.parse(text).body)
