"""The sketch as a picture in a file."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter

from lagr_gui.gui.sketch.painting import draw_mechanism, draw_pictures
from lagr_gui.gui.sketch.pictures import pictures_of
from lagr_gui.gui.widgets.paper import write_paper

if TYPE_CHECKING:
    from lagr_gui.gui.sketch.view import Sketch
    from lagr_gui.mechanics.trajectories.poses import Motion


@dataclass(frozen=True, slots=True)
class _Unlit:
    """Nothing stands out."""

    motion: Motion | None
    selection: Collection[str] = ()
    highlighted: Collection[str] = ()


def save_sketch(view: Sketch, path: Path) -> bool:
    """Write what the sketch shows as SVG, PDF or PNG, without its grid; whether that could be done.

    A mechanism that is shown whole stands in the middle.
    """
    stand, camera = view.stand, view.camera
    if stand is None or camera is None:
        return False
    if view.fitted:  # beside the tools, which are not in the picture
        camera = replace(camera.fitted(stand.scene.extent, view.size_), scale=camera.scale)
    seen, looks = (camera, view.size_, view.planar), _Unlit(view.session.motion)

    def paint(painter: QPainter) -> None:
        painter.setFont(view.font())
        draw_pictures(painter, pictures_of(view.session), *seen)
        draw_mechanism(painter, stand, *seen, looks)

    width, height = view.size_
    return write_paper(path, QSize(round(width), round(height)), paint)
