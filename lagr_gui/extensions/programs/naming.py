"""What parameters, coordinates and velocities are called in a program."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from keyword import kwlist

from lagr_gui.extensions.programs.record import Standalone
from lagr_gui.foundation.wording import identifier

OWN = """
c t q v u a inertia applied mass force slopes reach drift position velocity pivots own energy
derived N PARAMETERS CONSTANTS TESTS ROWS ALL START_TIME END_TIME START_STATE NEAR FAR
RELATIVE ABSOLUTE FLOORS EXTENTS TIME_UNIT STRETCHES BEFORE_SWITCH AFTER_SWITCH LONGEST_STEP
ON_POSITIONS TEST_STATES TEST_ACCELERATIONS
TEST_ENERGIES TEST_ENERGY TEST_POWER TEST_TRANSMITTED TEST_LOADS TEST_END TEST_MOTION TEST_WAYS
TEST_TOTAL TEST_TOTAL_SIZE TEST_RELATIVE TEST_ABSOLUTE WITHOUT_PIVOT UNFULFILLED
LEAST_ASKED WITHOUT_INERTIA WEIGHTLESS LAST_STEP
DEFAULTS COORDINATES PARAMETER_VALUES SIZE TROUBLE LIBRARY
WEAK IDLE DEAD EPSILON LARGEST SMALLEST WHOLE DEPENDENT INDEPENDENT ROUNDS NODES STAGES ERRORS
sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp log log10 log2 sqrt
piece_at STRIDES WIDEST load known
fabs abs pow erf minimum maximum not_above motion dynamics conditions derive inputs rates floor
acceleration multiplier transmitted reactions transmit TRANSMITTED
shown sensors outputs SHOWN HEAD residual slope derivatives linear
restitution kappa LIMITS CLOCK_SIZE AT_FASTEST AT_COUNT AT_LOSS AT_TOUCHING AT_SLACK AT_IMPULSES
AT_WATCHED AT_BEFORE TEST_GAPS TEST_RATES TEST_VELOCITIES BETWEEN PARTS EXCHANGES CLOSED PASSED
REBOUND STILL LEAST_MOVED PUSHING LONGEST_CHAIN MOST_IMPACTS IMPACT_HEAD
flow flows carry zd STATES TEST_FLOWS TEST_FLOW_SIZES
math p NOT_A_NUMBER INFINITE float real row zeros main forces energies start
"""
"""What the program itself calls so."""

OWN_OF_FRICTIONS = """
senses FRICTIONS HOLDS AT_SENSES AT_CHANGES AT_SINCE AT_REST AT_BOUND BEYOND FELT FALLS
MOVED_APART DENSE MOST_CHANGES UNSETTLED LOADS OWNERS PRESSED ALTERNATIONS AGREED JAMS LEFT_OPEN
"""
"""And what it calls so where something slides or sticks."""


OWN_OF_ACTING = """
TERMS BLOCKS GUARDS WATCHES RULES AT_MODE KEPT_BY ROUNDED PAST_BOUND AT_ONCE BRIEF MOST_TURNS
ENDLESS PACES AT_PACE TURNED SAMPLERS SAMPLES SAMPLED AT_SAMPLED AT_LAW RANDOM AT_NOISE NOISE
SAME_TIME NO_NUMBERS AT_WOKEN AT_PASSING AT_BEGUN AT_TURNS AT_BEFORE_TURNS AT_TAKEN
EVENTS VALUES WAYS ONCE ACTIONS ACTS_AT SET_PLACE SET_VALUE SET_LEVEL STOPPED AT_SIDE AT_HAPPENED
AT_PASSED DELAYS DEGREES PIECES PIECE AT_DELAYED PLACES FITTED BRIEF_PAST SAME_PAST FORGOTTEN AT_LAG
AT_PAST_ENDS AT_RECALLED AT_KNOWN AT_PAST
"""
"""And what it calls so where signals switch or sample, or events happen."""

OWN_OF_ROUGH_LIMITS = """
mu roughness ROUGH SLIPS ROUGH_LIMITS STAYS STOPS_AT SEIZED GAINED SHARES IN_LINE EXACT_EFFORTS
NEAR_ENOUGH BALANCES HALVINGS LEAST_PIVOT LOCKS TWO_WAYS UNBALANCED UNSHARED UNPRESSED AT_QUICK
AT_ALONG TOGETHER TOO_EXACT
"""
"""And what it calls so where limits rub."""

_COUNTED = re.compile(r"(z|knots_|entries_)[0-9]+", re.IGNORECASE)
"""What steps, and rows that are looked up, are called."""


class Names:
    """Names that a language takes, each for one thing.

    `reserved` are words of the language, apart by spaces; where `blind` it does not tell
    capitals from small letters.
    """

    def __init__(self, program: Standalone, reserved: str, blind: bool = False) -> None:
        self._blind = blind
        written = [
            name for formula in program.formulas for name in (formula.name, *formula.outputs)
        ]
        # Formulas and algorithms are written in Python before they are translated.
        own = OWN + OWN_OF_FRICTIONS if program.frictions or program.rough else OWN
        own += OWN_OF_ACTING if program.acting else ""
        own += OWN_OF_ROUGH_LIMITS if program.rough else ""
        taken = [*f"{own} {reserved}".split(), *kwlist, *written]
        self._taken = {self._key(word) for word in taken}
        quantities = [*program.parameters, *program.coordinates, *program.states]
        words = [self._new(entry.name) for entry in quantities]
        count = len(program.parameters)
        coordinates = words[count : count + len(program.coordinates)]
        states = words[count + len(coordinates) :]
        held = (*program.conditions, *program.limits, *program.frictions, *program.rubbing)
        multipliers = len(held) + 2 * len(program.rough)
        self._found: dict[str, Sequence[str]] = {
            "parameter": words[:count],
            "q": coordinates,
            "v": [*(self._new(f"{name}_d") for name in coordinates), *states],
            "acceleration": [self._new(f"{name}_dd") for name in coordinates],
            "multiplier": [self._new(f"lambda_{s + 1}") for s in range(multipliers)],
            "u": [self._new(f"push_{name}") for name in coordinates],
            "shown": [self._new(identifier(entry.title)) for entry in program.shown],
        }

    def of(self, sort: str, place: int) -> str:
        """The name of a "parameter", coordinate "q", velocity "v", "acceleration", "multiplier".

        Or of a further force "u", or output "shown".  Behind the velocities are states.
        """
        return self._found[sort][place]

    def _key(self, name: str) -> str:
        return name.lower() if self._blind else name

    def _new(self, name: str) -> str:
        plain = "".join(map(_plain, name)) or "x"
        plain = plain if plain[0].isalpha() else f"x{plain}"
        if _COUNTED.fullmatch(plain):
            plain = f"{plain}_"
        candidate, count = plain, 1
        while self._key(candidate) in self._taken:
            count += 1
            candidate = f"{plain}_" if count == 2 else f"{plain}_{count}"
        self._taken.add(self._key(candidate))
        return candidate


def _plain(sign: str) -> str:
    """A letter of names that all languages know."""
    if sign.isascii() and (sign.isalnum() or sign == "_"):
        return sign
    words = unicodedata.name(sign, "").split()
    return words[-1].lower() if words and words[-1].isalpha() else "_"
