"""What a person does with a machine in a trial that only people can make, and with which cards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from labharness.model.cards import SUITS, Order, format_card, parse_order

PAIR = re.compile(r"\b(A|[2-9]|10|J|Q|K) on (A|[2-9]|10|J|Q|K)\b")
"""Up card and hole card, as the instruction of a reader's procedure lists them."""
ROUND = re.compile(r"\bdraw (\d+) cards\b")
"""Cards of a round, as the instruction of a stub's procedure names them."""
SIDES = ("first", "second")
MOST_WAGERS = 6
DRAWN = (("1", "1"), ("5", "2", "1"), ("3", "4", "1", "1"), ("5", "5", "5", "5", "1"))
"""Cards of the draws of one round, in turn: two to five exchanged or one bought, the dealer's last."""
_STEP = 17
"""Every so many-th card of a set is taken, so that trials have cards of all suits and ranks."""


@dataclass(frozen=True, slots=True, eq=False)
class SimulatedTrial:
    """One trial.

    Parameters
    ----------
    name
        The procedure's name in its plan.
    trial
        Its number, from 1.
    words
        What the person chose for it, such as up card and hole card, in the order that the procedure names.
    cards
        The declared set in new-deck order, empty where the plan has none.
    """

    name: str
    trial: int
    words: tuple[str, ...] = ()
    cards: Order = field(default_factory=lambda: np.empty(0, dtype=np.uint16))


def deed(data: Mapping[str, Any], instruction: str) -> SimulatedTrial:
    """Read a prompt as a person does, and choose what it leaves open.

    Parameters
    ----------
    data
        ``stage``, ``trial`` and ``unopened`` of the prompt.
    instruction
        Its words.

    Examples
    --------
    >>> deed({"stage": "blackjack", "trial": 2}, "Read the next pair: A on 10, K on A.").words
    ('KS', 'AH')
    """
    name, trial = str(data["stage"]), int(data["trial"])
    cards = parse_order(str(data.get("unopened", "")))
    words: tuple[str, ...] = ()
    match name:
        case "blackjack" | "no-blackjack":
            words = _pair(instruction, trial - 1)
        case "misuse":
            ways = instruction.partition("trial to trial ")[2].rstrip(".").split(", ")
            words = (ways[(trial - 1) % len(ways)], format_card(trial * _STEP % 52))
        case "stub":
            words = tuple(ROUND.findall(instruction))
        case "drawn-cards":
            words = DRAWN[trial % len(DRAWN)]
        case "wagers-in-time":
            words = (str(1 + trial % MOST_WAGERS),)
        case "closed-side":
            words = (SIDES[trial % 2],)
        case "determinant-card" if len(cards):
            words = (SIDES[(trial - 1) % 2], format_card(int(cards[trial * _STEP % len(cards)]) & 0x3F))
    return SimulatedTrial(name, trial, words, cards)


def _pair(instruction: str, turn: int) -> tuple[str, ...]:
    """Take the pair whose turn it is, in suits that change with every pass through the list."""
    pairs = PAIR.findall(instruction)
    if not pairs:
        return ()
    (up, hole), again = pairs[turn % len(pairs)], turn // len(pairs)
    suits = SUITS[again % len(SUITS)], SUITS[(again // len(SUITS) - 1) % len(SUITS)]
    return up + suits[0], hole + suits[1]
