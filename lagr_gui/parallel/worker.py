"""The far side of a worker process: parts come in on standard input, results go out.

What is printed by chance goes to standard error, so that no result is cut in two by it.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
import traceback
from typing import IO, Any

from lagr_gui.parallel.duty import Duty, Part
from lagr_gui.parallel.frames import receive, send


def main() -> None:
    """Do parts until the other side is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asked for the parts hears Ctrl+C
    source, target = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    duty: Duty = receive(source)
    parts: queue.SimpleQueue[Part] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(source, parts), daemon=True).start()
    send(target, ("ready", None))
    while True:
        send(target, _answer(duty, parts.get()))


def _answer(duty: Duty, part: Part) -> tuple[str, Any]:
    try:
        return "done", duty(part)
    except Exception:  # noqa: BLE001 - the edge of the worker: a fault of ours is told, not lost
        return "fault", traceback.format_exc()


def _listen(source: IO[bytes], parts: queue.SimpleQueue[Part]) -> None:
    """Hand parts on; end with the process that sends them, whatever is under way."""
    try:
        while True:
            parts.put(receive(source))
    except (EOFError, OSError):
        os._exit(0)
