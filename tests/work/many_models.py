"""Derives the equations of many models as a worker does; prints how many objects lie about at most.

    python -m tests.work.many_models

In a process of its own: a server ends its process with the connection.
"""

from __future__ import annotations

import gc
import os
import threading
from multiprocessing import Pipe
from multiprocessing.connection import Connection

from lagr_gui import System
from lagr_gui.model import Model
from lagr_gui.prepared import store
from lagr_gui.work.process import Server

MOST_MADE = 4_000
"""Objects after which all are looked through; the true number takes many models."""
MODELS = 100


def pendulum(number: int) -> Model:
    """A double pendulum that shares no letter of its physics with that of another number."""
    s = System()
    upper, lower = s.body("Upper", mass=1), s.body("Lower", mass=2)
    s.joint("revolute", 0, upper, f"q{number}", point_child=(0, f"l{number}", 0))
    s.joint("revolute", upper, lower, f"p{number}", point_parent=(0, f"-l{number}", 0))
    s.parameter(f"l{number}", 1.0, "m")
    return s.model


def derive(near: Connection, number: int) -> None:
    """The equations of one of the models are asked for and heard."""
    near.send(("job", (number, "equations", {"model": pendulum(number), "form": "shortest"})))
    while (answer := near.recv())[1] == "progress":
        pass
    assert answer[1] == "result", answer


def ask(near: Connection) -> None:
    """Ask for all equations one after the other, print, and end."""
    derive(near, 0)  # libraries stay
    gc.collect()
    before, most = len(gc.get_objects()), 0
    for number in range(1, MODELS):
        derive(near, number)
        most = max(most, len(gc.get_objects()) - before)
    print(most, flush=True)
    os._exit(0)


if __name__ == "__main__":
    store.MOST_MADE = MOST_MADE
    near, far = Pipe()
    threading.Thread(target=ask, args=(near,), daemon=True).start()
    Server(far).serve()
