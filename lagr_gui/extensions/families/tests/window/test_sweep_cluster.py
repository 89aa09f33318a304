"""The sweep pane lets the workers of a cluster compute, and tells where there is none."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from lagr_gui.extensions.families.tests.window.test_sweep import ask, pane

__all__ = ["pane"]

NODES = """
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(
        2, processes=True, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as nodes:
        print(nodes.scheduler_address, flush=True)
        input()
        print(nodes.scheduler.transition_counter, flush=True)
"""


@pytest.fixture
def nodes(tmp_path):
    """A scheduler with two workers on this machine."""
    pytest.importorskip("distributed")
    script = tmp_path / "nodes.py"
    script.write_text(NODES, "utf-8")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    process = subprocess.Popen([sys.executable, str(script)], **pipes)
    yield process
    process.kill()
    process.communicate()


def test_the_workers_of_a_cluster_compute(pane, qtbot, nodes) -> None:
    address = nodes.stdout.readline().strip()
    assert address.startswith("tcp://")
    span = ("c", "8", "32", "40")
    ask(pane, qtbot, "curves", span, scheduler=address)
    found, told = pane.found, pane.words.text()
    ask(pane, qtbot, "curves", span, scheduler="")
    assert found.complete and told.startswith("40 runs, 1 compared")
    assert found.curves.tobytes() == pane.found.curves.tobytes()
    omega = np.sqrt(found.axes["c"] / 2)
    assert found["x"] == pytest.approx(0.1 * np.cos(np.outer(omega, found.t)), abs=1e-6)
    counted, _ = nodes.communicate("\n", timeout=60)
    assert int(counted) > 10  # it had something to do


def test_where_no_scheduler_answers_is_told(pane, qtbot) -> None:
    pytest.importorskip("distributed")
    ask(pane, qtbot, "curves", ("c", "8", "32", "40"), scheduler="tcp://127.0.0.1:1")
    pane.form.scheduler.clear()
    assert "No scheduler answers there" in pane.words.text()
    assert "tcp://127.0.0.1:1" in pane.words.text()
