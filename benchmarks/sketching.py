"""A body that is dragged in the sketch, with all that hangs on it: pictures per second.

    python benchmarks/sketching.py

Each picture is the answer of the mechanism to the pointer and the sketch painted anew (offscreen),
in processor time of the window's thread; other threads fill a part of a picture of space, which is
not counted.  Once nothing is selected; once the body is, as after a click, with
its handles in space and its lengths in the plane, beside which the first one is the peer.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import sleep, thread_time

import numpy as np
import offscreen
import table
from PySide6.QtCore import QPointF

sys.path.insert(0, str(Path(__file__).parents[1]))

from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.sketch.view import Sketch
from lagr_gui.model import Model
from tests.mechanics.bound.mechanisms import windows
from tests.models.large import ring

SYSTEMS: dict[str, tuple[Callable[[], Model], int]] = {
    "sixteen four-bars, 49 bodies": (lambda: windows(16).model, 20),
    "ring in space, 51 bodies": (lambda: ring(51), 25),
}
PICTURES, WARM, SIZE = 60, 10, (1000, 700)
GOAL = 60.0
WITH_HANDLES = 1.25
"""What handles and lengths of what is selected may take beside a picture without them."""


def shown(model: Model) -> Sketch:
    """The sketch of a model, painted once; nothing is derived."""
    session = Session()
    session.show_document(model, None)
    session.derivation.cancel()
    sketch = Sketch(session)
    offscreen.shown(sketch, *SIZE)
    sketch.fit()
    return sketch


def seconds(sketch: Sketch, body: int, selected: bool) -> float:
    """The median of the processor time that a picture takes while a body is led in a circle."""
    assert sketch.stand is not None and sketch.camera is not None
    sketch.session.select({f"body:{body}"} if selected else ())
    middle = sketch.camera.project(sketch.stand.scene.motion.x[body][0], sketch.size_)
    start, taken = QPointF(*middle.tolist()), list[float]()
    assert sketch.hand.take_body(start), "no body lies there"
    for number in range(PICTURES + WARM):
        angle = number / 5
        begun = thread_time()
        sketch.hand.hover(start + QPointF(10 * np.sin(angle) + 6, 10 * np.cos(angle)))
        offscreen.paint(sketch)
        taken.append(thread_time() - begun)
        if not number:
            sleep(5)  # kernels are optimised in the background
    sketch.hand.drop()
    sketch.refresh()
    return float(np.median(taken[WARM:]))


def measured(name: str, model: Model, body: int) -> None:
    """Print both lines of a system."""
    sketch = shown(model)
    plain, chosen = (seconds(sketch, body, selected) for selected in (False, True))
    table.line(name, f"{1 / plain:.3g} /s", goal=table.at_least(1 / plain, GOAL, "/s"))
    ratio = chosen / plain
    sides = f"{1 / chosen:.3g} /s", f"{1 / plain:.3g} /s", ratio
    table.line(f"{name}, selected", *sides, table.at_most(ratio, WITH_HANDLES))
    sketch.session.close()
    sketch.close()


def main() -> None:
    """All systems."""
    app = offscreen.application()
    table.head("pictures of a sketch while a body is dragged")
    for name, (make, body) in SYSTEMS.items():
        measured(name, make(), body)
    app.quit()


if __name__ == "__main__":
    main()
