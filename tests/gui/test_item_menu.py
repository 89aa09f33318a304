"""What the menu of an item does: ports of a subsystem, the kind of a damper."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu

from lagr_gui.editing import edits
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.menus import add_ports
from lagr_gui.subsystems import own_numbers
from tests.ground.sources import ROOT


def test_what_is_marked_in_the_menu_is_a_port(qtbot) -> None:
    session = Session()
    session.open(ROOT / "sample_models" / "five_link_chain.lagr")
    session.derivation.cancel()
    try:
        menu = QMenu()
        qtbot.addWidget(menu)
        session.select({f"body:{session.model.numbers[0]}"})
        add_ports(menu, session)
        assert not menu.actions()  # it is no part of another one
        session.edit("Fold", lambda m: edits.fold(m, {"body:3", "body:4"}, "part"))
        session.open_subsystem(session.model.instances[0].name)
        body = session.model.bodies[0]
        session.select({f"body:{body.number}"})
        before = {port.body for port in session.model.ports}
        add_ports(menu, session)
        (shown,) = menu.actions()
        assert shown.isChecked() == (body.number in before)
        shown.trigger()
        assert {port.body for port in session.model.ports} == before ^ {body.number}
    finally:
        session.close()


def test_the_bodies_of_an_instance_are_ports_one_by_one(qtbot) -> None:
    """A part within a part: its menu lists the bodies that it shows, and marks those that are."""
    session = Session()
    session.open(ROOT / "sample_models" / "five_link_chain.lagr")
    session.derivation.cancel()
    try:
        session.edit("Fold", lambda m: edits.fold(m, {"body:2", "body:3", "body:4"}, "outer"))
        session.open_subsystem(session.model.instances[0].name)
        within = [body.number for body in session.model.bodies][:2]
        session.edit("Fold", lambda m: edits.fold(m, {f"body:{n}" for n in within}, "inner"))
        (part,) = session.model.instances
        session.select({f"instance:{part.name}"})
        for _ in range(2):  # on or off, and back
            menu = QMenu()
            qtbot.addWidget(menu)
            add_ports(menu, session)
            (inner,) = menu.findChildren(QMenu)
            known = {port.body for port in session.model.ports}
            numbers = own_numbers(session.model, part)
            assert numbers and [a.isChecked() for a in inner.actions()] == [
                number in known for number in numbers
            ]
            inner.actions()[0].trigger()
            assert {port.body for port in session.model.ports} == known ^ {numbers[0]}
    finally:
        session.close()


def test_a_damper_changes_its_kind_and_back(window) -> None:
    session = window.session
    session.open(ROOT / "sample_models" / "two_pendulums_dashpot.lagr")
    (damper,) = (e for e in session.model.elements if e.kind == "dashpot")
    session.select({f"element:{damper.name}"})
    window.menus.refresh()
    for wanted in ("lagr_damper", "dashpot"):
        action = window.menus.actions["brake_all_ways"]
        action.trigger()
        (now,) = (e for e in session.model.elements if e.name == damper.name)
        assert (now.kind, now.k) == (wanted, damper.k)
        assert action.isChecked() == (wanted == "lagr_damper")
