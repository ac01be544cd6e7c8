"""Counts by hand: what was put in comes out, and nothing is left inside."""

import pytest

from labharness.evidence.records.body import RecordType
from labharness.model.cards import Cards
from labharness.model.reasons.run import Shown
from labharness.model.results import Outcome
from tests.support.lab import replying
from tests.support.plans import check, stage, written_plan
from tests.support.recorded import reasons_of

LOAD = stage("load", "load")
PLAN = written_plan(
    *("reconcile", 'set = "base"\ndecks = 1', stage("identify", "identify"), LOAD),
    stage("acquire", "shuffles", 'observes = "shuffle"', 'input = "chained"', "units = 4"),
    *(stage("count", "count", 'by = "hand"'), check("unshuffled_deck", "shuffles")),
    device_class="batch_shuffler",
    game="blackjack-633a",
)
BY_HAND = PLAN.replace(LOAD, "").replace("chained", "reset")
"""A machine without a port is loaded shuffle by shuffle."""


@pytest.fixture
def counted(records):
    return lambda folder: records(folder, RecordType.STAGE_FINISHED, stage="count")[-1]


def test_a_machine_that_gives_all_cards_back_reconciles_though_it_counts_wrongly(lab, records, counted):
    url = lab.device("fair_shuffler", "wrong_count", read=True)
    lab.attend()
    folder, _ = lab.run(lab.write(PLAN), url, lab.reader)

    result = counted(folder)
    assert result["status"] == "done"
    assert Shown.HAND_COUNT_WHOLE(cards=52) in reasons_of(result)
    (finding,) = records(folder, RecordType.FINDING)
    assert (finding["stage"], finding["result"]) == ("count", "as expected")


def test_a_card_kept_inside_is_found_and_named_though_the_device_counts_it(lab, records, counted):
    url = lab.device("fair_shuffler", "kept_inside=1@2", "wrong_count", read=True)
    lab.attend()
    folder, outcome = lab.run(lab.write(PLAN), url, lab.reader)

    text = counted(folder)
    assert text["status"] == "failed"
    assert Shown.DEVICE_COUNT(inside=52, expected=52, size=52) in reasons_of(text)
    assert Shown.HAND_COUNT_SHORT(out=51, size=52, inside=1) in reasons_of(text)
    assert outcome.verdict.outcome is Outcome.FAIL
    shuffled = [record["data"][0][1].split() for record in records(folder, RecordType.OBSERVED)]
    (missing,) = {*shuffled[0]} - {*shuffled[3]}
    assert Cards.MISSING(cards=(missing,)) in reasons_of(text)


def test_a_machine_without_a_port_is_emptied_too(lab, records, counted):
    lab.attend(machine="fair_shuffler", faults=("kept_inside=2@3",))
    folder, outcome = lab.run(lab.write(BY_HAND), "operator://", lab.reader)

    assert Shown.HAND_COUNT_SHORT(out=50, size=52, inside=2) in reasons_of(counted(folder))
    assert outcome.verdict.outcome is Outcome.FAIL


@pytest.mark.parametrize(
    ("counts", "status", "shown"),
    [
        (["51; 0", "52; 0"], "done", Shown.HAND_COUNT_WHOLE(cards=52)),
        (["none", "52;0"], "done", Shown.HAND_COUNT_WHOLE(cards=52)),
        (["52; 1", "52; 1"], "failed", Shown.HAND_COUNT_SHORT(out=52, size=52, inside=1)),
        (["51; 0", "51; 0"], "doubtful", Shown.READER_FINDS_SET()),
        (["51; 0", "50; 0", "51; 0", "50; 0", "51; 0"], "doubtful", Shown.HAND_COUNT_UNSURE(counts=5)),
    ],
)
def test_a_count_that_differs_is_made_again(lab, records, counted, counts, status, shown):
    left = list(counts)
    lab.attend(machine="fair_shuffler", answers=replying(unload=left))
    folder, _ = lab.run(lab.write(BY_HAND), "operator://", lab.reader)

    result = counted(folder)
    assert (result["status"], left) == (status, [])
    assert shown in reasons_of(result)


def test_nobody_knows_the_order_after_the_cards_went_out_and_in_again(lab, records):
    """The second session of a chained plan begins with an order that is not proven."""
    plan = lab.write(PLAN.replace("purpose", "sessions = 2\npurpose", 1))
    url = lab.device("fair_shuffler", read=True)
    lab.attend()
    folder, _ = lab.run(plan, url, lab.reader)

    known = [record["input_known"] for record in records(folder, RecordType.OBSERVED)]
    assert known == ["chained", "chained", "unknown", "chained"]
