"""Each fault does what it says: what is told, what is true, what is counted, what is sent."""

import re

import numpy as np
import pytest
from numpy.random import PCG64, Generator

from device_adapters.lab_test_interface import LabTestInterface
from labharness.devices.adapter import AcquireRequest
from labharness.errors import (
    DeviceLost,
    DeviceRefused,
    DeviceStalled,
    DeviceTimeout,
    InputError,
    ProtocolError,
)
from labharness.language.catalog import explain
from labharness.model.cards import FOREIGN_BACK, CardSet, format_card, parse_card, parse_order
from labharness.model.observations import Kind
from labharness.model.reasons.lti import Lti
from labharness.model.reasons.wire import Simulated
from labharness.simulators.catalog import build_fault, build_machine, fault_classes
from labharness.simulators.firmware import Firmware
from labharness.simulators.unit import KEPT, SimulatedUnit, Tray, emptied, tray_file
from tests.support.direct import DirectLink
from tests.support.reasons import refused

DECK = np.arange(52, dtype=np.uint16)
RUN = AcquireRequest(Kind.SHUFFLE, 30, input=DECK)


def unit(*faults, kind="fair_shuffler", tray=None):
    machine = build_machine(kind, 1)
    return SimulatedUnit(machine, [build_fault(text, 1, machine) for text in faults], tray)


def device(*faults, tray=None):
    faulty = unit(*faults, tray=tray)
    return LabTestInterface(DirectLink(Firmware(faulty, "S", faulty._faults)))


def shuffles(*faults, number=30, tray=None):
    lti = device(*faults, tray=tray)
    lti.load(DECK)
    return lti, lti.acquire(AcquireRequest(Kind.SHUFFLE, number, input=DECK))


def truth(folder, number):
    return [parse_order(tray_file(folder, k).read_text()) for k in range(number)]


@pytest.mark.parametrize("faults", [(), ("reports_other_order",)])
def test_the_tray_shows_what_came_and_a_device_that_reports_another_order_has_its_cards_right(
    tmp_path, faults
):
    _, decks = shuffles(*faults, number=5, tray=Tray(tmp_path))
    for deck, true in zip(decks, truth(tmp_path, 5), strict=True):
        assert np.array_equal(deck.output, true) is not bool(faults)
        assert np.array_equal(np.sort(deck.output), np.sort(true))


def test_the_tray_keeps_so_many_and_faults_leave_the_machines_chance_alone(tmp_path):
    _, fair = shuffles()
    _, slow = shuffles("slow=0", "foreign_back=7C")
    assert all(np.array_equal(a.output & 0x7FFF, b.output & 0x7FFF) for a, b in zip(fair, slow, strict=True))
    shuffles(number=KEPT + 3, tray=Tray(tmp_path))
    assert sorted(tmp_path.glob("[0-9]*.txt")) == [tray_file(tmp_path, unit) for unit in range(3, KEPT + 3)]


@pytest.mark.parametrize("card", ["JD", "KH", "AS"])
def test_duplicated_card_leaves_the_count_right_and_the_deck_wrong(card):
    lti, decks = shuffles(f"duplicated_card={card}", number=2)
    assert lti.count().correct
    for deck in decks:
        assert len(deck.output) == 52
        assert (deck.output == parse_card(card)).sum() == 2
        assert len(set(deck.output.tolist())) == 51


def test_a_missing_card_never_comes_and_a_foreign_back_marks_one():
    lti, decks = shuffles("missing_card=QD", number=3)
    assert (lti.count().inside, lti.count().correct) == (51, False)
    assert all(parse_card("QD") not in deck.output for deck in decks)
    _, decks = shuffles("foreign_back=7C", number=2)
    assert [format_card(int(c)) for c in decks[1].output if c & FOREIGN_BACK] == ["7C!"]


@pytest.mark.parametrize(("fault", "chance"), [("wrong_count", 1), ("wrong_count=0.25", 0.25)])
def test_wrong_count_hides_a_missing_card_with_its_chance(fault, chance):
    lti, decks = shuffles("missing_card=AS", fault, number=1)
    assert len(decks[0].output) == 51
    hidden = np.mean([lti.count().correct for _ in range(2000)])
    assert hidden == pytest.approx(chance, abs=0.2 * (1 - chance))


def test_false_count_objects_to_a_whole_set_with_its_chance():
    lti, _ = shuffles("false_count=0.25", number=1)
    counts = [lti.count() for _ in range(2000)]
    assert np.mean([not count.correct for count in counts]) == pytest.approx(0.25, abs=0.05)
    assert {count.inside for count in counts} == {51, 52}


@pytest.mark.parametrize("action", ["jam", "open-door", "cut-power"])
def test_silent_alarms_are_not_raised(action):
    sound, silent = unit(), unit("silent_alarms")
    for each in (sound, silent):
        each.load(DECK)
        assert each.tamper(action)
    assert sound.alarms
    assert not silent.alarms


def test_returned_decks_and_the_same_order_come_as_often_as_said():
    _, decks = shuffles("returned_unshuffled=0.25", number=2000)
    same = np.mean([np.array_equal(deck.input, deck.output) for deck in decks])
    assert same == pytest.approx(0.25, abs=0.05)
    _, decks = shuffles("same_order=4", number=6)
    outputs = [deck.output.tobytes() for deck in decks]
    assert len(set(outputs[:4])) == 1
    assert len(set(outputs)) == 3


@pytest.mark.parametrize(("decks", "jokers"), [(1, 1), (6, 0)])
def test_favored_cards_deviate_as_much_as_they_should(decks, jokers):
    cards = CardSet.of_decks("set", decks, jokers=jokers)
    machine = unit("favored_cards=0.2", kind="continuous_shuffler")
    machine.load(cards.new_deck_order())
    seen = np.zeros(54)
    for _ in range(6000):
        dealt, _ = machine.round(17)
        np.add.at(seen, dealt & 0x3F, 1)
        assert cards.size == len(machine.machine._inside) == len(machine.cards)
    fair = np.array(cards.counts) / cards.size * seen.sum()
    there = fair > 0
    noise = (1 - 17 / cards.size) * (1 / fair[there]).mean()
    away = (seen[there] / fair[there] - 1) ** 2
    assert np.sqrt(away.mean() - noise) == pytest.approx(0.2, abs=0.01)


def test_raw_bits_have_the_share_of_ones_or_the_stuck_bit_of_the_fault():
    data = np.frombuffer(unit("more_ones=0.01", kind="rng").raw(1 << 18), dtype=np.uint8)
    assert np.unpackbits(data).mean() == pytest.approx(0.51, abs=5 / 2 / np.sqrt(1 << 21))
    data = np.frombuffer(unit("stuck_bit=5", kind="rng").raw(4000), dtype=np.uint8)
    assert (data & 32).all()
    assert not (data & 16).all()


def test_outcomes_are_uniform_and_modulo_bias_favors_the_small_ones():
    counts = np.bincount(unit(kind="rng").draw(210_000, 1, 7), minlength=8)[1:]
    assert ((counts - 30_000) ** 2 / 30_000).sum() < 30  # chi-square, 6 degrees of freedom: p < 0.0001
    values = unit("modulo_bias", kind="rng").draw(200_000, 1, 7)
    share = np.bincount(values, minlength=8)[1:] / len(values)
    assert share[:4].mean() == pytest.approx(37 / 256, abs=0.002)
    assert share[4:].mean() == pytest.approx(36 / 256, abs=0.002)


@pytest.mark.parametrize(
    ("fault", "error"),
    [("unplug_after=3", DeviceLost), ("killed_after=3", DeviceLost), ("stall_after=3", DeviceStalled)],
)
def test_device_goes_after_so_many_answers(fault, error):
    lti = device(fault)
    for _ in range(3):
        lti.status()
    for _ in range(2):
        with pytest.raises(error):
            lti.status()


def test_slow_and_late_answers_are_timeouts_that_later_requests_survive():
    device("slow=9").status()
    with pytest.raises(DeviceTimeout):
        device("slow=11").status()
    lti = device("late=11")
    lti.load(DECK)
    with pytest.raises(DeviceTimeout):
        lti.acquire(RUN)
    assert lti.status().meters == {"units": 30}
    assert len(lti.acquire(RUN)) == 30


@pytest.mark.parametrize("fault", ["corrupt_crc=3", "garbage=3"])
def test_damaged_answers_are_protocol_errors(fault):
    lti = device(fault)
    for _ in range(2):
        lti.status()
    with pytest.raises(ProtocolError):
        lti.status()
    lti.status()


def test_corrupt_crc_takes_a_rate():
    lti, bad = device("corrupt_crc=0.5"), 0
    for _ in range(200):
        try:
            lti.status()
        except ProtocolError:
            bad += 1
    assert 60 < bad < 140


def test_a_fault_about_a_card_that_is_not_loaded_is_refused():
    needs = InputError(Simulated.NEEDS_CARD(fault="missing_card", card="JK"))
    assert refused(DeviceRefused, device("missing_card=JK").load, DECK) == (
        Lti.REFUSED(message="LOAD", error="STATE", text=explain(needs)),
    )


def deals(fault, tray=None, number=5):
    shoe = unit(*([fault] if fault else []), kind="dealing_shoe", tray=tray)
    shoe.load(DECK)
    return [shoe.deal((7, 7, 7)) for _ in range(number)]


@pytest.mark.parametrize(
    ("fault", "sizes"), [("uneven_stack=2-1", [7, 6, 7, 32]), ("uneven_stack=3+2", [7, 7, 9, 29])]
)
def test_an_uneven_stack_moves_cards_to_or_from_the_stub(fault, sizes):
    for fair, dealt in zip(deals(None), deals(fault), strict=True):
        assert [len(stack) for stack in dealt] == sizes
        assert np.array_equal(np.concatenate(dealt), np.concatenate(fair))


def test_swapped_stacks_are_reported_in_another_order_than_they_lie(tmp_path):
    for number, (first, second, *rest) in enumerate(deals("swapped_stacks=1", Tray(tmp_path))):
        true = truth(tmp_path, 5)[number]
        assert np.array_equal(np.concatenate((second, first, *rest)), true)
        assert not np.array_equal(np.concatenate((first, second, *rest)), true)


@pytest.mark.parametrize("fault", ["uneven_stack=4-1", "swapped_stacks=3"])
def test_a_fault_about_a_stack_that_is_not_dealt_is_refused(fault):
    assert refused(InputError, deals, fault) == (
        Simulated.NEEDS_STACK(fault=fault.partition("=")[0], stack=4),
    )


def by_turns(fault, copies=(0, 1)):
    """What comes of two batches that are put in by turns, whose cards have these copy numbers."""
    shuffler = unit(fault, kind="two_batch_shuffler")
    for place in range(5):
        shuffler.load(DECK | copies[place % 2] << 6)
        yield shuffler.shuffle()


def test_batches_mix_come_together_or_twice_once():
    result = list(by_turns("mixed_batches=2", copies=(0, 0)))
    assert [int((order & FOREIGN_BACK > 0).sum()) for order in result] == [0, 0, 1, 0, 0]
    assert all(len(order) == 52 for order in result)
    assert [len(order) for order in by_turns("batches_together=2")] == [52, 52, 104, 52, 52]
    result = [tuple(order & 0x3F) for order in by_turns("same_batch_twice=2")]
    assert result[2] == result[1]
    assert len(set(result)) == 4


def test_cards_kept_inside_shorten_every_deck_and_those_kept_at_unload_are_too_many_later(tmp_path):
    lti, decks = shuffles("kept_inside=2@3", number=6)
    assert [len(deck.output) for deck in decks] == [52, 52, 52, 50, 50, 50]
    assert (lti.count().inside, lti.count().correct) == (50, False)
    assert lti.status().alarms
    shoe = unit("kept_at_unload=2", kind="reshuffling_shoe", tray=Tray(tmp_path))
    assert shoe.load(DECK).correct
    out, left = shoe.emptied()
    assert (len(out), len(left)) == (50, 2)
    assert [len(cards) for cards in emptied(tmp_path)] == [50, 2]
    again = shoe.load(DECK)
    assert (again.inside, again.correct) == (54, False)


def throws(*faults, number=6000, dice=3):
    shaker = unit(*faults, kind="dice_shaker")
    return np.array([shaker.draw(dice, 1, 6) for _ in range(number)])


@pytest.mark.parametrize("dice", [2, 3, 10])
def test_sound_dice_are_fair_and_stay_what_they_are(dice):
    result = throws(dice=dice)
    assert result.shape == (6000, dice)
    for die in result.T:
        counts = np.bincount(die, minlength=7)[1:]
        assert ((counts - 1000) ** 2 / 1000).sum() < 30  # chi-square, 5 degrees of freedom: p < 0.00002


def test_loaded_and_stuck_dice_do_what_they_say_and_the_others_do_not():
    result = throws("loaded_die=6@0.3")
    share = (result == 6).mean(axis=0)
    assert share[0] == pytest.approx(0.3 + 0.7 / 6, abs=0.032)
    assert share[1:] == pytest.approx([1 / 6, 1 / 6], abs=0.025)
    result = throws("stuck_die=2@4", number=200)
    assert (result[:, 1] == 4).all()
    assert len(set(result[:, 0].tolist())) == len(set(result[:, 2].tolist())) == 6
    assert (throws("beyond_range=0.1") == 7).mean() == pytest.approx(0.1, abs=0.012)
    assert refused(InputError, throws, "stuck_die=4@1", number=1) == (
        Simulated.NEEDS_DICE(fault="stuck_die", dice=4),
    )


IMPOSSIBLE = {
    "fair_shuffler": [
        "no_such", "returned_unshuffled=1.5", "returned_unshuffled=x", "kept_inside=0", "kept_inside=1@-2",
        "missing_card=ZZ", "reports_other_order=1", "unplug_after=-1", "slow=nan", "corrupt_crc=0", "corrupt_crc=1.5",
        "garbage=0", "stuck_bit=0", "modulo_bias", "uneven_stack", "mixed_batches", "kept_at_unload", "loaded_die",
    ],
    "dealing_shoe": ["uneven_stack=2", "uneven_stack=0-1", "swapped_stacks=0"],
    "two_batch_shuffler": ["mixed_batches=-1", "same_batch_twice=0"],
    "reshuffling_shoe": ["kept_at_unload=x"],
    "dice_shaker": ["loaded_die=6", "loaded_die=6@2", "stuck_die=1", "beyond_range=x"],
    "rng": ["stuck_die=1@1"],
    "card_reader": ["missing_card=QD", "slow=1"],
}  # fmt: skip


@pytest.mark.parametrize("kind", IMPOSSIBLE)
def test_impossible_faults_are_refused_in_a_sentence(kind):
    for text in IMPOSSIBLE[kind]:
        with pytest.raises(InputError) as caught:
            build_fault(text, 1, build_machine(kind, 1))
        assert re.fullmatch(r"[^\n]+\.", explain(caught.value)), text


def test_every_fault_has_help_and_a_default_that_works_and_a_generator_without_seeding_is_not_listed():
    for name in fault_classes():
        fault = fault_classes()[name]
        assert fault.HELP, name
        fault(fault.DEFAULT, Generator(PCG64(1)))
    machine = build_machine("rng", 1)
    (reason,) = refused(InputError, build_fault, "known_generator=v8", 1, machine)
    choices = reason["choices"]
    assert reason.is_a(Simulated.NOT_LISTED)
    assert {"java", "msvc", "mt19937"} <= set(choices)
    assert "v8" not in choices
