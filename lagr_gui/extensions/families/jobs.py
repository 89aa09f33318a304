"""What the window asks its worker process about families of motions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lagr_gui import pipeline
from lagr_gui.pipeline import Prepared

Report = Callable[[Any], None]


def over_values(
    report: Report, prepared: Prepared, door: str, words: Mapping[str, Any]
) -> tuple[Any, dict[str, str]]:
    """A question about a family of motions, and the units of its outputs.

    Reports how many runs are done, of how many.  A fit reports how many motions it has computed,
    and what is left over.
    """

    def tell(done: int, runs: float) -> None:
        report((done, runs))

    options = {} if door in ("root_locus", "section", "sensitivities") else {"progress": tell}
    answer = getattr(pipeline, door)(prepared, **words, **options)
    return answer, pipeline.output_units(prepared, words.get("outputs", ()))
