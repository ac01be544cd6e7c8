"""Scalar statistics of shuffles find known flaws in as many shuffles as the theory says."""

from functools import partial
from math import ceil

import numpy as np
import pytest

from labharness.analysis.power.defects import flawed_shuffles as orders
from labharness.analysis.sampling.tables import Population
from labharness.checks.orders.cycles import Cycles
from labharness.checks.orders.face_runs import FaceRuns
from labharness.checks.orders.feedback_guessing import FeedbackGuessing
from labharness.checks.orders.fixed_points import FixedPoints
from labharness.checks.orders.inversions import Inversions
from labharness.checks.orders.kept_ends import KeptEnds
from labharness.checks.orders.longest_monotone import LongestMonotone
from labharness.checks.orders.longest_packet import LongestPacket
from labharness.checks.orders.rising_sequences import RisingSequences
from labharness.checks.orders.successions import Successions
from labharness.checks.places.position_card import PositionCard
from labharness.model.cards import CardSet, format_card
from labharness.model.observations import Kind, Shuffle
from labharness.model.reasons.decision import Details, Irregular, Sample
from labharness.testing.samples import POPULATIONS, ordered_units
from tests.support.judged import judged, shuffles

SHUFFLE = POPULATIONS[Kind.SHUFFLE]
DECK = SHUFFLE.cards.new_deck_order()
SUITS_WITHOUT_ACES = [format_card(kind) for kind in range(52) if kind % 13]
ALL = (
    Cycles(), FaceRuns(), FeedbackGuessing(), FixedPoints(), Inversions(), KeptEnds(), LongestMonotone(),
    LongestPacket(), PositionCard(), RisingSequences(), Successions(),
)  # fmt: skip


def result(check, places, population=SHUFFLE):
    deck = population.cards.new_deck_order()
    return judged(check, population, shuffles(deck, deck[places]))


def power(check, model, shuffles, replicates):
    """Share of samples that are rejected at 0.001, two-sided."""
    random = np.random.default_rng((shuffles, 12))
    rejected = 0
    for _ in range(replicates):
        rejected += result(check, model(random, shuffles, 52)).p["two_sided"] < 0.001
    return rejected / replicates


def shelved(shelves):
    return partial(orders.shelved, shelves=shelves)


def queued(compartments):
    return partial(orders.queued, compartments=compartments)


def packed(together):
    return partial(orders.packed, together=together)


ROWS = [
    (FaceRuns(), shelved(10), 54),
    (FeedbackGuessing("next"), queued(20), 3.7),
    (Successions(), queued(20), 11),
    (FeedbackGuessing("next"), queued(38), 14),
    (Successions(), queued(38), 45),
    (Successions(), packed(5), 1.5),
    (FeedbackGuessing("next"), packed(5), 4.6),
    (Successions(), packed(2), 24),
    (FeedbackGuessing("next"), packed(2), 74),
    (Cycles(), orders.single_cycle, 2.5),
    (FixedPoints(), orders.single_cycle, 11),
    (FixedPoints(), partial(orders.transposed, swaps=52), 1.1),
]


@pytest.mark.long
@pytest.mark.parametrize(("check", "model", "shuffles"), ROWS)
def test_stated_number_of_shuffles_is_enough_and_two_thirds_are_not(check, model, shuffles):
    """Statistics by 95% power at 0.001; the normal approximation behind them is a little too hopeful."""
    replicates = 100
    assert power(check, model, ceil(shuffles), replicates) >= 0.8
    assert power(check, model, ceil(1.4 * shuffles), replicates) >= 0.9
    if shuffles >= 2:
        assert power(check, model, int(shuffles / 1.5), replicates) < 0.9


def test_direction_of_the_guesses_decides_which_machine_shows():
    """Ten shelves: about 9.3 correct guesses in the direction of the last step, 4.5 by chance."""
    random = np.random.default_rng(21)
    shelves = orders.shelved(random, 2000, 52, 10)
    turning = result(FeedbackGuessing("direction"), shelves).effect.value
    onwards = result(FeedbackGuessing("next"), shelves).effect.value
    assert turning == pytest.approx(9.2, abs=0.3)
    assert 4.54 < onwards < turning
    lanes = orders.queued(random, 2000, 52, 20)
    assert result(FeedbackGuessing("next"), lanes).effect.value == pytest.approx(9.44, abs=0.2)


def test_an_unshuffled_deck_and_four_riffles_are_found_in_either_direction():
    places = orders.uniform(np.random.default_rng(23), 300, 52)
    places[137] = np.arange(52)
    answer = result(LongestPacket(), places)
    assert answer.p["right"] < 1e-3
    assert answer.details[0].is_a(Details.LONGEST_PACKET)
    assert answer.details[0]["cards"] == 52
    assert result(LongestPacket("reverse"), places[:, ::-1]).p == answer.p
    places = orders.riffled(np.random.default_rng(24), 40, 52, 4)
    assert result(LongestMonotone(), places).p["right"] < 1e-6
    assert result(LongestMonotone("decreasing"), places[:, ::-1]).p == result(LongestMonotone(), places).p


def test_top_cards_that_stick_and_kept_ends_are_tabulated_against_each_other():
    model = partial(orders.stuck_on_top, rate=0.01)
    assert power(KeptEnds(first=1, last=0), model, 5510, 40) >= 0.8
    assert power(KeptEnds(first=0, last=1), model, 5510, 20) <= 0.1
    places = orders.uniform(np.random.default_rng(26), 400, 52)
    places[:40, 0], places[:40] = 0, np.arange(52)
    answer = result(KeptEnds(2, 1), places)
    assert answer.p["right"] < 1e-6
    assert answer.effect.low > 1 - 49 / 52
    (picture,) = answer.pictures
    assert picture.values[2][1] == 40
    assert sum(map(sum, picture.expected)) == pytest.approx(400)


@pytest.mark.parametrize("lag", [-5, -1, 2, 5])
def test_strict_interleaving_shows_at_its_lag_of_the_inverse(lag):
    packets = np.array_split(np.arange(52), abs(lag))
    order = np.concatenate([[packet[k] for packet in packets if k < len(packet)] for k in range(52)]).astype(
        int
    )
    places = np.tile(order if lag > 0 else order[::-1], (4, 1))
    assert result(Successions(lag, "inverse"), places).p["right"] < 1e-6


def test_irregular_shuffles_are_left_out_and_said():
    for check in ALL:
        fair = ordered_units(SHUFFLE, DECK[orders.uniform(np.random.default_rng(27), 30, 52)])
        answer = judged(check, SHUFFLE, [*fair, Shuffle(DECK, DECK[:51])])
        assert answer.units == 30, check
        what = Irregular.UNITS if type(check) is PositionCard else Irregular.SHUFFLES
        assert answer.details[-1] == Details.LEFT_OUT(number=1, what=what), check


TWO = Population(Kind.SHUFFLE, CardSet.of_decks("two decks", 2))


@pytest.mark.parametrize("check", [FaceRuns("card"), FaceRuns("suit")])
def test_two_decks_are_read_by_their_faces(check):
    places = orders.uniform(np.random.default_rng(31), 60, 104)
    assert result(check, places, TWO).p["two_sided"] > 1e-3
    lanes = orders.queued(np.random.default_rng(32), 60, 104, 10)
    assert result(check, lanes, TWO).p["two_sided"] < 1e-3


def test_cards_without_equals_and_small_sets_get_no_number_where_the_law_does_not_reach():
    places = orders.uniform(np.random.default_rng(35), 60, 52)
    assert result(FaceRuns("card"), places).not_applicable.is_a(Sample.FACES)
    small = Population(Kind.SHUFFLE, CardSet.of_decks("aces", 1, removed=SUITS_WITHOUT_ACES))
    places = orders.uniform(np.random.default_rng(38), 30, 4)
    assert result(Successions(5), places, small).not_applicable == Sample.NO_KNOWN_ORDER(least=6)
    assert result(Successions(3), places, small).p
    answer = result(LongestMonotone(), orders.uniform(np.random.default_rng(39), 30, 104), TWO)
    assert answer.not_applicable == Sample.SET_TOO_LARGE(cards=104, most=60)
