"""Baccarat, Minibaccarat and Midibaccarat: two hands by the third-card rules, and the wagers on them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from labharness.games.outcomes.drawing import BY_RANK, BY_VALUE, drawn, points, ranks
from labharness.games.outcomes.rule import Codes, Faces, Rule, first_of

TAKES = ("player 1", "banker 1", "player 2", "banker 2", "next", "next but one")
DEALS = lru_cache(maxsize=4)(drawn(BY_VALUE, 6))  # seven rules read the same million rows
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


def _result(faces: Faces, _: str) -> Codes:
    hands = BaccaratHands.of(faces)
    return first_of(hands.player > hands.banker, hands.banker > hands.player)


def _natural(faces: Faces, _: str) -> Codes:
    value = points(faces)
    player, banker = (value[:, 0] + value[:, 2]) % 10 >= 8, (value[:, 1] + value[:, 3]) % 10 >= 8
    return first_of(player & banker, player, banker)


def _cards(faces: Faces, _: str) -> Codes:
    return length(faces) - 4


def _dragon_7(hands: BaccaratHands) -> NDArray[np.bool_]:
    array: NDArray[np.bool_] = hands.banker_drew & (hands.banker == 7) & (hands.player < 7)
    return array


def _ez(faces: Faces, _: str) -> Codes:
    hands = BaccaratHands.of(faces)
    return first_of(_dragon_7(hands), hands.player > hands.banker, hands.banker > hands.player)


def _dragon(faces: Faces, _: str) -> Codes:
    return first_of(_dragon_7(BaccaratHands.of(faces)))


def _panda(faces: Faces, _: str) -> Codes:
    hands = BaccaratHands.of(faces)
    return first_of(hands.player_drew & (hands.player == 8) & (hands.banker < 8))


def _bonus(mine: NDArray[np.int8], other: NDArray[np.int8], natural: NDArray[np.bool_],
           other_natural: NDArray[np.bool_]) -> Codes:  # fmt: skip
    margin = mine - other
    wins = [~natural & ~other_natural & (margin == by) for by in MARGINS]
    return first_of(*wins, natural & (margin > 0), natural & other_natural & (margin == 0))


def _player_bonus(faces: Faces, _: str) -> Codes:
    hands = BaccaratHands.of(faces)
    return _bonus(hands.player, hands.banker, hands.player_natural, hands.banker_natural)


def _banker_bonus(faces: Faces, _: str) -> Codes:
    hands = BaccaratHands.of(faces)
    return _bonus(hands.banker, hands.player, hands.banker_natural, hands.player_natural)


def _house_money(faces: Faces, _: str) -> Codes:
    rank = ranks(faces)
    player, banker = rank[:, 0] == rank[:, 2], rank[:, 1] == rank[:, 3]
    return first_of(player & banker, player | banker)


def burned(faces: Faces) -> NDArray[np.intp]:
    """Cards burned where this is the first of the shoe, itself among them: 2 to 11."""
    return points(faces)[:, 0].astype(np.intp) + 1


def _burn(faces: Faces, _: str) -> Codes:
    return burned(faces) - 2


BONUS = (*(f"win by {by}" for by in MARGINS), "natural winner", "natural tie", "none")

RULES = (
    Rule(
        name="baccarat-result",
        citation="§§ 541.8(a), 541.11, 543.8(a), 543.11, 545.8(a), 545.11, 629a.7(a), 629a.10",
        takes=TAKES,
        outcomes=("player", "banker", "tie"),
        codes=_result,
        deals=DEALS,
    ),
    Rule(
        name="baccarat-natural",
        citation="§§ 541.1, 543.1, 545.1, 629a.1",
        takes=TAKES[:4],
        outcomes=("both", "player", "banker", "neither"),
        codes=_natural,
        deals=drawn(BY_VALUE, 4),
    ),
    Rule(
        name="baccarat-cards",
        citation="§§ 541.11, 543.11, 545.11, 629a.10",
        takes=TAKES,
        outcomes=("4", "5", "6"),
        codes=_cards,
        deals=DEALS,
    ),
    Rule(
        name="ez-baccarat-result",
        citation="§ 629a.7(a)(1)-(3)",
        takes=TAKES,
        outcomes=("dragon 7", "player", "banker", "tie"),
        codes=_ez,
        deals=DEALS,
    ),
    Rule(
        name="dragon-7",
        citation="§§ 629a.1, 629a.7(a)(5)",
        takes=TAKES,
        outcomes=("dragon 7", "none"),
        codes=_dragon,
        deals=DEALS,
    ),
    Rule(
        name="panda-8",
        citation="§§ 629a.1, 629a.7(a)(6)",
        takes=TAKES,
        outcomes=("panda 8", "none"),
        codes=_panda,
        deals=DEALS,
    ),
    Rule(
        name="dragon-bonus-player",
        citation="§ 629a.7(a)(4)",
        takes=TAKES,
        outcomes=BONUS,
        codes=_player_bonus,
        deals=DEALS,
    ),
    Rule(
        name="dragon-bonus-banker",
        citation="§ 629a.7(a)(4)",
        takes=TAKES,
        outcomes=BONUS,
        codes=_banker_bonus,
        deals=DEALS,
    ),
    Rule(
        name="house-money",
        citation="§ 629a.7(a)(7)",
        takes=TAKES[:4],
        outcomes=("player and banker pair", "player or banker pair", "none"),
        codes=_house_money,
        deals=drawn(BY_RANK, 4),
    ),
    Rule(
        name="baccarat-burn",
        citation="§§ 541.5(g), 543.5(g), 545.5(f), 629a.5(f)",
        takes=("first card of the shoe",),
        outcomes=tuple(f"{cards} cards" for cards in range(2, 12)),
        codes=_burn,
        deals=drawn(BY_VALUE, 1),
    ),
)
