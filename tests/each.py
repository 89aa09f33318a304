"""One test for many values: a test of its own for each may cost more than what it tries."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

Test = Callable[..., None]


def each(names: str, values: Iterable[Any]) -> Callable[[Test], Test]:
    """Try a test with all values; what fails says with which, after all were tried.

    `names` are the arguments that take a value, or, with commas, the parts of one. Fixtures are
    shared by all values: a test that writes files or patches names has to take them one by one.
    """
    arguments = [name.strip() for name in names.split(",")]
    cases = [(value,) if len(arguments) == 1 else tuple(value) for value in values]
    assert cases, "a test without values tries nothing"

    def of_all(test: Test) -> Test:
        @wraps(test)
        def tried(**fixtures: Any) -> None:
            failures: list[Exception] = []
            for case in cases:
                try:
                    test(**fixtures, **dict(zip(arguments, case, strict=True)))
                except Exception as failure:  # noqa: BLE001 — told below, with its case
                    failure.add_note(f"with {names} = {', '.join(map(repr, case))}")
                    failures.append(failure)
            if failures:
                raise ExceptionGroup(f"{len(failures)} of {len(cases)} values", failures)

        signature = inspect.signature(test)
        kept = [own for own in signature.parameters.values() if own.name not in arguments]
        tried.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        return tried

    return of_all
