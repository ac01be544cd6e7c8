"""Rounds of different lengths dealt one after another from a shoe.

Each round begins where the one before ended.  Every round of a fairly shuffled shoe has the law of the
first, provided the number of rounds is fixed beforehand: rounds "until the cut card comes out" are more from
a shoe whose rounds are short, so their frequencies are not quite those of the law.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from labharness.errors import InputError
from labharness.games.outcomes import baccarat, dealer_hand, twenty_one_baccarat
from labharness.games.outcomes.rule import Faces
from labharness.model.reasons.game import Games
from labharness.model.reasons.inputs import Inputs, Noun


@dataclass(frozen=True)
class Play:
    """How many cards a round takes, and how many it can take at most."""

    longest: int
    length: Callable[[Faces], NDArray[np.intp]]


PLAYS = {
    "baccarat": Play(6, baccarat.length),
    "21-baccarat": Play(6, twenty_one_baccarat.length),
    "21-baccarat-with-bonus-wagers": Play(6, partial(twenty_one_baccarat.length, bonus=True)),
    "dealer-alone": Play(dealer_hand.LONGEST, dealer_hand.length),
}


def rounds(
    play: str, shoes: NDArray[np.uint16], number: int, start: int | NDArray[np.intp] = 0
) -> NDArray[np.uint16]:
    """Deal so many rounds from each shoe.

    Parameters
    ----------
    play
        One of :data:`PLAYS`.
    shoes
        Cards in the order in which they leave, shape (shoes, cards).
    number
        Rounds from each shoe.
    start
        Where the first round begins, for all shoes or for each.

    Returns
    -------
    numpy.ndarray
        Cards of each round and those behind it, as rules want them, shape (shoes, number, longest).

    Raises
    ------
    InputError
        If a shoe may be too short for so many rounds.

    Examples
    --------
    >>> from labharness.games.outcomes.registry import rule
    >>> from labharness.model.cards import parse_order
    >>> shoe = parse_order("9S 2D KS 2C 5H 7S 2C 10C 8D 3S AC 4D")
    >>> dealt = rounds("baccarat", shoe[None], 2)  # a natural, so the second round begins at the 5
    >>> rule("baccarat-result").classify(dealt[0]).tolist()
    [0, 2]
    """
    if play not in PLAYS:
        raise InputError(Inputs.UNKNOWN(what=Noun.PLAY, name=play, known=tuple(PLAYS)))
    chosen = PLAYS[play]
    place = np.broadcast_to(np.asarray(start, dtype=np.intp), (len(shoes),)).copy()
    dealt = np.empty((len(shoes), number, chosen.longest), dtype=shoes.dtype)
    for turn in range(number):
        if len(place) and int(place.max()) + chosen.longest > shoes.shape[1]:
            raise InputError(Games.SHOE_TOO_SHORT(rounds=number, most=turn))
        dealt[:, turn] = np.take_along_axis(shoes, place[:, None] + np.arange(chosen.longest), axis=1)
        place += chosen.length((dealt[:, turn] & 0x3F).astype(np.uint8))
    return dealt
