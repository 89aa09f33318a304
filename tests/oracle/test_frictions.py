"""Random trees and loops with dry friction: who sticks and q̈, against all modes."""

from __future__ import annotations

import numpy as np

from tests.oracle.comparison import without_machine_code
from tests.oracle.conftest import Extent
from tests.oracle.document import Document
from tests.oracle.frictions import Rubbing, judged_friction, random_friction
from tests.oracle.tally import Tally, few_collections


def test_who_sticks_is_what_all_modes_leave(extent: Extent) -> None:
    tally = Tally()
    with without_machine_code(), few_collections(), np.errstate(all="ignore"):
        for seed in extent.seeds(10, 500):
            case = random_friction(seed)[0]
            tally.enter(case, judged_friction(case))
    assert not tally.faults, str(tally)
    assert (
        tally.sorts["agrees"] > tally.sorts.total() / 4
    )  # three of four do, but some seeds are few


def test_accelerations_have_the_least_constraint_of_gauss(extent: Extent) -> None:
    source, tried = np.random.default_rng(1), 0
    for seed in extent.seeds(20, 200):
        case, loop = random_friction(seed)
        if loop or not Document(case.text).coordinates:
            continue
        rubbing = Rubbing(Document(case.text), case)
        still = np.abs(rubbing.slip) < 1e-12
        if not rubbing.clear or not still.any() or rubbing.condition > 1e4:
            continue
        known = rubbing.moving(np.where(still, 0, np.sign(rubbing.slip)))
        H = np.array([bound.static for bound in rubbing.bounds])
        (first, *_) = rubbing.modes(known, np.flatnonzero(still), H)
        qdd = rubbing.free + first @ rubbing.answers
        _, s, Vt = np.linalg.svd(rubbing.G)
        allowed = Vt[np.sum(s > 1e-9) :]
        least = rubbing.constraint(qdd, still)
        for size in (1e-3, 0.1, 1.0):
            away = size * source.normal(size=(10, len(allowed))) @ allowed
            others = [rubbing.constraint(qdd + way, still) for way in away]
            assert min(others, default=np.inf) > least - 1e-9 * (1 + abs(least)), seed
        tried += 1
    assert tried
