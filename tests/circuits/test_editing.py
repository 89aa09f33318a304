"""Circuits are drawn, renamed, removed, copied and arranged like everything else."""

from __future__ import annotations

import pytest

from lagr_gui import pipeline
from lagr_gui.catalogue import ELEMENTS
from lagr_gui.editing import edits
from lagr_gui.foundation.problem import LagrError, has_errors
from lagr_gui.model import Model, write_text

BRANCHES = [name for name, kind in ELEMENTS.items() if kind.role is not None]


def ring(*kinds: str) -> Model:
    """Branches of these kinds in a ring."""
    model = edits.connect(edits.add_body(Model(gravity=(0, 0, 0)), (0, 0)), "revolute", 0, 1)
    for place in range(len(kinds)):
        model = edits.add_terminal(model, (100.0 * place, 300.0))
    for place, kind in enumerate(kinds):
        model = edits.join(model, kind, f"n{place + 1}", f"n{(place + 1) % len(kinds) + 1}")
    return model


@pytest.mark.parametrize("kind", BRANCHES)
def test_every_branch_can_be_drawn_from_terminal_to_terminal(kind: str) -> None:
    model = ring(kind, "inductor", "resistor")
    assert not has_errors(pipeline.check(model).problems)
    element = model.elements[0]
    assert (element.terminal_a, element.terminal_b) == ("n1", "n2")  # type: ignore[attr-defined]
    assert element.own[0].startswith("q_")


def test_charges_get_names_of_their_own() -> None:
    names = [element.own[0] for element in ring("resistor", "resistor", "inductor").elements]
    assert names == ["q_R", "q_R2", "q_L"]


def test_a_branch_needs_two_terminals() -> None:
    model = ring("inductor", "resistor")
    for ends in (("n1", "n1"), ("n1", "n9")):
        with pytest.raises(LagrError):
            edits.join(model, "resistor", *ends)
    with pytest.raises(LagrError, match="circuit"):
        edits.connect(model, "resistor", 0, 1)
    with pytest.raises(LagrError):
        edits.join(model, "spring", "n1", "n2")


def test_branches_go_with_their_terminal_and_couplings_with_their_coil() -> None:
    model = edits.add_element(ring("inductor", "inductor", "resistor"), "mutual_inductance")
    model = edits.set_start(model, "q_L", 1.0, 0)
    assert [e.kind for e in model.elements][-1] == "mutual_inductance"
    without = edits.remove(model, {"terminal:n1"})
    assert [element.name for element in without.elements] == ["inductor 2"]
    assert [terminal.name for terminal in without.terminals] == ["n2", "n3"]
    assert not without.start
    kept = {place.item for place in without.layout.places}
    assert "terminal:n1" not in kept and "terminal:n2" in kept
    uncoupled = edits.remove(model, {"element:inductor 2"})
    assert [element.kind for element in uncoupled.elements] == ["inductor", "resistor"]


def test_two_coils_are_needed_for_a_coupling() -> None:
    with pytest.raises(LagrError, match="two inductors"):
        edits.add_element(ring("inductor", "resistor"), "mutual_inductance")


def test_new_names_of_terminals_and_coils_are_followed() -> None:
    model = edits.add_element(ring("inductor", "inductor", "resistor"), "mutual_inductance")
    model = edits.rename(model, "terminal:n2", "middle")
    model = edits.rename(model, "element:inductor 2", "secondary")
    model = edits.rename(model, "coordinate:q_L", "q")
    assert not has_errors(pipeline.check(model).problems)
    assert "terminal:middle" in {place.item for place in model.layout.places}
    assert pipeline.check(model).coordinates == ("q1", "q_L2")
    with pytest.raises(LagrError, match="taken"):
        edits.rename(model, "terminal:n1", "middle")


def test_a_copied_circuit_stands_on_its_own() -> None:
    model = ring("voltage_source", "resistor", "inductor")
    keys = {f"terminal:{terminal.name}" for terminal in model.terminals}
    twice = edits.duplicate(model, keys)
    assert not has_errors(pipeline.check(twice).problems)
    assert len(twice.terminals) == 6 and len(twice.elements) == 6
    assert len(pipeline.check(twice).coordinates) == 3
    places = dict(edits.places(twice))
    assert places["terminal:n4"] == (40.0, 340.0)
    pipeline.read_text(edits.copy(model, keys))
    alone = edits.paste(Model(gravity=(0, 0, 0)), edits.copy(model, {"element:resistor 1"}), (0, 0))
    assert [element.kind for element in alone.elements] == ["resistor"]
    assert len(alone.terminals) == 2


def test_terminals_are_arranged_apart_from_bodies_and_from_each_other() -> None:
    model = edits.arrange(ring("voltage_source", "resistor", "inductor", "capacitor"))
    places = [edits.places(model)[f"terminal:n{k}"] for k in (1, 2, 3, 4)]
    assert len(set(places)) == 4
    low = max(y for key, (_, y) in edits.places(model).items() if key.startswith("body:"))
    assert min(y for _, y in places) > low
    row = edits.align(model, {"terminal:n1", "terminal:n3"}, "row")
    assert edits.places(row)["terminal:n1"][1] == edits.places(row)["terminal:n3"][1]


def test_a_branch_may_become_one_of_another_kind() -> None:
    model = edits.change_kind(ring("resistor", "inductor"), "element:resistor 1", "capacitor")
    changed = model.elements[0]
    assert changed.kind == "capacitor" and changed.own == ("q_R",)
    assert changed.terminal_a == "n1"  # type: ignore[attr-defined]
    assert not has_errors(pipeline.check(model).problems)


def test_a_circuit_survives_its_file() -> None:
    model = ring("voltage_source", "resistor", "inductor", "capacitor", "motor")
    assert pipeline.read_text(write_text(model)) == model
