"""The stacks of a process of the tests that ended tell of the test, not of what runs tests."""

from __future__ import annotations

from tests.last_words import DEPTH, condensed

RUNNER = '  File "/x/site-packages/_pytest/runner.py", line 7 in call'


def test_the_last_calls_of_each_thread_stay():
    calls = [f'  File "/x/tests/test_deep.py", line {n} in call' for n in range(2 * DEPTH)]
    main = ["Thread 0x2 (most recent call first):", *calls, RUNNER]
    other = ["Thread 0x1 (most recent call first):", RUNNER, *calls[:2]]
    told = condensed("\n".join(["Timeout (0:10:00)!", *other, *main]))
    assert told == ["Timeout (0:10:00)!", other[0], *calls[:2], main[0], *calls[:DEPTH]]
