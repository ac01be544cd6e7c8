"""What reports print, word by word, kept as goldens: a line for each paragraph and each row of a table.

``GOLDENS=write python -m pytest tests/reporting/test_papers.py`` writes them anew. What no report may say, whatever its
words are, is held by the other tests of this folder.
"""

import datetime as dt
import hashlib
from dataclasses import replace

import pytest

from labharness.analysis.decision.rule import FalseAlarms
from labharness.analysis.power.detection import DetectionRate, Power
from labharness.analysis.power.power_table import PowerTable, dump_table
from labharness.app.plug_ins.discovery import discover
from labharness.assessment import conclusion
from labharness.assessment.compliance import ComplianceMatrix, Row, matrices
from labharness.assessment.dossier import SPECIMEN, Amendment
from labharness.assessment.homogeneity import GroupComparison
from labharness.assessment.obligations import NO_TEST, NOT_APPLICABLE
from labharness.assessment.runs.judging import rule_record
from labharness.assessment.runs.subject import Subject
from labharness.errors import DeviceTimeout
from labharness.evidence.folder import attach
from labharness.evidence.records.body import RecordType, dump
from labharness.filings.entries.events import Equipment
from labharness.filings.entries.review import (
    Deficiency,
    ErrorCondition,
    Exclusion,
    PlanApproval,
    Recommendation,
    SecurityFinding,
)
from labharness.filings.entries.snapshot import Change, FormerDeficiency
from labharness.games.game import find_game
from labharness.model.cards import format_order
from labharness.model.device import SoftwareComponent
from labharness.model.reasons.conclusion import Dossiers
from labharness.model.reasons.decision import Factor, Homogeneity
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.run import Effects, PerShuffle
from labharness.model.reasons.wire import Wire
from labharness.model.results import CheckResult, Decision, Effect, Outcome, Picture, Qualifier, Verdict
from labharness.plans.frozen import freeze
from labharness.reason import quoted
from labharness.reporting.build import build_report
from labharness.reporting.layout import read_layout
from tests.support.dossiers import (
    DOSSIER_PLAN,
    GROUNDS,
    PHOTOGRAPH,
    SEAL,
    TRIALS,
    TRIED,
    asked,
    attached,
    dossier,
    example_entries,
    example_submission,
    files,
    finding,
    findings,
    fixed_clock,
    former_report,
    group,
    groups,
    invalidation,
    picture,
    shown_of,
    stage,
    submission_of,
    with_plan,
    with_summary,
    write_subject,
)
from tests.support.drafts import differing
from tests.support.goldens import hold, hold_files
from tests.support.run_factory import (
    APPLICATION,
    CARDS,
    DECISIONS,
    PASSED,
    PLAN,
    RESULTS,
    SOFTWARE,
    failing,
    worded,
    write_run,
)
from tests.support.shown import shown

DAY = dt.date(2026, 9, 12)
GOOD = Verdict(Outcome.PASS, (), (*TRIALS, *DECISIONS))


def bad(runs):
    """Return what of a dossier is wrong wherever something can be."""
    clause = "58 Pa. Code § 461a.4(a)"
    shut = Deficiency(id="d2", opened=DAY, found="The lid leaves no trace.", clause=clause, runs=("nowhere",))
    late = Equipment(
        id="camera", name="Overhead camera", identification="CAM-3", calibrated=dt.date(2026, 7, 1), due=dt.date(2026, 9, 1)
    )  # fmt: skip
    idle = Exclusion(
        id="x8", clause="58 Pa. Code § 633a.14(l)", by="authorizer-c", date=DAY, source="the submitter's letter",
        reason="The device has no sensor for jams.", files=GROUNDS,
    )  # fmt: skip
    unknown = ErrorCondition(
        id="e3", product="shuffler-52", code="E3", condition="Door open", action="Close it.", stages=("open-door",)
    )  # fmt: skip
    without = ("confirmation", "security", "exclusion/x1")
    return {
        "submission": example_submission(shut, late, idle, unknown, without=without),
        "groups": (*groups(runs)[:2], group(runs["stopped"], runs["second"])),
        "lost": (Dossiers.RUN_MISSING(run="run-of-may"),),
        "notes": (Dossiers.UNTOUCHED(run="copy-1"),),
        "faults": (quoted("Record 7 differs."),),
    }


def set_aside(runs):
    run = with_summary(runs["stopped"], deviations=[(quoted("The lid was open."),)], units={"shuffles": 700})
    gone = invalidation(runs["stopped"], id="gone", run="run-9", cause="Nobody knows.")
    result = group(run, runs["second"], aside=("stopped-2.4.1",))
    submission = example_submission(invalidation(runs["stopped"]), gone)
    return {"submission": submission, "groups": (*groups(runs)[:2], result)}


WHOLE = {
    "example": ("pa_461a_4.toml", lambda _: {}),
    "bad": ("pa_461a_4.toml", bad),
    "deficiencies": ("deficiency_report.toml", bad),
    "no-deficiency": (
        "deficiency_report.toml",
        lambda runs: {"submission": example_submission(without=("deficiency",)), "groups": groups(runs)[1:]},
    ),
}
"""Whole reports of dossiers: the layout, and what of the dossier is otherwise than in the example."""


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_report_of_a_submission(name, runs, sections):
    layout, changes = WHOLE[name]
    hold(f"papers/{name}.txt", shown_of(dossier(runs, **changes(runs)), sections, layout).lines)


def without(*kinds, **fields):
    return lambda _: {"submission": example_submission(without=kinds, **fields)}


def added(*entries):
    return lambda _: {"submission": example_submission(*entries)}


def advised(disposition, **fields):
    fields = {"by": "authorizer-c", "date": dt.date(2026, 9, 15), "grounds": "So."} | fields
    return added(Recommendation(id="r1", disposition=disposition, **fields))


def approved(date, entered="2026-09-15T10:00:00Z"):
    def changes(runs):
        approval = PlanApproval(
            id="p1", plan="any", sha256=runs["passed"].frozen.sha256, by="authorizer-c", date=date
        )
        whole = example_submission(approval)
        last = replace(whole.changes[-1], kind="plan_approval", entry="p1", utc=entered)
        kept = tuple(change for change in whole.changes if change.kind != "plan_approval")
        return {"submission": replace(whole, changes=(*kept, last) if entered else kept)}

    return changes


def failed(*decisions, effect=None):
    """The second unit failed in some decisions."""

    def changes(runs):
        verdict = Verdict(
            Outcome.FAIL, tuple(each.reason for each in decisions), (*TRIALS, *DECISIONS, *decisions)
        )
        run = with_summary(runs["second"], verdict=verdict)
        if effect is not None:
            observed = {"rising": CheckResult(260, p={"two_sided": 1e-9}, effect=effect)}
            run = with_summary(run, results=run.summary.results | observed)
        return {"groups": (*groups(runs)[:2], group(run))}

    return changes


FELL = Outcome.FAIL
COMPOSITION = Decision("composition", "counting", FELL, None, None, worded("composition: 60 violations."))
SMALL = Decision("rising", "laboratory", FELL, 1e-9, 0.01, worded("rising: p < 0.000001 is below 0.01."))
KEPT = Effect(Effects.PER_SHUFFLE(what=PerShuffle.KEPT_NEIGHBORS, fair=510 / 260), 909 / 260, 3.0, 4.0)


def unverified(runs):
    first, second, third = groups(runs)
    broken = replace(third.first.verification, problems=(Evidence.LINE_HASH(line=3),))
    return {"groups": (first, second, replace(third, runs=(replace(third.first, verification=broken),)))}


def unsettled(runs):
    third = replace(groups(runs)[2], settlement=None, problems=(Dossiers.NOT_INTACT(run="third-2.4.1"),))
    return {"groups": (*groups(runs)[:2], third)}


def amended(_):
    old = Amendment("sub-2026-017-r1", "ab" * 32, "A run was forgotten.", "authorizer-c", ("unit-2 changed",),
                    "PASS", "Approve", (Qualifier.SIMULATED,))  # fmt: skip
    return {"amends": old, "revision": 2, "submission": example_submission(without=("exclusion",))}


def changed_fields(_):
    def change(number, what, kind, entry, before, after):
        return Change(number, "2026-09-16T10:00:00Z", "engineer-a", what, "sub-2026-017", kind, entry, before, after, "So.", "0" * 64, "1" * 64)  # fmt: skip

    changes = (
        change(64, "put", "deficiency", "d1", {"status": "open", "found": "x", "runs": []},
               {"status": "closed", "found": "The lid " * 40, "runs": ["a"]}),
        change(65, "remove", "option", "mode", {"id": "mode"}, None),
        change(66, "report built", "", "", None, {"report": "sub-2026-017-r1", "runs": ["a" * 40, "b" * 40]}),
        change(67, "run started", "", "", None, {"start": "0a" * 32, "to": "/home/x/a.pdf", "at": "C:\\x\\b.pdf"}),
    )  # fmt: skip
    return {"submission": replace(example_submission(), changes=changes)}


def broken_photographs(runs):
    torn = picture()[:500]
    (unit,) = (entry for entry in example_entries() if entry.id == "unit-1")
    others = (attached("torn.png", torn, "Torn"), attached("gone.png", b"gone", "Gone"))
    photographs = (unit.photographs[0], *others)
    return {
        "submission": example_submission(unit.model_copy(update={"photographs": photographs})),
        "files": dict(files()) | {hashlib.sha256(torn).hexdigest(): torn},
    }


def bare(*names):
    """These groups have nothing that their runs counted."""

    def changes(runs):
        none = [group(with_summary(each.first, results={}, counts=[])) for each in groups(runs)]
        return {"groups": tuple(none[at] if at in names else each for at, each in enumerate(groups(runs)))}

    return changes


def citing(clause):
    def of(run):
        other = {"clause": clause, "status": "sister"}
        return with_plan(
            run, citations=tuple(each.model_copy(update=other) for each in run.frozen.plan.citations)
        )

    return lambda runs: {"groups": groups({name: of(run) for name, run in runs.items()})}


def only_filing(_):
    (filing,) = (entry for entry in example_entries() if entry.kind == "filing")
    return {"submission": submission_of([filing]), "groups": (), "files": {}}


LOST = ("document/doc-security", "document/doc-environment", "document/doc-wiring")
UNSEEN = ("error", "security", "equipment", "waiver/not-error-exercise", "waiver/not-information-leak",
          "waiver/not-detectable-defects")  # fmt: skip
COVER = ("approval_cover",)
VARIANTS = {
    "plan approved before its first run": (("plan_approvals",), approved(dt.date(2026, 3, 2), "")),
    "plan approved after its first run": (("plan_approvals",), approved(dt.date(2026, 12, 1), "")),
    "plan approval dated back": (("plan_approvals",), approved(dt.date(2026, 3, 2), "2026-12-24T12:00:00Z")),
    "no plan approved": (("plan_approvals",), lambda _: {}),
    "no run": (("compliance",), lambda _: {"groups": ()}),
    "not cured": (("attempts",), without("deficiency")),
    "not settled": (("attempts",), unsettled),
    "no list of error conditions": (("error_conditions",), without("error")),
    "no search of the boot loader": (("security",), without("security/boot-search")),
    "an open finding": (
        (*COVER, "security", "summary"),
        added(SecurityFinding(id="s2", title="Open port", assessment="Not sealed.", status="open", checked=dt.date(2026, 9, 9))),
    ),
    "no recommendation": ((*COVER, "recommendation"), without("recommendation")),
    "recommendation without its conditions": ((*COVER, "recommendation"), advised("approve-with-conditions")),
    "recommendation of no list": ((*COVER, "recommendation"), advised("applaud")),
    "rejection": ((*COVER, "recommendation"), advised("reject")),
    "rejection of what failed": (COVER, lambda runs: advised("reject")(runs) | {"groups": groups(runs)[:1]}),
    "evidence that does not verify": ((*COVER, "evidence_index"), unverified),
    "changed fields": (("audit_trail",), changed_fields),
    "amended": ((*COVER, "amendment", "closing_dossier"), amended),
    "documents lost": (("documents", "summary"), without(*LOST)),
    "no certification": (("certification",), without("certification")),
    "no product": (("items",), without("product")),
    "broken photographs": (("items",), broken_photographs),
    "device authenticated": (("items",), added(differing("match"))),
    "device differs": (("items",), added(differing("mismatch"))),
    "only a filing": ((*COVER, "items", "certification"), only_filing),
    "much is missing": ((*COVER, "summary", "recommendation"), without("exclusion", "document", "certification")),
    "nothing examined": (COVER, without(*UNSEEN)),
    "places of testing": (("summary",), without(places=("the laboratory", "the live floor at Example Casino"))),
    "tested elsewhere": (("summary",), without(places=("the live floor at Example Casino",))),
    "observed beside a random device": (COVER, failed(SMALL, effect=KEPT)),
    "many reasons": (COVER, failed(*(replace(SMALL, check_id=f"c{at}", reason=worded(f"c{at}: p is small. " * 3)) for at in range(5)), COMPOSITION)),
    "resubmission with an open deficiency": (
        COVER,
        lambda _: {
            "submission": example_submission(type="resubmission"),
            "baseline": former_report(deficiencies=(FormerDeficiency(id="d7", finding="The lid opens.", is_open=True),)),
        },
    ),
    "rehearsal": ((*COVER, "recommendation"), lambda _: {"series": SPECIMEN}),
    "runs that disagree": (("summary",), lambda runs: {"groups": (*groups(runs)[:2], group(runs["stopped"], runs["second"]))}),
    "rules of other states": (COVER, citing("COMAR 36.05.02.17 F")),
    "run set aside": ((*COVER, "attempts", "set_aside", "departures"), set_aside),
    "nothing counted": (("counts",), bare(0, 1, 2)),
    "nothing counted in a run": (("counts",), bare(0)),
}  # fmt: skip
"""Sections of dossiers that are otherwise than the example."""


def test_sections_of_other_dossiers(runs, sections):
    texts = []
    for name, (only, changes) in VARIANTS.items():
        paper = shown_of(dossier(runs, **changes(runs)), sections, only=only)
        texts.append(f"=== {name}\n{paper.lines}")
    hold("papers/variants.txt", "\n\n".join(texts))


IDLE = ComplianceMatrix(
    quoted("Nothing of it"),
    (
        Row("§ 1", "Who approves it.", "seen", (), NO_TEST),
        Row("§ 2", "It has two batches.", "seen", (), NOT_APPLICABLE, "It has one."),
    ),
)
DIFFERENT = GroupComparison(
    plan="plan", stage="shuffles", factors=(Factor.UNIT, Factor.SOFTWARE), groups=("S-1", "S-2"), units=(260, 261),
    largest=Homogeneity.TEN_OR_ACE(place=8), means=(0.385, 0.504), p=1e-3, adjusted=2e-3, rejects=True,
)  # fmt: skip
ALIKE = replace(DIFFERENT, factors=(Factor.SESSION,), p=0.4, adjusted=0.4, required=False, rejects=False)
NOTHING = replace(
    ALIKE, factors=(Factor.CARDS,), largest=None, means=(), p=None, adjusted=None, required=True
)


def test_what_only_other_judgments_print(runs, sections, monkeypatch):
    monkeypatch.setattr(conclusion, "compare_groups", lambda _: (DIFFERENT, ALIKE, NOTHING))
    monkeypatch.setattr(conclusion, "matrices", lambda dossier: (*matrices(dossier), IDLE))
    paper = shown_of(dossier(runs), sections, only=("homogeneity", "conformity"))
    hold("papers/judgments.txt", paper.lines)


LEAK = """[[stages]]
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
UNITS = {"shuffles": 2000}
ROWS = (
    Power("fair", "no flaw", UNITS, 400, 461, DetectionRate(0.06, 0.04, 0.09), DetectionRate(0.03, 0.01, 0.05), {}),
    Power("shelves:20", "one pass through 20 shelves", UNITS, 400, 461, DetectionRate(0.9875, 0.971, 0.996),
          DetectionRate(0.98, 0.961, 0.991), {"position-card": 390, "rising": 0}),
)  # fmt: skip
TABLE = dump_table(
    PowerTable(
        "batch-blackjack", 3, "0" * 64, "0" * 64, {"position_card": 1}, 400, 461,
        FalseAlarms(0.03, 0.05, 0.0365, 0.06), ROWS, {"labharness": "0.1.0", "numpy": "2.4.6"},
    )
)  # fmt: skip


def rule_of(plan):
    """Return the rule of a plan as a record holds it."""
    text = plan.replace("APPLICATION", APPLICATION).encode()
    frozen = freeze(text, "plan.toml", find_game("blackjack-633a"))
    return rule_record(frozen, discover()).model_dump(mode="json")


def otherwise(paper, sound):
    """Return the lines of a report that another one has not."""
    known = set(sound.splitlines())
    return "\n".join(line for line in paper.splitlines() if line not in known)


def test_sections_of_other_runs(sections, tmp_path):
    """Runs that inspected for leaks, that name other software, and whose record of the verdict holds its rule."""
    rule = {"verdict": dump(GOOD), "rule": rule_of(DOSSIER_PLAN)}
    plan = DOSSIER_PLAN.replace("[[checks]]\n", LEAK, 1)
    other = (replace(SOFTWARE[0], digest="0" * 64), SOFTWARE[1])
    texts = []
    for name, section, options in (
        ("looked", "information_leak", {"plan": plan, "extra": [*findings(), finding("leak", "display", "as expected", comment="dark")]}),
        ("leaking", "information_leak", {"plan": plan, "extra": [*findings(), finding("leak", "display", "not as expected", comment="lit")]}),
        ("other", "items", {"software": other}),
        ("silent", "items", {"software": ()}),
        ("ruled", "conformity", {"extra": [*findings(), (RecordType.VERDICT, rule)], "files": {"power.json": TABLE}}),
    ):  # fmt: skip
        run = write_subject(tmp_path, name, verdict=None if name == "ruled" else GOOD, **options)
        paper = shown_of(dossier({}, groups=(group(run),)), sections, only=(section,))
        texts.append(f"=== {name}\n{paper.lines}")
    hold("papers/sections.txt", "\n\n".join(texts))


# --- one run


ORDER = format_order(CARDS.new_deck_order())
CALL = {"channel": "device", "args": {}, "frames": [0, 0]}
SILENT = {"error": "DeviceTimeout", "reasons": DeviceTimeout(Wire.SILENT(link="usb://1209:0001")).dumped()}
COUNT = {"inside": 51, "expected": 52, "correct": False, "message": "one card is short"}
EVENTS = [
    (RecordType.COMMAND, {"command": "close_session", "who": "R. Operator"}),
    (RecordType.EXCHANGE, {**CALL, "call": "status", "error": SILENT}),
    (RecordType.EXCHANGE, {**CALL, "call": "count", "answer": COUNT}),
    (RecordType.EXCHANGE, {**CALL, "call": "software", "answer": [dump(SoftwareComponent("application", "2.4.2", "sha256", "ab" * 32))]}),
    (RecordType.RECOVERED, {"ledger_torn": '{"seq', "segments": []}),
    (RecordType.RESUMED, {"after_seq": 3, "gap_s": 61.4, "orphan_frames": {"device": 2}, "planned": False}),
    (RecordType.PROMPT, {"prompt": 9, "action": "load", "asks": ["Close the lid."], "data": {}, "timeout_s": 5}),
    (RecordType.ANSWER, {"prompt": 9, "who": "nobody", "answer": ""}),
    (RecordType.COMMAND, {"command": "jam", "who": "device"}),
    (RecordType.COMMAND, {"command": "pause", "who": "Engineer A"}),
    (RecordType.READ, {"stage": "shuffles", "purpose": "agreement", "unit": 21, "order": ORDER, "expected": ORDER, "errors": 2, "source": "observed", "exchange": 3}),
]  # fmt: skip
LOOKED = [
    *stage("chapter", "inspect", "done", "As told."),
    *asked(9, "C. Clerk"),
    finding("chapter", "alternating-batches", attachment=PHOTOGRAPH),
]
JAMS = [
    *stage("jam", "procedure", "failed", "1 miss in 20 trials."),
    *asked(7, "A. Clerk"),
    *TRIED[:18],
    *asked(8, "B. Clerk"),
    finding("jam", "19", "not as expected", "no alarm", "the card is torn"),
    finding("jam", "20", "left out", "", "no cards left"),
    *LOOKED,
]
NO_MOTOR = [
    *stage("jam", "procedure", "not applicable", "Not applicable, none of 20 trials was made: no motor."),
    *asked(7, "A. Clerk"),
    finding("jam", "1", "not applicable", "", "no motor"),
    *LOOKED,
]
DONE = [*stage("jam", "procedure", "done", "As told."), *asked(7, "A. Clerk"), *TRIED]
MISSED = worded("Stage jam: 1 miss in 20 trials.")
STOPPED = Verdict(Outcome.INCONCLUSIVE, (worded("The sample is not complete."),), ())
FAILED = dict(zip(("results", "verdict"), failing(), strict=True))
LAGS = Picture("histogram", quoted("lag"), quoted("pairs"), tuple(map(str, range(1, 501))), ("",),
               (tuple(float(20 + place % 7) for place in range(500)),), ((23.0,) * 500,))  # fmt: skip
BARS = Picture("histogram", quoted("value"), quoted("times"), tuple(f"v{i}" for i in range(52)), ("",),
               ((*(0.0,) * 30, 5.0, 7.0, *(0.0,) * 20),), ((*(0.0,) * 30, 6.0, 6.0, *(0.0,) * 20),))  # fmt: skip


def drawn(name, of):
    return {"results": RESULTS | {name: replace(RESULTS[name], pictures=(of,))}}


RUNS = {
    "passed": {},
    "failed": FAILED,
    "interrupted": {"ending": None},
    "without-verdict": {"verdict": None, "ending": None},
    "stopped": {"verdict": STOPPED, "ending": "STOPPED_BY_OPERATOR"},
    "lost": {"verdict": None, "ending": "DEVICE_LOST", "silent": True},
    "simulated": {"simulated": "Fair shuffler, seed 461"},
    "eventful": {"extra": EVENTS, "deviations": ("A door stood open.",)},
    "trials": {"plan": DOSSIER_PLAN, "extra": JAMS},
    "good-trials": {"plan": DOSSIER_PLAN, "extra": DONE},
    "idle-trials": {"plan": DOSSIER_PLAN, "extra": NO_MOTOR},
    "failed-trials": {"plan": DOSSIER_PLAN, "extra": JAMS, "verdict": Verdict(
        Outcome.FAIL, (MISSED,), (Decision("stage-jam", "counting", Outcome.FAIL, None, None, MISSED),))},
    "detectable": {"files": {"power.json": TABLE}},
    "lags": drawn("rising", LAGS),
    "bars": drawn("composition", BARS),
    "judged": {"results": RESULTS | {"composition": replace(RESULTS["composition"], judged=1500)}},
    "lenient": {"plan": PLAN.replace("[game]", "[decision]\nlaboratory_level = 1e-4\n[game]", 1)},
    "by-analogy": {"plan": PLAN.replace('clause = "58 Pa. Code § 461a.4(d)"', 'clause = "58 Pa. Code § 810a.5(c), by analogy"', 1)},
}  # fmt: skip
PARTLY = {"passed", "failed", "eventful", "lost", "trials"}
"""Runs of which the goldens hold the whole report; of the others what is otherwise than in that of the run that passed."""


@pytest.fixture(scope="module")
def papers_of(sections, tmp_path_factory):
    folder, lines_of = tmp_path_factory.mktemp("papers"), {}

    def read(name, options):
        if name not in lines_of:
            with fixed_clock():
                run = write_run(folder / "run" / name / "run", **options)
            attach(run.path, SEAL)
            subject = Subject.of(run)
            lines_of[name] = [
                shown(build_report, subject, sections, read_layout(name=layout)).lines
                for layout in ("run_report.toml", "run_summary.toml")
            ]
        return lines_of[name]

    return read


@pytest.mark.parametrize("name", RUNS)
def test_the_report_and_the_summary_of_a_run(name, papers_of):
    papers = papers_of(name, RUNS[name])
    if name not in PARTLY:
        papers = map(otherwise, papers, papers_of("passed", {}))
    hold(f"papers/run-{name}.txt", "\n\n=== summary\n".join(papers))


def test_a_verdict_is_printed_with_the_rule_on_record(papers_of):
    """The levels are those of the record, whatever this program's are."""
    rule = rule_of(PLAN)
    families = [{**each, "fail_below": 0.0123, "retest_below": 0.0345} for each in rule["families"]]
    texts = []
    for name, kept in (("rule", rule), ("another", {**rule, "outright": 1e-5, "families": families})):
        record = (RecordType.VERDICT, {"verdict": dump(PASSED), "rule": kept})
        paper, _ = papers_of(name, {"verdict": None, "extra": (record,)})
        texts.append(otherwise(paper, papers_of("passed", {})[0]))
    hold("papers/run-rule.txt", "\n\n=== another rule\n".join(texts))


def test_there_is_no_other_golden():
    others = ("variants", "judgments", "sections", "nights", "run-rule")
    names = [*WHOLE, *others, *(f"run-{name}" for name in RUNS)]
    hold_files("papers", [f"{name}.txt" for name in names])
