"""Rounds of the games read by their rules, and exact tables counted, on one core in seconds of the processor."""

import numpy as np
import pytest

from benchmarks.figures import best, scaled, timed
from labharness.analysis.laws.null_samples import FairOrders
from labharness.app.catalog import odds_cache
from labharness.app.catalog.games import odds
from labharness.games.game import game_ids
from labharness.games.outcomes import dealer_hand, drawing
from labharness.games.outcomes import rule as rule_module
from labharness.games.outcomes.registry import rule
from labharness.model.cards import CardSet

ROUNDS = scaled(1 << 18, 1 << 15)
LEAST = 1
"""Million rounds a second that are asked for."""
EIGHT, ONE, JOKER = (
    CardSet.of_decks("eight decks", 8),
    CardSet.of_decks("one deck", 1),
    CardSet.of_decks("one deck and a joker", 1, jokers=1),
)
READ = (
    ("baccarat-result", EIGHT),
    ("21-baccarat-result", EIGHT),
    ("dealer-total", EIGHT),
    ("blackjacks", EIGHT),
    ("three-card-bonus", ONE),
    ("lunar-hand", ONE),
    ("stud-six", ONE),
    ("pai-gow-poker-hand", JOKER),
)


@pytest.mark.parametrize(("name", "cards"), READ, ids=[name for name, _ in READ])
def test_reading_rounds(figure, name, cards):
    chosen = rule(name)
    dealt = (
        FairOrders(np.random.default_rng(461)).of(cards.new_deck_order(), ROUNDS)[:, : chosen.needed].copy()
    )
    seconds, _ = timed(lambda: chosen.classify(dealt), warmup=True)
    peer = ROUNDS / best(lambda: np.bincount(dealt.ravel())) / 1e6
    rates = [ROUNDS / each / 1e6 for each in seconds]
    figure(
        f"rounds read by the rule {name}", rates, "million rounds/s", ("bincount of their cards", peer), LEAST
    )


def test_exact_tables_from_nothing(figure, monkeypatch):
    """All outcomes of every game, by every reading, from every permitted number of decks; in the short form of some games."""
    monkeypatch.setattr(odds_cache, "folder", lambda: None)

    def forgotten():
        for module in (dealer_hand, drawing, rule_module):
            for kept in vars(module).values():
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()
        return ()

    games = list(game_ids())
    seconds = {
        game: timed(lambda game=game: odds(game), 1, setup=forgotten)[0][0]
        for game in scaled(games, games[:3])
    }
    slowest = max(seconds.values())
    figure("exact odds from nothing, the slowest game", slowest, "s", target=10)
