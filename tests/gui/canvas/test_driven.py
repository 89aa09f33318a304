"""The drawing of the window names controllers, and follows what becomes of them."""

from __future__ import annotations

from tests.drawing.test_driven import controlled


def label(window, key: str) -> str:
    item = next(
        item
        for item in window.canvas.items()
        if getattr(item, "key", "") == key and hasattr(item, "look")
    )
    return item.look.text


def test_a_label_follows_its_controller(window) -> None:
    model = controlled().model
    window.session.edit("Build", lambda _: model)
    assert label(window, "element:drive") == "drive (PD)"
    plan = model.simulation
    (entry,) = plan.controllers
    renamed = plan.having(controllers=(entry.having(name="Law"),))
    window.session.edit("Rename", lambda own: own.having(simulation=renamed))
    assert label(window, "element:drive") == "drive (Law)"
    window.session.edit("Remove", lambda own: own.having(simulation=plan.having(controllers=())))
    assert label(window, "element:drive") == "drive"
    window.session.undo()
    assert label(window, "element:drive") == "drive (Law)"
