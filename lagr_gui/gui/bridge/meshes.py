"""The meshes that lie beside the drawing that is open."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from lagr_gui.drawing.bodies.mesh_files import MeshFiles
from lagr_gui.gui.bridge.session import Session


def mesh_files(session: Session) -> MeshFiles:
    """The files beside the drawing."""
    return _files(session.folder)


@lru_cache(maxsize=4)
def _files(folder: Path) -> MeshFiles:
    return MeshFiles(folder)
