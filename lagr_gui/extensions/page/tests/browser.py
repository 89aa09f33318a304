"""A page in a true browser, without a window and without a network."""

from __future__ import annotations

import html
import json
import re
import subprocess
from pathlib import Path
from shutil import which
from typing import Any

BROWSER = next(filter(None, map(which, ("chromium", "chromium-browser", "google-chrome"))), None)
PATIENCE = 120
# A browser's own time runs on while a busy machine keeps the page waiting: longer, if need be, and
# again.
BUDGETS = (20_000, 60_000, 180_000, 180_000, 180_000)  # milliseconds
_SAID = re.compile(r'<pre id="said">(.*?)</pre>', re.S)


def said(page: str, script: str, folder: Path) -> Any:
    """What an asynchronous script says in the page, once that is ready: its value."""
    asking = (
        "<script type='module'>\n"
        "window.addEventListener('error', (event) => tell({ error: String(event.message) }));\n"
        "function tell(value) { const pre = document.createElement('pre'); pre.id = 'said';\n"
        "  pre.textContent = JSON.stringify(value); document.body.append(pre); }\n"
        "const painted = () => new Promise((on) => requestAnimationFrame(() => on()));\n"
        f"tell(await (async () => {{ {script} }})());\n</script></body>"
    )
    file = folder / "page.html"
    file.write_text(page.replace("</body>", asking), encoding="utf-8")
    for budget in BUDGETS:
        done = _left(file, folder, budget)
        if found := _SAID.search(done.stdout):
            return json.loads(html.unescape(found[1]))
    raise AssertionError(done.stderr[-2000:])


def _left(file: Path, folder: Path, budget: int) -> subprocess.CompletedProcess[str]:
    """What the browser leaves of a page after so many milliseconds of its own time."""
    command = [
        str(BROWSER),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--host-resolver-rules=MAP * ~NOTFOUND",
        f"--virtual-time-budget={budget}",
        f"--user-data-dir={folder / 'browser'}",
        "--dump-dom",
        file.as_uri(),
    ]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=PATIENCE)
