"""Random systems that touch and rub: accelerations against all modes of all contacts."""

from __future__ import annotations

import numpy as np
import pytest

from tests.oracle.comparison import without_machine_code
from tests.oracle.conftest import Extent
from tests.oracle.contacts import judged_contact, random_contact
from tests.oracle.tally import Tally, few_collections

MOVED, IDLE = (82, 126), (27,)
"""Seeds with contacts on a body that is moved, and with conditions that hold nothing."""


def test_contacts_do_what_all_modes_leave(extent: Extent) -> None:
    tally = Tally()
    with without_machine_code(), few_collections(), np.errstate(all="ignore"):
        for seed in extent.seeds(3, 500):
            case, goes_on = random_contact(seed)
            if goes_on:
                tally.enter(case, judged_contact(case))
    assert not tally.faults, str(tally)


@pytest.mark.parametrize("seed", [*MOVED, *IDLE])
def test_rounding_opens_and_slides_nothing(seed: int) -> None:
    with without_machine_code(), np.errstate(all="ignore"):
        case, _ = random_contact(seed)
        verdict = judged_contact(case)
    assert verdict.sort == "agrees", verdict
