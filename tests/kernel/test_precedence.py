"""What somebody waits for is translated before what is optimised meanwhile."""

from __future__ import annotations

import threading

from lagr_gui.kernel import compile_kernel
from lagr_gui.kernel.kernel import first, give_way
from lagr_gui.kernel.program import Program


def test_what_is_optimised_waits_until_nobody_does() -> None:
    program = Program()
    x = program.input("x")
    kernel = compile_kernel(program, [x], [], {"y": x * x})
    with first():
        thread = kernel.optimise_in_background()
        thread.join(0.3)
        assert kernel.level == "quick"
        compile_kernel(program, [x], [], {"y": x + x})  # does not end what still goes on
        thread.join(0.3)
        assert kernel.level == "quick"
    thread.join(10.0)
    assert kernel.level == "optimised"


def test_who_is_not_wanted_any_more_waits_for_nobody() -> None:
    answers: list[bool] = []
    left = threading.Event()
    with first():
        thread = threading.Thread(
            target=lambda: answers.append(give_way(lambda: not left.is_set()))
        )
        thread.start()
        left.set()
        thread.join(5.0)
    assert answers == [False]
