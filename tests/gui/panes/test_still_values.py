"""The wheel scrolls past fields and sliders; numbers with units slide and are dragged in these."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtWidgets import QComboBox, QScrollArea, QSlider

from lagr_gui.editing import edits
from lagr_gui.gui.panes.inspector.texts import counted
from tests.gui.hands import mouse, wheel
from tests.gui.panes.test_live import label_of
from tests.gui.panes.test_simulation import show, swinging


def test_the_wheel_changes_nothing_in_forms_that_scroll(window):
    show(window, swinging())
    before = window.session.model
    for key in ("joint:pivot", "body:1", ""):
        window.session.select({key} if key else ())
        for pane in ("inspector", "parameters"):
            for area in window.panes[pane].findChildren(QScrollArea):
                for field in (*area.findChildren(QComboBox), *area.findChildren(QSlider)):
                    for angle in (120, -120, -120):
                        wheel(field, field.rect().center(), angle)
    assert window.session.model == before


def with_length(text: str):
    return edits.set_value(swinging(), ("parameters", 2, "value"), text)


def test_a_length_in_millimetres_slides_in_millimetres(window):
    show(window, with_length("400 mm"))
    row = window.panes["parameters"].rows["l"]
    assert row.slider.isEnabled() and row.slider.value() == 500, "from 0 to twice 0.4 m"
    row.slider.setValue(750)
    assert window.session.model.parameters[2].value == "600 mm"
    assert row.slider.value() == 750 and row.edit.text() == "600 mm"


def test_the_slider_of_an_expression_stands_where_its_value_is_but_is_fixed(window):
    show(window, with_length("g/9.81"))
    slider = window.panes["parameters"].rows["l"].slider
    assert not slider.isEnabled() and slider.value() == 500


def test_an_angle_in_degrees_is_dragged_in_degrees(window):
    show(window, edits.set_start(swinging(), "q1", "30 deg", 0))
    window.session.select({"joint:pivot"})
    label, _ = label_of(window, "q₁")
    start = label.rect().center()
    mouse(label, QEvent.Type.MouseButtonPress, start)
    for way in (10, 40):
        mouse(label, QEvent.Type.MouseMove, start + QPoint(way, 0))
    mouse(label, QEvent.Type.MouseButtonRelease, start + QPoint(40, 0))
    assert window.session.model.start[0].position == "34 deg"


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (2, (2.0, "", 1.0)),
        ("-1.5e2 mm", (-150.0, "mm", 0.001)),
        ("1,5 m", (1.5, "m", 1.0)),
        ("5 N/mm", (5.0, "N/mm", 1000.0)),
        ("0 kg", (0.0, "kg", 1.0)),
    ],
)
def test_a_number_with_its_unit_counts(value, wanted):
    found = counted(value)
    assert found is not None and (found.number, found.unit, found.size) == wanted


@pytest.mark.parametrize(
    "value", ["l", "2*l", "5 mm + 3 mm", "2 (3 m)", "mm", "", None, True, "2 l"]
)
def test_an_expression_counts_nothing(value):
    assert counted(value) is None
