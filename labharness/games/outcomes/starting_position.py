"""Where dealing starts, by three dice or by a number selected at random.

Positions are counted from the dealer as 1, so that a total of t finds position ((t - 1) mod n) + 1 of n.
Fair dice favor some positions: 25 to 28 of 216 throws for each of eight, 30 or 31 for each of seven.
"""

from __future__ import annotations

import numpy as np

from labharness.games.outcomes.dice import dice, numbers, total
from labharness.games.outcomes.rule import Rule


def selected_number(name: str, citation: str, highest: int) -> Rule:
    """Rule of a number from 1 to the highest, each as often as any other."""
    faces = np.arange(1, highest + 1, dtype=np.uint8)[:, None]
    return Rule(
        name,
        citation,
        numbers(1, highest),
        lambda selected, _: selected[:, 0].astype(np.intp) - 1,
        takes=("number",),
        deals=lambda _: [(faces, np.ones(highest, dtype=np.int64))],
        pieces="numbers",
    )


def _position(citation: str, positions: int) -> Rule:
    return THREE_DICE(
        f"starting-position-of-{positions}",
        citation,
        numbers(1, positions),
        lambda faces, _: (total(faces) - 1) % positions,
    )


THREE_DICE = dice(3)


RULES = (
    THREE_DICE(
        "three-dice-total",
        "§§ 535.8(b), 588.5(i)(1), 645a.5(i)(1)",
        numbers(3, 18),
        lambda faces, _: total(faces) - 3,
    ),
    _position("§ 535.8(c)", 8),
    _position("§§ 588.5(i)(1)(iii), 645a.5(i)(1)", 7),
    selected_number("number-1-to-7", "§§ 588.5(i)(2), 645a.5(i)(2)", 7),
    selected_number("lucky-player-of-7", "§§ 633a.1, 633a.2(a), 633a.13(j)(1)", 7),
)
