"""Rounds after a refill, a jam, an open door or a restart: found where they differ, and only there."""

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from labharness.analysis.power.defects import flawed_rounds as rounds
from labharness.analysis.sampling.check import Tally
from labharness.analysis.sampling.rounds.near_and_far import as_sums, simulated_sums
from labharness.analysis.sampling.tables import Population
from labharness.checks.rounds.drift_after_event import DriftAfterEvent
from labharness.model.cards import CardSet
from labharness.model.events import Event, EventKind
from labharness.model.observations import Kind
from labharness.model.reasons.decision import Details, Sample
from labharness.model.reasons.run import Effects
from labharness.simulators.catalog import build_fault, build_machine
from labharness.simulators.unit import SimulatedUnit
from labharness.testing.samples import fair_block, pieces
from tests.support.judged import as_declared, dealt_rounds, of_rounds

SIX = Population(Kind.ROUND, CardSet.of_decks("six decks", 6), round_cards=20)
ONE = Population(Kind.ROUND, CardSet.of_decks("one deck", 1), round_cards=9)
FILLED = (Event(0, EventKind.REFILL),)
QUICK = DriftAfterEvent(replicates=199)


def sample(seed, units, population=ONE, buffer=0, events=FILLED):
    return dealt_rounds(population, seed, units, buffer, marked=False, events=events)


def judge(check, block):
    return as_declared(check, block, block.population.buffer)


def machine(units, *faults):
    """Rounds of a simulated device with these faults, loaded again after half of them."""
    carousel = build_machine("continuous_shuffler", 461)
    unit = SimulatedUnit(carousel, [build_fault(fault, 461, carousel) for fault in faults])
    dealt = []
    for place in range(units):
        if place in (0, units // 2):
            unit.load(SIX.cards.new_deck_order())
        dealt.append(unit.round(20)[0])
    events = (Event(0, EventKind.REFILL), Event(units // 2, EventKind.REFILL))
    return of_rounds(SIX, np.array(dealt), events)


def test_rounds_that_come_as_the_cards_were_put_in_are_found():
    fair, flawed = machine(200), machine(200, "unmixed_after_load=3")
    assert flawed.orders[0].tolist() == list(range(20))
    assert flawed.orders[101].tolist() == list(range(20, 40))
    result = judge(DriftAfterEvent(), flawed)
    assert result.p["right"] == 0.001
    assert result.effect.name == Effects.NEIGHBORS_NEAR_EVENTS()
    assert result.effect.value > 1
    assert result.details[0] == Details.NEAR_EVENTS(near=40, events=2, far=160)
    assert judge(DriftAfterEvent(), fair).p["right"] > 0.01


def test_fault_model_of_the_power_calculator_is_found_after_its_event_alone():
    dealt = rounds.layered(np.random.default_rng(4614), SIX.cards.new_deck_order(), 120, 20, 3)
    block = of_rounds(SIX, dealt, FILLED)
    assert judge(QUICK, block).p["right"] == 1 / 200
    assert judge(replace(QUICK, after="refill"), block).p["right"] == 1 / 200
    jam = replace(block, events=(*FILLED, Event(60, EventKind.JAM)))
    assert judge(replace(QUICK, after="jam"), jam).p["right"] > 0.01


def test_repeats_and_types_that_change_for_a_while_are_found():
    """After each jam a round holds the cards of the round before, or of half the types."""
    jams = tuple(Event(place, EventKind.JAM) for place in range(40, 200, 40))
    fair = np.stack(sample(7, 200).orders)
    repeated, few = fair.copy(), fair.copy()
    for jam in jams:
        repeated[jam.unit : jam.unit + 4] = repeated[jam.unit - 1]
        random = np.random.default_rng(jam.unit)
        few[jam.unit : jam.unit + 4] = [
            random.choice(np.arange(0, 52, 2), 9, replace=False) for _ in range(4)
        ]
    for dealt, name in ((repeated, Effects.REPEATS_NEAR_EVENTS()), (few, Effects.COHENS_W_NEAR_EVENTS())):
        result = judge(replace(QUICK, horizon=5), of_rounds(ONE, dealt, jams))
        assert result.p["right"] == 1 / 200
        assert result.effect.name == name


def test_machine_that_is_wrong_all_the_time_does_not_drift():
    """A favored type and a buffer that nobody declared are other checks' business."""
    favored = rounds.favored(np.random.default_rng(9), SIX.cards.new_deck_order(), 300, 20, 1.0)
    assert judge(QUICK, of_rounds(SIX, favored, FILLED)).p["right"] > 0.01
    assert judge(QUICK, sample(10, 300, SIX, buffer=16)).p["right"] > 0.01


def test_simulated_machines_have_the_spread_of_sampled_ones():
    result = [as_sums(QUICK.tally(sample((5, seed), 50)).sums).differences() for seed in range(200)]
    null = simulated_sums(ONE, (20, 19), (30, 30), 400, 461)
    assert null.types.sum(axis=(1, 2)).tolist() == [50 * 9] * 400
    simulated = null.differences()
    for part in range(3):
        each, two = np.array(result)[:, part], simulated[:, part]
        assert stats.ks_2samp(each, two).pvalue > 0.001


@settings(max_examples=25)
@given(
    st.integers(0, 2**31),
    st.lists(st.integers(0, 24), max_size=4),
    st.lists(st.tuples(st.integers(0, 24), st.sampled_from(list(EventKind))), max_size=4),
)
def test_merge_law_with_events_anywhere(seed, cuts, places):
    events = tuple(Event(5 + unit, kind) for unit, kind in sorted(places, key=lambda each: each[0]))
    whole = replace(fair_block(ONE, 25, np.random.default_rng(seed)), index=5, events=events)
    for check in (DriftAfterEvent(horizon=3), DriftAfterEvent("jam", horizon=2)):
        joined = Tally()
        for piece in pieces(whole, cuts):
            joined = joined.merge(check.tally(piece))
        assert joined == check.tally(whole)
        assert joined.number("events") == sum(event.kind in check.kinds for event in events)


def test_without_events_there_is_nothing_to_compare():
    every = ("refill", "jam", "door", "restart")
    assert judge(QUICK, sample(1, 50, events=())).not_applicable == Sample.NO_EVENT(events=every)
    silent = judge(DriftAfterEvent("door"), sample(1, 50))
    assert silent.not_applicable == Sample.NO_EVENT(events=("door",))
    assert not silent.p
    assert judge(QUICK, sample(1, 15)).not_applicable == Sample.ROUNDS_AROUND_EVENTS(
        needed=2, near=15, far=0, within=QUICK.horizon, events=every
    )
