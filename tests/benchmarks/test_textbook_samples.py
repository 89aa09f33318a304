"""The equations of the samples: no more blemishes than there were."""

from __future__ import annotations

from pathlib import Path

import pytest
from textbook_samples import LONG, ceilings, found_in, paths

from lagr_gui.foundation.resource import sample_models


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.stem)
def test_no_sample_gets_more_blemishes(path: Path) -> None:
    """`benchmarks/textbook_samples.py --lower` writes the ceilings down to what is reached."""
    found = found_in(path)
    assert len(found) <= ceilings()[path.stem], found


def test_ceilings_speak_of_samples_that_are_there() -> None:
    assert set(ceilings()) | set(LONG) == {path.stem for path in sample_models()}
