"""Units of fields are those of the coordinate on which an element acts."""

from __future__ import annotations

import pytest

from lagr_gui import GROUND, System
from lagr_gui.gui.panes.inspector.forms import Form, form_of

UNITS = {
    "coordinate_spring": ("N m/rad", "N/m"),
    "coordinate_damper": ("N m s/rad", "N s/m"),
    "coordinate_force": ("N m", "N"),
    "stop": ("rad", "m"),
}


def forms(*kinds: tuple[str, str]) -> list[Form]:
    """The forms of the elements (kind and joint), each and together."""
    system = System("Units")
    for number, joint in enumerate(("revolute", "prismatic")):
        body = system.body(f"Body {number}", mass=1)
        system.joint(joint, GROUND, body, joint, axis=(1, 0, 0))
    for number, (kind, joint) in enumerate(kinds):
        system.element(kind, f"e{number}", coordinate=joint)
    keys = [f"element:e{number}" for number in range(len(kinds))]
    chosen = [*(frozenset({key}) for key in keys), frozenset(keys)]
    return [form_of(system.model, selection)[1] for selection in chosen]


def units(*kinds: tuple[str, str]) -> list[set[str]]:
    """The units of all rows of these forms."""
    return [{row.unit for section in form for row in section.rows} for form in forms(*kinds)]


@pytest.mark.parametrize("kind", UNITS)
def test_a_turn_and_a_displacement_have_units_of_their_own(kind: str) -> None:
    turning, sliding, both = units((kind, "revolute"), (kind, "prismatic"))
    of_turns, of_ways = UNITS[kind]
    assert of_turns in turning and of_ways not in turning
    assert of_ways in sliding and of_turns not in sliding
    assert not both & {of_turns, of_ways}  # one field for both has none
    assert of_ways in units((kind, "prismatic"), (kind, "prismatic"))[2]


def test_kinds_are_called_by_what_they_are_there() -> None:
    kind = "coordinate_spring"
    turning, sliding, _ = forms((kind, "revolute"), (kind, "prismatic"))
    for form, title in ((turning, "Torsion spring (in joint)"), (sliding, "Spring (along slide)")):
        rows = (row for section in form for row in section.rows if row.choices)
        assert title in [dict(row.choices or ()).get(kind) for row in rows]
