"""Where the bodies of a model with faults stand, as far as that is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lagr_gui.gui.bridge.shown import MotionOrigin, ShownMotion
from lagr_gui.prepared import prepare

if TYPE_CHECKING:
    from lagr_gui.gui.bridge.session import Session


def posed(session: Session) -> ShownMotion | None:
    """The model of the session without what is at fault, as it stands; None where nobody knows."""
    model, special = session.flat, session.special

    def made() -> ShownMotion | None:
        from lagr_gui.analysis.structure import partial_models  # late: few drawings need it

        found = partial_models.posed(model, special)
        return found and ShownMotion(found[1], MotionOrigin(found[0], special))

    return prepare(model, special).own("posed", made)
