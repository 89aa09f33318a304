"""How many pictures of a page that plays a browser shows in a second, with the network off.

    python benchmarks/page.py

Chromium without a window shows the pages of some samples and plays each for some seconds of its
own clock.  It calls a page before each picture (requestAnimationFrame), at most 60 times a second,
less often where the machine or the page is too slow.  Peer: the same page at rest, in the same run.
Below stands how long the program of the page takes for one picture, mechanism and time mark; there
are 16.7 ms for it.  A dash where there is no Chromium.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

import table

sys.path.insert(0, str(Path(__file__).parents[1]))

from lagr_gui import html_page, load, pipeline
from lagr_gui.foundation.resource import sample_models

SAMPLES = ("double_pendulum", "robot_arm_6r", "gear_train", "newtons_cradle")
SHARE = 0.98
"""The part of the pictures that a page at rest gets."""
SECONDS = 4.0
PATIENCE = 120.0
BROWSERS = ("chromium", "chromium-browser", "google-chrome")

SCRIPT = """
<script type="module">
const next = () => new Promise((on) => requestAnimationFrame(on));
async function rate() {
    const begun = await next();
    let stamp = begun, pictures = 0;
    while (stamp - begun < 1000 * SECONDS) { stamp = await next(); pictures += 1; }
    return 1000 * pictures / (stamp - begun);
}
for (let n = 0; n < 30; n++) { await next(); }
const still = await rate();
document.getElementById("play").click();
const moving = await rate();
document.getElementById("play").click();
const works = [];
for (let n = 0; n < 200; n++) {
    if (n % 20 === 0) { await next(); }
    const from = performance.now();
    window.system.seek(0.01 * n);
    works.push(performance.now() - from);
}
works.sort((a, b) => a - b);
const found = { still, moving, work: works[100], late: works[180] };
console.log("MEASURED " + JSON.stringify(found) + " END");
</script></body>
"""


def main() -> None:
    """Print the table."""
    table.head("A page that plays, in pictures per second; peer: the same page at rest")
    browser = next(filter(None, map(which, BROWSERS)), None)
    paths = {path.stem: path for path in sample_models()}
    for name in SAMPLES:
        if browser is None:
            table.line(name, "–")
            continue
        found = measured(browser, page_of(paths[name]))
        still, moving = found["still"], found["moving"]
        goal = table.at_least(moving / still, SHARE)
        table.line(name, f"{moving:.1f}", f"{still:.1f}", moving / still, goal)
        work, late = table.seconds(found["work"] / 1e3), table.seconds(found["late"] / 1e3)
        table.line("  work for one picture: median, slowest tenth", work, late)


def page_of(path: Path) -> str:
    """The page that the command line writes."""
    model = load(path)
    form = "shortest" if len(model.bodies) < 4 else "structured"
    return html_page(model, pipeline.equations(model, form=form))


def measured(browser: str, page: str) -> dict[str, float]:
    """What a browser says of a page."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        script = SCRIPT.replace("SECONDS", repr(SECONDS))
        file.write_text(page.replace("</body>", script), encoding="utf-8")
        words = [browser, "--headless", "--no-sandbox", "--window-size=1280,1000"]
        words += ["--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr"]
        words += [f"--user-data-dir={Path(folder) / 'browser'}", file.as_uri()]
        process = subprocess.Popen(
            words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8"
        )
        try:
            assert process.stderr is not None
            for line in process.stderr:
                if found := re.search(r"MEASURED (\{.*?\}) END", line):
                    return json.loads(found[1].replace('\\"', '"'))
        finally:
            process.terminate()
            process.wait(PATIENCE)
    raise SystemExit("The browser ended without an answer.")


if __name__ == "__main__":
    main()
