"""What people see a machine do in procedures that only they can carry out, sound and faulty."""

import tomllib

import numpy as np
import pytest
from numpy.random import PCG64, Generator

from labharness.errors import InputError
from labharness.model.cards import format_order
from labharness.model.reasons.wire import Simulated
from labharness.plans.frozen import find_composed
from labharness.simulators.catalog import build_fault, build_machine, fault_classes, machine_classes
from labharness.simulators.fault import deed
from labharness.simulators.machines.card_reader import blackjack
from labharness.simulators.process import start
from labharness.simulators.simulated_operator import SimulatedOperator
from labharness.simulators.unit import SimulatedUnit
from tests.support.reasons import refused

CARDS = format_order(np.concatenate([np.arange(52, dtype=np.uint16) | copy << 6 for copy in range(2)]))
PLANS = {
    "card_reader": "blackjack-633a-card-reader",
    "double_shoe": "blackjack-633a-double-shoe",
    "progressive_system": "raise-it-up-stud-poker-587-progressive-system",
    "table_game_system": "blackjack-633a-table-game-system",
    "dealing_shoe": "pai-gow-poker-645a-automated-dealing-shoe",
    "reshuffling_shoe": "pai-gow-poker-645a-reshuffling-shoe",
    "two_batch_shuffler": "blackjack-633a-batch-shuffler",
}
STANDING = {"count-alarm-persists", "lock-out-after-count", "recount"}
FAULTS = {
    "misses_tens": ("card_reader", {"blackjack"}),
    "leaks_rank": ("card_reader", {"no-blackjack"}),
    "reads_misplaced": ("card_reader", {"misuse"}),
    "mixed_sides=7": ("double_shoe", {"first-side", "second-side"}),
    "open_sides": ("double_shoe", {"closed-side"}),
    "determinant_ignored": ("double_shoe", {"determinant-card"}),
    "late_wagers": ("progressive_system", {"late-wager"}),
    "miscounted_wagers": ("progressive_system", {"wagers-in-time"}),
    "late_wagers=0.2": ("table_game_system", {"late-wager"}),
    "early_stack": ("dealing_shoe", {"early-stack"}),
    "alarm_clears": ("two_batch_shuffler", {"alarm-persists", "count-alarm-persists"}),
    "works_on": ("dealing_shoe", {"lock-out-after-count"}),
    "no_recount": ("reshuffling_shoe", {"recount"}),
    "wrong_count": ("two_batch_shuffler", STANDING),
    "false_count": ("dealing_shoe", {"recount"}),
    "silent_alarms": ("reshuffling_shoe", {"alarm-persists"}),
    "missing_card=QD": ("reshuffling_shoe", {"stub", "recount"}),
}


def only_people(plan):
    """Stages of a composed plan that nobody but people can carry out."""
    stages = tomllib.loads(find_composed(plan).decode())["stages"]
    return [stage for stage in stages if stage["kind"] == "procedure" and stage["action"] == "other"]


def answers(folder, kind, *faults):
    """Carry out every trial of every such procedure; return the answers of the bench by procedure."""
    machine = build_machine(kind, 1)
    unit = SimulatedUnit(machine, [build_fault(text, 1, machine) for text in faults])
    bench = SimulatedOperator(folder, Generator(PCG64(1)), unit=unit)
    result = {}
    for stage in only_people(PLANS[kind]):
        words = result[stage["name"]] = []
        for trial in range(1, stage["trials"] + 1):
            data = {
                "stage": stage["name"],
                "action": "other",
                "trial": trial,
                "unopened": CARDS,
                "objects": True,
            }
            text = f"Trial {trial} of {stage['trials']}. {stage['instruction']}"
            assert bench.handle({"action": "procedure", "text": text, "data": data}).text == "yes"
            words.append(bench.handle({"action": "look", "text": stage["expects"], "data": data}).text)
            bench.handle({"action": "restore", "text": "", "data": data})
    return result


@pytest.mark.parametrize("kind", PLANS)
def test_a_sound_machine_does_what_every_trial_of_its_plan_expects(tmp_path, kind):
    result = answers(tmp_path, kind)
    assert result
    assert all(trial.startswith("yes: ") for trials in result.values() for trial in trials)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_seen_in_the_procedure_that_looks_for_it_and_in_no_other(tmp_path, fault):
    kind, procedures = FAULTS[fault]
    result = answers(tmp_path, kind, fault)
    assert {
        name for name, each in result.items() if any(each.startswith("no: ") for each in each)
    } == procedures


def test_a_reader_is_asked_every_pair_of_ranks_and_all_suits(tmp_path):
    (stage,) = [person for person in only_people(PLANS["card_reader"]) if person["name"] == "blackjack"]
    asked = [
        deed({"stage": "blackjack", "trial": trial}, stage["instruction"]).words
        for trial in range(1, stage["trials"] + 1)
    ]
    assert all(blackjack(*pair) for pair in asked)
    assert {tuple(card[:-1] for card in pair) for pair in asked} == (
        {("A", ten) for ten in ("10", "J", "Q", "K")} | {(ten, "A") for ten in ("10", "J", "Q", "K")}
    )
    assert {card[-1] for pair in asked for card in pair} == set("SHDC")
    assert len(set(asked)) == len(asked)
    answer = answers(tmp_path, "card_reader", "misses_tens")["blackjack"]
    assert [each == "no: no Blackjack" for each in answer] == [
        "10" in {card[:-1] for card in pair} for pair in asked
    ]


def test_double_shoes_deal_half_a_side_and_open_the_side_of_the_determinant_card(tmp_path):
    result = answers(tmp_path, "double_shoe")
    assert result["first-side"][0] == f"yes: dealt: {' '.join(CARDS.split()[:52])}"
    mixed = answers(tmp_path, "double_shoe", "mixed_sides=7")["first-side"][0].split()
    assert [card for card in mixed if card.endswith("!")] == [f"{CARDS.split()[6]}!"]
    answer = answers(tmp_path, "double_shoe")["determinant-card"]
    for each in answer:
        side, card = each.split()[2], each.partition("; ")[2].split()[0]
        assert side == ("second" if card[-1] in "DH" else "first")
    assert {each.split()[-1] for each in answer} == {"card", "area"}
    ignored = answers(tmp_path, "double_shoe", "determinant_ignored")["determinant-card"]
    assert 0 < sum(each.startswith("no: ") for each in ignored) < len(ignored)


def test_a_system_that_miscounts_says_so_and_unknown_procedures_are_left_to_people(tmp_path):
    answer = answers(tmp_path, "progressive_system", "miscounted_wagers")["wagers-in-time"]
    for each in answer:
        result, counted = [int(word) for word in each.split() if word.isdigit()]
        assert counted == result - 1
    bench = SimulatedOperator(
        tmp_path, Generator(PCG64(1)), unit=SimulatedUnit(build_machine("card_reader", 1))
    )
    data = {"stage": "polish", "action": "other", "trial": 1}
    assert bench.handle({"action": "procedure", "text": "", "data": data}).text.startswith("skip: ")


@pytest.mark.parametrize("kind", [name for name, machine in machine_classes().items() if not machine.KINDS])
def test_a_machine_without_a_port_is_not_served(kind):
    assert refused(InputError, start, kind) == (Simulated.NO_PORT(machine=kind),)


def test_what_only_people_see_befalls_only_its_machines():
    for name in [name for name, fault in fault_classes().items() if not fault.KINDS]:
        cls = fault_classes()[name]
        machines = {kind: build_machine(kind, 1) for kind in machine_classes()}
        able = {kind for kind, machine in machines.items() if isinstance(machine, cls.MACHINES)}
        assert able, name
        assert able < set(machines), name
        for kind, machine in machines.items():
            if kind in able:
                build_fault(name, 1, machine)
            else:
                with pytest.raises(InputError) as refused:
                    build_fault(name, 1, machine)
                assert refused.value.reasons == (Simulated.OTHER_MACHINE(fault=name, machine=machine.TITLE),)


@pytest.mark.parametrize(
    ("faults", "sound"), [((), True), (("uneven_stack=1-1",), False), (("uneven_stack=6+1",), True)]
)
def test_draws_after_the_first_deal_are_as_many_as_were_asked_for(faults, sound):
    machine = build_machine("dealing_shoe", 1)
    unit = SimulatedUnit(machine, [build_fault(text, 1, machine) for text in faults])
    stage = next(
        person
        for person in only_people("lunar-poker-589-automated-dealing-shoe")
        if person["name"] == "drawn-cards"
    )
    data = {"stage": stage["name"], "unopened": " ".join(CARDS.split()[:52])}
    seen = [unit.react(deed({**data, "trial": trial}, stage["instruction"])) for trial in (1, 2, 3, 4)]
    assert {words for words, _ in seen} >= {"draws of 3, 4, 1, 1 cards"} or not sound
    assert all(right is sound for _, right in seen)
