def accelerations(c: Row, t: float, q: Row, v: Row, u: Row, a: Row) -> int:
    """The accelerations a under further generalised forces u.

    0; 1 where they have no value; 2 where a coordinate has no inertia.
    """
    pivots: Row = zeros(N)
    motion(c, t, q, v, u, a, pivots)
    carry(c, t, q, v, a)
    for i in range(N):
        if not fabs(a[i]) <= LARGEST:
            return 1
        if not fabs(pivots[i]) > WITHOUT_PIVOT:
            return 2
    return 0


def choose(c: Row, t: float, q: Row, v: Row, held: Counts) -> float:
    """Nothing binds the coordinates."""
    return 0.5


def held_accelerations(
    c: Row, t: float, q: Row, v: Row, u: Row, held: Counts, senses: Row, a: Row
) -> int:
    """The accelerations: nothing binds the coordinates."""
    return accelerations(c, t, q, v, u, a)


def start(c: Row, t: float, q: Row, v: Row) -> int:
    """Nothing binds the coordinates: every state is possible."""
    return 0


def lead_back(c: Row, t: float, held: Counts, q: Row, v: Row) -> None:
    """Nothing binds the coordinates."""
    return


def correct(c: Row, t: float, q: Row, v: Row) -> None:
    """Nothing binds the coordinates."""
    return
