import numpy as np
import pytest

from labharness.analysis.laws.order_statistics import count_rising
from labharness.gui.kit import theme
from labharness.gui.run.live_counts import (
    MOST_LAGS,
    MOST_SPANS,
    CourseCounts,
    LagCounts,
    OrderCounts,
    OutcomeCounts,
    RisingCounts,
    pictures_for,
)
from labharness.gui.run.run_view import PictureView
from labharness.model.cards import CardSet, parse_card, types
from labharness.model.observations import Draws, Kind, Round, Shuffle
from labharness.plans.coverage import packaged
from labharness.plans.frozen import find_plan, freeze

DECK = CardSet.of_decks("deck", 1)
SIX = CardSet.of_decks("six decks", 6)


def orders(count, cards=DECK, seed=7):
    random = np.random.Generator(np.random.PCG64(seed))
    return [random.permutation(cards.new_deck_order()) for _ in range(count)]


def test_a_shuffle_is_counted_relative_to_its_input_and_units_with_other_cards_left_out():
    counts, deck = OrderCounts(DECK, Kind.SHUFFLE, 52), DECK.new_deck_order()
    for order in orders(20):
        counts.add(Shuffle(order, order))  # a machine that does nothing, on chained decks
    joker = deck.copy()
    joker[3] = parse_card("JK")
    for output in (deck[:-1], joker):
        counts.add(Shuffle(deck, output))
    picture = counts.picture()
    assert np.array_equal(picture.counts, 20 * np.eye(52))
    assert picture.largest[0] == pytest.approx((20 - 20 / 52) / np.sqrt(20 / 52 * (1 - 1 / 52)))
    assert (counts.units, counts.skipped) == (20, 2)


@pytest.mark.parametrize(("cards", "shuffles"), [(DECK, 2000), (SIX, 1000)], ids=["cells", "bins"])
def test_fair_residuals_have_unit_variance(cards, shuffles):
    counts, deck = OrderCounts(cards, Kind.SHUFFLE, cards.size), cards.new_deck_order()
    for order in orders(shuffles, cards):
        counts.add(Shuffle(deck, order))
    picture = counts.picture()
    assert picture.residuals.shape == (min(cards.size, 64), 52)
    assert picture.counts.sum() == shuffles * cards.size
    # Rows and columns add up to zero, so the cells have (51/52)^2 of the freedom that they seem to have.
    assert np.mean(picture.residuals**2) == pytest.approx(1, abs=0.1)


def test_the_largest_residual_names_its_card():
    counts = OrderCounts(SIX, Kind.ROUND, 2)
    ace, king = parse_card("AS"), parse_card("KH")
    for _ in range(50):
        counts.add(Round(np.array([king, ace], dtype=np.uint16), np.array([], dtype=np.uint16)))
    assert counts.picture().largest[1:] in {("1", "KH"), ("2", "AS")}


def test_outcomes_are_counted_those_out_of_range_left_out_and_a_wide_range_binned():
    counts = OutcomeCounts(1, 7)
    counts.add(Draws(np.array([1, 7, 7, 0, 8], dtype=np.uint16)))
    picture = counts.picture()
    assert picture.counts.tolist() == [[1, 0, 0, 0, 0, 0, 2]]
    assert (picture.units, picture.skipped) == (3, 2)
    wide = OutcomeCounts(0, 999)
    wide.add(Draws(np.arange(1000, dtype=np.uint16)))
    assert wide.picture().counts.shape == (1, 64)
    assert wide.picture().residuals.max() < 1e-9


def test_every_packaged_plan_has_its_pictures_except_for_raw_bytes():
    """Shuffles of one deck and draws have three."""
    counted = {}
    for plan in packaged():
        frozen = freeze(*find_plan(plan))
        for stage in frozen.plan.acquisitions:
            pictures = counted[plan, stage.observes] = len(pictures_for(frozen, stage))
            assert (pictures == 0) == (stage.observes is Kind.BYTES), plan
    assert counted["blackjack-633a-batch-shuffler-by-hand", Kind.SHUFFLE] == 3
    assert counted["pai-gow-poker-645a-starting-position", Kind.DRAW] == 3


def relative(before, after):
    place = np.empty(64, dtype=np.intp)
    place[types(before)] = np.arange(len(before))
    return place[types(after)]


def test_rising_sequences_are_those_of_the_check_and_expected_as_random_orders_give():
    counts, deck, seen = RisingCounts(DECK), DECK.new_deck_order(), []
    for order in orders(50):
        counts.add(Shuffle(deck, order))
        seen.append(int(count_rising([relative(deck, order)])[0]))
    assert counts.picture().counts[0].tolist() == np.bincount(seen, minlength=53)[1:].tolist()
    counts.add(Shuffle(deck, deck))
    counts.add(Shuffle(deck, deck[:-1]))
    picture = counts.picture()
    assert picture.counts[0][0] == 1, "an order that stays is one rising sequence"
    assert (picture.units, picture.skipped) == (51, 1)
    assert picture.expected.sum() == pytest.approx(51)
    assert 20 < np.average(np.arange(1, 53), weights=picture.counts[0]) < 30


def test_lags_are_counted_over_the_borders_of_exchanges():
    drawn = np.random.Generator(np.random.PCG64(5)).integers(1, 8, 400).astype(np.uint16)
    for pieces in (1, 3, 40):
        counts = LagCounts(1, 7)
        for part in np.array_split(drawn, pieces):
            counts.add(Draws(part))
        picture = counts.picture()
        for lag in range(1, MOST_LAGS + 1):
            assert picture.counts[0][lag - 1] == np.count_nonzero(drawn[lag:] == drawn[:-lag])
            assert picture.expected[0][lag - 1] == pytest.approx((400 - lag) / 7)
        assert (picture.drawn().form, picture.drawn().values[0][0]) == ("histogram", picture.counts[0][0])


def test_a_course_counts_every_unit_in_its_span_however_long_the_run():
    course, times = CourseCounts("draw"), [0.0, 3.0, 12.0, 599.0, 601.0, 5000.0, 90_000.0]
    for at in times:
        course.add(Draws(np.array([1, 2, 3], dtype=np.uint16)), 1000.0 + at)
    picture = course.picture()

    assert picture.counts.sum() == picture.units == 3 * len(times)
    assert picture.counts.shape[1] <= MOST_SPANS
    span = course._span
    wanted = np.bincount([int(at // span) for at in times]) * 3
    assert picture.counts[0].tolist() == wanted.tolist()
    assert picture.x[1] == "0:42", "2,560 s are 42 minutes"
    assert picture.drawn().expected == (), "no law says how fast a device works"


def test_a_course_is_drawn_without_a_band_and_read_out(qtbot, qapp):
    theme.dress(qapp, theme.LIGHT)
    course, view = CourseCounts("round"), PictureView()
    qtbot.addWidget(view)
    for at in range(100):
        course.add(Draws(np.array([1], dtype=np.uint16)), float(at))
    view.show_picture(course.picture())
    chart = view.chart

    assert not chart._band.isVisible()
    assert not chart._fair.isVisible()
    chart.point(0, 9)
    assert chart.readout.text() == "1:30: 10 units."
    assert chart.numbers()[1] == ["0:00", "10"]
    assert "standard deviations" not in view.caption.text()
    outcomes = OutcomeCounts(1, 6)
    outcomes.add(Draws(np.arange(1, 7, dtype=np.uint16).repeat(20)))
    view.show_picture(outcomes.picture())
    assert chart._band.isVisible(), "a picture with a law has it again"
