"""What nobody looked at stands against an approval until it is done or waived, and is printed either way."""

import datetime as dt
import re
from dataclasses import replace

import pytest

from labharness.assessment.conclusion import Case, conclude, exceptions, terms, unexamined, unwaived
from labharness.errors import PlanError
from labharness.filings.entries.checklist import missing, read_checklist
from labharness.filings.entries.review import Waiver
from labharness.filings.entries.snapshot import FILE, Matter, read_examinations
from labharness.model.device import DeviceClass
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.register import Entries
from labharness.model.results import Outcome
from labharness.reporting.judgment import standing_against
from tests.support.dossiers import GROUNDS, dossier, example_submission, groups, shown_of


def open_item(objection, *things):
    """Return the open item of an examination that was not made, or not of some things."""
    if not things:
        return Conclusions.NOT_EXAMINED(objection=objection)
    return Conclusions.NOT_EXAMINED_OF(objection=objection, things=things)


LIFTED = {
    Matter.ERROR_EXERCISE: open_item("Error conditions not exercised in any run", "E2, Fan blocked"),
    Matter.LEAK: open_item("The information that leaves the device was not inspected", "Shuffler 52"),
    Matter.DETECTABLE: open_item("Detection rates were not computed before the run", "batch-blackjack"),
}
WITHOUT = {
    Matter.ERROR_LIST: (("error",), open_item("No list of error conditions is on file", "Shuffler 52")),
    Matter.VULNERABILITIES: (
        ("security",),
        open_item(
            "No search for known vulnerabilities and no security finding are on file",
            "application 2.4.1",
            "boot loader 1.0",
        ),
    ),
    Matter.EQUIPMENT: (("equipment",), open_item("No measuring equipment is on file")),
    **{matter: ((f"waiver/not-{matter}",), reason) for matter, reason in LIFTED.items()},
}


def shown(result, sections, *only):
    return shown_of(result, sections, only=only).text


def waiver(matter, **fields):
    text = {
        "id": f"late-{matter}",
        "item": matter,
        "by": "authorizer-c",
        "date": dt.date(2026, 9, 14),
        "source": "A letter.",
        "reason": "It was done for the baseline.",
        "files": GROUNDS,
    }
    return Waiver(**(text | fields))


@pytest.mark.parametrize("matter", WITHOUT)
def test_what_was_not_looked_at_forbids_an_approval_and_a_waiver_lifts_it(matter, dossier_runs):
    without, reason = WITHOUT[matter]
    result = dossier(dossier_runs, submission=example_submission(without=without))
    answer = conclude(result)
    assert (answer.outcome, answer.objections, answer.refused) == (Outcome.PASS, (reason,), True)
    assert standing_against(Case(result, answer)) == "1 examination not made"

    lifted = dossier(dossier_runs, submission=example_submission(waiver(matter), without=without))
    assert conclude(lifted).refused is False
    waived = Conclusions.WAIVED(
        person="Authorizer C",
        date="2026-09-14",
        what=reason,
        why="It was done for the baseline.",
        source="A letter.",
    )
    assert waived in list(terms(lifted.submission, unexamined(lifted)))


def test_a_waiver_of_one_lifts_no_other(dossier_runs):
    without = ("security", "equipment")
    result = dossier(dossier_runs, submission=example_submission(waiver("equipment"), without=without))
    assert [unexamined.matter for unexamined in unexamined(result) if unexamined.waiver is None] == [
        Matter.VULNERABILITIES
    ]
    assert conclude(result).refused


def test_calibration_that_was_overdue_names_equipment_and_runs(dossier_runs):
    (camera,) = (entry for entry in example_submission().entries if entry.id == "camera")
    late = camera.model_copy(update={"due": dt.date(2026, 9, 3)})
    result = dossier(dossier_runs, submission=example_submission(late))
    assert unwaived(unexamined(result)) == [
        Conclusions.NOT_EXAMINED_OF(
            objection="The calibration of equipment was overdue",
            things=("Overhead camera, CAM-3, in third-2.4.1",),
        )
    ]


def test_conditions_that_only_replaced_software_was_brought_to_are_not_exercised(dossier_runs):
    """The jam was made in every run; only the one of the version that was replaced is left."""
    result = dossier(dossier_runs, groups=groups(dossier_runs)[:1])
    assert any(
        unexamined.reason
        == Conclusions.NOT_EXAMINED_OF(
            objection="Error conditions not exercised in any run",
            things=("E1, Jam in the carousel", "E2, Fan blocked"),
        )
        for unexamined in unexamined(result)
    )


def test_a_long_condition_does_not_swallow_what_was_waived(dossier_runs, sections):
    (advice,) = (entry for entry in example_submission().entries if entry.kind == "recommendation")
    long = advice.model_copy(update={"conditions": ("x " * 5000,) * 9})
    result = dossier(dossier_runs, submission=example_submission(long))
    first = shown(result, sections, "approval_cover")
    assert "Not examined: Error conditions exercised. Reason: The fan is that of the baseline" in first


@pytest.mark.parametrize(("many", "whole"), [(8, True), (40, False)])
def test_page_one_names_whatever_is_lifted_or_counts_what_finds_no_room(many, whole, dossier_runs, sections):
    result = dossier(dossier_runs, submission=example_submission(without=("document", "waiver/w1")))
    titles = [each.item for each in missing(result.submission)][:many]
    words = [
        waiver(title.id, reason=f"Reason number {at} of the baseline.") for at, title in enumerate(titles, 1)
    ]
    without = ("document", "waiver/w1")
    result = dossier(dossier_runs, submission=example_submission(*words, without=without))
    first = shown(result, sections, "approval_cover")
    named = [at for at in range(1, len(titles) + 1) if f"Reason number {at} of the baseline." in first]
    total = len(exceptions(result, conclude(result)))
    assert named == list(range(1, len(named) + 1))
    if whole:
        assert len(named) == len(titles)
        assert "more, in the sections" not in first
    else:
        left = int(re.search(r"and (\d+) more, in the sections “Runs set aside”", first)[1])
        assert left > 0
        assert first.count("Reason: ") + left == total


def test_ids_are_those_of_no_document():
    assert not {item.id for item in read_checklist().items} & {matter.value for matter in Matter}
    assert list(read_examinations()) == list(Matter)


def test_staff_may_edit_the_words_and_not_the_ids():
    from importlib import resources

    text = resources.files("reports").joinpath(FILE).read_bytes()
    words = text.replace(b"No list of error conditions is on file", b"Nobody sent a list")
    assert read_examinations(words)[Matter.ERROR_LIST].objection == "Nobody sent a list"
    with pytest.raises(PlanError) as refused:
        read_examinations(
            b"".join(part for part in text.split(b"\n[[") if b'"equipment"' not in part).replace(
                b"examinations]]", b"\n[[examinations]]"
            )
        )
    left_out = Entries.EXAMINATION_TIMES(examination="equipment", times=0)
    assert refused.value.reasons == (Inputs.AT(where=FILE, problem=left_out),)


def test_devices_without_electronics_owe_no_list(dossier_runs):
    (product,) = (
        entry
        for entry in example_submission().entries
        if entry.kind == "product" and entry.id == "shuffler-52"
    )
    shoe = product.model_copy(update={"device_class": DeviceClass.MANUAL_SHOE})
    result = dossier(dossier_runs, submission=example_submission(shoe, without=("error",)))
    assert Matter.ERROR_LIST not in {unexamined.matter for unexamined in unexamined(result)}
    assert Matter.LEAK not in {unexamined.matter for unexamined in unexamined(result)}


def stamped(result, number, utc):
    """Return a dossier in whose chain the recommendation is of another time."""
    changes = tuple(
        replace(change, number=number, utc=utc) if change.kind == "recommendation" else change
        for change in result.submission.changes
    )
    return replace(result, submission=replace(result.submission, changes=changes))


def test_a_recommendation_older_than_a_run_is_refused_whatever_its_date(dossier_runs):
    result = stamped(dossier(dossier_runs), 10_000, "2026-09-04T09:00:00Z")
    answer = conclude(result)
    assert answer.refused
    (text,) = answer.objections
    newer = Conclusions.NEWER(kind="run", name="third-2.4.1")
    assert text == Conclusions.OUTDATED(moment="2026-09-04T09:00:00Z", newer=(newer,))


def test_a_recommendation_older_than_an_entry_is_refused(dossier_runs):
    result = dossier(dossier_runs)
    last = stamped(result, result.submission.changes[-3].number - 1, result.submission.changes[-1].utc)
    assert conclude(last).refused
    names = [each["name"] for each in conclude(last).outdated["newer"] if each["kind"] == "exclusion"]
    assert names == ["x3", "x4"]


def test_a_recommendation_of_which_the_chain_knows_nothing_is_refused(dossier_runs):
    result = dossier(dossier_runs)
    bare = replace(result, submission=replace(result.submission, changes=()))
    assert conclude(bare).outdated == Conclusions.NO_DATE()
    assert conclude(bare).refused


def test_an_old_word_to_reject_is_not_given_either(dossier_runs, sections):
    (advice,) = (entry for entry in example_submission().entries if entry.kind == "recommendation")
    reject = advice.model_copy(update={"disposition": "reject", "conditions": ()})
    result = stamped(
        dossier(dossier_runs, submission=example_submission(reject)), 10_000, "2026-09-01T09:00:00Z"
    )
    answer = conclude(result)
    assert (answer.refused, answer.objections) == (True, ())
    first = shown(result, sections, "approval_cover")
    assert "NO RECOMMENDATION CAN BE MADE" in first
    assert "does not cover later changes: run second-2.4.1; run third-2.4.1. Renew it." in first
    assert "does not cover later changes: run" in shown(result, sections, "recommendation")
