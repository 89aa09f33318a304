"""Tables and pictures hold what they say; tables of other programs are read as they were meant."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lagr_gui import (
    LagrError,
    curves_svg,
    inverse_csv,
    motion_svg,
    reaction_columns,
    read_motion,
    trajectory_csv,
)
from lagr_gui.exchange.svg_curves import limits, tick_texts, ticks
from lagr_gui.exchange.tables.csv_table import split_head, table_csv
from lagr_gui.exchange.tables.curve_file import read_curve
from lagr_gui.exchange.tables.motion_file import read_tables, split_table
from lagr_gui.typesetting.escape import escaped, known_letters
from tests.face.chains import chain

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
HEADS = st.lists(
    st.text("abcxyz_ (),;\"'é", min_size=1, max_size=8).map(str.strip).filter(bool),
    min_size=1,
    max_size=4,
    unique=True,
)


@given(HEADS, st.integers(0, 6), st.randoms(use_true_random=False))
def test_a_table_is_read_back_to_the_last_digit(heads: list[str], rows: int, source: Any) -> None:
    columns = [
        np.array([source.uniform(-1, 1) * 10 ** source.randint(-20, 20) for _ in range(rows)])
        for _ in heads
    ]
    read, *body = csv.reader(io.StringIO(table_csv(heads, columns)))
    assert read == heads and len(body) == rows
    for column, own in zip(zip(*body, strict=True), columns, strict=False):
        assert [float(entry) for entry in column] == own.tolist()


@pytest.fixture(scope="module")
def moved() -> Any:
    system = chain(3)
    system.start(**dict.fromkeys(system.check().coordinates, (0.3, -0.2)))
    return system, system.simulate(until=0.4, points=21)


def rows_of(text: str) -> tuple[list[str], np.ndarray]:
    heads, *rows = csv.reader(io.StringIO(text))
    return heads, np.array(rows, float)


def test_the_table_of_a_motion_is_the_motion(moved: Any) -> None:
    system, found = moved
    heads, table = rows_of(trajectory_csv(found, system.check().units))
    f = len(found.coordinates)
    assert heads[0] == "t (s)" and len(set(heads)) == len(heads) == 1 + 3 * f + 5
    assert table[:, 0].tolist() == found.t.tolist()
    for part, wanted in enumerate((found.q, found.qd, found.qdd)):
        assert table[:, 1 + part * f : 1 + (part + 1) * f].tolist() == wanted.tolist()
    at = dict(zip(heads, table.T, strict=True))
    assert at["T (J)"].tolist() == found.T.tolist()
    assert at["balance (J)"] == pytest.approx(found.T + found.U + found.dissipated - found.supplied)


def test_an_output_that_is_a_coordinate_has_one_column(moved: Any) -> None:
    system, _ = moved
    name = system.check().coordinates[0]
    found = system.simulate(until=0.1, points=3, outputs=[name, "2*t"])
    heads, _ = rows_of(trajectory_csv(found, system.check().units))
    assert len(set(heads)) == len(heads) and any(head.startswith("2*t") for head in heads)


def test_forces_stand_in_the_same_rows(moved: Any) -> None:
    system, found = moved
    forces = system.reactions(found)
    heads, table = rows_of(trajectory_csv(found, system.check().units, forces))
    at = dict(zip(heads, table.T, strict=True))
    columns = reaction_columns(forces)
    assert columns and set(columns) <= set(at)
    for head, values in columns.items():
        assert at[head].tolist() == values.tolist()


def test_a_motion_that_was_written_is_one_that_is_read(moved: Any, tmp_path: Path) -> None:
    """The table of a simulation needs no forces beyond those of the model."""
    system, found = moved
    file = tmp_path / "motion.csv"
    file.write_text(trajectory_csv(found, system.check().units), "utf-8")
    table, left = split_table(read_motion(file), found.coordinates)
    assert set(table) == {"t", *found.coordinates} and "T" in left
    driven = system.inverse(table)
    scale = np.abs(found.qdd).max()
    assert np.abs(driven.forces[3:-3]).max() < 1e-2 * scale
    heads, _ = rows_of(inverse_csv(driven))
    assert heads[0] == "t (s)"


def test_heads_of_outputs_come_back_whole(moved: Any, tmp_path: Path) -> None:
    system, _ = moved
    found = system.simulate(
        until=0.1, points=3, outputs=["T + U", "T(1)", "abs(position(1))", "2*t"]
    )
    file = tmp_path / "motion.csv"
    file.write_text(trajectory_csv(found, system.check().units), "utf-8")
    assert "abs(position(1)) (m)" in file.read_text("utf-8")
    table = read_motion(file)
    for text, values in found.outputs.items():
        assert table[text] == values.tolist()


SPOKEN = {
    "q1 (rad)": ("q1", "rad"),
    " q1(rad) ": ("q1", "rad"),
    "q1": ("q1", ""),
    "length(spring)": ("length(spring)", ""),
    "2*length(m)": ("2*length(m)", ""),
    "abs(force(B)) (N)": ("abs(force(B))", "N"),
    "abs(force(B))": ("abs(force(B))", ""),
    "T(Bob) (J)": ("T(Bob)", "J"),
    "T(K)": ("T", "K"),
    "dissipated(damper)": ("dissipated(damper)", ""),
    "lambda of table, normal force (N)": ("lambda of table, normal force", "N"),
}


@pytest.mark.parametrize("head", SPOKEN)
def test_heads_have_names_and_units(head: str) -> None:
    assert split_head(head) == SPOKEN[head]


SEPARATORS = {",": ".", ";": ",", "\t": "."}


@pytest.mark.parametrize("mark", SEPARATORS, ids=["comma", "semicolon", "tab"])
@pytest.mark.parametrize("units", ["", " (rad)"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_tables_of_other_programs_are_read(
    mark: str, units: str, ends: str, start: str, tmp_path: Path
) -> None:
    values = [[0.0, 1.5, -2e-3], [0.5, 2.25, 1e6], [1.0, -3.125, 0.0]]
    point = SEPARATORS[mark]
    rows = [mark.join(repr(v).replace(".", point) for v in row) for row in values]
    text = start + ends.join([mark.join(("t (s)", f"phi{units}", "x")), *rows, "", ""])
    file = tmp_path / "table.csv"
    file.write_bytes(text.encode("utf-8"))
    found = read_motion(file)
    assert found == {"t": [0, 0.5, 1], "phi": [1.5, 2.25, -3.125], "x": [-2e-3, 1e6, 0]}


BROKEN = {
    "": "empty",
    "\n\n": "empty",
    "t,q\n1": "Row 2 has 1",
    "t,q\n1,2,3": "Row 2 has 3",
    "t,q\n1,2\n3": "Row 3 has 1",
    "t,q\n1,x": "“x” is no number",
    "t,q\n1,": "“” is no number",
    "t,q\n1,nan": "“nan” is no number",
    "t,q\n1,1e999": "is no number",
    "t,t\n1,2": "occurs twice",
    "q (rad),q (m)\n1,2": "occurs twice",
    't,"q\n1,2': "",
    "t,q\n1,٣": "is no number",
    "0,1\n1,2\n": "It has no heads",
    ",,t\n1,2,3\n": "Columns have no heads",
    "t;q\n0,5;1.234\n": "Row 2: points and commas",
    "t,q\n1,x\n2,3": "Row 2, column “q”",
}


MEASURED = {
    "t (ms),q (deg),x [mm]\n0,0,0\n500,180,250\n": "utf-8",
    "t;q;x\n[ms];[deg];(mm)\n0;0;0\n500;180;250\n;;\n": "utf-8",
    "t;q;x\nms;°;mm\n0,0;0,0;0,0\n500,0;180,0;250,0\n": "latin-1",
    "sep=;\nt (s);q (°);x (cm)\n0;0;0\n0,5;180;25\n": "cp1252",
    "# Messung\n# 3,5;x\nt\tq\tx\n0\t0\t0\n0,5\t3,141592653589793\t0,25\n": "utf-16",
    "t;q;x\n-;rad;m\n0;0;0\n0,5;3,141592653589793;0,25": "utf-8-sig",
    "t,q (deg),x,,\n0,0,0,,\n.5,180,.25\n,,,,\n": "utf-16-le",
    "mass A\nt;q;x\n0;0;0\n0,5;3,141592653589793;0,25\n": "utf-16-be",
    "Samples\t2\t2\nt\tq (deg)\tx\tComment\n0\t0\t0\tbegin\n.5\t180\t.25": "ascii",
    "Model,X1\nInterval,2e-6\n\nTIME,q,x\nSecond,Degrees,Meter\n0,0,0\n.5,180,.25": "ascii",
    '"Latest: Time (s)","Latest: q (deg)","Latest: x (m)"\n0,0,0\n.5,180,.25': "ascii",
    "Zeit in s;q in Grad;x in cm\n0;0;0\n0,5;180;25": "ascii",
    '"t\n(s)","q\n(deg)",x\n"0","0","0"\n".5","180",".25"': "ascii",
    "# t q x\n  0   0   0\n .5 3.141592653589793 .25": "ascii",
}
"""Two states, as programs of measurement write them, and in what alphabet."""


@pytest.mark.parametrize("text", MEASURED)
def test_what_was_measured_is_read_in_si_units(text: str, tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_bytes(text.encode(MEASURED[text]))
    found = read_motion(file)
    assert list(found) == ["t", "q", "x"]
    assert found["t"] == [0, 0.5] and found["x"] == [0, 0.25]
    assert found["q"] == pytest.approx([0, math.pi])


def test_points_of_a_function_keep_the_units_in_which_they_were_measured(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_bytes("Weg;Kraft\nmm;kN\n0;0\n500;1,5\n".encode("latin-1"))
    found = read_curve(file)
    assert (found.x, found.y, found.units) == ((0, 500), (0, 1.5), ("mm", "kN"))


@pytest.mark.parametrize(
    ("heads", "read"),
    [
        ("Zeit (ms);q1", {"t": [0, 2], "q1": [1, 3]}),
        ("t,time", {"t": [0, 2000], "time": [1, 3]}),
        ("TIME,Zeit", {"t": [0, 2000], "Zeit": [1, 3]}),
    ],
)
def test_columns_of_times_are_t_where_no_other_is(heads: str, read: Any, tmp_path: Path) -> None:
    mark = ";" if ";" in heads else ","
    file = tmp_path / "a.csv"
    file.write_text(f"{heads}\n0{mark}1\n2000{mark}3\n")
    assert read_motion(file) == read == read_tables(file)[""]


def test_a_fault_behind_what_is_no_row_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text("# by hand\nt;q\ns;deg\n\n0;1\n1;x\n", "utf-8")
    with pytest.raises(LagrError, match="Row 6, column “q”"):
        read_motion(file)


@pytest.mark.parametrize("text", BROKEN)
def test_a_damaged_table_is_told_with_its_row(text: str, tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text(text, "utf-8")
    try:
        found = read_motion(file)
    except LagrError as error:
        (problem,) = error.problems
        assert "table.csv" in problem.place and problem.remedy and BROKEN[text] in problem.cause
    else:
        assert not BROKEN[text], found


@given(text=st.text('t,q;1.5e-\n"\t x', max_size=40))
def test_any_table_is_read_or_told(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("any") / "table.csv"
    file.write_text(text, "utf-8")
    try:
        found = read_motion(file)
    except LagrError as error:
        assert error.problems[0].cause  # noqa: PT017
    else:
        lengths = {len(column) for column in found.values()}
        assert len(lengths) == 1
        assert all(math.isfinite(v) for column in found.values() for v in column)


OBJECTS = [
    ('{"q": "sin(t)"}', True),
    ('{"q": 3}', True),
    ('{"t": [0, 1], "q": [1, 2.5]}', True),
    ("[1, 2]", False),
    ('{"q": [1, "x"]}', False),
    ('{"q": null}', False),
    ('{"q": true}', False),
    ('{"q": {"a": 1}}', False),
    ('{"q": [NaN]}', False),
    ('{"q": 1, "q": 2}', False),
    ("{", False),
    ("", False),
]


@pytest.mark.parametrize(("text", "good"), OBJECTS)
def test_motions_as_json(text: str, good: bool, tmp_path: Path) -> None:
    file = tmp_path / "motion.json"
    file.write_text(text, "utf-8")
    if good:
        assert read_motion(file) == json.loads(text)
        return
    with pytest.raises(LagrError) as caught:
        read_motion(file)
    assert "motion.json" in caught.value.problems[0].place


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e6), st.integers(3, 12))
def test_ticks_are_round_and_within(low: float, span: float, count: int) -> None:
    high = low + span
    if not high - low > 1e-9 * (abs(low) + 1):
        return
    found = ticks(low, high, count)
    slack = 1e-6 * (high - low)
    assert all(low - slack <= tick <= high + slack for tick in found)
    assert 1 <= len(found) <= 2.6 * count + 1
    if len(found) > 1:
        step = found[1] - found[0]
        digits = step / 10 ** math.floor(math.log10(step) + 1e-6)
        assert min(abs(digits - m) for m in (1, 2, 2.5, 5, 10)) < 1e-3


@given(st.floats(-1e6, 1e6), st.floats(0, 1e-2))
def test_axes_tell_what_varies_and_not_how_it_is_rounded(size: float, part: float) -> None:
    values = size * (1 + part * np.linspace(0, 1, 7))
    low, high = limits(values)
    assert low < values.min() <= values.max() < high
    filled = np.ptp(values) / (high - low)
    assert filled > 0.8 or (part < 1e-5 and filled < 1e-4) or not size
    texts = tick_texts(ticks(low, high))
    assert len({*texts}) == len(texts) >= 2


def test_pictures_are_well_formed_and_show_every_curve(moved: Any) -> None:
    system, found = moved
    tree = ET.fromstring(curves_svg(found, system.check().units))
    lines = [e for e in tree.iter() if e.tag.endswith("polyline")]
    assert len(lines) == len(found.coordinates) + 3
    for line in lines:
        points = [tuple(map(float, p.split(","))) for p in line.attrib["points"].split()]
        assert len(points) == len(found.t)
        assert all(0 <= x <= 860 and 0 <= y <= 600 for x, y in points)
    texts = " ".join(e.text or "" for e in tree.iter() if e.tag.endswith("text"))
    assert all(name in texts for name in found.coordinates)
    drawn = ET.fromstring(motion_svg(system.model, system.motion(found)))
    assert drawn.tag.endswith("svg") and len(list(drawn.iter())) > 5


@given(st.text())
def test_words_of_users_are_no_commands_of_latex(text: str) -> None:
    found = known_letters(escaped(text))
    assert not re.search(r"[^\x00-\u024f]", found), "pdflatex knows no other letters"
    assert escaped("a\xa0b") == "a~b", "they stay together"
    bare = re.sub(r"\\[\\{}$&#_%]", "", known_letters(escaped(text.replace("\xa0", ""))))
    assert bare.count("{") == bare.count("}")
    assert re.sub(r"\\[$]", "", found).count("$") % 2 == 0
    assert not re.search(r"(?<!\\)[&#%~^](?!\})", re.sub(r"\$[^$]*\$", "", bare)) or "^" in bare


@pytest.mark.parametrize("text", ["a_b", "50 %", "x & y", "#1", "{x}", "$5", "a~b", "\\input{x}"])
def test_special_characters_are_set_as_they_are(text: str) -> None:
    found = escaped(text)
    assert found != text and "\\" in found
    assert "\\input" not in found
