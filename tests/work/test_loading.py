"""A module is loaded whole in a process whose calculations are interrupted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.ground.sources import ROOT

PROGRAM = """
import ctypes, sys, threading, time
from lagr_gui.foundation.interruption import load_whole, undisturbed

def strike():
    import loading
    loading.begun.wait()
    with undisturbed:
        thread = ctypes.c_ulong(threading.main_thread().ident)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(KeyError))

if "whole" in sys.argv:
    load_whole()
import loading
threading.Thread(target=strike).start()
try:
    from halves import second
    for _ in range(1000):
        time.sleep(0.01)
except KeyError:
    print("halves" in sys.modules and sys.modules["halves"].second)
"""


def test_an_interruption_waits_until_a_module_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "loading.py").write_text("import threading\nbegun = threading.Event()\n", "utf-8")
    half = "import loading, time\nloading.begun.set()\ntime.sleep(0.2)\nsecond = 2\n"
    (tmp_path / "halves.py").write_text(half, "utf-8")

    def said(*words: str) -> str:
        path = {"PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
        command = [sys.executable, "-c", PROGRAM, *words]
        return subprocess.run(
            command, env={**os.environ, **path}, capture_output=True, text=True, check=True
        ).stdout.strip()

    assert said() == "False"
    assert said("whole") == "2"
