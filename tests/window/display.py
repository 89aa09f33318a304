"""A virtual display with a window manager, a real pointer and a real keyboard."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.ground.sources import ROOT
from tests.patience import wait_for

SCREEN = "1600x1000x24"


class Display:
    """Moves the pointer, presses keys, asks the program where things are."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self.environment, self.folder = environment, folder
        self.start()

    def start(self) -> None:
        """Start the program, the first time or once more."""
        self.program = subprocess.Popen(
            [sys.executable, "-m", "tests.window.program", str(self.folder)],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def kill(self) -> None:
        """End the program at once."""
        self.program.kill()
        self.program.wait()
        for stream in (self.program.stdin, self.program.stdout):
            if stream:
                with contextlib.suppress(BrokenPipeError):  # a question was on its way
                    stream.close()

    def ask(self, *question: Any) -> Any:
        """The program's answer."""
        assert self.program.stdin and self.program.stdout
        self.program.stdin.write(json.dumps(question) + "\n")
        self.program.stdin.flush()
        line = self.program.stdout.readline()
        assert line, f"the program has ended: {self.program.wait(5)}"
        return json.loads(line)

    def wait_for(self, *question: Any) -> Any:
        """The answer as soon as there is one."""
        return wait_for(lambda: self.ask(*question), question)

    def until(self, **wanted: Any) -> dict[str, Any]:
        """The state of the program as soon as it is as wanted."""
        seen: dict[str, Any] = {}

        def state() -> dict[str, Any] | None:
            seen.update(self.ask("state"))
            return seen if all(seen[name] == value for name, value in wanted.items()) else None

        return wait_for(state, [wanted, "not", seen])

    def moved(self) -> dict[str, Any]:
        """The state once a motion is there; quick ones are not seen while they are computed."""

        def state() -> dict[str, Any] | None:
            seen = self.ask("state")
            return None if seen["simulating"] or seen["drift"] is None else seen

        return wait_for(state, "a motion")

    def do(self, *words: Any) -> None:
        """One command of xdotool."""
        command = ["xdotool", *(str(word) for word in words)]
        subprocess.run(command, env=self.environment, check=True, capture_output=True)
        time.sleep(0.06)

    def click(self, at: list[int], button: int = 1) -> None:
        """Click somewhere."""
        self.do("mousemove", *at)
        self.do("click", button)

    def double_click(self, at: list[int]) -> None:
        """Click twice."""
        self.do("mousemove", *at)
        self.do("click", "--repeat", 2, "--delay", 60, 1)

    def begin(self) -> None:
        """Go from the welcome to an empty drawing."""
        self.until(welcome=True)
        self.click(self.wait_for("widget", "welcome_new"))
        self.until(welcome=False)

    def drag(self, start: list[int], end: list[int]) -> None:
        """Pull from one place to another, as a hand does: with places in between."""
        self.do("mousemove", *start)
        self.do("mousedown", 1)
        for part in (0.1, 0.3, 0.6, 0.9, 1.0, 1.0):
            x, y = (round(a + part * (b - a)) for a, b in zip(start, end, strict=True))
            self.do("mousemove", x, y)
        self.do("mouseup", 1)

    def key(self, *names: str) -> None:
        """Press keys, one after the other."""
        self.do("key", "--delay", 30, *names)

    def type(self, text: str) -> None:
        """Type a text."""
        self.do("type", "--delay", 8, text)

    def fill(self, at: list[int], text: str) -> None:
        """Replace the text of a field and press Enter."""
        self.click(at)
        self.key("ctrl+a")
        self.type(text)
        self.key("Return")


@contextlib.contextmanager
def display(folder: Path, screen: str = SCREEN) -> Iterator[Display]:
    """A display on which the program runs; the size of its screen and the depth of its colours."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", screen, "-nolisten", "tcp"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as pipe:
        number = pipe.readline().strip()
    environment = {
        **os.environ,
        "DISPLAY": f":{number}",
        "QT_QPA_PLATFORM": "xcb",
        "QT_NO_XDG_DESKTOP_PORTAL": "1",
        "HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "TMPDIR": str(folder / "temporary"),
    }
    manager = subprocess.Popen(["openbox"], env=environment, stderr=subprocess.DEVNULL)
    (folder / "temporary").mkdir(exist_ok=True)
    screen = Display(environment, folder)
    try:
        yield screen
    finally:
        screen.kill()
        for process in (manager, server):
            process.kill()
            process.wait()
