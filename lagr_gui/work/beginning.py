"""Where the worker process begins: only there what computes is loaded."""

from __future__ import annotations

from multiprocessing.connection import Connection


def begin(connection: Connection, parent: int) -> None:
    """Serve jobs until the other side closes the connection, or its process ends."""
    from lagr_gui.work.process import main

    main(connection, parent)
