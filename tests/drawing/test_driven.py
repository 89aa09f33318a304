"""Elements that a controller drives say so in the drawing."""

from __future__ import annotations

from lagr_gui import System
from lagr_gui.drawing import looks_of
from lagr_gui.exchange.svg_diagram import diagram_svg
from lagr_gui.model import Model


def controlled() -> System:
    """A pendulum with a drive, a spring and a damper; a controller drives the first two."""
    s = System("Pendulum", u=0, c=1, k=1)
    s.joint("revolute", 0, s.body("Rod", mass=1), "phi")
    s.element("coordinate_force", "drive", coordinate="phi", force="2*u")
    s.element("coordinate_spring", "spring", coordinate="phi", c="c")
    s.element("coordinate_damper", "friction", coordinate="phi", k="k")
    s.controller("PD", "pd.fmu", {"q": "phi"}, {"u": "u", "v": "c"}, sample=0.01)
    return s


def labels(model: Model) -> dict[str, str]:
    return {key: look.text for key, look in looks_of(model, ()).items()}


def test_an_element_names_the_controller_that_drives_it() -> None:
    found = labels(controlled().model)
    assert found["element:drive"] == "drive (PD)"
    assert found["element:spring"] == "spring (PD)"
    assert found["element:friction"] == "friction"
    assert "drive (PD)" in diagram_svg(controlled().model)


def test_one_that_is_switched_off_drives_nothing() -> None:
    model = controlled().model
    (entry,) = model.simulation.controllers
    off = model.having(
        simulation=model.simulation.having(controllers=(entry.having(enabled=False),))
    )
    assert labels(off)["element:drive"] == "drive"
