"""The views of a simulation: x–y with its dot, spectra, two cursors."""

from __future__ import annotations

from math import pi, sqrt

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QWidget

from lagr_gui.editing import edits
from lagr_gui.gui import settings
from lagr_gui.gui.panes.curves.drawn_runs import MOST
from lagr_gui.gui.panes.simulation.views import REMEMBERED, Views
from tests.gui.panes.signals import choose_curve
from tests.gui.panes.test_sensors import measure, shown
from tests.gui.panes.test_simulation import drawn, run, show, swinging
from tests.samples.gallery import sample


@pytest.fixture
def views(window):
    yield window.simulation.views
    window.simulation.views.tabs.setCurrentIndex(0)
    window.simulation.views.spectrum.scale.setChecked(False)
    window.simulation.views.spectrum.window_choice.choose("hann")
    window.simulation.views.forget()


def choose(box, key: str) -> None:
    """Choose an entry as a user does."""
    box.setCurrentIndex(box.findData(key))
    box.activated.emit(box.currentIndex())


def test_names_of_axes_are_whole_or_left_out(window, qtbot, views):
    show(window, swinging())
    run(window, qtbot)
    views.tabs.setCurrentIndex(1)
    plot, seen = views.xy.plot, []
    least, most = plot.minimumHeight(), plot.maximumHeight()
    for height in (80, 300):
        plot.setFixedHeight(height)
        qtbot.waitUntil(lambda: plot.height() == height)  # noqa: B023
        label = plot.item.getAxis("bottom").label
        box = label.mapRectToScene(label.boundingRect())
        assert not label.isVisible() or plot.sceneRect().contains(box.adjusted(0, 0, 0, -5))
        seen.append(label.isVisible())
    plot.setMinimumHeight(least)
    plot.setMaximumHeight(most)
    assert seen == [False, True]


def test_a_phase_portrait_has_no_corners_where_output_times_are_far_apart(window, qtbot, views):
    model = edits.set_value(sample("simple_pendulum"), ("simulation", "until"), 500)
    show(window, edits.set_start(model, "q1", 1, 0))
    run(window, qtbot)
    views.tabs.setCurrentIndex(1)
    motion, line = window.session.running.trajectory, views.xy.plot.lines[0]
    x, y = line.xData, line.yData
    assert len(motion.t) < len(x) <= len(motion.t) + MOST
    steps = np.diff(x) / np.ptp(x) + 1j * np.diff(y) / np.ptp(y)
    assert np.abs(np.angle(steps[1:] / steps[:-1])).max() < np.radians(30)
    heights = np.cos(x) - np.cos(1)
    assert y**2 == pytest.approx(np.max(y**2) / np.max(heights) * heights, abs=1e-4)


def passes(line, x, y) -> bool:
    """Whether a line has all these points."""
    apart = np.abs(line.xData[:, None] - x) + np.abs(line.yData[:, None] - y)
    return apart.min(axis=0).max() < 1e-6


def small(until: float = 20.0):
    """A pendulum that hardly swings."""
    return edits.set_start(swinging(until), "q1", 1e-3, 0)


def test_the_second_view_begins_with_a_phase_portrait_and_a_dot(window, qtbot, views):
    show(window, sample("double_pendulum"))
    run(window, qtbot)
    motion = window.session.running.trajectory
    window.session.running.set_time(1.234)
    views.tabs.setCurrentIndex(1)
    line = views.xy.plot.lines[0]
    assert passes(line, motion.q[:, 0], motion.qd[:, 0])
    (dot,) = views.xy.plot.dot.points()
    q, qd = motion.at(1.234)
    assert (dot.pos().x(), dot.pos().y()) == pytest.approx((q[0], qd[0]), abs=1e-3)
    choose(views.xy.across, "q:q₂")
    views.xy.phase.click()
    line = views.xy.plot.lines[0]
    assert passes(line, motion.q[:, 1], motion.qd[:, 1])
    choose(views.xy.across, "energy:T")
    assert np.array_equal(views.xy.plot.lines[0].xData, motion.T)


@pytest.mark.parametrize("other", [False, True])
def test_a_click_on_a_tab_brings_curves_in_the_place_of_start_values(window, qtbot, views, other):
    window.simulation.toggle.click()
    assert window.simulation.start.isVisible()
    tab = views.tabs.tabRect((views.tabs.currentIndex() + other) % views.tabs.count())
    qtbot.mouseClick(views.tabs, Qt.MouseButton.LeftButton, pos=tab.center())
    assert not window.simulation.start.isVisible() and not window.simulation.toggle.isChecked()


def test_a_click_in_the_second_view_goes_to_the_nearest_time(window, qtbot, views):
    show(window, sample("double_pendulum"))
    run(window, qtbot)
    motion = window.session.running.trajectory
    views.tabs.setCurrentIndex(1)
    views.xy.plot.pointed.emit(QPointF(motion.q[300, 0], motion.qd[300, 0]))
    assert window.session.running.time == motion.t[300]


def test_sensors_stand_on_axes_as_soon_as_they_are_there(window, qtbot, views):
    show(window, swinging())
    run(window, qtbot)
    measure(window, "tip = position(1).x")
    qtbot.waitUntil(lambda: shown(window, "tip"))
    views.tabs.setCurrentIndex(1)
    choose(views.xy.across, "sensor:tip")
    seen = window.simulation.sensors.along(window.session.running.trajectory)
    assert np.array_equal(views.xy.plot.lines[0].xData, seen.curves["position(1).x"])


def test_forces_stand_on_axes_where_they_are_chosen(window, qtbot, views):
    show(window, swinging())
    run(window, qtbot)
    views.tabs.setCurrentIndex(1)
    names = [views.xy.up.itemData(place) for place in range(views.xy.up.count())]
    assert not [name for name in names if name.startswith("force")]
    choose_curve(window, "force x")
    qtbot.waitUntil(lambda: bool(window.session.forces.found))
    (key,) = (s.key for s in window.simulation.choice.chosen if s.group == "force")
    choose(views.xy.up, key)
    qtbot.waitUntil(lambda: len(views.xy.plot.lines) == 1)


def test_a_spectrum_tells_the_frequency_of_a_pendulum(window, qtbot, views):
    show(window, small())
    run(window, qtbot)
    views.tabs.setCurrentIndex(2)
    found = views.spectrum.plot.lines[0]
    wanted = sqrt(9.81) / (2 * pi)
    measured = found.xData[1 + np.nanargmax(found.yData[1:])]
    step = found.xData[1]
    values = {p.name: p.value for p in window.session.model.parameters}
    assert abs(measured - wanted / sqrt(values.get("l", 1))) <= step
    assert "Hz" in views.spectrum.words.text() and "period" in views.spectrum.words.text()
    choose(views.spectrum.window_choice, "flat-top")
    assert np.nanmax(views.spectrum.plot.lines[0].yData) == pytest.approx(1e-3, rel=2e-2)
    views.spectrum.scale.setChecked(True)
    assert views.spectrum.plot.item.ctrl.logYCheck.isChecked()


def test_what_stands_still_has_a_spectrum_in_which_nothing_swings(window, qtbot, views):
    views.tabs.setCurrentIndex(2)
    show(window, edits.set_start(swinging(1.0), "q1", 0, 0))
    run(window, qtbot)
    assert views.spectrum.plot.lines and not np.nanmax(views.spectrum.plot.lines[0].yData)
    assert views.spectrum.words.text() == "Nothing swings."


def test_cursors_tell_differences_and_the_period_of_a_curve(window, qtbot, views):
    show(window, small())
    run(window, qtbot)
    cursors = views.cursors
    assert not cursors.words.isVisible()
    cursors.switch.setChecked(True)
    above = cursors.lines[0]
    above[0].setValue(2.0)
    above[1].setValue(18.0)
    assert {pair[1].value() for pair in cursors.lines} == {18.0}, "they go together"
    told = dict(part.replace("\u00a0", " ", 1).split(" ", 1) for part in cells(cursors))
    assert told["Δt"] == "16\u00a0s" and told["1/Δt"] == "0.0625\u00a0Hz"
    motion = window.session.running.trajectory
    y = motion.q[:, 0]
    change = np.interp(18, motion.t, y) - np.interp(2, motion.t, y)
    assert number(told["Δy"]) == pytest.approx(change, rel=1e-3)
    assert number(told["RMS"]) == pytest.approx(1e-3 / sqrt(2), rel=2e-2)
    assert number(told["max"]) == pytest.approx(1e-3, rel=1e-3)
    frequency = window.simulation.views.spectrum
    views.tabs.setCurrentIndex(2)
    period = float(frequency.words.text().split("period ")[1].split(" s")[0])
    assert number(told["period"]) == pytest.approx(period, rel=5e-3)
    choose(cursors.curve, "T (J)")
    assert "J" in cursors.words.text() and "rad" not in cursors.words.text()


def cells(cursors) -> list[str]:
    return cursors.words.text().split(" · ")


def number(text: str) -> float:
    return float(text.split("\u00a0")[0].replace("−", "-"))


def test_start_values_take_the_place_of_any_view(window, qtbot, views):
    show(window, swinging())
    run(window, qtbot)
    views.tabs.setCurrentIndex(1)
    window.simulation.toggle.setChecked(True)
    assert window.simulation.start.isVisible()
    window.simulation.toggle.setChecked(False)
    assert views.xy.isVisible()
    views.tabs.setCurrentIndex(0)
    assert drawn(window.simulation.curves.above)["q₁"] > 0


@pytest.mark.parametrize("view", [0, 1, 2, 3])
def test_pictures_are_those_of_the_view(window, qtbot, tmp_path, answers, view, views):
    show(window, swinging())
    run(window, qtbot)
    views.tabs.setCurrentIndex(view)
    plot = (window.simulation.curves.above, views.xy.plot, views.spectrum.plot, views.xy.plot)[view]
    qtbot.waitUntil(
        lambda: plot.isVisible() and plot.height() > plot.minimumHeight()
    )  # it was given its room
    answers["save"] = tmp_path / "picture.svg"
    window.menus.actions["export_curves"].trigger()
    assert (tmp_path / "picture.svg").stat().st_size > 2000


def test_all_views_are_seen_together_with_one_cursor_and_are_remembered(window, qtbot, views):
    show(window, sample("double_pendulum"))
    run(window, qtbot)
    views.show_view("together")
    assert settings.text(REMEMBERED) == "together"
    pages = (window.simulation.curves, views.xy, views.spectrum)
    assert all(page.isVisible() for page in pages)
    assert len(views.xy.plot.lines) == len(views.spectrum.plot.lines) == 1
    motion = window.session.running.trajectory
    views.xy.plot.pointed.emit(QPointF(motion.q[300, 0], motion.qd[300, 0]))
    t = window.session.running.time
    assert t == pytest.approx(motion.t[300], abs=0.05)
    assert window.simulation.curves.above.time_line.value() == pytest.approx(t)
    window.simulation.curves.above.moved.emit(0.7)
    (dot,) = views.xy.plot.dot.points()
    assert dot.pos().x() == pytest.approx(motion.at(0.7)[0][0], abs=2e-2)
    views.show_view("nothing of the kind")
    assert views.seen == ("time", "xy", "spectrum")
    for place, page in enumerate(pages):
        views.tabs.setCurrentIndex(place)
        assert [other.isVisible() for other in pages] == [other is page for other in pages]
    assert settings.text(REMEMBERED) == "spectrum"
    assert Views(QWidget()).seen == ("spectrum",)


@pytest.mark.parametrize(("width", "beside"), [(900, True), (300, False)])
def test_views_stand_side_by_side_where_there_is_room(qtbot, views, width, beside):
    views.show_view("together")
    made = Views(QWidget())
    qtbot.addWidget(made)
    made.resize(width, 600)
    made.show()

    def apart() -> QPoint:
        there = QPoint(0, 0)
        return made.spectrum.mapTo(made, there) - made.xy.mapTo(made, there)

    qtbot.waitUntil(lambda: apart().x() > 0 if beside else apart().y() > 0)
    assert (apart().y() == 0) == beside


def test_the_mean_hides_no_peak(window, qtbot, views):
    show(window, sample("elastic_pendulum"))
    run(window, qtbot)
    views.show_view("spectrum")
    line = views.spectrum.plot.lines[0]
    mean = float(np.mean(window.session.running.trajectory.q[:, 0]))
    assert np.nanmax(line.yData) < 0.5 * mean
