"""kill −9 at random moments while a pointer draws: what is lost, damaged, left behind.

`python -m tests.window.test_killed N [SEED]` kills the window N times.
"""

from __future__ import annotations

import contextlib
import json
import random
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest

from lagr_gui.catalogue import KINDS
from lagr_gui.editing.recovery import Recovery
from lagr_gui.model import Model, write_text
from lagr_gui.model.files import read_text
from tests.patience import wait_for
from tests.processes import children, is_alive
from tests.window.display import Display, display

LOST = 2.0
"""Seconds of drawing that may be lost."""
STEP = 0.1
ASKING = 3.0
"""Seconds after which a start with drawings that were kept will not ask any more."""
EMPTY = write_text(Model())
"""A drawing with nothing in it: nobody misses that."""
TOOLS = ("body:rigid", "body:point")


class Drawer:
    """Draws, saves and opens at random, until the program under it is killed."""

    def __init__(self, screen: Display, folder: Path, chance: random.Random) -> None:
        self.screen, self.folder, self.chance = screen, folder, chance
        self.file = folder / "drawing.lagr"

    def begin(self, asked: bool) -> None:
        """Answer the question about what was kept, or take the file, or a new drawing."""
        screen = self.screen
        screen.wait_for("state")
        time.sleep(0.3)  # the window manager still moves what has come
        until = time.time() + (ASKING if asked else 0)
        while not (question := screen.ask("question")) and time.time() < until:
            time.sleep(STEP)
        if question:
            screen.key("Return")
        elif self.file.exists():
            screen.key("ctrl+o")
            time.sleep(0.5)
            screen.type(str(self.file))
            screen.key("Return")
        else:
            screen.click(screen.wait_for("widget", "welcome_new"))

    def act(self) -> None:
        """One thing that a user does."""
        screen, x, y = self.screen, *(self.chance.randint(-300, 300) for _ in range(2))
        what = self.chance.choice(("draw", "draw", "draw", "undo", "save", "move"))
        if what == "draw":
            screen.drag(
                screen.wait_for("tool", self.chance.choice(TOOLS)), screen.ask("paper", x, y)
            )
        elif what == "undo":
            screen.key("ctrl+z")
        elif what == "save":
            self.save()
        else:
            bodies = screen.ask("state")["bodies"]
            if bodies and (at := screen.ask("item", f"body:{self.chance.choice(bodies)}")):
                screen.drag(at, [at[0] + x // 4, at[1] + y // 4])

    def save(self) -> None:
        """Save to the file; the first time its name is asked for."""
        self.screen.key("ctrl+s")
        if not self.file.exists():
            time.sleep(0.5)
            self.screen.type(str(self.file))
            self.screen.key("Return")


class Reaper:
    """Kills the program after some seconds, whatever it does then.

    Not right after the whole machine stood still: while it does, nobody can keep anything.
    """

    def __init__(self, screen: Display, after: float) -> None:
        self.screen, self.after = screen, after
        self.at = 0.0
        self.children: list[int] = []
        self._hand = threading.Thread(target=self._strike)
        self._hand.start()

    def _strike(self) -> None:
        calm, steps = 0, round(self.after / STEP)
        while steps > 0 or calm < LOST / STEP:
            before = time.time()
            time.sleep(STEP)
            calm = calm + 1 if time.time() - before < 5 * STEP else 0
            steps -= 1
        self.children = children(self.screen.program.pid)
        self.at = time.time()
        self.screen.program.kill()

    def wait(self) -> None:
        """Wait until it has struck, and until all that the program had started is gone."""
        self._hand.join()
        self.screen.kill()
        wait_for(lambda: not any(map(is_alive, self.children)) or None, self.children)


def rounds(folder: Path, count: int, seed: int) -> list[float]:
    """Kill the window again and again; the seconds of drawing that each death cost."""
    chance = random.Random(seed)
    lost: list[float] = []
    asked = False
    with display(folder) as screen:
        for number in range(count):
            if number:
                screen.start()
            screen.wait_for("state")
            drawer, reaper = Drawer(screen, folder, chance), Reaper(screen, chance.uniform(2, 11))
            with contextlib.suppress(AssertionError, OSError, ValueError, TypeError):
                drawer.begin(asked)
                while True:
                    drawer.act()
            reaper.wait()
            seconds, asked = cost(folder, reaper.at)
            lost.append(seconds)
            print(number, f"lost {lost[-1]:.2f} s", flush=True)
        screen.start()
        finish(screen, folder)
    return lost


def finish(screen: Display, folder: Path) -> None:
    """A regular end leaves the user's files, and the drawings that still wait for an answer."""
    screen.wait_for("state")
    time.sleep(0.5)
    if screen.ask("question"):
        screen.key("Return")
    screen.ask("finish")
    screen.program.wait(60)
    entries, problems = Recovery(folder / "kept" / "recovery").pending()
    for entry in entries:
        Recovery.leave(entry)
    waiting = {entry.file.stem for entry in entries}
    assert {path.stem for path in (folder / "kept" / "recovery").iterdir()} == waiting
    assert not problems
    assert not list((folder / "temporary").glob("lagr*"))
    assert not [path.name for path in folder.iterdir() if path.name.startswith(".drawing")]


def cost(folder: Path, killed: float) -> tuple[float, bool]:
    """How many seconds of drawing are nowhere any more, and whether the next start may ask.

    Every file there is can be read.
    """
    drawn = [json.loads(line) for line in (folder / "log").read_text("utf-8").splitlines()]
    known = {text: number for number, _, text in drawn}
    entries, problems = Recovery(folder / "kept" / "recovery").pending()
    assert not problems, problems
    texts = [entry.model for entry in entries]
    for entry in entries:
        Recovery.leave(entry)
    if (folder / "drawing.lagr").exists():
        texts.append(read_text((folder / "drawing.lagr").read_text("utf-8"), KINDS))
    nothing = known.get(EMPTY, 0)  # an empty drawing needs no file
    newest = max((nothing, *(number_of(model, known) for model in texts)))
    missing = [moment for number, moment, text in drawn if number > newest and text != EMPTY]
    return killed - missing[0] if missing else 0.0, bool(entries)


def number_of(model: Model, known: dict[str, int]) -> int:
    text = write_text(model)
    assert text in known or text == EMPTY, "nobody has drawn this"
    return known.get(text, 0)


@pytest.mark.window
def test_a_window_that_is_killed_loses_at_most_two_seconds_and_leaves_nothing(tmp_path) -> None:
    assert max(rounds(tmp_path, 3, seed=1)) <= LOST


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        costs = rounds(Path(place), int(sys.argv[1]), int([*sys.argv, 1][2]))
    print(f"{len(costs)} deaths, at most {max(costs):.2f} s lost")
    sys.exit(max(costs) > LOST)
