"""What nobody looked at stands against an approval until it is done or waived, and is printed either way.

An error condition counts as exercised only by what the records show of that very condition.

What a device named as its software, against the register.
"""

import datetime as dt
import re
from dataclasses import replace

import pytest

from labharness.assessment.conclusion import Case, conclude, exceptions, terms, unexamined, unwaived
from labharness.assessment.dossier import is_same
from labharness.assessment.naming import compared, introduced
from labharness.assessment.obligations import exercised, named_for
from labharness.errors import PlanError
from labharness.evidence.history.run import Finding
from labharness.filings.entries.checklist import missing, read_checklist
from labharness.filings.entries.events import Component, Equipment, Product
from labharness.filings.entries.review import ErrorCondition, Recommendation, Waiver
from labharness.filings.entries.snapshot import FILE, Examinations, Matter, read_examinations
from labharness.games.mistakes import parse
from labharness.model.device import DeviceClass, SoftwareComponent
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.plan import Namings
from labharness.model.reasons.register import Entries
from labharness.model.reasons.run import Shown
from labharness.model.results import Outcome
from labharness.model.stages import Result
from labharness.plans.procedures import Action
from labharness.reporting.judgment import standing_against
from tests.support.dossiers import (
    GROUNDS,
    dossier,
    example_submission,
    group,
    groups,
    shown_of,
    with_findings,
    with_plan,
    with_summary,
    write_subject,
)
from tests.support.run_factory import IDENTITY, SOFTWARE


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


def waiver(matter, reason="It was done for the baseline."):
    return Waiver(
        id=f"late-{matter}", item=matter, by="authorizer-c", date=dt.date(2026, 9, 14), source="A letter.", reason=reason, files=GROUNDS
    )  # fmt: skip


def altered(kind, name, **fields):
    """Return an entry of the example that is otherwise in some fields."""
    return example_submission().named(kind, name).model_copy(update=fields)


@pytest.mark.parametrize("matter", WITHOUT)
def test_what_was_not_looked_at_forbids_an_approval_and_a_waiver_lifts_it(matter, runs):
    without, reason = WITHOUT[matter]
    result = dossier(runs, submission=example_submission(without=without))
    answer = conclude(result)
    assert (answer.outcome, answer.objections, answer.refused) == (Outcome.PASS, (reason,), True)
    assert standing_against(Case(result, answer)) == "1 examination not made"

    lifted = dossier(runs, submission=example_submission(waiver(matter), without=without))
    assert conclude(lifted).refused is False
    why = {"why": "It was done for the baseline.", "source": "A letter."}
    waived = Conclusions.WAIVED(person="Authorizer C", date="2026-09-14", what=reason, **why)
    assert waived in list(terms(lifted.submission, unexamined(lifted)))


def test_a_waiver_of_one_lifts_no_other(runs):
    without = ("security", "equipment")
    result = dossier(runs, submission=example_submission(waiver("equipment"), without=without))
    left = [each.matter for each in unexamined(result) if each.waiver is None]
    assert left == [Matter.VULNERABILITIES]
    assert conclude(result).refused


def test_calibration_that_was_overdue_names_equipment_and_runs(runs):
    late = altered(Equipment, "camera", due=dt.date(2026, 9, 3))
    result = dossier(runs, submission=example_submission(late))
    things = "Overhead camera, CAM-3, in third-2.4.1"
    assert unwaived(unexamined(result)) == [open_item("The calibration of equipment was overdue", things)]


def test_conditions_that_only_replaced_software_was_brought_to_are_not_exercised(runs):
    """The jam was made in every run; only the one of the version that was replaced is left."""
    result = dossier(runs, groups=groups(runs)[:1])
    idle = ("E1, Jam in the carousel", "E2, Fan blocked")
    reasons = [each.reason for each in unexamined(result)]
    assert open_item("Error conditions not exercised in any run", *idle) in reasons


def test_a_long_condition_does_not_swallow_what_was_waived(runs, sections):
    long = altered(Recommendation, "r1", conditions=("x " * 5000,) * 9)
    first = shown(dossier(runs, submission=example_submission(long)), sections, "approval_cover")
    assert "Not examined: Error conditions exercised. Reason: The fan is that of the baseline" in first


@pytest.mark.parametrize(("many", "whole"), [(8, True), (40, False)])
def test_page_one_names_whatever_is_lifted_or_counts_what_finds_no_room(many, whole, runs, sections):
    result = dossier(runs, submission=example_submission(without=("document", "waiver/w1")))
    titles = [each.item for each in missing(result.submission)][:many]
    words = [waiver(each.id, f"Reason number {at} of the baseline.") for at, each in enumerate(titles, 1)]
    without = ("document", "waiver/w1")
    result = dossier(runs, submission=example_submission(*words, without=without))
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
    assert parse(Examinations, words, FILE).examinations[0].objection == "Nobody sent a list"
    shorter = b"\n[[".join(part for part in text.split(b"\n[[") if b'"equipment"' not in part)
    with pytest.raises(PlanError) as refused:
        parse(Examinations, shorter, FILE)
    left_out = Entries.EXAMINATION_TIMES(examination="equipment", times=0)
    assert refused.value.reasons == (Inputs.AT(where=FILE, problem=left_out),)


def test_devices_without_electronics_owe_no_list(runs):
    shoe = altered(Product, "shuffler-52", device_class=DeviceClass.MANUAL_SHOE)
    result = dossier(runs, submission=example_submission(shoe, without=("error",)))
    assert {Matter.ERROR_LIST, Matter.LEAK}.isdisjoint(each.matter for each in unexamined(result))


def stamped(result, number, utc):
    """Return a dossier in whose chain the recommendation is of another time."""
    changes = tuple(
        replace(change, number=number, utc=utc) if change.kind == "recommendation" else change
        for change in result.submission.changes
    )
    return replace(result, submission=replace(result.submission, changes=changes))


def test_a_recommendation_older_than_what_it_rests_on_is_refused_whatever_its_date(runs):
    result = dossier(runs)
    answer = conclude(stamped(result, 10_000, "2026-09-04T09:00:00Z"))
    newer = Conclusions.NEWER(kind="run", name="third-2.4.1")
    outdated = Conclusions.OUTDATED(moment="2026-09-04T09:00:00Z", newer=(newer,))
    assert (answer.refused, answer.objections) == (True, (outdated,))

    changes = result.submission.changes
    answer = conclude(stamped(result, changes[-3].number - 1, changes[-1].utc))
    names = [each["name"] for each in answer.outdated["newer"] if each["kind"] == "exclusion"]
    assert (answer.refused, names) == (True, ["x3", "x4"])

    answer = conclude(replace(result, submission=replace(result.submission, changes=())))
    assert (answer.refused, answer.outdated) == (True, Conclusions.NO_DATE())


def test_an_old_word_to_reject_is_not_given_either(runs, sections):
    reject = altered(Recommendation, "r1", disposition="reject", conditions=())
    result = stamped(dossier(runs, submission=example_submission(reject)), 10_000, "2026-09-01T09:00:00Z")
    answer = conclude(result)
    assert (answer.refused, answer.objections) == (True, ())
    first = shown(result, sections, "approval_cover")
    assert "NO RECOMMENDATION CAN BE MADE" in first
    assert "does not cover later changes: run second-2.4.1; run third-2.4.1. Renew it." in first
    assert "does not cover later changes: run" in shown(result, sections, "recommendation")


GOOD, BAD = Result.AS_EXPECTED, Result.NOT_AS_EXPECTED


def condition(code, stage, items=()):
    return ErrorCondition(
        id=code.lower(), product="shuffler-52", code=code, condition="A fault.", action="Mend it.", stages=(stage,), items=items
    )  # fmt: skip


def found(item, result=GOOD, *alarms):
    return Finding(item, result, (Shown.ALARMS(alarms=alarms),) if alarms else (), "", None, (), "")


@pytest.fixture
def example(runs):
    """Return the dossier with conditions, and with other findings or plans in its last run."""

    def made(*conditions, findings=None, action=None):
        run = with_findings(runs["second"], **findings or {})
        if action is not None:
            stages = [
                stage.model_copy(update={"action": action}) if stage.name == "jam" else stage
                for stage in run.frozen.plan.stages
            ]
            run = with_plan(run, stages=tuple(stages))
        entries = example_submission(*conditions, without=("error", "waiver/not-error-exercise"))
        return dossier(runs, groups=(groups(runs)[0], group(run)), submission=entries)

    return made


def told(result, entry):
    """Return made, good and result of a condition, after a look that the conclusion agrees."""
    shown = [(each.made, each.good, each.came) for each in exercised(result, entry)]
    name = f"{entry.code}, {entry.condition}"
    idle = [why["things"] for why in conclude(result).objections if why.is_a(Conclusions.NOT_EXAMINED_OF)]
    assert any(name in things for things in idle) is not bool(shown)
    return shown


def test_the_trials_of_a_stage_of_its_own_count_where_they_do_something_to_the_device(example):
    jam = condition("E1", "jam")
    assert told(example(jam), jam) == [(20, 20, "PASS")]
    assert told(example(jam, action=Action.NOTHING), jam) == []


def test_an_inspection_shows_a_condition_only_by_the_items_named_for_it(example):
    listed = condition("E4", "chapter")
    result = example(listed)
    assert told(result, listed) == []
    assert [exercise.made for exercise in named_for(result, listed)] == [0]
    named = condition("E4", "chapter", ("alternating-batches",))
    assert told(example(named), named) == [(1, 1, "PASS")]


def test_trials_that_several_conditions_name_count_by_the_code_that_the_device_reports(example):
    both = condition("E1", "jam"), condition("E11", "jam")
    silent = example(*both)
    assert [told(silent, each) for each in both] == [[], []]
    assert [exercise.shared for exercise in named_for(silent, both[0])] == [("E11",)]
    trials = [found("", GOOD, "E1 card jam"), found("", GOOD, "E1"), found("", BAD, "E11: door")]
    spoken = example(*both, findings={"jam": trials})
    assert [told(spoken, each) for each in both] == [[(2, 2, "PASS")], [(1, 0, "FAIL")]]


def lines(runs, software, *added):
    """Return what a device that names its software so is compared with in the submission."""
    run = with_summary(runs["passed"], software=[software] if software else [])
    result = dossier(runs, groups=(group(run),), submission=example_submission(*added))
    return tuple(compared(result, result.groups[0]))


def test_what_is_on_record_is_equal(runs):
    result = dossier(runs)
    replaced, submitted, _ = (tuple(compared(result, each)) for each in result.groups)

    assert [each.standing for each in submitted] == [Namings.EQUAL()] * 2
    assert replaced[0].standing == Namings.EQUAL_REPLACED()
    assert not any(each.loud for each in (*submitted, *replaced))


NAMED, BOOT = SOFTWARE


@pytest.mark.parametrize(
    ("part", "code"),
    [
        (replace(NAMED, digest="0" * 64), Namings.OTHER_HASH),
        (replace(NAMED, version="2.4.2"), Namings.OTHER_VERSION),
        (replace(NAMED, version="2.4.2", digest="0" * 64), Namings.VERSION_UNKNOWN),
        (replace(NAMED, algorithm="sha1", digest="0" * 40), Namings.OTHER_ALGORITHM),
        (SoftwareComponent("radio", "1", "sha256", "0" * 64), Namings.NAME_UNKNOWN),
        (replace(BOOT, name="boot load-er"), Namings.NAME_UNKNOWN),
        (replace(BOOT, version="1.0-"), Namings.OTHER_VERSION),
        (replace(BOOT, name="Boot  Loader"), Namings.EQUAL),
        (
            replace(NAMED, name=" Application", digest=NAMED.digest.upper(), algorithm="SHA-256"),
            Namings.EQUAL,
        ),
    ],
)
def test_what_differs_is_loud_and_case_and_spaces_are_no_difference(runs, part, code):
    """A name is compared here as everywhere else."""
    other = NAMED if part.name[0] in "bB" else BOOT
    (shown,) = (each for each in lines(runs, (part, other)) if each.reported == part)
    assert (shown.standing, shown.loud) == (code(), code is not Namings.EQUAL)
    assert shown.loud is not any(is_same(each, part) for each in example_submission().of(Component))


def test_what_is_on_record_and_not_named_is_loud(runs):
    result = lines(runs, SOFTWARE[:1])

    assert [(each.name, each.loud) for each in result] == [("application", False), ("boot loader", True)]
    assert (result[1].reported, result[1].standing) == (None, Namings.UNREPORTED())
    assert lines(runs, ()) == (), "a device that names nothing gives no line"


def test_what_the_register_has_from_the_device_itself_is_not_what_the_laboratory_obtained(runs):
    for submitted, code in ((True, Namings.ECHO), (False, Namings.ECHO_REPLACED)):
        echo = altered(Component, "app-241", taken_over=True, submitted=submitted)
        first, second = lines(runs, SOFTWARE, echo)
        assert (first.standing, first.loud, second.loud) == (code(), True, False)


def test_what_only_some_runs_named_says_in_which(runs):
    other = with_summary(runs["passed"], run="other", software=[(replace(NAMED, version="9"), BOOT)])
    result = dossier(runs, groups=(*groups(runs)[:1], group(runs["passed"], other)))
    answer = tuple(compared(result, result.groups[1]))

    assert [(each.reported.version, each.runs) for each in answer] == [
        ("2.4.1", ("second-2.4.1",)),
        ("1.0", ()),
        ("9", ("other",)),
    ]


def test_a_device_of_no_product_on_record_has_nothing_on_record(runs):
    result = dossier(runs, submission=example_submission(without=("unit",)))

    assert all(each.standing == Namings.NAME_UNKNOWN() for each in compared(result, result.groups[1]))
    assert result.submission.of(Component)


def introduction(runs, **fields):
    """Return what a device says that it is, line by line, beside its product."""
    run = with_summary(runs["passed"], identity=replace(IDENTITY, **fields))
    result = dossier(runs, groups=(group(run),))
    return {each.label: each for each in introduced(result, result.groups[0])}


def test_what_a_device_says_that_it_is_is_compared_with_its_product(runs):
    answer = introduction(runs, manufacturer="Another Maker", device_class="continuous_shuffler")

    assert answer["Manufacturer"].differs == "Example Gaming"
    assert (answer["Hardware"].text, answer["Bus"].text) == ("rev. C", "port: 1-1.4")
    assert not any(each.differs for each in introduction(runs).values())
    for device_class, text in (
        ("continuous_shuffler", "continuous shuffler"),
        ("Batch-Shuffler", "batch shuffler"),
        ("computerized_rng", "computerized random number generator"),
        ("card_sorter", "card_sorter"),
    ):
        kind = introduction(runs, device_class=device_class)["Kind of device"]
        assert (kind.text, kind.differs) == (text, "" if text == "batch shuffler" else "batch shuffler")


def test_a_device_that_never_said_what_it_is_says_nothing(tmp_path, runs):
    run = write_subject(tmp_path, "mute", silent=True, extra=())
    result = dossier(runs, groups=(group(run),))

    assert introduced(result, result.groups[0]) == ()
    assert tuple(compared(result, result.groups[0])) == ()
