"""What the dealers written plainly from the text share: cards by name, and how results are named."""

from labharness.games.outcomes.rule import AS_WRITTEN

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
COURT = {"10", "J", "Q", "K"}
RED = {"H", "D"}
DECK = [(rank, suit) for suit in "SDCH" for rank in RANKS]
JOKER = ("joker", "")
LINE = [*RANKS, "A"]


def once(results, reading=AS_WRITTEN):
    return {(name, reading): outcome for name, outcome in results.items()}
