"""Baccarat, Minibaccarat and Midibaccarat: two hands by the third-card rules, and the wagers on them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from labharness.games.outcomes.drawing import BY_RANK, BY_VALUE, drawn, points, ranks
from labharness.games.outcomes.rule import Codes, Faces, Rule, Truth, by, first_of

TAKES = ("player 1", "banker 1", "player 2", "banker 2", "next", "next but one")
MARGINS = (9, 8, 7, 6, 5, 4)

# Row: banker's total on two cards; column: point value of the player's third card.
BANKER_DRAWS = np.array(
    [[True] * 10] * 3 + [[value in row for value in range(10)] for row in (
        (0, 1, 2, 3, 4, 5, 6, 7, 9), (2, 3, 4, 5, 6, 7), (4, 5, 6, 7), (6, 7), (), (), ())]
)  # fmt: skip


@dataclass(frozen=True)
class BaccaratHands:
    """Both hands of each round after the third-card rules."""

    player: NDArray[np.int8]
    banker: NDArray[np.int8]
    player_natural: NDArray[np.bool_]
    banker_natural: NDArray[np.bool_]
    player_drew: NDArray[np.bool_]
    banker_drew: NDArray[np.bool_]

    @property
    def dragon_7(self) -> Truth:
        """A banker's 7 of three cards that wins."""
        truth: Truth = self.banker_drew & (self.banker == 7) & (self.player < 7)
        return truth

    @property
    def winners(self) -> tuple[Truth, Truth]:
        """Whether the player wins, and whether the banker does."""
        return self.player > self.banker, self.banker > self.player

    @classmethod
    def of(cls, faces: Faces) -> BaccaratHands:
        """Play the hands of § 629a.10."""
        value = points(faces) % np.int8(10)
        player, banker = (value[:, 0] + value[:, 2]) % 10, (value[:, 1] + value[:, 3]) % 10
        player_natural, banker_natural = player >= 8, banker >= 8
        natural = player_natural | banker_natural
        player_drew = ~natural & (player <= 5)
        banker_drew = ~natural & np.where(player_drew, BANKER_DRAWS[banker, value[:, 4]], banker <= 5)
        banker_third = np.where(player_drew, value[:, 5], value[:, 4])
        return cls(
            (player + player_drew * value[:, 4]) % 10,
            (banker + banker_drew * banker_third) % 10,
            player_natural,
            banker_natural,
            player_drew,
            banker_drew,
        )


def length(faces: Faces) -> NDArray[np.intp]:
    """Cards that each round takes: 4, 5 or 6."""
    hands = BaccaratHands.of(faces)
    return hands.player_drew.astype(np.intp) + hands.banker_drew + 4


def _naturals(faces: Faces) -> tuple[Truth, Truth]:
    value = points(faces)
    return (value[:, 0] + value[:, 2]) % 10 >= 8, (value[:, 1] + value[:, 3]) % 10 >= 8


def _pairs(faces: Faces) -> tuple[Truth, Truth]:
    rank = ranks(faces)
    return rank[:, 0] == rank[:, 2], rank[:, 1] == rank[:, 3]


def _bonus(faces: Faces, _: str, *, side: int) -> Codes:
    hands = BaccaratHands.of(faces)
    margin = (hands.player - hands.banker) * (1, -1)[side]
    naturals = (hands.player_natural, hands.banker_natural)
    natural, other_natural = naturals[side], naturals[1 - side]
    wins = [~natural & ~other_natural & (margin == least) for least in MARGINS]
    return first_of(*wins, natural & (margin > 0), natural & other_natural & (margin == 0))


def burned(faces: Faces) -> NDArray[np.intp]:
    """Cards burned where this is the first of the shoe, itself among them: 2 to 11."""
    return points(faces)[:, 0].astype(np.intp) + 1


BONUS = (*(f"win by {by}" for by in MARGINS), "natural winner", "natural tie", "none")

DEALS = lru_cache(maxsize=4)(drawn(BY_VALUE, 6))  # seven rules read the same million rows
ROUND = partial(Rule, takes=TAKES, deals=DEALS)
TWO_CARDS = partial(Rule, takes=TAKES[:4])

RULES = (
    ROUND(
        "baccarat-result",
        "§§ 541.8(a), 541.11, 543.8(a), 543.11, 545.8(a), 545.11, 629a.7(a), 629a.10",
        ("player", "banker", "tie"),
        by(BaccaratHands.of, lambda hands: hands.winners),
    ),
    TWO_CARDS(
        "baccarat-natural",
        "§§ 541.1, 543.1, 545.1, 629a.1",
        ("both", "player", "banker", "neither"),
        by(_naturals, lambda naturals: (naturals[0] & naturals[1], *naturals)),
        deals=drawn(BY_VALUE, 4),
    ),
    ROUND(
        "baccarat-cards",
        "§§ 541.11, 543.11, 545.11, 629a.10",
        ("4", "5", "6"),
        lambda faces, _: length(faces) - 4,
    ),
    ROUND(
        "ez-baccarat-result",
        "§ 629a.7(a)(1)-(3)",
        ("dragon 7", "player", "banker", "tie"),
        by(BaccaratHands.of, lambda hands: (hands.dragon_7, *hands.winners)),
    ),
    ROUND(
        "dragon-7",
        "§§ 629a.1, 629a.7(a)(5)",
        ("dragon 7", "none"),
        by(BaccaratHands.of, lambda hands: (hands.dragon_7,)),
    ),
    ROUND(
        "panda-8",
        "§§ 629a.1, 629a.7(a)(6)",
        ("panda 8", "none"),
        by(BaccaratHands.of, lambda hands: (hands.player_drew & (hands.player == 8) & (hands.banker < 8),)),
    ),
    ROUND("dragon-bonus-player", "§ 629a.7(a)(4)", BONUS, partial(_bonus, side=0)),
    ROUND("dragon-bonus-banker", "§ 629a.7(a)(4)", BONUS, partial(_bonus, side=1)),
    TWO_CARDS(
        "house-money",
        "§ 629a.7(a)(7)",
        ("player and banker pair", "player or banker pair", "none"),
        by(_pairs, lambda pairs: (pairs[0] & pairs[1], pairs[0] | pairs[1])),
        deals=drawn(BY_RANK, 4),
    ),
    Rule(
        "baccarat-burn",
        "§§ 541.5(g), 543.5(g), 545.5(f), 629a.5(f)",
        tuple(f"{cards} cards" for cards in range(2, 12)),
        lambda faces, _: burned(faces) - 2,
        takes=("first card of the shoe",),
        deals=drawn(BY_VALUE, 1),
    ),
)
