"""What successive rounds of a continuous shuffler owe to each other: laws, buffers and interruptions."""

from dataclasses import replace
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labharness.analysis.power.defects import flawed_rounds as rounds
from labharness.analysis.sampling.check import Tally
from labharness.analysis.sampling.rounds import round_nulls
from labharness.analysis.sampling.rounds.round_nulls import dealt_rounds, pair_null, simulated_rounds
from labharness.analysis.sampling.rounds.successive_rounds import deck_of
from labharness.analysis.sampling.tables import CardRows, Population
from labharness.checks.rounds.composition_dependence import CompositionDependence, values_of
from labharness.checks.rounds.guessing_advantage import GuessingAdvantage
from labharness.checks.rounds.lag_profile import LagProfile
from labharness.checks.rounds.return_position import ReturnPosition
from labharness.checks.rounds.round_repeats import RoundRepeats, moments, repeated
from labharness.model.cards import CardSet
from labharness.model.observations import Kind, Round
from labharness.model.reasons.decision import Sample
from labharness.model.reasons.game import Gains
from labharness.model.reasons.register import Laws
from labharness.testing.samples import fair_block, pieces
from tests.support.judged import as_declared as judge
from tests.support.judged import dealt_rounds as sample
from tests.support.judged import of_rounds

ALPHA = 0.001
CHECKS = [RoundRepeats(), LagProfile(3), ReturnPosition(), CompositionDependence(), GuessingAdvantage(2)]


def population(decks, drawn, buffer=0):
    return Population(Kind.ROUND, CardSet.of_decks(f"{decks} decks", decks), round_cards=drawn, buffer=buffer)


@pytest.mark.parametrize("counts", [(6,) * 8, (1, 2, 3, 4)])
def test_repeats_of_alike_cards_have_the_stated_moments(counts):
    held = CardSet("some", counts + (0,) * (54 - len(counts)))
    deck = deck_of(Population(Kind.ROUND, held, round_cards=4), "types")
    null = pair_null(deck.codes, np.array([1]), 4, deck.repeats, buffer=0, replicates=40_000, seed=3)[0]
    mean, variance = moments(held.size, len(counts), 4)
    scores = null / deck.unit
    assert scores.mean() == pytest.approx(mean, abs=4 * np.sqrt(variance / len(scores)))
    assert scores.var() == pytest.approx(variance, rel=0.06)


def test_repeats_have_the_hypergeometric_law_also_in_the_fault_model():
    law = repeated(208, 20)
    assert (law.mean, law.variance) == pytest.approx(moments(208, 208, 20))
    assert law.mean == pytest.approx(20 * 20 / 208)
    assert law.variance == pytest.approx(20 * (20 / 208) * (1 - 20 / 208) * 188 / 207)
    assert law.mass[0] == pytest.approx(comb(188, 20) / comb(208, 20))
    # Both models of a buffer give the same repeats one and two rounds later.
    random, deck, buffer = np.random.default_rng(4), np.arange(40), 6
    many = np.stack(list(dealt_rounds(random, deck, 6, 8, buffer, 2000)))
    assert (np.sort(many, axis=2)[:, :, 1:] > np.sort(many, axis=2)[:, :, :-1]).all()
    array = rounds.buffered(random, deck.astype(np.uint16), 6000, 8, buffer)
    for lag in (1, 2):
        fast = np.mean([np.isin(a, b).sum() for a, b in zip(many[5], many[5 - lag], strict=True)])
        slow = np.mean([np.isin(a, b).sum() for a, b in zip(array[lag:], array[:-lag], strict=True)])
        assert fast == pytest.approx(slow, abs=0.12)


@pytest.mark.parametrize("most", [round_nulls.MOST_KEPT, 1000])
def test_kept_rounds_are_those_simulated_anew(most, monkeypatch):
    """Asking for fewer, more, other machines' and the first machines' rounds again changes none."""
    monkeypatch.setattr(round_nulls, "MOST_KEPT", most)
    round_nulls._machines.cache_clear()
    for deck, wanted, seed in ((40, 6, 4), (40, 3, 4), (40, 9, 4), (41, 2, 4), (40, 2, 461), (40, 9, 4)):
        random = np.random.Generator(np.random.PCG64(seed))
        anew = list(dealt_rounds(random, np.arange(deck), wanted, 8, 6, 20))
        kept = list(simulated_rounds(np.arange(deck), wanted, 8, buffer=6, replicates=20, seed=seed))
        assert np.array_equal(kept, anew)
        assert kept[0].dtype == np.intp
    assert round_nulls._machines.cache_info().hits == (2 if most > 1000 else 1)
    round_nulls._machines.cache_clear()


def test_declared_buffer_is_judged_as_declared_and_types_alone_cost_power():
    block = sample(population(4, 20), 5, 300, 16)
    ideal, own = (judge(RoundRepeats(by="copies"), block, c) for c in (0, 16))
    assert ideal.p["left"] < 1e-6
    assert own.p["two_sided"] > 0.01
    assert own.statistic["z_ideal"] == ideal.statistic["z_ideal"] < -5
    assert own.law.is_a(Laws.BUFFERED_DEVICES)
    assert own.law["buffer"] == 16
    assert judge(RoundRepeats(by="copies"), block, 5).p["left"] == ALPHA
    block = sample(population(4, 20), 6, 12, 16)
    assert judge(RoundRepeats(by="copies"), block).p["two_sided"] <= ALPHA
    assert judge(RoundRepeats(), block).p["two_sided"] > ALPHA


def test_high_cards_that_follow_high_cards_show():
    """Each round is of the same half of the deck as the one before, mostly."""
    declared, random = population(1, 6), np.random.default_rng(8)
    values = values_of(declared.cards, "high_low")
    high, low = np.flatnonzero(values < 0), np.flatnonzero(values > 0)
    halves = np.cumsum(random.random(60) < 0.2) % 2
    dealt = np.array([random.permutation((high, low)[half])[:6] for half in halves], dtype=np.uint16)
    result = judge(CompositionDependence(), of_rounds(declared, dealt))
    assert result.p["right"] == ALPHA
    assert result.effect.low > 0


def test_advantage_is_material_only_against_a_stated_limit():
    block = sample(population(1, 20), 9, 2000, 16)
    silent = judge(GuessingAdvantage(), block)
    assert silent.not_applicable.is_a(Sample.NO_LIMIT)
    assert not silent.p
    assert silent.effect.low > 0
    strict, loose = (GuessingAdvantage(limit=limit, source="plan") for limit in (0.0, 0.5))
    assert judge(strict, block).p["right"] < 1e-6
    assert judge(loose, block).p["two_sided"] == 1.0


def test_a_machine_that_forgets_nothing_or_returns_cards_early_is_worth_something():
    """Of 52 cards 20 were put back and cannot come at once: 1/32 instead of 1/52 for each guess."""
    random, declared = np.random.default_rng(10), population(1, 20)
    dealt, last = [], np.arange(20)
    for _ in range(200):
        last = random.permutation(np.setdiff1d(np.arange(52), last))[:20]
        dealt.append(last)
    block = of_rounds(declared, np.array(dealt, dtype=np.uint16))
    result = judge(GuessingAdvantage(limit=0.01, source="plan"), block)
    assert result.statistic["advantage"] == pytest.approx(1 / 32 - 1 / 52)
    # Half of each round are cards of the last one, 10 of 20 and not 7.7: the other player of two gains by
    # that.
    random, dealt = np.random.default_rng(461), [np.arange(20)]
    for _ in range(400):
        again = random.permutation(dealt[-1])[:10]
        fresh = random.permutation(np.setdiff1d(np.arange(52), again))[:10]
        dealt.append(random.permutation(np.concatenate([again, fresh])))
    block = of_rounds(population(1, 20), np.array(dealt[1:], dtype=np.uint16))
    result = judge(GuessingAdvantage(limit=0.005, source="plan"), block)
    (bound,) = result.bounds
    assert result.p["right"] < 1e-6
    assert bound.upper > bound.estimate > 1
    assert bound.covers == Gains.BY_MEMORY(strategies=2)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: type(check).__name__)
@settings(max_examples=15)
@given(st.lists(st.integers(0, 30), max_size=4), st.integers(0, 2**31))
def test_gaps_and_cards_kept_back_cut_every_pair(check, cuts, seed):
    """Pieces without context count less; pieces with context count all, cards kept back included."""
    random = np.random.default_rng(seed)
    block = fair_block(population(1, 9), 30, random)
    kept = [
        replace(unit, returned=unit.returned[1:]) if random.random() < 0.1 else unit
        for unit in block.observations
    ]
    block = replace(block, observations=tuple(kept))
    joined, apart = Tally(), Tally()
    for piece in pieces(block, cuts):
        joined = joined.merge(check.tally(piece))
        apart = apart.merge(check.tally(replace(piece, context=())))
    assert joined == check.tally(block)
    key = "rounds" if isinstance(check, GuessingAdvantage) else "pairs"
    assert apart.sums[key].sum() <= joined.sums[key].sum()
    table = [np.stack([getattr(unit, side) for unit in block.observations]) for side in ("dealt", "dealt")]
    whole = replace(block, observations=CardRows(Round, *table))
    assert check.tally(whole).sums[key].sum() >= joined.sums[key].sum()


def test_cards_kept_back_form_no_pair():
    block = fair_block(population(1, 9), 6, np.random.default_rng(11))
    units = list(block.observations)
    units[2] = replace(units[2], returned=units[2].returned[1:])
    tally = LagProfile(2).tally(replace(block, observations=tuple(units)))
    assert tally.sums["pairs"].tolist() == [4, 2]


def test_copies_not_read_and_a_buffer_larger_than_the_device_give_no_number():
    block = sample(population(4, 20), 7, 50, marked=False)
    assert judge(RoundRepeats(by="copies"), block).not_applicable.is_a(Sample.COPIES_UNKNOWN)
    block = fair_block(population(1, 9), 20, np.random.default_rng(12))
    assert judge(RoundRepeats(), block, 44).not_applicable.is_a(Sample.DEVICE_TOO_SMALL)
