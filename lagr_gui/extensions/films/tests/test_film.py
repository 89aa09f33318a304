"""Films: as many pictures as promised, at their times, whole or not at all."""

from __future__ import annotations

import json
import zipfile
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

from lagr_gui.cli.__main__ import main
from lagr_gui.extensions.films.film import FORMATS, FilmSettings, Pixels, film_written
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.resource import sample_models

SMALL = FilmSettings(width=64, height=48, rate=10.0)


def square(t: float) -> Pixels:
    """A red square that moves to the right over nothing."""
    picture = np.zeros((48, 64, 4), np.uint8)
    left = int(40 * t)
    picture[16:32, left : left + 16] = (255, 0, 0, 255)
    return picture


def paper(t: float) -> Pixels:
    """The same on white."""
    picture = square(t)
    picture[picture[..., 3] == 0] = 255
    return picture


def made(path: Path, settings: FilmSettings, clear: bool = False) -> list[Pixels]:
    """The pictures of a film of a second, as others read it."""
    moments = settings.moments(0.0, 1.0)
    numbers = list(film_written(path, settings, moments, square if clear else paper))
    assert numbers == [*range(1, len(moments) + 1)]
    return read(path)


def read(path: Path) -> list[Pixels]:
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as pack:
            names = sorted(pack.namelist())
            return [np.asarray(Image.open(pack.open(name))) for name in names]
    with av.open(str(path)) as container:
        if path.suffix != ".webm":
            return [f.to_ndarray(format="rgba") for f in container.decode(video=0)]
        codec = av.codec.CodecContext.create("libvpx-vp9", "r")  # FFmpeg's own drops opacity
        frames = [f for packet in container.demux(video=0) for f in codec.decode(packet)]
        return [frame.to_ndarray(format="rgba") for frame in frames]


def middle(picture: Pixels) -> float:
    """Where the red of a picture is, from its left edge."""
    red = picture.astype(float)
    weight = np.maximum(red[..., 0] - red[..., 1], 0) * (red[..., 3] > 127)
    return float((weight.sum(axis=0) * np.arange(64)).sum() / weight.sum())


@pytest.mark.parametrize("ending", FORMATS)
def test_a_film_has_the_pictures_promised_at_their_times(ending: str, tmp_path: Path) -> None:
    settings = FilmSettings(width=64, height=48, rate=10.0)
    pictures = made(tmp_path / f"film{ending}", settings)
    assert len(pictures) == 11 and all(p.shape[:2] == (48, 64) for p in pictures)
    places = [middle(picture) for picture in pictures]
    assert places == pytest.approx([7.5 + 4 * k for k in range(11)], abs=1.0)


@pytest.mark.parametrize("ending", [e for e, form in FORMATS.items() if form.transparent])
def test_a_transparent_film_shows_what_is_behind_it(ending: str, tmp_path: Path) -> None:
    settings = FilmSettings(width=64, height=48, rate=10.0, transparent=True)
    for picture in made(tmp_path / f"film{ending}", settings, clear=True):
        assert picture[4, 60, 3] < 40 and picture[24, round(middle(picture)), 3] > 215


@pytest.mark.parametrize("ending", [".mp4", ".webm", ".mov", ".gif", ".apng"])
def test_a_film_lasts_as_long_as_its_rate_says(ending: str, tmp_path: Path) -> None:
    made(tmp_path / f"film{ending}", SMALL)
    with av.open(str(tmp_path / f"film{ending}")) as container:
        frames = list(container.decode(video=0))
    times = [float(frame.pts * frame.time_base) for frame in frames]
    assert [b - a for a, b in pairwise(times)] == pytest.approx([0.1] * 10, abs=0.011)


@pytest.mark.parametrize("speed", [0.1, 0.5, 1.0, 3.0])
@pytest.mark.parametrize("rate", [1.0, 23.976, 60.0])
def test_speed_and_rate_set_the_times_of_the_pictures(speed: float, rate: float) -> None:
    moments = FilmSettings(rate=rate, speed=speed, start=0.5, end=2.0).moments(0.0, 2.0)
    assert moments[0] == 0.5 and np.allclose(np.diff(moments), speed / rate)
    assert moments[-1] <= 2.0 + 1e-6 < moments[-1] + speed / rate + 2e-6


@pytest.mark.parametrize("ending", FORMATS)
def test_a_film_that_is_given_up_leaves_what_was_there(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"film{ending}"
    path.write_bytes(b"before")
    writing = film_written(path, SMALL, SMALL.moments(0.0, 1.0), paper)
    next(writing)
    writing.close()  # pyright: ignore[reportAttributeAccessIssue]
    assert path.read_bytes() == b"before" and [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("ending", FORMATS)
def test_a_picture_that_fails_leaves_no_film(ending: str, tmp_path: Path) -> None:
    def failing(t: float) -> Pixels:
        if t > 0.5:
            raise ValueError("no picture")
        return paper(t)

    with pytest.raises(LagrError, match="no picture"):
        list(film_written(tmp_path / f"f{ending}", SMALL, SMALL.moments(0.0, 1.0), failing))
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("film.avi", {}),
        ("film", {}),
        ("film.mp4", {"transparent": True}),
        ("film.mp4", {"width": 63}),
        ("film.gif", {"rate": 60.0}),
        ("film.mp4", {"width": 0}),
        ("film.mp4", {"height": 99_999}),
        ("film.mp4", {"rate": 0.0}),
        ("film.mp4", {"rate": float("nan")}),
        ("film.mp4", {"rate": 1e9}),
        ("film.mp4", {"rate": 4e-4, "speed": 1e-4}),
        ("film.gif", {"rate": 4e-4, "speed": 1e-4}),
        ("film.mp4", {"rate": "30"}),
        ("film.mp4", {"width": 64.0}),
        ("film.mp4", {"height": "48"}),
        ("film.mp4", {"theme": "blue"}),
        ("film.mp4", {"end": "1 s"}),
        ("film.mp4", {"speed": -1.0}),
        ("film.mp4", {"speed": 1e-9}),
        ("film.mp4", {"start": 0.9, "end": 0.1}),
        ("film.mp4", {"end": 5.0}),
    ],
)
def test_what_makes_no_film_is_refused(
    name: str, changed: dict[str, float], tmp_path: Path
) -> None:
    settings = FilmSettings(**({"width": 64, "height": 48} | changed))  # pyright: ignore

    def write() -> None:
        settings.check(tmp_path / name)
        list(film_written(tmp_path / name, settings, settings.moments(0.0, 1.0), paper))

    with pytest.raises(LagrError) as caught:
        write()
    assert all(p.cause and p.remedy for p in caught.value.problems) and not [*tmp_path.iterdir()]


def test_the_command_writes_a_film_without_a_display(tmp_path: Path, capsys, monkeypatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    out = tmp_path / "arm.zip"
    model = next(path for path in sample_models() if path.stem == "slider_crank")
    options = ["--until", "0.2", "--rate", "20", "--size", "320x180", "--json"]
    shown = ["--forces", "joints", "--output", "phi", "--transparent", "--out", str(out)]
    assert main(["film", str(model), *options, *shown]) == 0
    assert json.loads(capsys.readouterr().out)["pictures"] == 5
    pictures = read(out)
    assert len(pictures) == 5 and pictures[0].shape == (180, 320, 4)
    assert (pictures[0] != pictures[-1]).any() and pictures[0][60, 4, 3] == 0
    assert main(["film", str(model), "--forces", "magic", "--out", str(out)]) == 1


def test_the_files_that_are_offered_can_hold_the_film() -> None:
    odd, quick = replace(SMALL, width=65), replace(SMALL, rate=60.0)
    assert odd.endings == (".gif", ".apng", ".zip")
    assert {*SMALL.endings} - {*quick.endings} == {".gif"}
    assert {*SMALL.endings} - {*replace(SMALL, transparent=True).endings} == {".mp4"}
    with pytest.raises(LagrError, match=r"Choose 66 × 48, or \.gif"):
        odd.check(Path("a.mp4"))
