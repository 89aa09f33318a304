"""The pairs of docs/from-sympy.md run, and both halves have the same accelerations."""

from __future__ import annotations

import re
from pathlib import Path
from runpy import run_path
from typing import Any

import numpy as np
import pytest

from lagr_gui import System
from tests.ground.sources import ROOT

PAGE = (ROOT / "docs" / "from-sympy.md").read_text("utf-8")
FIRST, *SYSTEMS = PAGE.split("\n## ")
STATES = 4


def code(section: str, language: str) -> str:
    (found,) = re.findall(rf"```python {language}\n(.*?)```", section, re.DOTALL)
    return found


def test_there_are_ten_systems() -> None:
    assert len(SYSTEMS) == 10


@pytest.mark.parametrize("section", SYSTEMS, ids=lambda section: section.split("\n")[0])
def test_both_halves_have_the_same_accelerations(section: str, tmp_path: Path) -> None:
    theirs, ours = (_run(section, language, tmp_path) for language in ("sympy", "lagr_gui"))
    accelerations = _by_sympy(theirs["method"], ours["system"])
    for t, q, qd, qdd in _states(ours["system"]):
        assert accelerations(t, q, qd) == pytest.approx(qdd, rel=1e-6, abs=1e-6)


def _run(section: str, language: str, folder: Path) -> dict[str, Any]:
    """What one half makes."""
    file = folder / f"{language}.py"
    file.write_text(code(FIRST, language) + code(section, language), "utf-8")
    return run_path(str(file))


def _states(system: System) -> list[tuple[Any, ...]]:
    """Times, states and accelerations: anywhere, or along a motion where conditions bind."""
    if system.check().bound:
        found = system.simulate(until=1.5, points=STATES + 1)
        rows = zip(found.t, found.q, found.qd, found.qdd, strict=True)
        return list(rows)[1:]
    source = np.random.default_rng(1)
    size = len(system.check().coordinates)
    states = [
        {"t": t, "q": source.uniform(0.2, 1.2, size), "qd": source.uniform(-1, 1, size)}
        for t in source.uniform(0, 2, STATES).tolist()
    ]
    found = system.evaluate([{**s, "q": s["q"].tolist(), "qd": s["qd"].tolist()} for s in states])
    return [(entry.t, entry.q, entry.qd, entry.qdd) for entry in found]


def _by_sympy(method: Any, system: System) -> Any:
    """q̈ by SymPy's equations, as a function of t, q, q̇."""
    import sympy
    from sympy.physics.mechanics import dynamicsymbols

    method.form_lagranges_equations()
    f = len(method.q)
    assert [str(q.func) for q in method.q] == list(system.check().coordinates)
    values = {p.name: p.value for p in system.model.parameters}
    names = [*method.q, *(q.diff(dynamicsymbols._t) for q in method.q)]
    plain = sympy.symbols(f"z:{2 * f}")
    left, right = (
        table.subs(dict(zip(reversed(names), reversed(plain), strict=True))).subs(values)
        for table in (method.mass_matrix_full, method.forcing_full)
    )
    numbers = sympy.lambdify([dynamicsymbols._t, *plain], [left, right], "numpy")

    def accelerations(t: float, q: Any, qd: Any) -> Any:
        M, b = numbers(t, *q, *qd)
        return np.linalg.solve(np.array(M, float), np.array(b, float))[f : 2 * f, 0]

    return accelerations
