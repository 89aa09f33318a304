"""Writes the animation as MP4 or GIF, a few frames at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QImage

from lagr_gui.problem import LagrError, Problem
from lagr_gui.writing import replacing

RATE = 30
GIF_RATE = 20
WIDTH, HEIGHT = 960, 720
LONGEST = 3000
"""Frames of the longest film."""


class Film(QObject):
    """Renders and encodes between the events of the window.

    `told` gets the part that is done; `done` is called at the end with the problem, if any.
    """

    def __init__(
        self,
        path: Path,
        times: tuple[float, float],
        picture: Callable[[int, int, float], QImage],
        told: Callable[[float], None],
        done: Callable[[Problem | None], None],
        speed: float = 1.0,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._path, self._picture, self._told, self._done = path, picture, told, done
        rate = GIF_RATE if path.suffix.lower() == ".gif" else RATE
        count = min(max(int((times[1] - times[0]) / speed * rate), 1), LONGEST)
        self._moments = np.linspace(times[0], times[1], count)
        self._rate = rate
        self._steps: Iterator[int] = iter(())
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._step)

    def start(self) -> None:
        """Begin."""
        self._steps = self._written()
        self._timer.start()

    def _step(self) -> None:
        try:
            number = next(self._steps)
        except StopIteration:
            self._finish(None)
        except LagrError as error:
            self._finish(error.problems[0])
        else:
            self._told((number + 1) / len(self._moments))

    def _finish(self, problem: Problem | None) -> None:
        self._timer.stop()
        self._steps = iter(())
        self._done(problem)
        self.deleteLater()

    def _written(self) -> Iterator[int]:
        with replacing(self._path) as path:
            yield from self._gif(path) if path.suffix.lower() == ".gif" else self._mp4(path)

    def _mp4(self, path: Path) -> Iterator[int]:
        import av

        with av.open(str(path), "w") as container:
            stream: Any = container.add_stream("libx264", rate=self._rate)
            stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
            stream.options = {"crf": "20"}
            for number, t in enumerate(self._moments):
                frame = av.VideoFrame.from_ndarray(self._pixels(float(t)), format="rgb24")
                container.mux(stream.encode(frame))
                yield number
            container.mux(stream.encode())

    def _gif(self, path: Path) -> Iterator[int]:
        from PIL import Image

        frames: list[Any] = []
        for number, t in enumerate(self._moments):
            image = Image.fromarray(self._pixels(float(t))).resize((WIDTH // 2, HEIGHT // 2))
            frames.append(image.convert("P", palette=Image.Palette.ADAPTIVE, colors=64))
            yield number
        frames[0].save(
            str(path),
            save_all=True,
            append_images=frames[1:],
            duration=1000 // self._rate,
            loop=0,
        )

    def _pixels(self, t: float) -> np.ndarray:
        image = self._picture(WIDTH, HEIGHT, t).convertToFormat(QImage.Format.Format_RGB888)
        rows = np.frombuffer(image.constBits(), np.uint8).reshape(HEIGHT, image.bytesPerLine())
        return rows[:, : 3 * WIDTH].reshape(HEIGHT, WIDTH, 3).copy()
