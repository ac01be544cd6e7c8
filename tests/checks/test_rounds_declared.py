"""A declared buffer is the null hypothesis of every check of rounds."""

from dataclasses import fields

import numpy as np
import pytest
from scipy import stats

from labharness.analysis.power.detection import FILLED
from labharness.analysis.sampling.tables import Population
from labharness.app.plug_ins.discovery import discover
from labharness.model.cards import TYPES, CardSet
from labharness.model.observations import Kind
from labharness.model.reasons.decision import Sample
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.plan import Plans
from labharness.model.reasons.register import Laws
from labharness.plans.coverage import packaged
from labharness.plans.frozen import freeze
from tests.support.judged import as_declared, dealt_rounds

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
