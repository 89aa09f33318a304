"""Films of an animation: which pictures there are, and how they are written as one file."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.expression.arguments import number, whole
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.libraries import library
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.foundation.registry import check_known
from lagr_gui.foundation.writing import replacing

Pixels = NDArray[np.uint8]
"""A picture (height, width, 4): red, green, blue, opacity."""

LEAST_SIZE, GREATEST_SIZE = 16, 7680
LEAST_RATE, GREATEST_RATE = 0.01, 240.0
THEMES = ("", "light", "dark")
MOST = 100_000
"""Pictures of the longest film."""
MOST_HELD = 1.5e9
"""Bytes of pictures that a GIF, which is made at once, may take."""
HUNDREDTHS = 100
"""A GIF tells how long a picture stays in so many parts of a second."""


@dataclass(frozen=True)
class FilmFormat:
    """What a file of an ending is: its words, and whether it can be transparent."""

    title: str
    transparent: bool
    write: Callable[[Path, FilmSettings, Iterator[Pixels], int], Iterator[int]]


@dataclass(frozen=True)
class FilmSettings:
    """A film: size in pixels, pictures a second, seconds of the motion in one of the film.

    It shows the motion from `start` to `end` (s; None: all of it), in a `theme` (``light``,
    ``dark``, or empty: the one in use), perhaps without a background, with the time and with
    curves beside it if there are any.
    """

    width: int = 1280
    height: int = 720
    rate: float = 30.0
    speed: float = 1.0
    start: float | None = None
    end: float | None = None
    theme: str = ""
    transparent: bool = False
    show_time: bool = True

    def moments(self, first: float, last: float) -> Array:
        """The times (n,) of the pictures, for a motion from a first to a last time.

        Raises LagrError for what makes no film.
        """
        start = first if self.start is None else self.start
        end = last if self.end is None else self.end
        if not first - 1e-9 <= start <= end <= last + 1e-9:
            cause = say("The motion is known from {first} to {last} s.", first=first, last=last)
            raise _refused(cause, "Choose a span of time within it.")
        for value, words in ((self.rate, "pictures a second"), (self.speed, "speed")):
            if not 0 < value < np.inf:
                cause = say("{value} is no {words}.", value=value, words=words)
                raise _refused(cause, "Choose a number above 0.")
        if not LEAST_RATE <= self.rate <= GREATEST_RATE:
            cause = say("{value} pictures a second are too many or too few.", value=self.rate)
            raise _refused(
                cause, say("Choose {least} to {most}.", least=LEAST_RATE, most=GREATEST_RATE)
            )
        count = (end - start) / self.speed * self.rate
        if count > MOST:
            cause = say("The film would have {n} pictures.", n=round(count))
            raise _refused(
                cause, "Choose a shorter span, fewer pictures a second or a higher speed."
            )
        steps = np.arange(int(count + 1e-6) + 1, dtype=np.float64)
        return start + steps * (self.speed / self.rate)

    def check(self, path: Path) -> FilmFormat:
        """The format of a file. Raises LagrError for what it cannot hold."""
        for name in ("rate", "speed", "start", "end"):
            if (asked := getattr(self, name)) is not None:
                number(asked, name)
        check_known(self.theme, THEMES, "Film", "There is no such theme.", "theme")
        for name, size in (("width", self.width), ("height", self.height)):
            whole(size, name, 0)
            if not LEAST_SIZE <= size <= GREATEST_SIZE:
                cause = say(
                    "A picture of {w} × {h} pixels cannot be made.", w=self.width, h=self.height
                )
                limits = say("Choose {least} to {most}.", least=LEAST_SIZE, most=GREATEST_SIZE)
                raise _refused(cause, limits)
        ending = path.suffix.lower()
        place = say("File “{name}”", name=path.name)
        check_known(ending, FORMATS, place, "Its ending names no film.", "ending")
        film_format = FORMATS[ending]
        if self.transparent and not film_format.transparent:
            cause = say("{ending} has no transparent background.", ending=ending)
            endings = ", ".join(name for name, entry in FORMATS.items() if entry.transparent)
            raise _refused(cause, say("Choose {endings}, or a background.", endings=endings))
        if ending in EVEN and (self.width % 2 or self.height % 2):
            cause = say("{ending} has even numbers of pixels.", ending=ending)
            width, height = (size + size % 2 for size in (self.width, self.height))
            others = ", ".join(name for name in FORMATS if name not in EVEN)
            remedy = say("Choose {w} × {h}, or {endings}.", w=width, h=height, endings=others)
            raise _refused(cause, remedy)
        if ending == ".gif" and self.rate > HUNDREDTHS / 2:
            cause = "A GIF shows at most 50 pictures a second."
            raise _refused(cause, "Choose fewer, or another format.")
        return film_format

    @property
    def endings(self) -> tuple[str, ...]:
        """The endings of files that can hold it."""
        return tuple(ending for ending in FORMATS if self._goes_to(Path(f"film{ending}")))

    def _goes_to(self, path: Path) -> bool:
        try:
            return bool(self.check(path))
        except LagrError:
            return False


def _refused(cause: str, remedy: str) -> LagrError:
    return refusal("Film", cause, remedy, "film")


def film_written(
    path: Path, settings: FilmSettings, moments: Array, picture: Callable[[float], Pixels]
) -> Iterator[int]:
    """Write a film, picture by picture: their numbers, from 1.

    The file takes the place of what is there when all are written, and not at all where the
    iterator is closed before.  Raises LagrError for what cannot be written.
    """
    form = settings.check(path)
    with replacing(path) as temporary:
        pictures = (picture(float(t)) for t in moments)
        yield from form.write(temporary, settings, pictures, len(moments))


def _video(
    path: Path,
    settings: FilmSettings,
    pictures: Iterator[Pixels],
    codec: str,
    pixels: str,
    options: dict[str, str],
    container_format: str | None = None,
    container_options: dict[str, str] | None = None,
) -> Iterator[int]:
    av = library("av")

    rate = Fraction(settings.rate).limit_denominator(1001)
    with av.open(str(path), "w", container_format, options=container_options or {}) as container:
        stream: Any = container.add_stream(codec, rate=rate)
        stream.width, stream.height, stream.pix_fmt = settings.width, settings.height, pixels
        stream.time_base = 1 / rate
        stream.options = options
        for count, picture in enumerate(pictures):
            frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(picture), format="rgba")
            frame = frame.reformat(format=pixels)
            frame.pts, frame.time_base = count, 1 / rate
            container.mux(stream.encode(frame))
            yield count + 1
        container.mux(stream.encode())


def _mp4(
    path: Path, settings: FilmSettings, pictures: Iterator[Pixels], count: int
) -> Iterator[int]:
    options = {"crf": "18", "preset": "medium"}
    return _video(path, settings, pictures, "libx264", "yuv420p", options)


def _mov(
    path: Path, settings: FilmSettings, pictures: Iterator[Pixels], count: int
) -> Iterator[int]:
    if not settings.transparent:
        return _mp4(path, settings, pictures, count)
    return _video(path, settings, pictures, "prores_ks", "yuva444p10le", {"profile": "4"})


def _webm(
    path: Path, settings: FilmSettings, pictures: Iterator[Pixels], count: int
) -> Iterator[int]:
    pixels = "yuva420p" if settings.transparent else "yuv420p"
    options = {"crf": "24", "b": "0", "deadline": "good", "cpu-used": "5", "row-mt": "1"}
    options |= {"auto-alt-ref": "0"} if settings.transparent else {}
    return _video(path, settings, pictures, "libvpx-vp9", pixels, options)


def _apng(
    path: Path, settings: FilmSettings, pictures: Iterator[Pixels], count: int
) -> Iterator[int]:
    return _video(
        path, settings, pictures, "apng", "rgba", {"pred": "mixed"}, "apng", {"plays": "0"}
    )


def _gif(
    path: Path, settings: FilmSettings, pictures: Iterator[Pixels], count: int
) -> Iterator[int]:
    Image = library("PIL.Image")

    if count * settings.width * settings.height > MOST_HELD:
        cause = say("A GIF of {n} pictures of this size is too large.", n=count)
        raise _refused(cause, "Choose a smaller size, a shorter span or another format.")
    frames: list[Any] = []
    for done, picture in enumerate(pictures):
        flat = Image.fromarray(picture[..., :3])
        colors = 255 if settings.transparent else 256
        frame = flat.quantize(colors, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        if settings.transparent:
            frame.paste(255, mask=Image.fromarray((picture[..., 3] < 128).astype(np.uint8) * 255))
        frames.append(frame)
        yield done + 1
    ends = np.round(np.arange(count + 1) * HUNDREDTHS / settings.rate)
    clear = {"transparency": 255, "disposal": 2} if settings.transparent else {}
    frames[0].save(
        str(path),
        save_all=True,
        append_images=frames[1:],
        duration=[int(1000 / HUNDREDTHS * step) for step in np.diff(ends)],
        loop=0,
        **clear,
    )


def _stills(
    path: Path, settings: FilmSettings, pictures: Iterator[Pixels], count: int
) -> Iterator[int]:
    Image = library("PIL.Image")

    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as pack:
        for done, picture in enumerate(pictures, start=1):
            stream = io.BytesIO()
            Image.fromarray(picture).save(stream, "PNG")
            pack.writestr(f"picture_{done:06d}.png", stream.getvalue())
            yield done


FORMATS = {
    ".mp4": FilmFormat("MP4 (H.264)", False, _mp4),
    ".webm": FilmFormat("WebM (VP9)", True, _webm),
    ".mov": FilmFormat("QuickTime (ProRes 4444 where transparent)", True, _mov),
    ".gif": FilmFormat("GIF", True, _gif),
    ".apng": FilmFormat("Animated PNG", True, _apng),
    ".zip": FilmFormat("Pictures as PNG", True, _stills),
}
"""By the endings of files."""
EVEN = (".mp4", ".webm", ".mov")
"""Endings of files whose pictures have even numbers of pixels."""
