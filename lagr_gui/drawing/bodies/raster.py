"""Pictures of triangles with hidden surfaces and soft edges, made without a graphics card."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from lagr_gui.drawing.bodies import filling
from lagr_gui.drawing.bodies.filling import BLOCK, FAR, LEVELS, Filling
from lagr_gui.drawing.bodies.surfaces import Places
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.interruption import begun, whole
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
    """A picture that triangles are drawn into; it is used again for the next one.

    What is drawn is gathered; `picture` has it done, in bands of rows that threads share.
    """

    def __init__(self) -> None:
        self.width = self.height = 0
        self._depth = np.zeros(0)
        self._shown = self._picture = self._touched = np.zeros(0, np.int64)
        self._steps: list[Callable[[int, int], None]] = []

    def begin(self, width: int, height: int) -> None:
        """An empty picture."""
        if (width, height) != (self.width, self.height):
            self.width, self.height = width, height
            self._depth = np.empty(FINE * FINE * width * height)
            self._shown = np.empty(FINE * FINE * width * height, np.int64)
            self._picture = np.empty(width * height, np.int64)
            self._touched = np.ones(FINE * height * self._blocks, np.int64)
        self._steps = []
        self._then("clear", self._filling())

    def shade(self, pixels: Array, triangles: Places, sided: Places, color: int) -> None:
        """A flat colour, by its place among the colours, under all that is drawn after it."""
        light = np.zeros(len(pixels))
        colors = np.full(len(triangles), color)
        self._then("shade", self._filling(pixels, light, light, triangles, colors, sided))

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
        self._then("draw", self._filling(pixels, near, light, triangles, colors, sided))

    def picture(self, colors: Places) -> NDArray[np.uint32]:
        """Pixels (height, width) as 0xAARRGGBB, times their alpha.

        `colors` (n, 64, 4) have alpha, red, green, blue (0 … 255, times alpha) from dark to light.
        """
        table = np.ascontiguousarray(colors, np.int64).ravel()
        self._then("settle", self._filling(), FINE, table, self._picture)
        in_bands(self._steps, FINE * self.height, FINE)
        return self._picture.astype(np.uint32).reshape(self.height, self.width)

    def nearest(self, pixel: Array) -> float:
        """How near the nearest triangle over a pixel (2,) of the picture is; far away for none."""
        x, y = (int(np.floor(FINE * float(entry))) for entry in pixel)
        if not (0 <= x < FINE * self.width and 0 <= y < FINE * self.height):
            return FAR
        return float(self._depth[y * FINE * self.width + x])

    @property
    def _blocks(self) -> int:
        return -(-FINE * self.width // BLOCK)

    def _then(self, name: str, *arguments: object) -> None:
        """Do so to all bands when the picture is asked for."""
        code = library()
        if code is not None:
            self._steps.append(partial(getattr(code, name), *arguments))

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

        def reals(values: Array | None) -> Array:
            return none if values is None else np.ascontiguousarray(values, np.float64)

        def counts(values: Places | None) -> Places:
            return nothing if values is None else np.ascontiguousarray(values, np.int64).ravel()

        return Filling(
            width=FINE * self.width,
            height=FINE * self.height,
            blocks=self._blocks,
            count=0 if triangles is None else len(triangles),
            x=reals(samples[:, 0]),
            y=reals(samples[:, 1]),
            near=reals(near),
            light=reals(light),
            corners=counts(triangles),
            shades=counts(None if colors is None else LEVELS * np.asarray(colors)),
            sided=counts(sided),
            depth=self._depth,
            shown=self._shown,
            touched=self._touched,
        )


# --- The rows of a picture in bands, which threads share ---------------------------------------

HELPERS = min((os.cpu_count() or 1) - 1, 3)
"""Threads beside the one that asks: more of them wait for memory and for each other."""
EACH = 2
"""Bands for each thread, since some of them have less in them."""

Step = Callable[[int, int], None]
"""Something done to the rows from one until before another; machine code, without Python's lock."""


def in_bands(steps: Sequence[Step], rows: int, least: int) -> None:
    """Do all steps to all rows, one after the other in each band of a multiple of `least` rows."""
    threads = HELPERS + 1
    many = EACH * threads if HELPERS else 1
    high = least * -(-rows // (many * least))
    bands = iter([(first, min(first + high, rows)) for first in range(0, rows, max(high, 1))])
    others = [_submitted(steps, bands) for _ in range(HELPERS)]
    _do(steps, bands)
    for other in others:
        other.result()


def _do(steps: Sequence[Step], bands: Iterator[tuple[int, int]]) -> None:
    """Take bands that nobody has taken yet until there are none."""
    for first, last in bands:
        for step in steps:
            step(first, last)


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(HELPERS, "pictures")


@whole
def _submitted(steps: Sequence[Step], bands: Iterator[tuple[int, int]]) -> Future[None]:
    return _pool().submit(_do, steps, bands)
