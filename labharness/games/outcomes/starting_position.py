"""Where dealing starts, by three dice or by a number selected at random.

Positions are counted from the dealer as 1, so that a total of t finds position ((t - 1) mod n) + 1 of n.
Fair dice favor some positions: 25 to 28 of 216 throws for each of eight, 30 or 31 for each of seven.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labharness.games.outcomes.dice import throws, total
from labharness.games.outcomes.rule import Codes, Faces, Rule

DICE = ("die 1", "die 2", "die 3")


def selected_number(name: str, citation: str, highest: int) -> Rule:
    """Rule of a number from 1 to the highest, each as often as any other."""
    faces = np.arange(1, highest + 1, dtype=np.uint8)[:, None]
    return Rule(
        name=name,
        citation=citation,
        takes=("number",),
        outcomes=tuple(str(number) for number in range(1, highest + 1)),
        codes=lambda numbers, _: numbers[:, 0].astype(np.intp) - 1,
        deals=lambda _: [(faces, np.ones(highest, dtype=np.int64))],
        pieces="numbers",
    )


def _counted(positions: int) -> Callable[[Faces, str], Codes]:
    return lambda faces, _: (total(faces) - 1) % positions


RULES = (
    Rule(
        name="three-dice-total",
        citation="§§ 535.8(b), 588.5(i)(1), 645a.5(i)(1)",
        takes=DICE,
        outcomes=tuple(str(number) for number in range(3, 19)),
        codes=lambda faces, _: total(faces) - 3,
        deals=throws(3),
        any_order=True,
        pieces="dice",
    ),
    Rule(
        name="starting-position-of-8",
        citation="§ 535.8(c)",
        takes=DICE,
        outcomes=tuple(str(number) for number in range(1, 9)),
        codes=_counted(8),
        deals=throws(3),
        any_order=True,
        pieces="dice",
    ),
    Rule(
        name="starting-position-of-7",
        citation="§§ 588.5(i)(1)(iii), 645a.5(i)(1)",
        takes=DICE,
        outcomes=tuple(str(number) for number in range(1, 8)),
        codes=_counted(7),
        deals=throws(3),
        any_order=True,
        pieces="dice",
    ),
    selected_number("number-1-to-7", "§§ 588.5(i)(2), 645a.5(i)(2)", 7),
    selected_number("lucky-player-of-7", "§§ 633a.1, 633a.2(a), 633a.13(j)(1)", 7),
)
