"""``lagr matrices`` answers as its page says."""

from __future__ import annotations

import sys

import pytest

from lagr_gui.cli.__main__ import main
from lagr_gui.expression import read
from lagr_gui.pipeline import load, matrices
from tests.cli.test_commands import SAMPLES, answer, documented

PENDULUM = SAMPLES["double_pendulum"]


def test_the_keys_of_all_three_answers_are_those_of_the_page(capsys) -> None:
    found = [
        answer(capsys, "matrices", PENDULUM, *more)
        for more in ((), ("--jacobian", "2", "--point", "0,-l2/2,0"), ("--regressor",))
    ]
    assert documented("matrices") == {key for one in found for key in one}


def test_entries_read_back(capsys) -> None:
    found = answer(capsys, "matrices", PENDULUM, "--coriolis", "bodies")
    wanted = matrices(load(PENDULUM), "bodies")
    assert [[read(text) for text in row] for row in found["C"]] == [list(row) for row in wanted.C]
    assert found["equation"] == "M q'' + C q' + g = 0"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--jacobian", "9"), "There is no such body"),
        (("--jacobian", "2", "--point", "1,2"), "Give three"),
        (("--coriolis", "mine"), "There is no such choice"),
        (("--form", "structured", "--coriolis", "bodies"), "no structured form"),
    ],
)
def test_what_cannot_be_asked_is_exit_status_1_and_words(capsys, options, told) -> None:
    assert main(["matrices", PENDULUM, *options]) == 1
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("options", [(), ("--jacobian", "2"), ("--regressor",)])
def test_matrices_are_typeset(capsys, options) -> None:
    assert main(["matrices", PENDULUM, "--as", "latex", *options]) == 0
    text = capsys.readouterr().out
    assert text.count(r"\begin{") == text.count(r"\end{") > 0


TALL = """\
      ⎡⅓ m₁ l₁² + m₂ (l₁² + ⅓ l₂² + l₁ l₂ cos(q₂))  m₂ l₂ (⅓ l₂ + ½ l₁ cos(q₂))⎤
  M = ⎣m₂ l₂ (⅓ l₂ + ½ l₁ cos(q₂))                  ⅓ m₂ l₂²                   ⎦
"""


def test_in_a_terminal_matrices_look_as_in_books(capsys, monkeypatch) -> None:
    for terminal in (True, False):
        monkeypatch.setattr(sys.stdout, "isatty", lambda now=terminal: now)
        assert main(["matrices", PENDULUM]) == 0
        text = capsys.readouterr().out
        assert (TALL in text) == terminal and ("M′ − 2 C = " in text) == terminal
        assert ("M = [m1*l1^2/3" in text) == (not terminal)


@pytest.mark.parametrize("options", [("--jacobian", "2"), ("--regressor",)])
def test_letters_of_books_stand_in_all_three_answers(capsys, options) -> None:
    assert main(["matrices", PENDULUM, "--as", "unicode", *options]) == 0
    text = capsys.readouterr().out
    assert "⎡" in text and "*" not in text and "'" not in text
