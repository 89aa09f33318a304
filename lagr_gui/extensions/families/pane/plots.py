"""Pictures of families: curves by value, maps, root loci, sections, bifurcations, basins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent

from lagr_gui.extensions.families.pane.picking import Picked, PicturePlace, picked
from lagr_gui.extensions.families.pane.readings import (
    MEASURE_WORDS,
    MEASURES,
    Found,
    end_said,
    ends_of,
    pretty_name,
    pretty_with_unit,
    section_pair,
    shown,
)
from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.curves.axis import KeptAxis
from lagr_gui.gui.panes.curves.base_plot import BasePlot
from lagr_gui.gui.panes.curves.drawn_runs import shade
from lagr_gui.gui.theme import theme, theme_changed
from lagr_gui.gui.words import tr
from lagr_gui.pipeline import (
    Basins,
    Bifurcation,
    Fit,
    PoincareSection,
    RootLocus,
    Sensitivities,
    StabilityMap,
    Sweep,
)

SCALE = (0, 5, 2, 4, 1)
"""The curve colours between which those of values lie."""

LEAST = 160, 80
"""Pixels in which a picture can still be read."""

MOST_CURVES = 300
"""Curves that are drawn at once."""

MOST_NAMED = 12
"""Values that stand in a legend."""

MOST_ENDS = 4
"""Attractors that do."""

SHADES = 7
"""Colours of a map that stand in its legend."""

USUAL = 98
"""Of what grows beyond this part (percent) of a map all has one colour."""

Entry = tuple[str, str]
"""Words of a legend with their colour."""


def color_map() -> Any:
    """Colours from low to high."""
    return pg.ColorMap(np.linspace(0, 1, len(SCALE)), [shade(index) for index in SCALE])


class FamilyPlot(BasePlot):
    """One picture; `legend` says what its colours mean.

    `units` are those of names and expressions, as far as they are known.
    """

    pointed = Signal(object)
    """The motion under the pointer (`Picked`), or None."""
    opened = Signal(object)
    """A motion that a double click chose."""

    def __init__(self) -> None:
        axes = {side: KeptAxis(side, kept=False) for side in ("left", "bottom")}
        super().__init__(LEAST[1], axisItems=axes)
        self.setMinimumWidth(LEAST[0])
        for side in ("left", "bottom"):
            self.item.getAxis(side).enableAutoSIPrefix(False)
        self.legend: list[Entry] = []
        self.units: Mapping[str, str] = {}
        self._shown: tuple[Found | None, str, str, str] = None, "", "", ""
        self._items: list[pg.GraphicsObject] = []
        moved = self.item.scene().sigMouseMoved
        moved.connect(lambda at: self.pointed.emit(self._picked(at)))
        theme_changed().connect(self.paint_theme)
        self.paint_theme()

    def leaveEvent(self, ev: QEvent) -> None:
        """Nothing is under the pointer any more."""
        self.pointed.emit(None)
        super().leaveEvent(ev)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Choose the motion under the pointer."""
        super().mouseDoubleClickEvent(event)
        motion = self._picked(self.mapToScene(event.position().toPoint()))
        if event.button() == Qt.MouseButton.LeftButton and motion is not None:
            self.opened.emit(motion)

    def _picked(self, at: QPointF) -> Picked | None:
        """The motion at a place of the scene."""
        view = self.item.vb
        if not view.sceneBoundingRect().contains(at):
            return None
        place, (dx, dy) = view.mapSceneToView(at), view.viewPixelSize()
        return picked(*self._shown, PicturePlace(place.x(), place.y(), dx, dy))

    def paint_theme(self) -> None:
        """Use the colours of the theme."""
        self.paint_ground()
        self.draw(*self._shown)

    def draw(self, result: Found | None, kind: str, output: str, measure: str) -> None:
        """Draw an answer: of a sweep one output, in a map one measure of it."""
        self._shown = result, kind, output, measure
        self.remove(self._items)
        self._items, self.legend = [], []
        for side in ("left", "bottom"):
            self.item.getAxis(side).setTicks(None)
        self.showGrid(x=True, y=True, alpha=0.25)
        self.item.setLabels(left="", bottom="")
        match result:
            case Sweep() if kind == "map":
                self._map(result.axes, MEASURES[measure](result[output]))
                word = f"{self._named(output)}, {tr(MEASURE_WORDS[measure])}:"
                self.legend = [(word, theme().text), *self.legend]
            case Sweep():
                self._curves(result, output)
            case RootLocus():
                self._locus(result)
            case PoincareSection():
                self._section(result)
            case Bifurcation():
                self._points(result.values, result[output], result.name, output)
            case StabilityMap():
                self._stability(result)
            case Basins():
                self._basins(result)
            case Sensitivities():
                self._slopes(result, output)
            case Fit():
                self._fit(result, output)
            case None:
                pass
        self.item.enableAutoRange()

    def _add(self, thing: pg.GraphicsObject) -> None:
        self._items.append(thing)
        self.item.addItem(thing)

    def _label(self, bottom: str, left: str) -> None:
        self.item.setLabels(left=left, bottom=bottom)

    def _named(self, text: str) -> str:
        """A name or expression as an axis says it, with its unit."""
        return pretty_with_unit(text, self.units.get(text, ""))

    # --- sorts of pictures -------------------------------------------------------------------

    def _curves(self, sweep: Sweep, output: str) -> None:
        names, values = [*sweep.axes], [*sweep.axes.values()]
        curves = sweep[output].reshape(len(values[0]), -1, len(sweep.t))
        colors = color_map().map(_shares(values[0]), mode="qcolor")
        step = max(1, -(-curves.shape[0] * curves.shape[1] // MOST_CURVES))
        for number in range(0, curves.shape[0] * curves.shape[1], step):
            row, column = divmod(number, curves.shape[1])
            pen = pg.mkPen(colors[row], width=1.4)
            y = curves[row, column]
            self._add(pg.PlotDataItem(sweep.t, y, pen=pen, connect="finite", antialias=True))
        self.legend = _some(self._named(names[0]), values[0], [c.name() for c in colors])
        self._label("t (s)", self._named(output))

    def _locus(self, locus: RootLocus) -> None:
        colors = color_map().map(_shares(locus.values), mode="qcolor")
        for branch in locus.eigenvalues.T:
            line = pg.mkPen(theme().muted, width=1)
            x, y = branch.real, branch.imag
            # Where another equilibrium begins there is no line.
            way = [np.insert(part, list(locus.breaks), np.nan) for part in (x, y)]
            self._add(pg.PlotDataItem(*way, pen=line, connect="finite", antialias=True))
            finite = np.flatnonzero(np.isfinite(x))
            brushes = [colors[int(n)] for n in finite]
            self._add(pg.ScatterPlotItem(x[finite], y[finite], size=6, pen=None, brush=brushes))
        pen = pg.mkPen(theme().error, width=1)
        turn = np.linspace(0, 2 * np.pi, 200)
        edge = pg.InfiniteLine(pos=0, angle=90, pen=pen)
        if locus.sampled:  # the unit circle
            edge = pg.PlotCurveItem(np.cos(turn), np.sin(turn), pen=pen, antialias=True)
        self._items.append(edge)
        self.item.addItem(edge, ignoreBounds=True)
        self.legend = _some(self._named(locus.name), locus.values, [c.name() for c in colors])
        labels = ("Re z", "Im z") if locus.sampled else ("Re λ (1/s)", "Im λ (1/s)")
        self._label(*labels)

    def _section(self, section: PoincareSection) -> None:
        if pair := section_pair(section):
            self._points(section[pair[0]], section[pair[1]], *pair)

    def _points(self, x: Array, y: Array, below: str, beside: str) -> None:
        size = 3 if len(x) > 500 else 5
        brush = pg.mkBrush(theme().accent)
        self._add(pg.ScatterPlotItem(x, y, size=size, pen=None, brush=brush))
        self._label(self._named(below), self._named(beside))

    def _slopes(self, sensitivities: Sensitivities, output: str) -> None:
        for number, (name, curve) in enumerate(sensitivities[output].items()):
            self._line(sensitivities.t, curve, shade(number))
            self.legend.append((f"∂{pretty_name(output)}/∂{pretty_name(name)}", shade(number)))
        self._label("t (s)", tr("slopes of {name}").format(name=pretty_name(output)))

    def _fit(self, fit: Fit, output: str) -> None:
        brush = pg.mkBrush(shade(1))
        points = fit.t, fit.measured[output]
        self._add(pg.ScatterPlotItem(*points, size=5, pen=None, brush=brush))
        self._line(fit.t, fit.fitted[output], shade(0))
        self.legend = [(f"● {tr('measured')}", shade(1)), (f"— {tr('fitted')}", shade(0))]
        self._label("t (s)", self._named(output))

    def _line(self, x: Array, y: Array, color: str) -> None:
        pen = pg.mkPen(color, width=1.6)
        self._add(pg.PlotDataItem(x, y, pen=pen, connect="finite", antialias=True))

    def _stability(self, stability: StabilityMap) -> None:
        measure = stability.measure.reshape(*(len(v) for v in stability.axes.values()))
        finite = measure[np.isfinite(measure)]
        if not len(finite):
            return
        high = max(float(np.percentile(finite, USUAL)), stability.limit)
        self._map(stability.axes, np.minimum(measure, high))
        level = stability.limit + 1e-6
        if finite.min() <= level < finite.max():
            isocurve: Any = pg.IsocurveItem
            edge = isocurve(np.nan_to_num(measure, nan=high), level)
            edge.setPen(pg.mkPen(theme().text, width=1.6))
            edge.setParentItem(self._items[0])
        word = tr("growth (1/s)") if stability.limit == 0 else tr("largest multiplier")
        self.legend = [(word, theme().text), *self.legend]

    def _basins(self, basins: Basins) -> None:
        colors = [shade(n) for n in range(len(basins.ends))]
        table = np.where(basins.number < 0, np.nan, basins.number.astype(float))
        lookup = np.array([pg.mkColor(color).getRgb() for color in colors] or [(0, 0, 0, 0)])
        self._image(basins.axes, table, lookup[: max(len(colors), 1)], (0, max(len(colors) - 1, 1)))
        for number in range(min(len(basins.ends), MOST_ENDS)):
            share = f"{100 * basins.shares[number]:.0f} %"
            self.legend.append((f"■ {end_said(basins, number)} ({share})", colors[number]))

    def _map(self, axes: Mapping[str, Array], table: Array) -> None:
        finite = table[np.isfinite(table)]
        if not len(finite):
            return
        low, high = float(finite.min()), float(finite.max())
        colors = color_map()
        self._image(axes, table, colors.getLookupTable(nPts=256, alpha=True), (low, high))
        shares = np.linspace(0, 1, SHADES if high > low else 1)
        named = colors.map(shares, mode="qcolor")
        for share, color in zip(shares, named, strict=True):
            self.legend.append(("■ " + shown(low + share * (high - low)), color.name()))

    def _image(
        self, axes: Mapping[str, Array], table: Array, colors: Array, levels: tuple[float, float]
    ) -> None:
        (below, x), (beside, y) = axes.items()
        image = pg.ImageItem(table.reshape(len(x), len(y)), axisOrder="col-major")
        image.setLookupTable(colors)
        image.setLevels(levels)
        image.setRect(QRectF(*ends_of(x)[:1], *ends_of(y)[:1], ends_of(x)[1], ends_of(y)[1]))
        self._add(image)
        for side, values in (("bottom", x), ("left", y)):
            if not _even(values):  # a list: its places are as wide as each other
                start, width = ends_of(values)
                places = start + width * (np.arange(len(values)) + 0.5) / len(values)
                ticks = [(p, f"{v:.4g}") for p, v in zip(places, values, strict=True)]
                self.item.getAxis(side).setTicks([ticks])
        self.showGrid(x=False, y=False)
        self._label(self._named(below), self._named(beside))


def page_of(legend: Sequence[Entry]) -> str:
    """A legend as a small page."""
    spans = [f'<span style="color:{color}">{escape(text)}</span>' for text, color in legend]
    return " &nbsp; ".join(spans)


def _shares(values: Array) -> Array:
    """Where values stand between the least and the largest, 0 … 1."""
    low, high = float(np.min(values)), float(np.max(values))
    return (values - low) / (high - low) if high > low else np.zeros(len(values))


def _some(name: str, values: Array, colors: Sequence[str]) -> list[Entry]:
    """Some of the values in their colours, behind the name."""
    step = max(1, -(-len(values) // MOST_NAMED))
    places = range(0, len(values), step)
    return [(f"{name} =", theme().text), *((shown(values[n]), colors[n]) for n in places)]


def _even(values: Array) -> bool:
    steps = np.diff(values)
    return len(values) < 3 or bool(np.ptp(steps) <= 1e-6 * np.abs(steps).max())
