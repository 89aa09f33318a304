"""Terms of lines that belong to no coordinate, as there may be more of them than coordinates."""

from __future__ import annotations

from lagr_gui import GROUND, System
from lagr_gui.analysis.equations.coordinates import equations
from lagr_gui.analysis.equations.term_proof import DimensionProof
from lagr_gui.mechanics.sheets.friction_lines import friction_lines
from lagr_gui.prepared import prepare


def test_lines_of_signals_and_friction_are_judged_whatever_their_number() -> None:
    system = System("servo", J=2.0)
    rotor = system.body(mass=1, inertia=(1, 1, "J"))
    system.joint("revolute", GROUND, rotor, "phi", axis=(0, 0, 1))
    for number in range(3):
        system.element("joint_friction", coordinate="phi", kinetic=0.1 * (1 + number))
    for name, source in (("a", "phi"), ("b", "2*a"), ("c", "3*b")):
        system.signal(name, "expression", value=source)
    system.element("coordinate_force", coordinate="phi", force="c")
    prepared = prepare(system.model)
    sheet = equations(prepared)
    proof = DimensionProof(prepared, sheet)
    lines = [*sheet.signals, *friction_lines(sheet)]
    assert max(line.index for line in lines) > len(sheet.coordinates)
    for line in lines:
        assert all(not term.unit for term in proof.of_line(line))
