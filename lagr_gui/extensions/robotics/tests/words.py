"""Words of the window that stand behind a variable, by file and argument."""

from __future__ import annotations

from collections.abc import Iterable

from lagr_gui.extensions.robotics.documents import BASE, FEWER, JACOBIANS, MATRICES, REGRESSOR, SKEW

PAGE = "extensions/robotics/page.py"
VARIABLE: dict[tuple[str, str], Iterable[str]] = {
    (PAGE, "title"): (*MATRICES.values(), *JACOBIANS.values(), REGRESSOR),
    (PAGE, "BASE"): (BASE,),
    (PAGE, "SKEW"): (SKEW,),
    (PAGE, "FEWER"): (FEWER,),
}
