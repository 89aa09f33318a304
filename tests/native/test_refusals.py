"""What would not be the same in machine code as in Python is refused, with its place."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from lagr_gui.native import Library
from tests.native.test_random_programs import imported

REFUSED = {
    "steps of a range": ("for i in range(0, n, 2):\n        a += i", "no steps of a range"),
    "a real range": ("for i in range(a):\n        n += i", "a real where a count is meant"),
    "else of a loop": ("for i in range(n):\n        a += i\n    else:\n        a = 0.0", "no For"),
    "a comparison in a row": ("n = 1 if 0 < n < 5 else 2", "no Compare"),
    "identity": ("n = 1 if n is n else 2", "no Is in the language"),
    "a number as a test": ("if n:\n        n = 1", "a test that is no comparison"),
    "a power": ("a = a**2", "no Pow in the language"),
    "a quotient of floats": ("a = a // 2.0", "no FloorDiv in the language"),
    "an argument by name": ("a = helper(a=a)", "no arguments by name"),
    "the least of three": ("a = min(a, a, a)", "min of other than two values"),
    "an entry from the end": ("a = row[-1]", "an entry before the first one"),
    "an entry by a float": ("a = row[a]", "a real where a count is meant"),
    "an entry of a number": ("a = a[0]", "an entry of what is no row"),
    "a part of a number": ("a = a[1:]", "a part of what is no row"),
    "a table of rows": ("a = MATRIX[1]", "one row of numbers"),
    "a float into whole numbers": ("marks[0] = a", "a real where a count is meant"),
    "a float into a whole number": ("n = a", "“n” is of two kinds"),
    "a text": ("a = 'text'", "no Constant|not known|language"),
    "a method": ("a = row.sum()", "no field “sum”"),
    "two targets": ("a = b = 1.0", "no Assign in the language"),
    "what cannot be called": ("a = MATRIX(a)", "“MATRIX” cannot be called"),
    "a wrong argument": ("a = helper(row)", "reals where a number is meant|takes a real"),
    "a try": ("try:\n        a = 1.0\n    finally:\n        a = 2.0", "no Try in the language"),
    "a truth as a number": ("a = a + (n > 1)", "a truth where a number is meant"),
    "four as one": ("a = four(row, n)", "a four where a number is meant"),
    "four of whole numbers": ("put_four(marks, 0, alike(a))", "a counts where a reals is meant"),
    "one where four are meant": ("put_four(row, 0, a)", "a real where a four is meant"),
    "four from a float on": ("put_four(row, a, alike(a))", "a real where a count is meant"),
    "the opposite of a truth": ("a = -(n > 1)", "a truth where a number is meant"),
}


def module_with(body: str, folder: Path) -> ModuleType:
    """A module with one function that has this body."""
    text = (
        "from lagr_gui.native import Counts, Reals, alike, four, put_four\n"
        "MATRIX = ((1.0, 2.0), (3.0, 4.0))\n"
        "def helper(a: float) -> float:\n    return a\n"
        "def given(a: float, n: int, row: Reals, marks: Counts) -> float:\n"
        f"    {body}\n    return a\n"
    )
    return imported(text, folder / "refused.py")


@pytest.mark.parametrize("name", REFUSED)
def test_what_would_differ_from_python_is_refused(name: str, tmp_path: Path) -> None:
    body, told = REFUSED[name]
    with pytest.raises(NotImplementedError, match=told):
        Library([module_with(body, tmp_path).given])


def whole_from_float(a: float) -> int:
    return a  # type: ignore[return-value]


def test_a_float_is_not_given_back_as_a_whole_number() -> None:
    with pytest.raises(NotImplementedError, match="a real where a count is meant"):
        Library([whole_from_float])


def test_two_functions_of_one_name_are_refused(tmp_path: Path) -> None:
    one, other = (module_with(f"a = {k}.0", tmp_path).given for k in (1, 2))
    with pytest.raises(NotImplementedError, match="the name given"):
        Library([one, other])
