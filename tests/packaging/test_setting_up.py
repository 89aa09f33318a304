"""How `dev.py` deals with packages of the system."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import pytest

import dev


class Terminal(io.StringIO):
    """Standard input at which a user sits."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What would be run, as root, outside of CI."""
    done: list[list[str]] = []

    def answers(command: Sequence[object], more: Any = None) -> bool:
        done.append([str(word) for word in command])
        return True

    monkeypatch.setattr(dev, "answers", answers)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.delenv("CI", raising=False)
    return done


@pytest.mark.parametrize(("answer", "installs"), [("y\n", True), ("n\n", False), ("", False)])
def test_a_user_is_asked_before_packages_are_installed(
    answer: str,
    installs: bool,
    commands: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal(answer))
    dev.install_packages(["libegl1"])
    assert bool(commands) == installs
    told = capsys.readouterr().out
    assert "libegl1" in told
    assert installs or "sudo apt-get install" in told


def test_nobody_is_asked_who_said_yes_or_has_no_terminal(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal("n\n"))
    dev.install_packages(["libegl1"], unasked=True)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    dev.install_packages(["libgl1"])
    assert [command[-1] for command in commands] == ["update", "libegl1", "update", "libgl1"]
