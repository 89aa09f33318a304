"""Curves as a user chooses them, in the tree of signals."""

from __future__ import annotations

from typing import Any

from lagr_gui.gui.panes.curves.branches import Leaf, SignalBranch


def offered(window: Any) -> dict[str, SignalBranch]:
    """The branches of the tree by title."""
    return {branch.title: branch for branch in window.simulation.signals.branches()}


def leaf_of(window: Any, words: str, *way: str) -> Leaf:
    """A leaf by the beginning of its words, in the branches of these titles."""
    entries: Any = tuple(offered(window).values())
    for title in way:
        entries = next(entry.entries for entry in entries if entry.title == title)
    inside = [leaf for entry in entries for leaf in _leaves(entry)]
    return next(leaf for leaf in inside if leaf.words.split("  ")[0] == words)


def choose_curve(window: Any, words: str, *way: str) -> None:
    """Check a curve, or do not any more."""
    panel, leaf = window.simulation.signals, leaf_of(window, words, *way)
    panel.toggle(leaf, not panel.shows(leaf))


def _leaves(entry: SignalBranch | Leaf) -> list[Leaf]:
    return [entry] if isinstance(entry, Leaf) else list(entry.leaves)
