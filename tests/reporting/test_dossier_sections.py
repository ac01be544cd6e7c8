"""Sections of a submission's report: what they show is what is on record."""

import datetime as dt
from dataclasses import replace

import pytest

from labharness.analysis.power.power_table import dump_table
from labharness.app.plug_ins.discovery import discover
from labharness.assessment import conclusion
from labharness.assessment.clauses.compliance import ComplianceMatrix, Row, matrices
from labharness.assessment.clauses.obligations import NO_TEST, NOT_APPLICABLE
from labharness.assessment.conclusion import Case
from labharness.assessment.runs.judging import rule_record
from labharness.evidence.records.body import RecordType, dump
from labharness.filings.entries.events import Equipment
from labharness.filings.entries.review import (
    Deficiency,
    ErrorCondition,
    Exclusion,
    Invalidation,
    PlanApproval,
    Recommendation,
)
from labharness.filings.entries.snapshot import Change
from labharness.games.game import find_game
from labharness.language.catalog import say
from labharness.language.dates import clock
from labharness.language.numbers import number
from labharness.model.reasons.conclusion import Dossiers
from labharness.model.reasons.evidence import Evidence
from labharness.model.results import Outcome, Verdict
from labharness.plans.frozen import freeze
from labharness.reason import quoted
from labharness.reporting.build import build_dossier
from labharness.reporting.layout import read_layout
from labharness.reporting.open_items import by_kind
from tests.reporting.test_detectable import TABLE
from tests.support.dossiers import (
    DOSSIER_PLAN,
    GROUNDS,
    TRIALS,
    dossier,
    example_submission,
    findings,
    group,
    groups,
    invalidation,
    shown_of,
    with_summary,
    write_subject,
)
from tests.support.run_factory import APPLICATION, DECISIONS
from tests.support.shown import shown

DAY = dt.date(2026, 9, 12)


class Papers:
    """The sections of one dossier's report, each drawn alone and once."""

    def __init__(self, made, sections):
        self.made, self._sections, self._drawn = made, sections, {}

    def __getitem__(self, name):
        if name not in self._drawn:
            self._drawn[name] = shown_of(self.made, self._sections, only=(name,))
        return self._drawn[name]


@pytest.fixture(scope="module")
def example(dossier_runs, sections):
    return Papers(dossier(dossier_runs), sections)


@pytest.fixture(scope="module")
def bad(dossier_runs, sections):
    """A dossier in which something is wrong wherever something can be."""
    shut = Deficiency(
        id="d2",
        opened=DAY,
        found="The lid leaves no trace.",
        clause="58 Pa. Code § 461a.4(a)",
        runs=("nowhere",),
    )
    late = Equipment(
        id="camera",
        name="Overhead camera",
        identification="CAM-3",
        calibrated=dt.date(2026, 7, 1),
        due=dt.date(2026, 9, 1),
    )
    idle = Exclusion(
        id="x8",
        clause="58 Pa. Code § 633a.14(l)",
        by="authorizer-c",
        date=DAY,
        source="the submitter's letter",
        reason="The device has no sensor for jams.",
        files=GROUNDS,
    )
    unknown = ErrorCondition(
        id="e3",
        product="shuffler-52",
        code="E3",
        condition="Door open",
        action="Close it.",
        stages=("open-door",),
    )
    result = dossier(
        dossier_runs,
        submission=example_submission(shut, late, idle, unknown, without=("confirmation", "security", "exclusion/x1")),
        groups=(*groups(dossier_runs)[:2], group(dossier_runs["stopped"], dossier_runs["second"])),
        lost=(Dossiers.RUN_MISSING(run="run-of-may"),),
        notes=(Dossiers.UNTOUCHED(run="copy-1"),),
        faults=(quoted("Record 7 differs."),),
    )  # fmt: skip
    return Papers(result, sections)


@pytest.fixture
def alone(dossier_runs, sections):
    """Draw one section of a dossier that is otherwise than the example."""
    return lambda name, **changes: shown_of(dossier(dossier_runs, **changes), sections, only=(name,))


# --- clauses


def test_every_clause_stands_there_with_what_answered_it_and_its_result(example, dossier_runs):
    rows = example["compliance"].rows(21, 28, 35, 16)
    case = Case.of(dossier(dossier_runs), numbered=True)
    matrices = case.conclusion.matrices
    for row in (row for each in matrices for row in each.rows):
        (result,) = [each for each in rows if each[0].startswith(row.clause) and each[1] == row.asked]
        assert result[3] == row.came
        for answer in row.answers:
            assert answer.what in result[2]
            assert all(case.dossier.called(run).removeprefix("Run ") in result[2] for run in answer.runs)
        assert not row.remark or case.say(row.remark) in result[2]


def test_the_counts_on_top_are_those_of_the_rows(example, bad):
    for papers in (example, bad):
        rows = [row for each in Case.of(papers.made).conclusion.matrices for row in each.rows]
        origin = [row.came for row in rows]
        words = ("FAIL", "NOT TESTED", "INCONCLUSIVE", "PASS", "external result", "not applicable")
        unsure = sum(row.open for row in rows)
        expected = [*(str(origin.count(word)) for word in words), str(len(rows)), str(unsure)]
        assert expected in papers["compliance"].rows(7, 12, 15, 7, 10, 12, 9, 13)


def test_what_was_not_tested_is_as_loud_as_a_failure(bad):
    text = bad["compliance"].text

    assert "NOT TESTED: 1 clause 58 Pa. Code § 633a.5(a), § 633a.7(a): A shuffle leaves the decks" in text
    assert "WORDING NOT CONFIRMED (remembered)" in text
    assert "58 Pa. Code § 461a.4(d) remembered NOT CONFIRMED –" in text
    excluded = text.split("Excluded clauses")[1]
    for words in (
        "58 Pa. Code § 633a.14(l)",
        "The device has no sensor for jams.",
        "without effect: the clause was tested",
    ):
        assert words in excluded


def test_confirmations_say_who_when_and_from_what(example):
    text = example["compliance"].text

    for words in (
        "wording remembered; confirmed",
        "Authorizer C September 12, 2026 Pennsylvania Code, official edition Read against the text",
        "Blackjack (chapter 633a): batch shuffler, Shuffler 52",
    ):
        assert words in text


@pytest.mark.parametrize(
    ("approved", "said"),
    [
        (dt.date(2026, 3, 2), "Authorizer C, March 2, 2026, before the first run"),
        (dt.date(2026, 12, 1), "Authorizer C, December 1, 2026, AFTER the first run of"),
        (None, "NO APPROVAL IS ON FILE"),
    ],
)
def test_the_approval_of_each_plan_stands_against_its_first_run(alone, dossier_runs, approved, said):
    digest = dossier_runs["passed"].frozen.sha256
    approval = PlanApproval(id="p1", plan="any", sha256=digest, by="authorizer-c", date=approved or DAY)
    entries = [approval] if approved else []
    result = example_submission(*entries)
    before = tuple(change for change in result.changes if change.kind != "plan_approval")
    shown = alone("plan_approvals", submission=replace(result, changes=before))
    assert said in shown.text


def test_an_approval_that_was_dated_back_is_shown_as_entered(alone, dossier_runs):
    digest = dossier_runs["passed"].frozen.sha256
    approval = PlanApproval(id="p1", plan="any", sha256=digest, by="authorizer-c", date=dt.date(2026, 3, 2))
    result = example_submission(approval)
    late = replace(result.changes[-1], kind="plan_approval", entry="p1", utc="2026-12-24T12:00:00Z")
    shown = alone("plan_approvals", submission=replace(result, changes=(*result.changes, late)))
    assert "ENTERED AFTER the first run, December 24, 2026" in shown.text


def test_people_of_a_run_who_are_not_on_the_list_are_marked(alone):
    assert "R. Operator (not on the list of people)" in alone("plan_approvals").text


def test_without_runs_no_clause_was_tested(alone):
    text = alone("compliance", groups=()).text

    assert "NOT TESTED: no run counts" in text


# --- runs


def test_every_run_is_listed_with_its_part_among_the_attempts(example, bad):
    for papers in (example, bad):
        rows = papers["attempts"].rows(17, 13, 22, 13, 18, 17)
        for each in papers.made.groups:
            for run in each.runs:
                role = each.role(run)
                (result,) = [
                    row
                    for row in rows
                    if row[0] == f"{papers.made.called(run.run)} {run.run}" and row[1].lower() == role
                ]
                assert result[2] == f"{clock(run.summary.started)} {clock(run.summary.updated)}"
                assert result[3].lower() == run.ending.value.replace("_", " ").lower()
                assert result[4] == run.outcome.value
                computer = run.summary.start.host
                assert result[5] == f"R. Operator, Engineer A sessions: 1 computer: {computer}"


def test_abandoned_and_lost_runs_are_loud(bad):
    text = bad["attempts"].text

    for words in (
        f"RUNS WITHOUT EVIDENCE IN THIS WORKSPACE {say(Dossiers.RUN_MISSING(run='run-of-may'))}",
        "ABANDONED, REPEATED OR UNSETTLED RUNS: 1 of 4 Run 2: not completed",
        "STOPPED BY OPERATOR",
        "Run 2 was not completed. It counts as an attempt.",
        say(Dossiers.UNTOUCHED(run="copy-1")),
    ):
        assert words in text


def set_aside(runs, **fields):
    """Return what of a dossier is otherwise where the run that was stopped is set aside."""
    run = runs["stopped"]
    changed = with_summary(run, **fields)
    result = group(changed, runs["second"], aside=("stopped-2.4.1",))
    gone = invalidation(run, id="gone", run="run-9", cause="Nobody knows.")
    return {"submission": example_submission(invalidation(run), gone), "groups": (*groups(runs)[:2], result)}


def test_a_run_that_was_set_aside_is_loud_with_who_said_so_and_why(dossier_runs, alone):
    changes = set_aside(dossier_runs, deviations=[(quoted("The lid was open."),)], units={"shuffles": 700})
    word = changes["submission"].of(Invalidation)[0]
    by = "Authorizer C, September 5, 2026"
    listed, section = alone("attempts", **changes).text, alone("set_aside", **changes).text

    assert f"ABANDONED, REPEATED OR UNSETTLED RUNS: 1 of 4 Run 2: set aside by {by}: {word.cause}" in listed
    assert "SET ASIDE" in listed
    for words in (
        f"RUNS SET ASIDE: 1 of 4 Run 2: {word.cause}",
        f"Cause {word.cause}",
        word.source,
        word.reason,
        f"{by} (void-stopped-2-4-1)",
        "stopped by the operator; alone INCONCLUSIVE",
        "700 of 2,000 shuffles recorded",
        "Deviation: The lid was open.",
        "Run run-9",
        "NONE: The run is missing.",
    ):
        assert words in section, words
    assert word.start in section.replace(" ", "")


def test_without_an_invalidation_nothing_of_it_is_printed(dossier_runs, sections):
    text = shown_of(dossier(dossier_runs), sections, only=("approval_cover", "attempts", "set_aside")).text
    assert "Runs set aside" not in text
    assert "RUNS SET ASIDE" not in text


def test_what_replaced_software_counts_for_is_said(example, alone):
    assert (
        "no: this software was replaced, and a later run of its cure passed; see deficiency d1."
        in example["attempts"].text
    )
    unexcused = example_submission(without=("deficiency",))
    assert (
        "yes, as a failure, although the software was replaced: No closed deficiency names the failed run"
        in alone("attempts", submission=unexcused).text
    )


def test_a_group_that_was_not_settled_says_why(dossier_runs, alone):
    unsettled = replace(
        groups(dossier_runs)[2], settlement=None, problems=(Dossiers.NOT_INTACT(run="third-2.4.1"),)
    )
    text = alone("attempts", groups=(*groups(dossier_runs)[:2], unsettled)).text

    assert "NOT SETTLED" in text
    assert say(Dossiers.NOT_INTACT(run="3")) in text


def test_samples_are_those_of_the_records(example, dossier_runs):
    rows = example["attempts"].rows(20, 12, 12, 12, 34, 10)
    for place, run in enumerate(dossier(dossier_runs).runs, 1):
        (result,) = [row for row in rows if row[:2] == [f"Run {place}", "shuffles"] and row[2] == "2,000"]
        assert result[2:4] == ["2,000", number(run.summary.units["shuffles"])]
        assert (
            "planned: reset to a known order 20 units: reset to a known order; reported by the device"
            in result[4]
        )
        assert result[5] == str(len(run.summary.rejected))
    rejected = ["Run 2", "shuffles", "The cards are not the set (Missing: AS).", "1"]
    assert rejected in example["attempts"].rows(22, 18, 50, 10)


# --- what was exercised, looked at and found


def test_error_conditions_say_what_was_exercised(example, bad):
    rows = {row[0]: row for row in example["error_conditions"].rows(14, 38, 14, 34)}
    assert rows["E1 (Shuffler 52)"][3] == (
        "PASS jam in Run 2: 20 of 20 planned trials, 20 as expected "
        "PASS jam in Run 3: 20 of 20 planned trials, 20 as expected"
    )
    assert rows["E2 (Shuffler 52)"][1:] == [
        "Fan blocked Operator: Clean the fan.",
        "none named",
        "NOT EXERCISED",
    ]
    assert "NOT EXERCISED: 2 of 3 E2: Fan blocked E3: Door open" in bad["error_conditions"].text


def test_a_missing_list_of_error_conditions_is_loud(alone):
    text = alone("error_conditions", submission=example_submission(without=("error",))).text

    assert "NO LIST OF ERROR CONDITIONS IS ON FILE" in text


def test_a_leak_that_nobody_looked_for_is_not_tested(example):
    assert (
        "NOT TESTED: no run inspected the information that leaves the device"
        in example["information_leak"].text
    )


def test_what_was_looked_at_for_leaks_is_printed(alone, tmp_path):
    stage = """[[stages]]
kind = "inspect"
name = "leak"
[[stages.items]]
id = "display"
text = "Displays tell no card."
citation = "COMAR 36.05.02.17 G"
[[stages.items]]
id = "logs"
text = "Logs hold no order."
citation = "COMAR 36.05.02.17 G"
[[checks]]
"""
    body = {
        "stage": "leak",
        "item": "display",
        "result": "as expected",
        "reaction": [],
        "comment": "dark",
        "attachment": None,
    }
    run = write_subject(
        tmp_path, "looked", plan=DOSSIER_PLAN.replace("[[checks]]\n", stage, 1),
        extra=[*findings(), (RecordType.FINDING, body)], verdict=Verdict(Outcome.PASS, (), (*TRIALS, *DECISIONS)),
    )  # fmt: skip
    paper = alone("information_leak", groups=(group(run),))
    rows = {row[0]: row for row in paper.rows(18, 44, 38)}

    assert rows["leak: display"][1] == "Displays tell no card. COMAR 36.05.02.17 G"
    assert rows["leak: display"][2] == "as expected: Run 1"
    assert rows["leak: logs"][2] == "NOT INSPECTED Run 1"
    assert "NOT INSPECTED logs (in leak), Run 1" in paper.text
    wrong = RecordType.FINDING, body | {"result": "not as expected", "comment": "lit"}
    run = write_subject(
        tmp_path, "leaking", plan=DOSSIER_PLAN.replace("[[checks]]\n", stage, 1),
        extra=[*findings(), wrong], verdict=Verdict(Outcome.PASS, (), (*TRIALS, *DECISIONS)),
    )  # fmt: skip
    rows = {row[0]: row for row in alone("information_leak", groups=(group(run),)).rows(18, 44, 38)}
    assert rows["leak: display"][2].startswith("NOT AS EXPECTED Run 1: ")
    assert rows["leak: display"][2].endswith("; lit")


def test_security_without_a_search_never_reads_as_clean(example, bad, alone):
    assert "NO SEARCH IS ON FILE" in bad["security"].text
    (row,) = [row for row in example["security"].rows(24, 15, 35, 12, 14) if "CVE-2025-34500" in row[0]]
    assert row[1:] == [
        "application",
        "The vulnerability is one of another maker's product; the port of this one is sealed.",
        "not affected",
        "August 25, 2026",
    ]
    assert "Submitted components without a finding None." in example["security"].text
    left = alone("security", submission=example_submission(without=("security/boot-search",))).text
    assert "Submitted components without a finding NO SEARCH IS ON FILE boot loader 1.0" in left


def test_results_of_others_say_which_clauses_rest_on_them(example):
    assert "58 Pa. Code § 633a.14(m): relied on" in example["external"].text


def test_deficiencies_say_response_cure_retest_and_effect(example, bad):
    for words in (
        "Run 1: FAIL, complete",
        "The carousel did not turn at full load; version 2.4.1 waits for it.",
        f"application 2.4.1, sha256 {APPLICATION}",
        "Run 2: PASS, complete",
        "The failure of Run 1 does not count for the verdict",
    ):
        assert words in example["deficiencies"].text
    for words in (
        "OPEN DEFICIENCIES: 1 of 2 d2: The lid leaves no trace.",
        "nowhere: NOT AMONG THE RUNS OF THIS REPORT",
    ):
        assert words in bad["deficiencies"].text
    row = ["d1", "58 Pa. Code § 633a.5(a)", "integrity", "August 20, 2026", "September 1, 2026", "closed"]
    assert row in example["deficiencies"].rows(16, 28, 12, 17, 17, 10)


# --- conformity


@pytest.fixture(scope="module")
def ruled(tmp_path_factory):
    """A run whose verdict holds its rule, with a table of what its plan could have shown."""
    frozen = freeze(
        DOSSIER_PLAN.replace("APPLICATION", APPLICATION).encode(), "plan.toml", find_game("blackjack-633a")
    )
    rule = rule_record(frozen, discover()).model_dump(mode="json")
    verdict = {"verdict": dump(Verdict(Outcome.PASS, (), (*TRIALS, *DECISIONS))), "rule": rule}
    run = write_subject(
        tmp_path_factory.mktemp("ruled"), "ruled", verdict=None, extra=[*findings(), (RecordType.VERDICT, verdict)],
        files={"power.json": dump_table(TABLE)},
    )  # fmt: skip
    return rule, run


def test_levels_and_risks_are_those_on_record(ruled, alone):
    rule, run = ruled
    paper = alone("conformity", groups=(group(run),))
    rows = paper.rows(26, 34, 10, 15, 15)
    for each in rule["families"]:
        name = "the laboratory's own" if each["name"] == "laboratory" else each["name"]
        again = "–" if each["retest_below"] is None else number(each["retest_below"])
        assert [
            name,
            " ".join(each["checks"]),
            number(each["level"]),
            number(each["fail_below"]),
            again,
        ] in rows
    rates, text = rule["false_alarms"], paper.text
    assert f"at most {rates['fail_at_most'] * 100:.4g}%" in text
    assert f"{rates['not_passed'] * 100:.4g}% if the checks were independent" in text
    assert f"fails at once below {number(rule['outright'])}" in text
    row = ["one pass through 20 shelves (shelves:20)", "1.2% (0.4 to 2.9%)", "2.0% (0.9 to 3.9%)"]
    assert row in paper.rows(48, 26, 26)
    assert "(fair)" not in text
    assert "NOT COMPUTED" not in text


def test_risks_that_nobody_computed_are_said_to_be_unknown(example):
    text = example["conformity"].text

    assert "The record of the verdict holds no levels." in text
    assert "NOT COMPUTED No table of detection rates for this plan" in text


def test_the_statement_says_no_more_than_the_results(example, bad):
    widths = (34, 8, 10, 11, 8, 8, 21)
    good, worse = example["conformity"].rows(*widths), bad["conformity"].rows(*widths)

    chapter = "Blackjack (chapter 633a): batch shuffler, Shuffler 52"
    assert [chapter, "0", "0", "0", "5", "5", "met, as tested"] in good
    assert [chapter, "0", "1", "0", "5", "4", "no statement: open"] in worse


def test_a_family_of_which_nothing_was_tested_is_not_met(dossier_runs, sections, monkeypatch):
    idle = ComplianceMatrix(
        quoted("Nothing of it"),
        (
            Row("§ 1", "Who approves it.", "seen", (), NO_TEST),
            Row("§ 2", "It has two batches.", "seen", (), NOT_APPLICABLE, "It has one."),
        ),
    )
    monkeypatch.setattr(conclusion, "matrices", lambda dossier: (*matrices(dossier), idle))
    paper = shown_of(dossier(dossier_runs), sections, only=("conformity",))

    row = ["Nothing of it", "0", "0", "0", "0", "2", "no statement: no test covers a clause"]
    assert row in paper.rows(34, 8, 10, 11, 8, 8, 21)


# --- opinions and recommendation


def test_opinions_are_marked(example):
    text = example["opinions"].text

    assert "OPINION — not a result The cure addresses the cause" in text
    assert "Reviewer B, September 10, 2026" in text


def test_the_recommendation_is_printed_with_numbered_conditions(example):
    text = example["recommendation"].text

    for words in (
        "RECOMMENDATION TO THE EXECUTIVE DIRECTOR Approve with conditions",
        "1. Only application 2.4.1 with boot loader 1.0 is used.",
        "2. The lid seal is inspected at each change of cards.",
        "Recommended by Authorizer C On September 15, 2026",
        "The laboratory tests and recommends; the Executive Director decides.",
    ):
        assert words in text
    assert "NO RECOMMENDATION" not in text


def test_a_refused_recommendation_lists_everything_that_stands_against_it(bad):
    words, conclusion = bad["recommendation"].text, Case.of(bad.made).conclusion

    assert conclusion.refused
    assert "NO RECOMMENDATION TO APPROVE CAN BE MADE" in words
    assert "Approve with conditions — withheld" in words
    assert f"Open items: {len(conclusion.objections)}" in words
    say = Case.of(bad.made, numbered=True).say
    listed = [text for texts in by_kind(conclusion.objections, say).values() for text in texts]
    assert len(listed) == len(conclusion.objections)
    for text in listed:
        assert text in words
    assert "EXECUTIVE DIRECTOR Approve" not in words
    assert "The laboratory tests and recommends; the Executive Director decides." in words


@pytest.mark.parametrize(
    ("advice", "words"),
    [
        (None, "NO RECOMMENDATION IS ON FILE"),
        (("approve-with-conditions", ()), "The disposition requires conditions, and none are on file."),
        (("applaud", ()), "The list of dispositions does not contain 'applaud'."),
        (("reject", ()), "RECOMMENDATION TO THE EXECUTIVE DIRECTOR Reject"),
    ],
)
def test_other_recommendations(advice, words, alone):
    if advice is None:
        result = example_submission(without=("recommendation",))
    else:
        disposition, conditions = advice
        result = example_submission(
            Recommendation(id="r1", disposition=disposition, conditions=conditions, grounds="So.", by="authorizer-c", date=DAY)
        )  # fmt: skip

    assert words in alone("recommendation", submission=result).text


# --- equipment, evidence, changes, verification


def test_equipment_that_was_overdue_is_loud(example, bad):
    row = ["Overhead camera", "CAM-3", "July 1, 2026", "July 1, 2027", "–"]
    assert row in example["equipment"].rows(22, 18, 20, 20, 20)
    assert "CALIBRATION WAS OVERDUE Overhead camera, CAM-3: Run 2 to Run 4" in bad["equipment"].text


def test_programs_of_runs_and_report_are_named(example):
    text = example["equipment"].text

    assert "labharness 0.1.0; numpy 2.4.6, python 3.11.7, scipy 1.17.1" in text
    assert "Made with labharness of unknown version; python 3.11.7, reportlab 4.4.0" in text


def test_every_file_stands_in_the_index_with_its_hash(example, dossier_runs):
    result, rows, text = (
        dossier(dossier_runs),
        example["evidence_index"].rows(104, 54, 40, 282),
        example["evidence_index"].text,
    )
    for run in result.runs:
        assert run.head in text
        for file in run.files:
            frames = "–" if file.frames is None else number(file.frames)
            assert [file.name, number(file.size), frames, file.sha256 or "fixed by the run head"] in rows
    registered = example["evidence_index"].rows(144, 54, 282)
    for entry in result.submission.entries:
        for file in (*getattr(entry, "files", ()), *getattr(entry, "photographs", ())):
            assert [f"{file.name} {entry.kind} {entry.id}", number(file.size), file.sha256] in registered
    assert result.head in text
    assert "Manifest (SHA-256) none: this document is not part of a report folder" in text


def test_the_hash_of_the_manifest_is_printed(dossier_runs, sections):
    layout = read_layout(name="pa_461a_4.toml")
    kept = tuple(
        section for section in layout.sections if section.name in ("evidence_index", "how_to_verify")
    )
    short = layout.model_copy(update={"sections": kept})
    text = shown(build_dossier, dossier(dossier_runs), sections, short, "5a" * 32).text

    assert text.count("Manifest (SHA-256) " + "5a" * 32) == 2


def test_evidence_that_does_not_verify_is_loud(dossier_runs, alone):
    first, second, third = groups(dossier_runs)
    broken = replace(third.first.verification, problems=(Evidence.LINE_HASH(line=3),))
    runs = (replace(third.first, verification=broken),)
    text = alone("evidence_index", groups=(first, second, replace(third, runs=runs))).text

    assert "INTEGRITY NOT VERIFIED Line 3 of ledger.jsonl does not match its own hash." in text


def test_every_change_of_the_register_is_listed(example, dossier_runs):
    rows = example["audit_trail"].rows(5, 20, 22, 32, 21)
    for change in dossier(dossier_runs).submission.changes:
        assert [
            str(change.number),
            clock(change.utc),
            "Engineer A",
            f"{change.kind} {change.entry}: entered",
            change.why,
        ] in rows


def test_a_change_names_the_fields_that_changed(alone):
    base = example_submission()
    long = "The lid " * 40
    changes = [
        _change(64, "put", "deficiency", "d1", {"status": "open", "found": "x", "runs": []}, {"status": "closed", "found": long, "runs": ["a"]}),
        _change(65, "remove", "option", "mode", {"id": "mode"}, None),
        _change(66, "report built", "", "", None, {"report": "sub-2026-017-r1", "runs": ["a" * 40, "b" * 40]}),
        _change(67, "run started", "", "", None, {"start": "0a" * 32, "to": "/home/x/a.pdf", "at": "C:\\x\\b.pdf"}),
    ]  # fmt: skip
    paper = alone("audit_trail", submission=replace(base, changes=tuple(changes)))
    text = {row[0]: row[3] for row in paper.rows(5, 20, 22, 32, 21)}

    assert text["64"] == (
        f"deficiency d1: changed status: open → closed found: x → {len(long)} characters runs: [] → ['a']"
    )
    assert text["65"] == "option mode: removed"
    assert text["66"] == "report built report: sub-2026-017-r1 runs: 2 entries"
    assert text["67"] == "run started start: 0a0a0a0a0a0a… to: a.pdf at: b.pdf"


def _change(number_, what, kind, entry, before, after):
    return Change(number_, "2026-09-16T10:00:00Z", "engineer-a", what, "sub-2026-017", kind, entry, before, after, "So.", "0" * 64, "1" * 64)  # fmt: skip


def test_faults_of_the_register_are_loud(bad):
    assert "THE REGISTER OR ITS FILES DO NOT VERIFY Record 7 differs." in bad["audit_trail"].text


def test_how_to_verify_names_the_commands_and_their_limits(example):
    text = example["how_to_verify"].text

    for words in (
        "labharness report verify sub-2026-017-r1",
        "pdfsig sub-2026-017-r1/report.pdf",
        "The origin of the recorded bytes in the device",
    ):
        assert words in text


# --- deficiency report


def test_the_deficiency_report_says_first_what_is_open(bad, sections):
    paper = shown_of(bad.made, sections, layout="deficiency_report.toml")
    first = paper.parts[0]

    for words in (
        "Deficiency report",
        "1 open deficiency",
        "1 clause NOT TESTED",
        "Verdict over all runs so far INCONCLUSIVE",
        "To Example Gaming, Inc. (manufacturer, license F-1001-1)",
    ):
        assert words in first
    for words in (
        "Not tested: 1",
        "A shuffle leaves the decks in one",
        "nowhere: NOT AMONG THE RUNS OF THIS REPORT",
    ):
        assert words in paper.text


def test_a_deficiency_report_without_any_says_so(dossier_runs, sections):
    result = dossier(
        dossier_runs, submission=example_submission(without=("deficiency",)), groups=groups(dossier_runs)[1:]
    )
    text = shown_of(result, sections, layout="deficiency_report.toml").text

    assert "0 open deficiencies No deficiency is open." in text
    assert "No deficiency is on file." in text
    assert "No clause failed, was left untested or is inconclusive, over all runs that count so far." in text


# --- strangers' text


HOSTILE = "<b>&lt;/para>\N{RIGHT-TO-LEFT OVERRIDE}\N{GRINNING FACE}\x07=cmd|' /C calc'!A0"
SHOWN = "<b>&lt;/para>‹U+202E›‹U+1F600›‹U+0007›=cmd|' /C calc'!A0"
FIELDS = {
    "error": ("code", "condition", "action"),
    "external": ("provider", "authority", "subject", "number", "finding"),
    "deficiency": ("found", "response", "clause"),
    "security": ("title", "reference", "component", "assessment"),
    "opinion": ("text",),
    "exclusion": ("reason",),
    "invalidation": ("cause", "source", "reason"),
    "confirmation": ("source", "reason"),
    "recommendation": ("grounds",),
    "equipment": ("name", "identification", "remark"),
    "person": ("name",),
}


def spoilt(text, *added):
    submission = example_submission(*added)
    entries = [
        entry.model_copy(update=dict.fromkeys(FIELDS.get(entry.kind, ()), text))
        for entry in submission.entries
    ]
    return replace(submission, entries=tuple(entries))


def test_strangers_text_is_shown_as_text(dossier_runs, sections):
    papers = Papers(dossier(dossier_runs, submission=spoilt(HOSTILE)), sections)
    for name in ("compliance", "error_conditions", "security", "external", "deficiencies", "opinions", "recommendation", "equipment"):  # fmt: skip
        assert SHOWN.replace(" ", "") in papers[name].text.replace(" ", ""), name


def test_strangers_text_about_a_run_that_was_set_aside(dossier_runs, sections):
    reasons = set_aside(dossier_runs)
    for text in (HOSTILE, " ".join(f"word{place:05}" for place in range(1000))):
        changes = reasons | {"submission": spoilt(text, *reasons["submission"].of(Invalidation))}
        papers = Papers(dossier(dossier_runs, **changes), sections)
        words = papers["set_aside"].text.replace(" ", "")
        shown = [SHOWN.replace(" ", "")] if text is HOSTILE else text.split()
        assert min(words.count(each) for each in shown) >= 3


def test_ten_thousand_characters_are_printed_whole(alone):
    text = " ".join(f"word{place:05}" for place in range(1000))
    for name in ("deficiencies", "opinions", "recommendation"):
        words = alone(name, submission=spoilt(text)).text
        assert all(f"word{place:05}" in words for place in range(1000)), name
