"""Rounds after a refill, a jam, an open door or a restart, and a declared buffer as the null hypothesis of every check of rounds."""

from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from labharness.analysis.power.defects import flawed_rounds as rounds
from labharness.analysis.sampling.check import Tally
from labharness.analysis.sampling.rounds.near_and_far import as_sums, simulated_sums
from labharness.analysis.sampling.tables import Population
from labharness.app.plug_ins.discovery import discover
from labharness.checks.rounds.drift_after_event import DriftAfterEvent
from labharness.model.cards import TYPES, CardSet
from labharness.model.observations import Event, EventKind, Kind
from labharness.model.reasons.decision import Details, Sample
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.plan import Plans
from labharness.model.reasons.register import Laws
from labharness.model.reasons.run import Effects
from labharness.plans.coverage import packaged
from labharness.plans.frozen import freeze
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


def test_machines_that_are_wrong_all_the_time_or_had_no_event_do_not_drift():
    """A favored type and a buffer that nobody declared are other checks' business."""
    favored = rounds.favored(np.random.default_rng(9), SIX.cards.new_deck_order(), 300, 20, 1.0)
    assert judge(QUICK, of_rounds(SIX, favored, FILLED)).p["right"] > 0.01
    assert judge(QUICK, sample(10, 300, SIX, buffer=16)).p["right"] > 0.01
    every = ("refill", "jam", "door", "restart")
    assert judge(QUICK, sample(1, 50, events=())).not_applicable == Sample.NO_EVENT(events=every)
    silent = judge(DriftAfterEvent("door"), sample(1, 50))
    assert silent.not_applicable == Sample.NO_EVENT(events=("door",))
    assert not silent.p
    assert judge(QUICK, sample(1, 15)).not_applicable == Sample.ROUNDS_AROUND_EVENTS(
        needed=2, near=15, far=0, within=QUICK.horizon, events=every
    )


CATALOG = discover()
STATISTICAL = [
    name
    for name in sorted(CATALOG.checks)
    if Kind.ROUND in (info := CATALOG.check_info(name)).observes and not info.counting
]
DECLARED = Population(
    Kind.ROUND, CardSet("ten cards twice", (2,) * 10 + (0,) * (TYPES - 10)), round_cards=5, buffer=7
)
PLAN = packaged()["blackjack-633a-continuous-shuffler-rounds"].decode()


def judged(name, seed, buffer=7):
    """A sample of a machine that keeps seven cards ready, judged as one that keeps so many; each with its own seed."""
    cls = CATALOG.checks[name]
    known = {"replicates": 99, "seed": seed, "limit": 0.0, "source": "the test"}
    check = cls(**{field.name: known[field.name] for field in fields(cls) if field.name in known})
    return as_declared(check, dealt_rounds(DECLARED, (11, seed), 60, 7, events=FILLED), buffer)


# The advantage of a guess is held to a stated limit, the odds of a game and the value of its cards to those of fair rounds.
WITHOUT_NULL_OF_MACHINES = {"edge", "guessing_advantage", "outcome_law", "returned_neighbors"}


def test_odds_of_a_game_say_nothing_of_a_machine_that_keeps_cards_ready():
    assert judged("outcome_law", 1).not_applicable == Sample.DEPENDENT_ROUNDS()


@pytest.mark.parametrize("name", [name for name in STATISTICAL if name not in WITHOUT_NULL_OF_MACHINES])
def test_machines_as_declared_have_uniform_p(name):
    result = [judged(name, seed) for seed in range(30)]
    assert all(each.law.is_a(Laws.BUFFERED_DEVICES) and each.law["buffer"] == 7 for each in result)
    within = np.random.default_rng(8).random(30)
    spread = [
        1 - each.p["right"] + u * (each.p["right"] + each.p["left"] - 1)
        for each, u in zip(result, within, strict=True)
    ]
    assert stats.kstest(spread, "uniform").pvalue > 0.001


@pytest.mark.parametrize("name", ["round_repeats", "lag_profile", "reappearance_gaps"])
def test_ideal_machine_is_another(name):
    result = [judged(name, seed, 0) for seed in range(10)]
    assert np.mean([min(each.p["right"], each.p["left"]) <= 0.01 for each in result]) >= 0.9


def declared(text):
    return freeze(PLAN.replace("round_cards = 20\n", f"round_cards = 20\n{text}\n").encode(), "plan.toml")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("buffer = 16", Inputs.KEYS_TOGETHER),
        ('buffer_source = "Submission"', Inputs.KEYS_TOGETHER),
        ('buffer = 16\nbuffer_source = ""', Inputs.TEXT_EMPTY),
        ('buffer = 293\nbuffer_source = "Submission"', Plans.BUFFER_EXCEEDS_SET),
        ('buffer = -1\nbuffer_source = "Submission"', Inputs.NOT_AT_LEAST),
    ],
)
def test_buffer_that_cannot_be_is_refused(text, code, refusal):
    assert refusal(declared, text).is_a(code)


def test_a_buffer_reaches_its_sample_and_belongs_to_rounds_alone(refusal):
    from labharness.analysis.sampling.sample import population_of

    frozen = declared('buffer = 16\nbuffer_source = "Submission, page 12"')
    stage = frozen.plan.acquisitions[0]
    assert population_of(frozen, stage).buffer == 16
    assert population_of(freeze(PLAN.encode(), "p.toml"), stage.model_copy(update={"buffer": 0})).buffer == 0
    shoe = packaged()["pai-gow-poker-645a-dealing-shoe"].decode()
    first = 'observes = "deal"\n'
    assert first in shoe
    text = shoe.replace(first, first + 'buffer = 3\nbuffer_source = "x"\n')
    needed = Inputs.KEY_NEEDS(key="buffer", other="observes = 'round'")
    assert refusal(freeze, text.encode(), "plan.toml") == needed
