"""``python -m tests.acceptance FILE…``: check what is computed against reference cases.

Exit status 0 only if everything that the files ask for was checked and holds.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from lagr_gui import LagrError
from tests.acceptance.case import Finding, check_case
from tests.acceptance.deck import check_deck

DECKS = (".txt", ".deck")
"""How the names of card decks of LAGR end."""


def found_in(path: Path) -> list[Finding]:
    """What a case file, or a card deck of LAGR, asks for."""
    if path.suffix.lower() in DECKS:
        return check_deck(path)
    return check_case(json.loads(path.read_text("utf-8")))


def main(names: list[str]) -> int:
    """Check files one after the other and print what was found."""
    if not names:
        print(__doc__, file=sys.stderr)
        return 2
    good = True
    for name in names:
        print(name)
        try:
            findings = found_in(Path(name))
        except LagrError as error:
            findings = [Finding("system", reason=f"the program refuses it: {error}")]
        except (OSError, ValueError) as error:
            findings = [Finding("file", reason=f"it cannot be read: {error}")]
        for finding in findings:
            print(f"  {finding}")
        good = good and bool(findings) and all(finding.holds for finding in findings)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
