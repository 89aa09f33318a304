"""What pictures of the mechanism that is open show before anything moves, or instead of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from lagr_gui.drawing.bodies.mesh_files import MeshFiles
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.bridge.shown import MotionOrigin, ShownMotion
from lagr_gui.gui.words import tr
from lagr_gui.prepared import prepare


def posed(session: Session) -> ShownMotion | None:
    """The model of the session without what is at fault, as it stands; None where nobody knows."""
    model, special = session.flat, session.special

    def made() -> ShownMotion | None:
        from lagr_gui.analysis.structure import partial_models  # late: few drawings need it

        pose = partial_models.posed(model, special)
        return pose and ShownMotion(pose[1], MotionOrigin(pose[0], special))

    return prepare(model, special).own("posed", made)


def sliding_ways(session: Session) -> Mapping[str, tuple[str, str]]:
    """Arrows of dry friction (item keys) forth and back, as it slides in the plane at the start.

    In space they depend on where the eye is: there are none.
    """
    model, special = session.flat, session.special

    def made() -> Mapping[str, tuple[str, str]]:
        from lagr_gui.scenery.rubbing import arrows_in_plane  # few drawings rub

        shown = posed(session)
        return arrows_in_plane(shown.origin.model, shown.motion, special) if shown else {}

    return prepare(model, special).own("sliding ways", made)


def why_empty(session: Session) -> str:
    """What a picture waits for that does not know yet where the bodies stand."""
    if not session.flat.bodies:
        return tr("Nothing to move yet.")
    if session.start.pending:
        return tr("The mechanism is drawn as soon as its start is computed.")
    return tr("Where the bodies stand at the start is not known: see Problems.")


def mesh_files(session: Session) -> MeshFiles:
    """The files of meshes that lie beside the drawing."""
    return _files(session.folder)


@lru_cache(maxsize=4)
def _files(folder: Path) -> MeshFiles:
    return MeshFiles(folder)
