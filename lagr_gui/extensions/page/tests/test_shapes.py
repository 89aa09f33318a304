"""What a page shows of gears, racks, cables, beads and solids is what the window shows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from lagr_gui import System, pipeline
from lagr_gui.drawing.bodies.appearance import MARK
from lagr_gui.drawing.bodies.mesh_files import NO_FILES, MeshFiles
from lagr_gui.drawing.bodies.solids import full_solids
from lagr_gui.drawing.bodies.surfaces import SolidSurface, from_triangles, turned
from lagr_gui.editing import edits
from lagr_gui.extensions.page.shapes import PageScene
from lagr_gui.extensions.page.solids import MOST_OF_MESH, page_solids
from lagr_gui.extensions.page.tests.browser import said
from lagr_gui.extensions.page.tests.test_page import SAMPLES, needs_browser, page, told
from lagr_gui.mechanics.trajectories.poses import numbers
from lagr_gui.model import Model, Shape, Solid
from lagr_gui.prepared import Prepared, prepare
from lagr_gui.scenery.scene import build_scene
from tests.samples.gallery import sample
from tests.systems import element, pendulum


def within(points: np.ndarray, outline: np.ndarray) -> np.ndarray:
    """Which points (n, 2) lie in a closed line (k, 2): it is crossed oddly often on the way out."""
    (x, y), ends = points.T[:, :, None], np.roll(outline, -1, axis=0)
    (ax, ay), (bx, by) = outline.T, ends.T
    crossed = (ay > y) != (by > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        return (crossed & (x < ax + (y - ay) * (bx - ax) / (by - ay))).sum(axis=1) % 2 == 1


def outlines(name: str) -> list[np.ndarray]:
    """The toothed lines (n, 2) of a sample in its plane, at its start."""
    prepared = prepare(sample(name))
    motion, bodies = pipeline.start_motion(prepared), numbers(prepared.reading)
    found = []
    for place, rims in PageScene(prepared).special(NO_FILES)["teeth"].items():
        number = bodies[int(place)]
        for rim in rims:
            local = np.array(rim[-1])
            found.append((motion.x[number][0] + local @ motion.R[number][0].T)[:, :2])
    return found


@pytest.mark.parametrize("name", ["gear_train", "rack_and_pinion"])
def test_teeth_lie_in_the_gaps_of_each_other(name: str) -> None:
    first, second = outlines(name)
    assert len(first) > 20 and len(second) > 20
    assert not within(first, second).any() and not within(second, first).any()
    near = np.linalg.norm(first[:, None] - second[None], axis=2).min()
    assert near < 0.01, "they reach each other"


def test_teeth_hang_on_the_sizes_of_wheels_and_their_ratio_only() -> None:
    told_of = PageScene(prepare(sample("gear_train"))).special(NO_FILES)
    assert told_of["sized"] == ["r1", "r2", "rd"]
    (cable,) = told_of["cables"]
    assert cable["radius"] == pytest.approx(0.1)


def solid_gears(planar: bool = True) -> Model:
    """A gear train of which the wheels are solids; a ball beside it leaves its plane."""
    model = sample("gear_train")
    for place, body in enumerate(model.bodies):
        if body.shape.form in ("disc", "cylinder"):
            r = str(body.shape.size[0]).removeprefix("2*")
            solid = Solid(form="cylinder", radius=r, length=0.04)
            shape = Shape(form="composed", color="#336699", solids=(solid,))
            model = edits.set_value(model, ("bodies", place, "shape"), shape)
    if not planar:
        system = System.of(model)
        ball = system.body("ball", mass=1)
        system.joint("revolute", 0, ball, axis=(1, 0, 0), point_child=(0.3, 0.5, 0))
        model = system.model
    return model


@pytest.mark.parametrize("planar", [True, False])
def test_teeth_of_solids_are_those_of_the_window(planar: bool) -> None:
    model = solid_gears(planar)
    prepared = prepare(model)
    told_of, bodies = PageScene(prepared).special(NO_FILES), numbers(prepared.reading)
    scene = build_scene(model, pipeline.start_motion(prepared))
    assert bool(scene.motion.planar) == planar
    now = scene.at(0.0)
    phases = scene.gearing.phases(now.x, now.R)
    figures = {figure.number: figure for figure in scene.figures}
    assert {bodies[int(place)] for place in told_of["toothed"]} == set(scene.gearing.of_body)
    for place, body in told_of["toothed"].items():
        number = bodies[int(place)]
        seen = [part.surface for part in figures[number].painted if part.color != MARK]
        for index in scene.gearing.of_body[number]:
            rim, phase = scene.gearing.rims[index], phases[index]
            seen.append(rim.surface(phase).moved(*rim.placed(phase)))
        assert len(seen) == len(body["parts"]) > 0
        for surface, part in zip(seen, body["parts"], strict=True):
            assert volume(solid_of(part)) == pytest.approx(volume(surface), rel=1e-3)
            off = np.ptp(solid_of(part).corners, axis=0) - np.ptp(surface.corners, axis=0)
            assert np.abs(off).max() < 1e-4


@needs_browser
@pytest.mark.parametrize("planar", [True, False])
def test_solids_show_their_teeth_until_a_wheel_gets_another_size(
    planar: bool, tmp_path: Path
) -> None:
    text = page(solid_gears(planar))
    place = [entry["name"] for entry in told(text)["parameters"]].index("r1")
    script = f"""
        const canvas = document.getElementById("picture");
        const faces = () => {{
            let count = 0;
            const pen = canvas.getContext("2d"), fill = pen.fill;
            pen.fill = (...rest) => {{ count += 1; fill.apply(pen, rest); }};
            window.system.seek(0.1); pen.fill = fill;
            return count;
        }};
        await painted();
        const before = faces();
        const slider = document.querySelectorAll("#parameters input[type=range]")[{place}];
        slider.value = 1.2 * slider.value;
        slider.dispatchEvent(new Event("input"));
        await painted(); await painted();
        return {{ before, after: faces() }};
    """
    found = said(text, script, tmp_path)
    assert "error" not in found
    assert found["before"] > found["after"] > 0, "wheels without teeth have fewer faces"


def test_springs_and_dampers_in_hinges_are_told_as_the_window_draws_them() -> None:
    prepared = prepare(sample("ziegler_column"))
    told_of, bodies = PageScene(prepared).joint_signs(), numbers(prepared.reading)
    scene = build_scene(prepared.model, pipeline.start_motion(prepared))
    signs, charts = told_of["torsions"], told_of["charts"]
    assert [entry["sort"] for entry in signs] == [one.sort for one in scene.torsions] != []
    for entry, one in zip(signs, scene.torsions, strict=True):
        assert (bodies[entry["body"]], bodies[entry["child"]]) == (one.pin.body, one.child)
        for stroke, own in zip(charts[entry["chart"]], one.chart, strict=True):
            assert np.array(stroke) == pytest.approx(own, abs=1e-3)
    assert PageScene(prepare(sample("four_bar"))).joint_signs()["torsions"] == []


def test_springs_and_dampers_on_slides_are_told_as_the_window_draws_them() -> None:
    prepared = prepare(sample("condenser_microphone"))
    told_of = PageScene(prepared).joint_signs()
    scene = build_scene(prepared.model, pipeline.start_motion(prepared))
    assert [entry["sort"] for entry in told_of["slides"]] == ["spring", "dashpot"]
    for entry, one, line in zip(told_of["slides"], scene.slides, scene.lines, strict=True):
        assert entry["shift"] == line.shift
        for name in ("anchor", "back"):
            assert np.array(entry[name]) == pytest.approx(getattr(one, name), rel=1e-5)


def sprung(size: float = 1.0) -> Model:
    """A pendulum of a length between a spring and a dashpot that is drawn the other way round."""
    model = edits.set_value(pendulum(), ("parameters", 2, "value"), size)
    spring = element("spring", "spring", body_a=1, body_b=0, point_b=("3*l", 0, 0), c=2, l0="l")
    oil = element("dashpot", "oil", body_a=0, body_b=1, point_a=("3*l", 0, 0), k=1)
    return model.having(elements=(spring, oil))


@pytest.mark.parametrize("size", [1.0, 1e-6])
def test_springs_and_dampers_between_the_same_points_lie_side_by_side(size: float) -> None:
    """To the left and to the right of one way, however each of them goes."""
    lines = {line["name"]: line for line in told(page(sprung(size)))["lines"]}
    assert lines["spring"]["shift"] == lines["oil"]["shift"] == -0.5 or (
        lines["spring"]["shift"] == lines["oil"]["shift"] == 0.5
    ), "they go opposite ways, so that the same side of each is another one"
    alone = sprung(size).having(elements=sprung(size).elements[:1])
    assert "shift" not in told(page(alone))["lines"][0]


def test_a_damper_in_all_directions_has_its_own_sign() -> None:
    """LAGR's has a double arrow; a dashpot of the same ends has none."""
    model = sprung()
    both = (*model.elements, element("lagr_damper", "air", body_a=1, body_b=0, k=1))
    lines = told(page(model.having(elements=both)))["lines"]
    assert [line["name"] for line in lines if line.get("across")] == ["air"]


def test_teeth_of_a_watch_are_as_exact_as_those_of_a_mill() -> None:
    def outline(size: float) -> np.ndarray:
        model = sample("gear_train")
        for place, entry in enumerate(model.parameters):
            if entry.unit == "m":
                model = edits.set_value(
                    model, ("parameters", place, "value"), float(entry.value or 0) * size
                )
        teeth = PageScene(prepare(model)).special(NO_FILES)["teeth"]
        return np.array(next(iter(teeth.values()))[0][-1]) / size

    assert outline(1e-5) == pytest.approx(outline(1.0), abs=3e-6)


@needs_browser
def test_springs_in_hinges_are_painted_and_wound(tmp_path: Path) -> None:
    script = """
        const pen = document.getElementById("picture").getContext("2d");
        const stroke = pen.stroke, line = pen.lineTo;
        const spirals = () => {
            const found = [];
            let path = [];
            const begin = pen.beginPath;
            pen.beginPath = (...rest) => { path = []; begin.apply(pen, rest); };
            pen.lineTo = (x, y) => { path.push([x, y]); line.call(pen, x, y); };
            pen.stroke = () => { if (path.length > 40) { found.push(path); } stroke.apply(pen); };
            window.system.seek(now);
            Object.assign(pen, { beginPath: begin, lineTo: line, stroke });
            return found;
        };
        let now = 0;
        await painted();
        const before = spirals();
        now = 1.5;
        const after = spirals();
        return { before, after };
    """
    found = said(page(pipeline.load(SAMPLES["ziegler_column"])), script, tmp_path)
    assert "error" not in found
    assert len(found["before"]) == len(found["after"]) == 2
    assert found["before"] != found["after"]


def test_a_bead_has_its_hoop_and_what_has_neither_teeth_nor_beads_has_nothing() -> None:
    (hoop,) = PageScene(prepare(sample("bead_on_hoop"))).special(NO_FILES)["hoops"]
    assert np.linalg.norm(hoop["axis"]) == pytest.approx(1) and hoop["body"] == 0
    assert PageScene(prepare(sample("four_bar"))).special(NO_FILES) == {}


@needs_browser
@pytest.mark.parametrize(("name", "wheel"), [("gear_train", "r1"), ("bead_on_hoop", "R")])
def test_the_picture_is_painted_and_follows_a_slider(name: str, wheel: str, tmp_path: Path) -> None:
    model = pipeline.load(SAMPLES[name])
    text = page(model)
    place = [entry["name"] for entry in told(text)["parameters"]].index(wheel)
    script = f"""
        const canvas = document.getElementById("picture");
        const inked = () => {{
            const pen = canvas.getContext("2d"), {{ width, height }} = canvas;
            const {{ data }} = pen.getImageData(0, 0, width, height);
            return data.filter((v, i) => i % 4 === 3 && v > 0).length;
        }};
        await painted();
        const before = inked(), shown = canvas.toDataURL();
        const slider = document.querySelectorAll("#parameters input[type=range]")[{place}];
        slider.value = 1.2 * slider.value;
        slider.dispatchEvent(new Event("input"));
        await painted(); await painted();
        const trouble = document.getElementById("trouble").textContent;
        return {{ before, after: inked(), changed: canvas.toDataURL() !== shown, trouble }};
    """
    found = said(text, script, tmp_path)
    assert "error" not in found and found["trouble"] == ""
    assert found["before"] > 500 and found["after"] > 500 and found["changed"]


def solid_of(part: dict, **grown: float) -> SolidSurface:
    """A solid as the page makes it, where parameters have grown by such parts of them."""
    lengths = np.array(part["lengths"])
    for name, by in grown.items():
        lengths = lengths + by * np.array(part["ways"].get(name, 0))
    at, rest = lengths[:3], lengths[3:]
    R = np.array(part.get("turn", np.eye(3))).reshape(3, 3)
    if "around" in part:
        rings = [(r, z, 1.0, 0.0) for r, z in rest.reshape(-1, 2).tolist()]
        return turned([rings], part["around"]).moved(R, at)
    faces = np.array(part["faces"])
    return from_triangles(rest.reshape(-1, 3), faces).moved(R, at)


def volume(surface: SolidSurface) -> float:
    a, b, c = np.moveaxis(surface.corners[surface.triangles], 1, 0)
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


@pytest.mark.parametrize("name", ["robot_arm_6r", "quadruped", "spinning_top", "whipple_bicycle"])
def test_bodies_of_solids_are_shown_as_what_they_are(name: str) -> None:
    """The page has the solids of the window, at their places: as many, as large, as far out."""
    prepared = prepare(sample(name))
    told_of, bodies = page_solids(prepared, NO_FILES), numbers(prepared.reading)
    built = {b.number: b.shape for b in prepared.model.bodies if b.shape.form == "composed"}
    assert {bodies[place] for place in told_of} == set(built) != set()
    for place, body in told_of.items():
        seen = full_solids(built[bodies[place]], prepared.values)
        assert len(seen) == len(body["parts"])
        for (solid, surface), part in zip(seen, body["parts"], strict=True):
            made, span = solid_of(part).corners, np.ptp(surface.corners, axis=0)
            assert volume(solid_of(part)) == pytest.approx(volume(surface), rel=0.25)
            assert part["color"] == (solid.color or built[bodies[place]].color)
            assert np.ptp(made, axis=0) == pytest.approx(span, abs=0.15 * span.max())
            middle = (surface.corners.min(axis=0) + surface.corners.max(axis=0)) / 2
            here = (made.min(axis=0) + made.max(axis=0)) / 2
            assert here == pytest.approx(middle, abs=0.05 * span.max())


def composed_body(*solids: dict) -> Prepared:
    system = System("solids")
    for name, number in (("a", 0.4), ("b", 0.1)):
        system.parameter(name, number, "m")
    body = system.body("box", mass="a*b", solids=solids, size=(1, 1, 1))
    system.joint("free", 0, body)
    return prepare(system.model)


def test_solids_follow_their_parameters() -> None:
    prepared = composed_body(
        {"form": "box", "size": ("a", "2*a+b", 0.1), "at": ("b", 0, 0)},
        {"form": "cylinder", "radius": "b", "length": "a", "at": (0, 1, "3*b-a")},
    )
    ((_, body),) = page_solids(prepared, NO_FILES).items()
    assert body["bound"] == []
    other = full_solids(prepared.model.bodies[0].shape, {"a": 0.7, "b": 0.25})
    for part, (_, surface) in zip(body["parts"], other, strict=True):
        made = solid_of(part, a=0.75, b=1.5).corners
        for end in (np.min, np.max):
            assert end(made, axis=0) == pytest.approx(end(surface.corners, axis=0), abs=2e-3)


def test_what_bends_with_a_parameter_is_bound_to_its_value() -> None:
    rod = {"form": "rod", "section": "b", "length": "a"}
    ((_, body),) = page_solids(composed_body(rod), NO_FILES).items()
    assert body["bound"] == ["b"] and list(body["parts"][0]["ways"]) == ["a"]
    product = {"form": "box", "size": ("a*b", 1, 1)}
    ((_, body),) = page_solids(composed_body(product), NO_FILES).items()
    assert body["bound"] == ["a", "b"] and body["parts"][0]["ways"] == {}


def test_large_meshes_are_drawn_coarser_and_missing_ones_as_boxes(tmp_path: Path) -> None:
    import trimesh

    ball = trimesh.creation.icosphere(5, 0.5)
    assert len(ball.faces) > MOST_OF_MESH
    ball.export(tmp_path / "ball.stl")
    for file, most in (("ball.stl", MOST_OF_MESH), ("none.stl", 12)):
        prepared = composed_body({"form": "mesh", "file": file})
        ((_, body),) = page_solids(prepared, MeshFiles(tmp_path)).items()
        (part,) = body["parts"]
        assert 12 <= len(part["faces"]) <= most
        assert np.ptp(solid_of(part).corners, axis=0) == pytest.approx(1, abs=0.03)


@needs_browser
def test_a_body_of_solids_is_painted_and_comes_nearer_by_the_wheel(tmp_path: Path) -> None:
    script = """
        const canvas = document.getElementById("picture");
        const inked = () => {
            const pen = canvas.getContext("2d"), { width, height } = canvas;
            const { data } = pen.getImageData(0, 0, width, height);
            return data.filter((v, i) => i % 4 === 3 && v > 0).length;
        };
        await painted();
        const before = inked();
        canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: -400, cancelable: true }));
        await painted();
        return { before, after: inked() };
    """
    found = said(page(pipeline.load(SAMPLES["spinning_top"])), script, tmp_path)
    assert found["before"] > 2000 and found["after"] > 2 * found["before"]
