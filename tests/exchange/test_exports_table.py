"""The table of `docs/exports.md`: each export knows what it says, or refuses it by its name."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from lagr_gui import GROUND, System
from lagr_gui.exchange.registry import EXPORTS
from lagr_gui.extensions.programs.refusing import refused
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model
from lagr_gui.prepared import prepare

PAGE = Path(__file__).parents[2] / "docs" / "exports.md"
NAME = "something"


def rail(kind: str = "prismatic", **fields: object) -> System:
    s = System("rail", m=1)
    block = s.body("block", mass="m", inertia=(0.1, 0.1, 0.1))
    s.joint(kind, GROUND, block, "x", point_child=(0, 0.5, 0), **fields)
    s.start(x=(0.1, 1))
    return s


def with_element(kind: str, joint: str = "prismatic", **fields: object) -> System:
    s = rail(joint, **({"pitch": 0.1} if joint == "screw" else {}))
    s.element(kind, NAME, **fields)
    return s


def bush() -> System:
    s = System("bush", m=1)
    block = s.body("block", mass="m", inertia=(0.1, 0.1, 0.1))
    s.joint("cylindrical", GROUND, block, "x", "turn")
    s.element("surface_friction", NAME, coordinate="x")
    s.start(x=(0.1, 1))
    return s


def line_friction() -> System:
    return with_element("line_friction", body_a=GROUND, point_a=(-2, 1, 0), body_b=1)


def capstan() -> System:
    s = System("capstan", m=1, M=3)
    loads = [
        s.body(name, mass=mass, inertia=(0, 0, 0.1)) for name, mass in (("a", "m"), ("b", "M"))
    ]
    for place, (load, name) in enumerate(zip(loads, "xy", strict=True)):
        s.joint("prismatic", GROUND, load, name, axis=(0, 1, 0), point_parent=(place, 0, 0))
    drum = {"drum": GROUND, "drum_point": (0.5, 0, 0), "l": "sqrt(5)", "wrap": 3.1}
    s.element("drum_rope", NAME, body_a=loads[0], body_b=loads[1], **drum)
    s.start(x=-1, y=-1)
    return s


def falling(**fields: object) -> System:
    s = System("falling", m=1)
    block = s.body("block", mass="m", inertia=(0.1, 0.1, 0.1))
    s.joint("planar", GROUND, block, "x", "y", "turn")
    s.element("wall", NAME, body=block, **fields)
    s.start(y=1)
    return s


def signal(kind: str, **fields: object) -> System:
    s = rail()
    s.signal("law" if "outputs" in fields else NAME, kind, **fields)
    s.element("coordinate_force", "drive", coordinate="x", force=NAME)
    return s


def event() -> System:
    s = rail()
    s.event(NAME, when="x - 0.5", set={"x'": 0})
    return s


COLUMNS: dict[str, Callable[[], System]] = {
    "joint_friction": lambda: with_element("joint_friction", coordinate="x"),
    "brake": lambda: with_element("brake", coordinate="x"),
    "line_friction": line_friction,
    "guide_friction": lambda: with_element("guide_friction", coordinate="x"),
    "bearing_friction": lambda: with_element("bearing_friction", "revolute", coordinate="x"),
    "thread": lambda: with_element(
        "bearing_friction", "screw", coordinate="x", radius=0, thrust_radius=0.02
    ),
    "surface_friction": bush,
    "drum_rope": capstan,
    "one_way_clutch": lambda: with_element("one_way_clutch", coordinate="x"),
    "rough wall": lambda: falling(mu=0.3),
    "wall": falling,
    "relay": lambda: signal("relay", input="x", on=0.1, off=-0.1),
    "delay": lambda: signal("delay", input="x", delay=0.1),
    "sampled": lambda: signal("sampled", sample=0.1, inputs=["x"], D=[[1]], outputs=[NAME]),
    "event": event,
}
KNOWN = {"c": (True, True), "fmu2": (True, True), "object": (False, False)}
"""Programs, which are not written to see what they refuse: whether they know impacts and friction.
Others are made by the same functions."""
BY_MODEL = ("python", "flat", "urdf", "mjcf", "sdf", "autolev", "deck", "signal-flow")
"""Exports that are tried; others are made of equations and motions."""


def rows() -> dict[str, list[str]]:
    """What the page says, by export."""
    found: dict[str, list[str]] = {}
    for line in PAGE.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split("|")]
        if line.startswith("|") and len(cells) == 1 + len(COLUMNS) and not cells[0].startswith("-"):
            found |= {name.strip("` "): cells[1:] for name in cells[0].split(",")}
    return found


def written(export: str, model: Model) -> str:
    """ "yes" where a file is written, "–" where what is asked is refused by its name."""

    def known(name: str) -> object:
        match name:
            case "model":
                return model
            case "reading":
                return prepare(model).reading
            case "special":
                return ""
            case _:
                return EXPORTS[export].answer(name, known)

    try:
        return "yes" if EXPORTS[export].write(known) else "nothing"
    except LagrError as error:
        return "–" if NAME in str(error) else f"refused without a name: {error}"


def refused_in(export: str, model: Model) -> str:
    """The same of a program, which is not written to see that."""
    problems = refused(prepare(model), *KNOWN[export])
    named = all(NAME in str(problem.place) for problem in problems)
    return ("–" if named else f"refused without a name: {problems}") if problems else "yes"


def as_said(tried: Callable[[str, Model], str], exports: Collection[str]) -> None:
    """Try all columns of the table with some exports."""
    table = rows()
    assert [cell.strip("` ") for cell in table["export"]] == [*COLUMNS]
    for place, (column, make) in enumerate(COLUMNS.items()):
        model = make().model
        for export in exports:
            said = table[export][place]
            assert tried(export, model) == ("yes" if said == "open" else said), (export, column)


def test_each_export_writes_or_refuses_by_name_what_the_page_says() -> None:
    as_said(written, BY_MODEL)


def test_programs_refuse_what_the_page_says() -> None:
    as_said(refused_in, KNOWN)


def test_programs_have_what_the_page_says() -> None:
    as_said(written, KNOWN)


def test_models_in_modelica_have_what_the_page_says() -> None:
    as_said(written, ["modelica"])


def test_the_page_names_exports_that_there_are() -> None:
    assert {*rows()} - {"export"} <= {*EXPORTS}
