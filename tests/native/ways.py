"""Ways through loops of the small language, with what they lead to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def last_of_loop(n: int) -> int:
    last = -1
    for i in range(n):
        last = i
    i = last
    for i in range(2, n):
        last += i
    return 1000 * last + i


def changed_in_loop(n: int) -> int:
    turns = 0
    for i in range(n):
        i += 5  # Python goes on with the next number all the same
        turns += i
    return turns


def moving_end(n: int) -> int:
    turns = 0
    for _ in range(n):
        n += 3
        turns += 1
    return turns + 100 * n


def nested(n: int) -> int:
    total = 0
    for i in range(n):
        for j in range(i, n):
            if j == 2 * i:
                continue
            if j > i + 3:
                break
            total += 10 * i + j
        while total > 100:
            total -= 37
    return total


def ways_out(n: int) -> int:
    while True:
        if n > 100:
            return n
        elif n < 0:  # noqa: RET505
            return -n
        else:
            n = 2 * n + 1


def primes(n: int) -> int:
    found = 0
    for p in range(2, n):
        q = 2
        while q * q <= p and p % q != 0:
            q += 1
        if q * q > p:
            found += 1
    return found


def named_as_in_the_machine(n: int) -> int:
    t1, t2, then1, after1, body2, choice3 = n, 2, 3, 4, 5, 6
    if t1 > then1:
        t2 = after1 if t1 > 5 else choice3
    for test4 in range(body2):
        t2 += test4
    return t1 + t2


WAYS: dict[Callable[..., Any], Callable[[int], int]] = {
    last_of_loop: lambda n: 1000 * (n - 1 + sum(range(2, n))) + (n - 1),
    changed_in_loop: lambda n: 5 * n + n * (n - 1) // 2,
    moving_end: lambda n: n + 100 * 4 * n,
    nested: nested,
    ways_out: lambda n: next(m for k in range(99) if (m := (n + 1) * 2**k - 1) > 100),
    primes: lambda n: sum(all(p % q for q in range(2, p)) for p in range(2, n)),
    named_as_in_the_machine: lambda n: n + 10 + (4 if n > 5 else 6 if n > 3 else 2),
}
