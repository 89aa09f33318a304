"""The self-test of a program finds what is planted in it: no changed number passes unseen."""

from __future__ import annotations

import json
import random
import re
import subprocess
from pathlib import Path
from shutil import which

import pytest

from lagr_gui.extensions.programs.tests.test_programs import text_of
from tests.samples.gallery import sample

pytestmark = pytest.mark.skipif(which("node") is None, reason="Node is not there")

COUNT = 10
"""Faults that are planted."""
SEEN = 1e-6
"""The least change of an answer, beside its size, that has to be found."""

TESTED = """
motion dynamics conditions energies reactions accelerations held_accelerations transmit rates
attempt one_step lead_back take_up derive
"""
"""Functions that answers and motions are made of."""

ASKING = """
import { readdirSync } from "node:fs";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
if (isMainThread) {
    const found = {};
    for (const file of readdirSync(".").filter((name) => name.match(/^[0-9]/)).sort()) {
        const worker = new Worker("./ask.mjs", { workerData: file });
        const hung = new Promise((done) => setTimeout(done, 2000, { answers: [], worst: 1e99 }));
        found[file] = await Promise.race([hung, new Promise((done) => worker.on("message", done))]);
        await worker.terminate();
    }
    console.log(JSON.stringify(found));
    process.exit(0);
} else {
    const own = await import(`./${workerData}`);
    const c = own.prepare(), n = own.N;
    const x = own.START_STATE.map((value, i) => value + 0.1 * (i + 1));
    const [q, v] = [x.slice(0, n), x.slice(n)];
    const row = (size) => new Float64Array(size);
    const [a, e, r] = [row(n), row(3), row(own.TRANSMITTED)];
    own.accelerations(c, 0.1, q, v, row(n), a);
    own.energies(c, 0.1, q, v, e);
    own.transmit(c, 0.1, q, v, row(n), r);
    const y = Float64Array.from(own.START_STATE), clock = row(own.CLOCK_SIZE);
    clock[3] = 0.5;
    own.take_up(c, clock, y);
    own.advance(c, clock, y, 0.05, 1e-9, 1e-9);
    const number = (x) => Number.isFinite(x) ? x : 1e99;
    const answers = [a, e, r, y].map((row) => [...row].map(number));
    parentPort.postMessage({ answers, worst: number(own.self_test(c)) });
}
"""
SIGNS = re.compile(r"(?<=[\w)\]]) ([-+*]) (?=[\w(-])|(?<![\w.])(\d+\.\d+)(?![\w.])")
OTHER = {"+": "-", "-": "+", "*": "+"}


def planted(text: str, count: int) -> list[str]:
    """The program with one sign or number of its functions changed, in several ways."""
    text = text.replace("const START_STATE", "export const START_STATE")
    places: list[re.Match[str]] = []
    for function in TESTED.split():
        if own := re.search(rf"^export function {function}\(.*?^}}", text, re.M | re.S):
            places += SIGNS.finditer(text, own.start(), own.end())
    found = [text]
    for place in random.Random(1).sample(places, min(count, len(places))):
        sign, number = place.groups()
        new = f" {OTHER[sign]} " if sign else repr(1.01 * float(number) + 1e-3)
        found.append(text[: place.start()] + new + text[place.end() :])
    return found


@pytest.mark.parametrize("name", ["double_pendulum", "four_bar"])
def test_a_fault_that_changes_an_answer_is_found(name: str, tmp_path: Path) -> None:
    programs = planted(text_of("javascript", sample(name)), COUNT)
    for place, text in enumerate(programs):
        (tmp_path / f"{place:03}.mjs").write_text(text, "utf-8")
    (tmp_path / "ask.mjs").write_text(ASKING, "utf-8")
    done = subprocess.run(
        ["node", "ask.mjs"], cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=120
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    sound = found.pop("000.mjs")
    assert sound["worst"] <= 1e-9
    changed = {file for file, own in found.items() if _differs(sound["answers"], own["answers"])}
    passed = [file for file in changed if found[file]["worst"] <= 1e-9]
    assert len(changed) >= COUNT // 3
    assert not passed, [_difference(programs[0], programs[int(file[:3])]) for file in passed]


def _differs(some: list[list[float]], others: list[list[float]]) -> bool:
    if not others:  # it never ended
        return True
    for own, other in zip(some, others, strict=True):
        size = max(map(abs, own))
        if any(abs(a - b) > SEEN * size for a, b in zip(own, other, strict=True)):
            return True
    return False


def _difference(text: str, other: str) -> list[str]:
    pairs = zip(text.splitlines(), other.splitlines(), strict=True)
    return next([a, b] for a, b in pairs if a != b)
