"""Checks of dice that are told apart: die by die and throw by throw."""

import logging

import numpy as np
import pytest
from scipy import stats

from labharness.analysis.sampling.tables import Block, Population
from labharness.checks.dice.faces_by_die import FacesOfEachDie
from labharness.checks.dice.kept_faces import FacesKept
from labharness.checks.outcomes.frequency import Frequency
from labharness.model.observations import Kind
from labharness.testing.samples import WITNESSED
from tests.support.judged import drawn, judged

DICE = Population(Kind.DRAW, low=1, high=6)
LEVEL = 0.0005
LOG = logging.getLogger(__name__)


def block(faces, index=0, past=()):
    return Block(DICE, index, drawn(faces), WITNESSED, drawn(past) if len(past) else ())


def judge(check, faces):
    return judged(check, DICE, drawn(faces))


def fair(random, throws, dice):
    return random.integers(1, 7, (throws, dice))


def loaded(random, throws, dice, chance=0.1):
    """Turn the first die to six with a chance: 25% sixes where it is 10%."""
    faces = fair(random, throws, dice)
    faces[random.random(throws) < chance, 0] = 6
    return faces


def staying(random, throws, dice, chance=0.4):
    """Leave the first die as it lies with a chance."""
    faces = fair(random, throws, dice)
    fresh = np.where(random.random(throws) < chance, 0, np.arange(throws))
    faces[:, 0] = faces[np.maximum.accumulate(fresh), 0]
    return faces


def share(check, make, throws, dice, chance, replicates=300):
    random = np.random.default_rng((19, throws, dice, int(100 * chance)))
    result = [judge(check, make(random, throws, dice, chance)).p["right"] < LEVEL for _ in range(replicates)]
    return float(np.mean(result))


def test_dice_that_deviate_alone_or_in_opposite_ways_show_by_die():
    faces = loaded(np.random.default_rng(1), 1000, 10)
    result = judge(FacesOfEachDie(dice=10), faces)
    assert result.p["right"] < 1e-5
    assert result.statistic["die"] == 1
    assert judge(Frequency(), faces).p["right"] > LEVEL
    faces = fair(np.random.default_rng(2), 1200, 6)
    turned = np.random.default_rng(3).random(faces.shape) < 0.06
    faces[turned] = np.broadcast_to([6, 5, 4, 3, 2, 1], faces.shape)[turned]
    assert judge(Frequency(), faces).p["right"] > 0.01
    assert judge(FacesOfEachDie(dice=6), faces).p["right"] < LEVEL


@pytest.mark.parametrize("dice", [1, 3, 10])
def test_a_die_that_stays_put_is_found_whatever_the_number_of_dice(dice):
    faces = staying(np.random.default_rng(dice), 200, dice)
    result = judge(FacesKept(dice=dice), faces)
    assert result.p["right"] < LEVEL
    assert (result.statistic["die"], result.statistic["lag"]) == (1, 1)


def test_faces_that_never_stay_or_come_again_every_second_throw_are_found():
    random = np.random.default_rng(5)
    steps = random.integers(1, 6, (400, 3))
    faces = np.cumsum(steps, axis=0) % 6 + 1
    assert judge(FacesKept(dice=3), faces).p["left"] < LEVEL
    faces = fair(np.random.default_rng(6), 300, 3)
    for throw in range(2, 300):
        if throw % 3 == 0:
            faces[throw, 1] = faces[throw - 2, 1]
    result = judge(FacesKept(dice=3), faces)
    assert result.p["right"] < LEVEL
    assert (result.statistic["die"], result.statistic["lag"]) == (2, 2)


def test_counts_are_those_of_a_plain_reading_in_which_a_face_outside_makes_no_pair():
    faces = fair(np.random.default_rng(7), 50, 3)
    tally = FacesKept(dice=3, longest=2).tally(block(faces))
    for lag in (1, 2):
        kept = [sum(faces[t, die] == faces[t - lag, die] for t in range(lag, 50)) for die in range(3)]
        assert tally.sums["kept"][lag - 1].tolist() == kept
        assert tally.sums["pairs"][lag - 1].tolist() == [50 - lag] * 3
    by_die = FacesOfEachDie(dice=3).tally(block(faces)).sums["faces"]
    assert by_die.tolist() == [np.bincount(faces[:, die] - 1, minlength=6).tolist() for die in range(3)]
    faces = np.ones((40, 1), dtype=int)
    faces[20] = 9
    tally = FacesKept(dice=1, longest=1).tally(block(faces))
    assert (int(tally.sums["pairs"][0, 0]), int(tally.sums["kept"][0, 0])) == (37, 37)


def test_the_count_of_faces_kept_is_binomial_and_few_throws_are_not_judged():
    random = np.random.default_rng(9)
    kept = [
        int(FacesKept(dice=1, longest=1).tally(block(fair(random, 60, 1))).sums["kept"][0, 0])
        for _ in range(600)
    ]
    law = stats.binom(59, 1 / 6)
    edges = [7, 9, 11]
    expected = 600 * np.diff([0, *law.cdf(edges), 1])
    observed = np.histogram(kept, [-0.5, *(edge + 0.5 for edge in edges), 60.5])[0]
    assert stats.chisquare(observed, expected).pvalue > 0.001
    faces = fair(np.random.default_rng(10), 29, 3)
    assert judge(FacesKept(dice=3), faces).not_applicable
    assert judge(FacesOfEachDie(dice=3), faces).not_applicable
    assert judge(FacesOfEachDie(dice=3), fair(np.random.default_rng(11), 30, 3)).not_applicable is None


@pytest.mark.slow
def test_fair_dice_are_rejected_as_often_as_stated():
    random = np.random.default_rng(12)
    for check in (FacesOfEachDie(dice=10), FacesKept(dice=10)):
        result = [judge(check, fair(random, 318, 10)).p["two_sided"] < 0.05 for _ in range(3000)]
        assert stats.binomtest(sum(result), 3000, 0.05, alternative="greater").pvalue > 0.001
        LOG.info("%s: %.1f%% of fair samples below .05", type(check).__name__, 100 * np.mean(result))


@pytest.mark.slow
def test_power_of_the_pages_of_the_manual():
    for check, make, throws, dice, chance in (
        (FacesOfEachDie(dice=10), loaded, 318, 10, 0.1),
        (FacesOfEachDie(dice=10), loaded, 1000, 10, 0.1),
        (Frequency(), loaded, 318, 10, 0.1),
        (Frequency(), loaded, 1000, 10, 0.1),
        (FacesKept(dice=3), staying, 150, 3, 0.4),
        (FacesKept(dice=3), staying, 150, 3, 0.2),
        (FacesKept(dice=10), staying, 150, 10, 0.4),
        (FacesKept(dice=10), staying, 150, 10, 0.2),
        (FacesKept(dice=10), staying, 500, 10, 0.4),
        (FacesKept(dice=10), staying, 500, 10, 0.2),
    ):
        result = share(check, make, throws, dice, chance)
        LOG.info(
            "%s, %s %g: %d dice, %d throws: %.0f%%", check, make.__name__, chance, dice, throws, 100 * result
        )
