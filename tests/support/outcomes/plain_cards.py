"""What the dealers written from the regulation's text share: cards by name, and how results are named.

None of them uses anything of ``labharness.games``: each clause is told again as the text has it, and a hand "or
better" is one that stands as high in the chapter's list, never one of a set of hands that somebody enumerated.
"""

from itertools import pairwise

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
HIGH_TO_LOW = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
"""§§ 583.6(a), 587.6(a), 588.6(a), 589.6(a), 592.6(a), 633a.6(e)(9), 645a.6(a)."""
SUITS = ["S", "D", "C", "H"]
BLACK, RED = {"S", "C"}, {"D", "H"}
DECK = [(rank, suit) for suit in SUITS for rank in RANKS]
JOKER = ("joker", "")


def as_written(results):
    """Name the only reading of each rule."""
    return {(name, "as written"): outcome for name, outcome in results.items()}


def one_color(cards):
    return all(suit in BLACK for _, suit in cards) or all(suit in RED for _, suit in cards)


def in_sequence(ranks, *, low_ace=True):
    """Whether ranks are consecutive: ace high, or low with the 2 and what follows; nothing wraps around."""
    lines = [list(reversed(HIGH_TO_LOW)), RANKS] if low_ace else [list(reversed(HIGH_TO_LOW))]
    for line in lines:
        places = sorted(line.index(rank) for rank in ranks)
        if all(later == earlier + 1 for earlier, later in pairwise(places)):
            return True
    return False
