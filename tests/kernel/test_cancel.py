"""A cancel strikes a compilation at any moment; the process must live on."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from ctypes import c_ulong, py_object, pythonapi
from timeit import timeit

from lagr_gui.foundation.interruption import undisturbed
from lagr_gui.foundation.problem import Cancelled
from lagr_gui.kernel import Kernel, Program, compile_kernel
from tests.patience import PATIENCE

STRIKES = 300


def compiled() -> Kernel:
    """A short program as machine code."""
    program = Program()
    x, y = program.input("x"), program.input("y")
    value = x
    for _ in range(30):
        value = program.add([program.multiply([value, x]), y])
    return compile_kernel(program, [x, y], [], {"value": value})


def strike(thread: int, wait: float) -> None:
    """Raise `Cancelled` in a thread, as the worker does."""
    time.sleep(wait)
    with undisturbed:
        pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), py_object(Cancelled))


def struck(wait: float) -> bool:
    """Whether a cancel after some seconds came through: in a destructor it would be lost."""
    striker = threading.Thread(target=strike, args=(threading.get_ident(), wait))
    kernels: list[Kernel] = []
    try:
        striker.start()
        kernels.append(compiled())
        striker.join()
        for _ in range(100):
            pass  # here it strikes if it comes late
    except Cancelled:
        return True
    return False


def strike_often() -> None:
    """Compile and cancel many times, at random moments of the compilation."""
    compiled()
    length = timeit(compiled, number=1)
    chance = random.Random(7)
    count = sum(struck(chance.uniform(0, length)) for _ in range(STRIKES))
    print(count, compiled().level)


def test_a_cancel_never_breaks_the_process() -> None:
    command = [sys.executable, "-m", "tests.kernel.test_cancel"]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=10 * PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    count, level = done.stdout.split()
    assert int(count) == STRIKES
    assert level == "quick"


def lost_in_destructors() -> None:
    """Drop kernels while cancels strike; tell how many struck, and how many were lost."""
    compiled()
    lost: list[object] = []
    sys.unraisablehook = lambda unraisable: lost.append(unraisable.exc_type)
    chance, caught = random.Random(3), 0
    main, ready, stop = threading.get_ident(), threading.Event(), threading.Event()

    def strike_on() -> None:
        ready.wait()
        while not stop.is_set():
            strike(main, chance.uniform(0.0002, 0.004))

    striker = threading.Thread(target=strike_on, daemon=True)
    striker.start()
    while caught < STRIKES:
        try:
            ready.set()  # nothing strikes before its cancel is awaited
            while caught < STRIKES:
                kernels = [compiled() for _ in range(4)]
                del kernels
        except Cancelled:
            caught += 1
    stop.set()
    try:
        striker.join()
        time.sleep(0.01)
    except Cancelled:
        pass
    print(caught, lost.count(Cancelled))


def test_no_cancel_is_lost_where_machine_code_ends() -> None:
    command = "from tests.kernel.test_cancel import lost_in_destructors; lost_in_destructors()"
    done = subprocess.run(
        [sys.executable, "-c", command], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    caught, lost = map(int, done.stdout.split())
    assert caught == STRIKES and lost == 0


if __name__ == "__main__":
    strike_often()
