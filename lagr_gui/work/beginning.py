"""Where the worker process begins: only there what computes is loaded."""

from __future__ import annotations

import gc
from multiprocessing.connection import Connection


def begin(connection: Connection, parent: int) -> None:
    """Serve jobs until the other side closes the connection, or its process ends."""
    gc.disable()  # nothing of what is loaded is garbage
    from lagr_gui.work.process import main

    gc.enable()
    main(connection, parent)
