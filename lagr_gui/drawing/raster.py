"""Pictures of triangles with hidden surfaces and soft edges, made without a graphics card."""

from __future__ import annotations

import logging
import threading
from functools import cache

import numpy as np
from numpy.typing import NDArray

from lagr_gui.arrays import Array
from lagr_gui.drawing import filling
from lagr_gui.drawing.filling import FAR, LEVELS, Filling
from lagr_gui.drawing.surfaces import Places
from lagr_gui.interruption import begun
from lagr_gui.native import Library

_log = logging.getLogger(__name__)

FINE = 2
"""Samples of a pixel in each direction."""


_translating = threading.Lock()


def library() -> Library | None:
    """The functions that fill triangles as machine code; None where LLVM is missing or fails."""
    with _translating:  # who comes meanwhile takes what is made then
        return _library()


def prepare() -> None:
    """Translate them on another thread, so that the first picture need not wait for it."""
    begun(threading.Thread(target=library, name="pictures"))


@cache
def _library() -> Library | None:
    try:
        return Library([filling.clear, filling.shade, filling.draw, filling.settle], wide=True)
    except (ImportError, OSError, RuntimeError) as error:
        _log.warning("No machine code for pictures: %s", error)
        return None


class Raster:
    """A picture that triangles are drawn into; it is used again for the next one."""

    def __init__(self) -> None:
        self.width = self.height = 0
        self._depth = np.zeros(0)
        self._shown = self._picture = self._left = self._right = np.zeros(0, np.int64)

    def begin(self, width: int, height: int) -> None:
        """An empty picture."""
        if (width, height) != (self.width, self.height):
            self.width, self.height = width, height
            self._depth = np.empty(FINE * FINE * width * height)
            self._shown = np.empty(FINE * FINE * width * height, np.int64)
            self._picture = np.empty(width * height, np.int64)
            self._left = np.zeros(FINE * height, np.int64)
            self._right = np.full(FINE * height, FINE * width - 1)
        self._picture.fill(0)
        self._call("clear", self._filling())

    def shade(self, pixels: Array, triangles: Places, color: int) -> None:
        """A flat colour, by its place among the colours, under all that is drawn after it."""
        light = np.zeros(len(pixels))
        colors = np.full(len(triangles), color)
        sided = np.ones(len(triangles), np.int64)
        self._call("shade", self._filling(pixels, light, light, triangles, colors, sided))

    def draw(
        self,
        pixels: Array,
        near: Array,
        light: Array,
        triangles: Places,
        colors: Places,
        sided: Places,
    ) -> None:
        """Triangles (t, 3) of corners with pixels (v, 2), nearness (v,) and light (v,), 0 … 1.

        Each has the place of its colour among the colours; it is seen from the side from which
        its corners go round against the clock, or from both (`sided`).
        """
        self._call("draw", self._filling(pixels, near, light, triangles, colors, sided))

    def picture(self, colors: Places) -> NDArray[np.uint32]:
        """Pixels (height, width) as 0xAARRGGBB, times their alpha.

        `colors` (n, 64, 4) have alpha, red, green, blue (0 … 255, times alpha) from dark to light.
        """
        table = np.ascontiguousarray(colors, np.int64).ravel()
        code = library()
        assert code is not None  # otherwise nothing was drawn
        code.settle(self._filling(), FINE, table, self._picture)
        return self._picture.astype(np.uint32).reshape(self.height, self.width)

    def nearest(self, pixel: Array) -> float:
        """How near the nearest triangle over a pixel (2,) is; far away where there is none."""
        x, y = (int(np.floor(FINE * float(entry))) for entry in pixel)
        if not (0 <= x < FINE * self.width and 0 <= y < FINE * self.height):
            return FAR
        return float(self._depth[y * FINE * self.width + x])

    def _call(self, name: str, given: Filling) -> None:
        code = library()
        if code is not None:
            getattr(code, name)(given)

    def _filling(
        self,
        pixels: Array | None = None,
        near: Array | None = None,
        light: Array | None = None,
        triangles: Places | None = None,
        colors: Places | None = None,
        sided: Places | None = None,
    ) -> Filling:
        none, nothing = np.zeros(0), np.zeros(0, np.int64)
        samples = np.zeros((0, 2)) if pixels is None else FINE * pixels

        def reals(given: Array | None) -> Array:
            return none if given is None else np.ascontiguousarray(given, np.float64)

        def counts(given: Places | None) -> Places:
            return nothing if given is None else np.ascontiguousarray(given, np.int64).ravel()

        return Filling(
            width=FINE * self.width,
            height=FINE * self.height,
            count=0 if triangles is None else len(triangles),
            x=reals(samples[:, 0]),
            y=reals(samples[:, 1]),
            near=reals(near),
            light=reals(light),
            corners=counts(triangles),
            shades=counts(None if colors is None else LEVELS * np.asarray(colors)),
            sided=counts(sided),
            left=self._left,
            right=self._right,
            depth=self._depth,
            shown=self._shown,
        )
