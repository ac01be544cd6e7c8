"""Rounds of the games read by their rules, and exact tables counted, on one core in seconds of the processor."""

import time

import numpy as np
import pytest

from labharness.analysis.laws.fair_orders import FairOrders
from labharness.app.catalog import odds_cache
from labharness.app.catalog.games import odds
from labharness.games.game import game_ids
from labharness.games.outcomes import dealer_hand, poker_deals
from labharness.games.outcomes import rule as rule_module
from labharness.games.outcomes.registry import rule
from labharness.model.cards import CardSet

pytestmark = pytest.mark.benchmark(timer=time.process_time)
ROUNDS = 1 << 18
LEAST = 1e6
"""Rounds a second that are asked for."""
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
def test_reading_rounds(benchmark, name, cards):
    chosen = rule(name)
    dealt = (
        FairOrders(np.random.default_rng(461)).of(cards.new_deck_order(), ROUNDS)[:, : chosen.needed].copy()
    )
    benchmark.pedantic(chosen.classify, (dealt,), rounds=5, warmup_rounds=1)
    floor = []
    for _ in range(5):
        begun = time.process_time()
        np.bincount(dealt.ravel())
        floor.append(time.process_time() - begun)
    rate = ROUNDS / benchmark.stats["min"]
    benchmark.extra_info["M rounds/s"] = round(rate / 1e6, 2)
    benchmark.extra_info["M rounds/s of np.bincount"] = round(ROUNDS / min(floor) / 1e6, 1)
    assert rate >= LEAST


@pytest.mark.parametrize("game", game_ids())
def test_exact_tables_from_nothing(benchmark, game, monkeypatch):
    """All outcomes of a game, by every reading, from every permitted number of decks."""
    monkeypatch.setattr(odds_cache, "folder", lambda: None)

    def forgotten():
        for module in (dealer_hand, poker_deals, rule_module):
            for kept in vars(module).values():
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()

    found = benchmark.pedantic(odds, (game,), setup=forgotten, rounds=2)
    benchmark.extra_info["tables"] = len(found)
    assert benchmark.stats["min"] < 10
