"""Sweeps on a cluster: the same numbers, also when a worker is killed."""

from __future__ import annotations

import subprocess
import sys

import pytest

from lagr_gui import LagrError, System
from lagr_gui.parallel import cluster
from tests.ground.sources import ROOT

SCRIPT = """
import os, signal, sys
from dataclasses import replace
import numpy as np
from distributed import LocalCluster
import lagr_gui

if __name__ == "__main__":
    model = lagr_gui.load("sample_models/double_pendulum.lagr")
    settings = replace(lagr_gui.settings_of(model), t_end=2, points=11)
    axes = {"q1": np.linspace(0, 2, 40), "q2'": [0.0, 1.0]}
    kills = []

    def strike(done, runs):
        if done > 10 and not kills:
            worker = next(iter(nodes.workers.values()))
            kills.append(worker.pid)
            os.kill(worker.pid, signal.SIGKILL)

    with LocalCluster(
        3, processes=True, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as nodes:
        at = nodes.scheduler_address
        found = lagr_gui.sweep(
            model, axes, ["E"], settings=settings, scheduler=at, progress=strike
        )
    alone = lagr_gui.sweep(model, axes, ["E"], settings=settings, jobs=1)
    assert kills and found.complete and not found.problems
    print(found.curves.tobytes() == alone.curves.tobytes())
"""


def test_a_cluster_computes_the_same_numbers(tmp_path) -> None:
    pytest.importorskip("distributed")
    script = tmp_path / "cluster.py"
    script.write_text(SCRIPT, "utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "True", done.stderr


def test_who_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    system = System("Free")
    system.joint("prismatic", 0, system.body("Cart"), "x", axis=(1, 0, 0))
    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    pytest.importorskip("distributed")
    with pytest.raises(LagrError, match="No scheduler answers there"):
        system.sweep({"x": [0, 1, 2]}, scheduler="tcp://127.0.0.1:1")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(LagrError, match=r"pip install lagr_gui\[cluster\]"):
        system.sweep({"x": [0, 1, 2]}, scheduler="tcp://127.0.0.1:1")
