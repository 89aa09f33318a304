"""Symbols, labels and lines moved with a real pointer stay, and find their way again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.window.display import Display, display

pytestmark = pytest.mark.window


def test_label_symbol_and_line_are_moved_saved_and_set_back(tmp_path: Path) -> None:
    with display(tmp_path) as screen:
        screen.begin()
        _draw(screen)
        label = screen.ask("part", "joint:revolute 1", "label")
        screen.drag(label, [label[0] + 20, label[1] - 30])
        screen.until(undo="Move label")
        symbol = screen.ask("part", "element:spring 1", "symbol")
        screen.drag(symbol, [symbol[0], symbol[1] + 80])
        screen.until(undo="Move symbol")
        assert screen.ask("part", "element:spring 1", "symbol")[1] >= symbol[1] + 70
        line = screen.ask("part", "joint:revolute 1", "line")
        screen.drag(line, [line[0], line[1] - 60])
        screen.until(undo="Bend line")
        bent = _layout(screen)
        assert [entry["item"] for entry in bent["labels"]] == ["joint:revolute 1"]
        assert [entry["item"] for entry in bent["bends"]] == ["joint:revolute 1"]
        assert "element:spring 1" in [entry["item"] for entry in bent["places"]]
        screen.double_click(screen.ask("part", "joint:revolute 1", "line"))
        screen.until(undo="Draw by itself")
        assert not {"bends", "labels"} & set(_layout(screen))
        screen.key("ctrl+z")
        screen.until(undo="Bend line")
        assert _layout(screen) == bent


def _draw(screen: Display) -> None:
    screen.drag(screen.wait_for("tool", "body:rigid"), screen.ask("paper", 300, 0))
    screen.until(bodies=[1])
    for kind in ("Revolute", "Spring"):
        screen.drag(screen.ask("port", 0, "right"), screen.ask("item", "body:1"))
        screen.click(screen.wait_for("entry", kind))
        screen.wait_for("item", f"{'element' if kind == 'Spring' else 'joint'}:{kind.lower()} 1")


def _layout(screen: Display) -> dict[str, Any]:
    return json.loads(screen.ask("state")["text"])["layout"]
