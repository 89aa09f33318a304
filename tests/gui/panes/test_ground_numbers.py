"""Numbers on the ground stand clear of each other and of what is in the corners of a picture."""

from __future__ import annotations

import numpy as np

from lagr_gui.gui.panes.animation.floor import has_room
from lagr_gui.gui.panes.animation.painter import gravity_place

SIZE = (420.0, 360.0)


def test_no_number_lies_on_the_arrow_of_gravity_on_the_axes_or_on_another_number() -> None:
    middle = np.array([200.0, 180.0])
    assert has_room(middle, SIZE, [])
    assert not has_room(middle, SIZE, [middle + np.array([30, 5])])
    assert has_room(middle, SIZE, [middle + np.array([30, 25])])
    for off in ((0, 0), (-40, 10), (5, 45)):
        assert not has_room(gravity_place(SIZE) + np.array(off), SIZE, [])
    assert not has_room(np.array([30.0, SIZE[1] - 30]), SIZE, [])
