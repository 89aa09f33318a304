"""Files of signal-flow diagrams: true, whole, readable."""

from __future__ import annotations

import io
import json
import re
from itertools import combinations, pairwise
from typing import Any
from xml.etree import ElementTree

import networkx as nx
import numpy as np
import pytest
from PIL import Image

from lagr_gui import pipeline
from lagr_gui.cli.__main__ import main
from lagr_gui.drawing.channels import NodeBox, Point
from lagr_gui.extensions.signal_flow.diagram import signal_flow_diagram
from lagr_gui.extensions.signal_flow.picture import LABEL, SignalPicture, signal_picture, width_of
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.resource import sample_models
from tests.samples.gallery import SMOOTH, sample

PATHS = {path.stem: path for path in sample_models()}


def data(name: str) -> dict[str, Any]:
    """A diagram as data, with its numbers at the start."""
    model = sample(name)
    network, values = pipeline.signal_flow(model), pipeline.signal_values(model)
    return json.loads(signal_flow_diagram(network, values, ".json"))


@pytest.mark.parametrize("name", SMOOTH)
def test_the_equations_of_the_data_give_their_values(name: str) -> None:
    """Solved group by group from constants and factors alone."""
    found = data(name)
    equations = {entry["id"]: entry for entry in found["equations"]}
    known: dict[str, float] = {}
    for group in found["order"]:
        own = [equations[key] for key in group]
        names = [entry["gives"] for entry in own]
        A, right = np.eye(len(own)), np.zeros(len(own))
        if any(entry["constant"] is None for entry in own):
            pytest.skip("a factor vanishes at the start")
        for row, entry in enumerate(own):
            right[row] = entry["constant"]
            for used, factor in zip(entry["uses"], entry["factors"], strict=True):
                if used in names:
                    A[row, names.index(used)] -= factor
                else:
                    right[row] += factor * known[used]
        known |= dict(zip(names, np.linalg.solve(A, right), strict=True))
    values = {entry["gives"]: entry["value"] for entry in found["equations"]}
    assert len(values) == len(found["equations"]), "a name stands for two numbers"
    size = max(1.0, *map(abs, values.values()))
    assert known == pytest.approx(values, abs=1e-8 * size)
    (there,) = pipeline.evaluate(sample(name), {k: found["state"][k] for k in ("t", "q", "qd")})
    assert found["state"]["qdd"] == pytest.approx(there.qdd.tolist(), rel=1e-9, abs=1e-9 * size)


@pytest.mark.parametrize("name", SMOOTH)
def test_no_wire_runs_over_a_box_or_along_another_wire(name: str) -> None:
    picture = signal_picture(pipeline.signal_flow(sample(name)))
    for a, b in combinations((drawn.box for drawn in picture.blocks), 2):
        assert not _meet(a, b)
    lines = [
        (number, *pair)
        for number, drawn in enumerate(picture.wires)
        for points in drawn.way.ways
        for pair in pairwise(points)
    ]
    for _, start, end in lines:
        assert start[0] == pytest.approx(end[0]) or start[1] == pytest.approx(end[1])
        assert not any(_crosses(drawn.box, start, end) for drawn in picture.blocks)
    for axis in (0, 1):
        tracks: dict[float, list[tuple[float, float, int]]] = {}
        for number, start, end in lines:
            if start[axis] == end[axis]:
                low, high = sorted((start[1 - axis], end[1 - axis]))
                tracks.setdefault(round(start[axis], 6), []).append((low, high, number))
        for spans in tracks.values():
            spans.sort()
            for (_, high, one), (low, _, other) in pairwise(spans):
                assert one == other or low > high - 1e-9


@pytest.mark.parametrize("name", SMOOTH)
def test_no_label_lies_on_another_or_on_a_box(name: str) -> None:
    picture = signal_picture(pipeline.signal_flow(sample(name)))
    labels = list(_labels(picture))
    for a, b in combinations(labels, 2):
        assert not _meet(a, b)
    for label in labels:
        assert not any(_meet(label, drawn.box) for drawn in picture.blocks)


def _labels(picture: SignalPicture) -> list[NodeBox]:
    return [
        NodeBox(d.way.label[0], d.way.label[1] - LABEL - 3, width_of(d.wire.label, LABEL), LABEL)
        for d in picture.wires
    ]


def _meet(a: NodeBox, b: NodeBox) -> bool:
    across = a.x < b.x + b.width and b.x < a.x + a.width
    return across and a.y < b.y + b.height and b.y < a.y + a.height


def _crosses(box: NodeBox, start: Point, end: Point) -> bool:
    (x0, x1), (y0, y1) = (sorted(pair) for pair in zip(start, end, strict=True))
    inside = x0 < box.x + box.width - 1e-6 and x1 > box.x + 1e-6
    return inside and y0 < box.y + box.height - 1e-6 and y1 > box.y + 1e-6


def test_the_graph_has_the_blocks_and_their_wires() -> None:
    network = pipeline.signal_flow(sample("slider_crank"))
    text = signal_flow_diagram(network, None, ".graphml")
    graph = nx.read_graphml(io.StringIO(text), force_multigraph=True)
    assert len(graph) == len(network.blocks)
    assert graph.number_of_edges() == sum(len(wire.targets) for wire in network.wires)
    looped = [edge for *_, edge in graph.edges(data=True) if edge["algebraic"]]
    assert len(looped) == sum(len(wire.algebraic) for wire in network.wires)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_picture_is_a_whole_svg_in_its_language(language: str) -> None:
    network = pipeline.signal_flow(sample("slider_crank"))
    text = signal_flow_diagram(network, None, ".svg", language)
    ElementTree.fromstring(text)
    assert ("Drehimpuls" in text) == (language == "de")
    assert ("angular momentum" in text) == (language == "en")


def test_the_same_model_gives_the_same_bytes() -> None:
    one, two = (
        signal_flow_diagram(pipeline.signal_flow(sample("flyball_governor"))) for _ in range(2)
    )
    assert one == two


def test_pictures_of_dots_and_pages_are_those_of_lines(tmp_path: Any) -> None:
    """A PNG has the size of the SVG and its ink; a PDF is one page as large."""
    network = pipeline.signal_flow(sample("slider_crank"))
    text = signal_flow_diagram(network, None, ".svg")
    width, height = map(float, re.findall(r'viewBox="0 0 (\d+) (\d+)"', str(text))[0])
    picture = Image.open(io.BytesIO(bytes(signal_flow_diagram(network, None, ".png"))))
    assert picture.width / picture.height == pytest.approx(width / height, rel=0.01)
    colors = {color for _, color in picture.convert("RGB").quantize(16).convert("RGB").getcolors()}
    assert len(colors) > 3
    page = signal_flow_diagram(network, None, ".pdf")
    assert isinstance(page, bytes) and page.startswith(b"%PDF") and b"/Count 1/" in page


def test_another_ending_is_refused() -> None:
    network = pipeline.signal_flow(sample("simple_pendulum"))
    with pytest.raises(LagrError):
        signal_flow_diagram(network, None, ".txt")


@pytest.mark.parametrize("ending", ["svg", "json", "graphml", "pdf", "png"])
def test_the_command_line_writes_it(ending: str, tmp_path: Any) -> None:
    path = tmp_path / f"diagram.{ending}"
    words = ["export", str(PATHS["slider_crank"]), "--to", "signal-flow", "--out", str(path)]
    assert main(words) == 0
    data = path.read_bytes()
    begun = {
        "svg": b"<svg",
        "json": b'"order"',
        "graphml": b"<graphml",
        "pdf": b"%PDF",
        "png": b"PNG",
    }
    assert begun[ending] in data
    assert ending != "json" or json.loads(data)["state"]["qdd"]
