"""Every fault of a machine, through the whole path: the verdict, and the finding that names it."""

import pytest

from labharness.language.catalog import say
from labharness.model.results import Ending, Outcome

SHOE = {
    "kept_inside=1@10": ["card-count", "composition", "stacks-and-stub", "stage-count"],
    "duplicated_card=JD": ["composition"],
    "returned_unshuffled=1": ["exact-repeat", "next-card", "position-card", "seats"],
}
"""One fault of each kind over the whole path; ``tests/contracts/test_faults.py`` carries out all."""


def failed(outcome):
    return sorted(
        decision.check_id for decision in outcome.verdict.decisions if decision.outcome is Outcome.FAIL
    )


@pytest.mark.parametrize("fault", SHOE)
def test_a_faulty_shoe_fails_by_name(lab, fault):
    url = lab.device("dealing_shoe", fault, read=True)
    lab.attend()
    _, outcome = lab.run(lab.shoe_plan(60, 2), url, lab.reader)

    assert (outcome.ending, outcome.verdict.outcome) == (Ending.COMPLETE, Outcome.FAIL)
    assert failed(outcome) == SHOE[fault]


def test_a_shoe_that_counts_wrongly_is_caught_by_its_cards(lab):
    """Its own count says that all is well; only what it deals shows that it is not."""
    url = lab.device("dealing_shoe", "missing_card=QD", "wrong_count", read=True)
    lab.attend()
    _, outcome = lab.run(lab.shoe_plan(20, 2), url, lab.reader)

    assert failed(outcome) == ["card-count", "composition", "stacks-and-stub"]


def test_a_faulty_machine_without_a_port_fails_by_its_cards(lab, records):
    """Here one card has a foreign back; one that is kept inside is ``test_card_reconciliation.py``'s."""
    lab.attend(machine="fair_shuffler", faults=["foreign_back=7C"])
    folder, outcome = lab.run(lab.hand_plan(5), "operator://", lab.reader)

    assert (outcome.ending, outcome.verdict.outcome) == (Ending.COMPLETE, Outcome.FAIL)
    assert "composition" in failed(outcome)
    sentences = " ".join(map(say, outcome.verdict.reasons))
    assert "First: In shuffle 1: With a foreign back: 7C!." in sentences
    assert records(folder, "rejected")  # each wrong deck was read twice before it was believed


@pytest.mark.parametrize(
    ("machine", "check", "units"),
    [("shelf_shuffler:10", "kept-neighbours", 24), ("riffle_shuffler:7", "rising-sequences", 30)],
)
def test_a_machine_that_shuffles_badly_fails(lab, machine, check, units):
    lab.attend(machine=machine)
    _, outcome = lab.run(lab.hand_plan(units), "operator://", lab.reader)

    assert outcome.verdict.outcome is Outcome.FAIL
    assert check in failed(outcome)


def test_a_faulty_generator_fails(lab):
    plan = lab.plan("pai-gow-poker-645a-starting-position", {"raw": {"units": 100_000}})
    _, outcome = lab.run(plan, lab.device("rng", "modulo_bias", "stuck_bit=3"))

    assert (outcome.ending, outcome.verdict.outcome) == (Ending.COMPLETE, Outcome.FAIL)
    assert {"frequency", "bit-runs"} <= set(failed(outcome))


USB_BATCH = [
    ('observes = "shuffle"\n', 'observes = "shuffle"\nindependent_reads = 2\n'),
    ('kind = "acquire"', 'kind = "load"\nname = "load"\n\n[[stages]]\nkind = "acquire"'),
]


@pytest.mark.parametrize("how", ["reset", "chained"])
def test_a_batch_shuffler_on_usb_is_judged_by_its_true_input(lab, how, records):
    """Chained decks analyzed as if fresh would look fair: ten shelves, once on each deck."""
    url = lab.device("shelf_shuffler:10", read=True)
    lab.attend()
    texts = [*USB_BATCH, ('input = "reset"', f'input = "{how}"')]
    folder, outcome = lab.run(lab.hand_plan(60, texts=texts), url, lab.reader)

    assert outcome.ending is Ending.COMPLETE
    assert failed(outcome)[0] == "kept-neighbours"
    loads = records(folder, "exchange", call="load")
    assert len(loads) == (61 if how == "reset" else 1)
    assert {body["input_known"] for body in records(folder, "observed")} == {how}
