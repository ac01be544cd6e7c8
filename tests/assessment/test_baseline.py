"""What each type of submission requires, against the example submission and its earlier report."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.assessment.conclusion import conclude
from labharness.assessment.dossier import Dossier
from labharness.assessment.homogeneity import (
    ItemState,
    answered,
    compared,
    open_items,
    provisional,
    uncompared,
)
from labharness.filings.entries.review import Deficiency
from labharness.filings.entries.snapshot import FormerDeficiency, FormerItem
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.decision import Baselines
from reports import baseline as rows
from tests.support.dossiers import example_submission, former_report

OPEN = FormerDeficiency(id="d9", finding="The count is one short.", is_open=True)
PERMISSION = {
    "permitted_by": "Executive Director",
    "permitted": dt.date(2026, 9, 1),
    "provisional_until": dt.date(2026, 12, 1),
}


def made(former=None, *added, **filing):
    """Return a dossier of the example without runs."""
    return Dossier(
        example_submission(*added, **filing), (), baseline=former_report() if former is None else former
    )


def states(dossier):
    """Return how each item compares, by name."""
    return {(each.now or each.before).name: each.state for each in compared(dossier)}


def test_every_item_is_compared_by_its_hash_and_version():
    same, new = ItemState.UNCHANGED, ItemState.NEW
    assert states(made()) == {"": same, "application": ItemState.CHANGED, "boot loader": same}

    loader = FormerItem(kind="software", product="Shuffler 52", name="loader", version="1", digest="ab")
    dropped = {"loader": ItemState.DROPPED}
    assert (
        states(made(former_report(items=(loader,))))
        == dict.fromkeys(("", "application", "boot loader"), new) | dropped
    )


NAMES = st.sampled_from(["a", "b", "A", "c d"])
ITEMS = st.builds(
    FormerItem,
    kind=st.just("software"),
    product=st.just("Shuffler 52"),
    name=NAMES,
    version=st.sampled_from("12"),
    digest=st.sampled_from(["aa", "bb"]),
)


@given(st.lists(ITEMS, max_size=5))
def test_no_item_of_either_side_is_lost(items):
    pairs = compared(made(former_report(items=tuple(items))))

    assert sorted(map(repr, (pair.before for pair in pairs if pair.before))) == sorted(map(repr, items))
    assert len([pair for pair in pairs if pair.now]) == 3
    for pair in pairs:
        same = (
            pair.before is not None
            and pair.now is not None
            and (pair.before.version, pair.before.digest.casefold())
            == (pair.now.version, pair.now.digest.casefold())
        )
        assert (pair.state is ItemState.UNCHANGED) is same


@pytest.mark.parametrize(
    ("former", "expected"),
    [
        ({}, []),
        ({"proven": False}, [Baselines.UNPROVEN(report="sub-2025-044-r1")]),
        ({"approves": False}, [Baselines.NOT_APPROVED(report="sub-2025-044-r1")]),
    ],
)
def test_a_modification_builds_on_a_signed_report_that_recommends_approval(former, expected):
    assert list(open_items(made(former_report(**former)))) == expected


def test_a_modification_changes_an_item():
    same = made(former_report(items=tuple(each.now for each in compared(made()))))

    assert list(open_items(same)) == [Baselines.NOTHING_CHANGED(report="sub-2025-044-r1")]


def test_an_earlier_report_that_is_not_there_is_an_open_item_until_it_is_waived():
    without = Dossier(example_submission(), ())
    item = Conclusions.NOT_EXAMINED_OF(
        objection="The items were not compared with the report on which the submission builds",
        things=("sub-2025-044-r1",),
    )

    assert list(uncompared(without)) == ["sub-2025-044-r1"]
    assert item in conclude(without).objections
    assert item not in conclude(made()).objections
    assert list(uncompared(Dossier(example_submission(type="prototype", baseline="", omitted=()), ()))) == []


def test_a_resubmission_answers_each_former_deficiency():
    shut = FormerDeficiency(id="d7", finding="Closed.", is_open=False)
    former = former_report(deficiencies=(OPEN, shut), approves=False)
    unanswered = made(former, type="resubmission")
    item = Baselines.UNANSWERED(report="sub-2025-044-r1", deficiency="d9", finding="The count is one short.")
    assert list(open_items(unanswered)) == [item]
    assert item in conclude(unanswered).objections

    text = {"found": "The count is one short.", "clause": "58 Pa. Code § 633a.5(h)"}
    answer = Deficiency(id="n1", opened=dt.date(2026, 8, 1), answers="d9", **text)
    answering = made(former, answer, type="resubmission")
    assert list(open_items(answering)) == []
    assert [(step.former.id, step.answer.id) for step in answered(answering)] == [("d9", "n1")]
    still = Conclusions.DEFICIENCY_OPEN(deficiency="n1", finding="The count is one short.")
    assert still in conclude(answering).objections
    assert [row[0] for row in rows.deficiencies(answered(answering))] == ["d9"]


def test_an_emergency_modification_says_who_permitted_it_and_until_when():
    bare = made(type="emergency modification")
    assert list(open_items(bare)) == [Baselines.NO_PERMISSION(), Baselines.NO_LIMIT()]
    assert provisional(bare.submission) is None

    limited = made(type="emergency modification", **PERMISSION)
    limit = Baselines.PROVISIONAL(until="2026-12-01", person="Executive Director", permitted="2026-09-01")
    assert list(open_items(limited)) == []
    assert limit in conclude(limited).sentences, "page one says so"
    assert limit not in conclude(made(**PERMISSION)).sentences, "a modification is not provisional"

    late = made(type="emergency modification", **(PERMISSION | {"provisional_until": dt.date(2026, 9, 2)}))
    assert list(open_items(late)) == [Baselines.EXPIRED(until="2026-09-02")]


def test_an_abbreviated_submission_lists_what_it_omits():
    assert list(open_items(made(type="abbreviated", baseline="", omitted=()))) == [
        Baselines.NOTHING_OMITTED()
    ]
    assert list(open_items(made(type="abbreviated", baseline=""))) == []


def test_changed_items_come_first_and_every_item_has_a_row():
    pairs = compared(made())
    result = rows.items(pairs)

    assert len(result) == len(pairs)
    assert result[0][0] == "Shuffler 52: application"
