"""How tests are spread over processes: the dearest first, files whole."""

from __future__ import annotations

from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

from tests.costs import DEAR, UNMEASURED, Cost, function_of


class DearestFirst(LoadScopeScheduling):
    """Tests of a file stay together, in their order; those of a dear function go by themselves."""

    def __init__(self, config: pytest.Config, log: Any, costs: dict[str, Cost]) -> None:
        super().__init__(config, log)
        self._costs = costs
        self._sorted = False

    def _split_scope(self, nodeid: str) -> str:
        if self._costs.get(function_of(nodeid), (0.0, 1))[0] > DEAR:
            return nodeid
        return nodeid.partition("::")[0]

    def _assign_work_unit(self, node: Any) -> None:
        if not self._sorted:
            self._sort()
        super()._assign_work_unit(node)

    def _sort(self) -> None:
        """Put the dearest first, once: the queue only gets shorter."""
        cost = {scope: sum(map(self._cost, tests)) for scope, tests in self.workqueue.items()}
        for scope in sorted(cost, key=cost.__getitem__, reverse=True):
            self.workqueue.move_to_end(scope)
        self._sorted = True

    def _cost(self, test: str) -> float:
        seconds, tests = self._costs.get(function_of(test), (UNMEASURED, 1))
        return seconds / tests
