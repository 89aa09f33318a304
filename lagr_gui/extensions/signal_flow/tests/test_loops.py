"""Slider-crank and skid come out as Goldschmidt describes them; loops are told in words."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import pytest

from lagr_gui import pipeline
from lagr_gui.extensions.signal_flow.records import ScalarUnknown
from lagr_gui.extensions.signal_flow.words import loop_title, loop_words, notes, summary
from lagr_gui.foundation.languages import Words
from lagr_gui.foundation.message import Message
from tests.ground.sources import ROOT
from tests.samples.gallery import sample


def test_the_slider_crank_has_the_loop_of_figure_15() -> None:
    """His seven equations and the conditions (table 1); F10 and all moments stay outside."""
    network = pipeline.signal_flow(sample("slider_crank"))
    (loop,) = network.loops
    inside = {(network.solved[i].row.sort, network.solved[i].row.owner) for i in loop.solved}
    balances = {(sort, body) for sort in ("momentum", "turning") for body in (1, 2)}
    assert balances | {("momentum", 3), ("condition", 0), ("condition", 1)} <= inside
    scalar = [
        (e.row.sort, e.row.owner, e.row.axis)
        for e in (network.solved[i] for i in loop.solved)
        if e.row.sort in ("momentum", "turning")
    ]
    assert sorted(scalar) == [
        ("momentum", 1, 0),
        ("momentum", 1, 1),
        ("momentum", 2, 0),
        ("momentum", 2, 1),
        ("momentum", 3, 0),
        ("turning", 1, 2),
        ("turning", 2, 2),
    ]
    outside = {e.gives for e in network.solved if not e.drawn}
    assert ScalarUnknown("F", "D", 1) in outside  # F10, which no other equation asks for
    assert {("M", "B", 0), ("M", "B", 1), ("F", "B", 2)} <= {
        (u.sort, u.owner, u.axis) for u in outside
    }
    assert [network.coordinates[nu] for nu in network.dependent] == ["rho", "x"]


def test_the_skid_has_the_loop_of_figure_17() -> None:
    """x″, φ″, F1 and y″ from the conditions (table 2); the normal forces stay outside."""
    network = pipeline.signal_flow(sample("chaplygin_sleigh"))
    (loop,) = network.loops
    given = {(network.solved[i].gives.sort, network.solved[i].gives.owner) for i in loop.solved}
    assert {("qdd", 0), ("qdd", 1), ("qdd", 2), ("lambda", 0)} <= given
    assert [network.coordinates[nu] for nu in network.led] == ["y"] and not network.dependent
    assert [unknown.sort for unknown in loop.cut] == ["lambda"]


def test_a_chain_without_a_closed_path_has_a_loop_too() -> None:
    """About centres of mass even a pendulum needs the force of its pin, and this its motion."""
    network = pipeline.signal_flow(sample("simple_pendulum"))
    (loop,) = network.loops
    assert not loop.conditions and loop.joints and len(loop.cut) == 1


@pytest.mark.parametrize("name", ["slider_crank", "chaplygin_sleigh", "spinning_top", "four_bar"])
def test_loops_are_explained_in_both_languages(name: str) -> None:
    network = pipeline.signal_flow(sample(name))
    german = Words("de")
    told: list[Any] = [summary(network), *notes(network)]
    for index in range(len(network.loops)):
        told += [loop_title(network, index), *loop_words(network, index)]
    for text in told:
        assert isinstance(text, Message)
        assert german.spoken(text) != str(text)
        assert not re.search(r"\b(the|of|and|with|is|are|loop)\b", german.spoken(text)), text


def test_the_examples_of_the_page_run() -> None:
    page = (ROOT / "lagr_gui" / "extensions" / "signal_flow" / "signal-flow.md").read_text("utf-8")
    parts = re.findall(r"^```python\n(.*?)^```", page, re.S | re.M)
    assert len(parts) == 5
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "\n".join(parts)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
