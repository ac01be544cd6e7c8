"""Machines against the exact laws of their models; seeds are fixed, bounds are five standard errors or more."""

import itertools
import re

import numpy as np
import pytest

from device_adapters.lab_test_interface import LabTestInterface
from labharness.devices.lti import message as lti
from labharness.errors import InputError
from labharness.language.catalog import explain
from labharness.model.device import DeviceClass
from labharness.simulators.catalog import build_machine, machine_classes
from labharness.simulators.fault import BatchShuffler
from labharness.simulators.firmware import Firmware
from labharness.simulators.unit import SimulatedUnit
from tests.support.direct import DirectLink

DECK = np.arange(52, dtype=np.uint16)


def outputs(kind, number, seed=1):
    machine = build_machine(kind, seed)
    return np.array([machine.mix(DECK) for _ in range(number)]).astype(int)


def valleys(orders):
    inner = orders[:, 1:-1]
    return ((inner < orders[:, :-2]) & (inner < orders[:, 2:])).sum(axis=1)


def rising_sequences(orders):
    place = np.argsort(orders, axis=1)
    return 1 + (np.diff(place, axis=1) < 0).sum(axis=1)


@pytest.mark.parametrize(
    "kind", ["fair_shuffler", "shelf_shuffler", "riffle_shuffler", "dealing_shoe", "two_batch_shuffler"]
)
def test_every_mix_keeps_every_card_and_leaves_its_input_alone(kind):
    before = DECK.copy()
    assert (np.sort(outputs(kind, 50), axis=1) == DECK).all()
    assert np.array_equal(DECK, before)


@pytest.mark.parametrize(
    ("kind", "mean", "sd"), [("shelf_shuffler", 8.631, 0.554), ("shelf_shuffler:20", 13.479, 1.335)]
)
def test_shelf_shuffler_has_the_valleys_of_diaconis_fulman_and_holmes(kind, mean, sd):
    result = valleys(outputs(kind, 4000))
    assert result.mean() == pytest.approx(mean, abs=5 * sd / 4000**0.5 + 0.0005)
    assert result.std() == pytest.approx(sd, rel=0.06)


@pytest.mark.parametrize("riffles", [1, 2, 3])
def test_riffles_leave_at_most_two_to_the_k_rising_sequences(riffles):
    result = rising_sequences(outputs(f"riffle_shuffler:{riffles}", 500))
    assert result.max() <= 2**riffles
    assert result.max() > 2 ** (riffles - 1)


def test_riffles_return_a_deck_and_shelves_turn_it_with_the_exact_chance():
    assert not valleys(outputs("shelf_shuffler:1", 100)).any()
    machine = build_machine("riffle_shuffler:1", 3)
    deck = np.arange(4, dtype=np.uint16)
    same = np.mean([np.array_equal(machine.mix(deck), deck) for _ in range(4000)])
    assert same == pytest.approx(5 / 16, abs=0.037)  # (n + 1) / 2^n


def test_fair_shuffler_has_the_valleys_and_rising_sequences_of_uniform_orders():
    orders = outputs("fair_shuffler", 4000)
    assert valleys(orders).mean() == pytest.approx(50 / 3, abs=5 * 1.535 / 4000**0.5)
    assert rising_sequences(orders).mean() == pytest.approx(26.5, abs=5 * 2.102 / 4000**0.5)


def repeats(kind, rounds=3000, dealt=20):
    machine = build_machine(kind, 5)
    machine.insert(
        np.repeat(np.arange(52), 4).astype(np.uint16) | (np.tile(np.arange(4), 52) << 6).astype(np.uint16)
    )
    hands = []
    for _ in range(rounds):
        hand = machine.deal(dealt)
        assert len(set(hand.tolist())) == dealt
        hands.append(set(hand.tolist()))
        machine.insert(hand)
    return np.array([len(a & b) for a, b in itertools.pairwise(hands)])


def test_continuous_shufflers_repeat_cards_as_the_hypergeometric_law_says_unless_a_buffer_keeps_them():
    result, n, b = repeats("continuous_shuffler"), 208, 20
    variance = b * (b / n) * (1 - b / n) * (n - b) / (n - 1)
    assert result.mean() == pytest.approx(b * b / n, abs=5 * (variance / len(result)) ** 0.5)
    assert result.var() == pytest.approx(variance, rel=0.15)
    assert repeats("continuous_shuffler:20").max() == 0
    assert 0 < repeats("continuous_shuffler:10").mean() < 1.4


def test_a_seed_gives_the_same_shuffles_and_none_gives_others():
    assert np.array_equal(outputs("fair_shuffler", 3, seed=7), outputs("fair_shuffler", 3, seed=7))
    assert not np.array_equal(outputs("fair_shuffler", 3, seed=None), outputs("fair_shuffler", 3, seed=None))


IMPOSSIBLE = [
    "", "no_such", "rng:5", "dealing_shoe:1", "shelf_shuffler:0", "shelf_shuffler:-1", "riffle_shuffler:x",
    "riffle_shuffler:1001",
]  # fmt: skip


def test_impossible_machines_are_refused_in_a_sentence():
    for kind in IMPOSSIBLE:
        with pytest.raises(InputError) as refused:
            build_machine(kind, 1)
        assert re.fullmatch(r"[^\n]+\.", explain(refused.value)), kind


def test_a_machine_whose_way_of_mixing_is_missing_is_not_built():
    class Misspelt(BatchShuffler):
        TITLE = "Misspelt"

        def mixed(self, cards):
            return cards

    with pytest.raises(TypeError, match="mix"):
        Misspelt(None)


@pytest.mark.parametrize("kind", [name for name, machine in machine_classes().items() if machine.KINDS])
def test_a_machine_with_a_port_says_its_class_there(kind):
    machine = build_machine(kind, 1)
    device = LabTestInterface(DirectLink(Firmware(SimulatedUnit(machine), "S")))
    assert device.identify().device_class == machine.DEVICE_CLASS.value


def test_there_is_a_machine_of_every_class_and_every_class_but_one_has_a_number_on_the_wire():
    assert {machine.DEVICE_CLASS for machine in machine_classes().values()} == set(DeviceClass)
    numbered = {each.name for each in lti.LtiDeviceClass}
    assert {each.name for each in DeviceClass} - numbered == {"MANUAL_SHOE"}
    assert numbered - {each.name for each in DeviceClass} == {"OTHER"}
