"""What a naive reading of the records says of clauses and of runs.

Beside :mod:`tests.support.naive_reading`, which is about the conclusion.
"""

from labharness.assessment.clauses.compliance import RELIED_ON
from labharness.assessment.clauses.obligations import NO_TEST, NOT_APPLICABLE, NOT_TESTED, named_for
from labharness.assessment.conclusion import exceptions, terms
from labharness.assessment.statements import (
    ending_reasons,
    meaning_of_pass,
    plan_reservations,
    untested,
    verdict_statement,
)
from labharness.filings.entries.events import Product
from labharness.filings.entries.review import (
    Confirmation,
    ErrorCondition,
    Exclusion,
    ExternalResult,
    Invalidation,
    Waiver,
)
from labharness.model.health import Result
from labharness.model.reasons.conclusion import Compliance, Conclusions, Dossiers
from labharness.model.reasons.decision import Baselines, Statements
from labharness.model.reasons.register import Invalidations
from labharness.model.reasons.run import Curing
from labharness.model.results import Ending
from tests.support.naive_reading import CHECKS, FAIL, INCONCLUSIVE, PASS, Naive, true_if, true_of

AREAS = (Conclusions, Curing, Dossiers, Invalidations, Compliance, Statements)
"""What a report states by itself.  What a run's own verdict gives as reasons is of the run's record; what it builds on and how
software is named have tests of each code, see tests/assessment/test_baseline.py and tests/reporting/test_examined.py.
"""
UNCHECKED = {
    # A part of a sentence: what it stands in is checked.
    **dict.fromkeys(("conclusion.more", "conclusion.see_results", "conclusion.undecided"), "states nothing"),
    "conclusion.runs_doubted": "several run_doubted in one line, made by the layout",
    "statement.failed": "states nothing but the verdict",
    "invalidation.completed_unasked": "what is left when nothing else is irregular",
    "invalidation.as_any_other": "what is left when the settlement gives no reason",
    # Of what a dossier does not hold: the workspace beside it, earlier reports, the clock of the register.
    **dict.fromkeys(
        (
            *("dossier.run_elsewhere", "dossier.run_replaced", "dossier.counts_elsewhere"),
            *("dossier.counts_unassigned", "dossier.failed_elsewhere", "dossier.report_altered"),
            *("dossier.report_unreadable", "dossier.records_missing", "dossier.clock_set_back"),
            *("dossier.run_altered", "dossier.untouched", "dossier.not_begun"),
        ),
        "of the workspace, see tests/filings/store and tests/app",
    ),
    # Of limits and bounds, which tests/reporting/test_meaning_of_pass.py computes again.
    **dict.fromkeys(
        (
            *("statement.bounds_reached", "statement.limits_hold", "statement.other_bounds"),
            *("statement.not_bounded", "statement.other_strategies"),
            *("statement.not_shown_unfair", "statement.unbounded"),
        ),
        "computed",
    ),
    **dict.fromkeys(
        ("statement.plan_other", "statement.plan_alone"), "of the packaged plans beside the dossier"
    ),
}
"""Codes that the naive reading does not cover, and why."""


def verify(result):
    """Check every statement about a dossier; return its conclusion."""
    records = Naive(result)
    conclusion = records.conclusion
    check(records, *conclusion.reasons, *conclusion.objections, *conclusion.sentences)
    check(records, *terms(result.submission, conclusion.unexamined))
    for each in conclusion.matrices:
        check(records, each.title)
        for row in each.rows:
            check_row(records, row)
    for run in result.runs:
        records.page = run
        check(records, verdict_statement(run), *ending_reasons(run), *plan_reservations(run), *run.reasons)
        check(records, *filter(None, (untested(run), *meaning_of_pass(run))))
    check_errors(records)
    check_lifted(records)
    return conclusion


def check(records, *reasons):
    """Check statements and those within them."""
    for reason in reasons:
        if reason.code in CHECKS:
            CHECKS[reason.code](records, reason)
        elif reason.code.partition(".")[0] in {next(iter(each)).code.partition(".")[0] for each in AREAS}:
            assert reason.code in UNCHECKED, f"nothing checks {reason.code}"
        check(records, *reason.inner())


def check_row(records, row):
    """Check a clause: its result by its answers, each answer by the records of the runs that it names."""
    for answer in row.answers:
        for name in answer.runs:
            check_answer(records, answer, records.runs[name])
    assert came_of(row, {answer.came for answer in row.answers}, records)
    if row.confirmation is not None:
        assert row.confirmation in records.of(Confirmation)
        assert row.confirmation.clause == row.clause
    if row.remark is not None:
        records.page = row
        check(records, row.remark)


def came_of(row, origin, records):
    """Whether a row's result is one that its answers allow."""
    excluded = any(exclusion.clause == row.clause for exclusion in records.of(Exclusion))
    return {
        "FAIL": "FAIL" in origin,
        "PASS": "PASS" in origin and origin <= {"PASS", "for information", NOT_APPLICABLE},
        "INCONCLUSIVE": bool(origin & {"INCONCLUSIVE", "PASS"}) and "FAIL" not in origin,
        NOT_TESTED: not origin & {"PASS", "FAIL", "INCONCLUSIVE"},
        RELIED_ON: row.remark is not None and row.remark.is_a(Compliance.RELIED_ON),
        NOT_APPLICABLE: excluded or NOT_APPLICABLE in origin,
        NO_TEST: not origin - {NOT_TESTED},
    }[row.came]


def decided(run):
    """Return what each decision of a run's verdict came to."""
    verdict = run.summary.verdict
    return {each.check_id: each.outcome for each in verdict.decisions} if verdict else {}


def found(run):
    """Return the result of every trial and item of a run."""
    return [entry.result for each in run.findings.values() for entry in each]


def required(run):
    return [check.id for check in run.frozen.plan.checks if check.role == "required"]


def check_answer(records, answer, run):
    """Check that a run's own record shows what a clause says that it shows."""
    result = [each.result for each in run.findings.get(answer.stage, ()) if answer.item in ("", each.item)]
    outcome = decided(run).get(answer.decision)
    if answer.came == "PASS":
        assert run.verification.clean
        assert not records.replaced(run)
        if answer.stage:
            assert Result.NOT_AS_EXPECTED not in result
            assert Result.AS_EXPECTED in result
        else:
            assert outcome is PASS
    elif answer.came == "FAIL":
        assert outcome is FAIL or Result.NOT_AS_EXPECTED in result
    elif answer.came == NOT_APPLICABLE:
        assert Result.NOT_APPLICABLE in result


def check_errors(records):
    """Count the trials and items that brought an error condition about, and those as expected."""
    for error in records.of(ErrorCondition):
        product = records.submission.named(Product, error.product)
        for exercise in named_for(records.made, error):
            finding = exercise.run.findings[exercise.stage.name]
            items = [each.result for each in finding if not error.items or each.item in error.items]
            done = [each for each in items if each in (Result.AS_EXPECTED, Result.NOT_AS_EXPECTED)]
            assert records.of_model(exercise.run, product.model)
            assert not records.replaced(exercise.run)
            assert exercise.stage.name in error.stages
            assert exercise.good <= exercise.made <= len(done)
            if exercise.made and exercise.made == len(done):
                assert exercise.good == done.count(Result.AS_EXPECTED)


def check_lifted(records):
    """Find the words of the authorizer that page one gives."""
    words = {
        *(each.reason for kind in (Waiver, Exclusion) for each in records.of(kind)),
        *(each.cause for each in records.of(Invalidation)),
    }
    for lifted in exceptions(records.made, records.conclusion):
        assert lifted.reason in words
        check(records, *lifted.things)


def of_game(records, reason):
    """Whether a run tested a device of the class for the game that a matrix is about."""
    tested = (
        (run.frozen.game.title, run.frozen.game.chapter, run.frozen.plan.device_class)
        for run in records.made.runs
    )
    return (reason["game"], reason["chapter"], reason["device"]) in tested


def inapplicable(records, reason):
    """The comments of what did not apply in a run."""
    findings = (entry for each in records.run(reason).findings.values() for entry in each)
    return {each.comment for each in findings if each.result is Result.NOT_APPLICABLE}


true_if(
    {
        Compliance.GENERAL_LAW: lambda records, _: any(
            run.frozen.plan.citations for run in records.made.runs
        ),
        Compliance.OTHER_SOURCES: lambda records, _: any(
            run.frozen.plan.citations for run in records.made.runs
        ),
        Compliance.OF_GAME: of_game,
        Compliance.OF_PRODUCT: lambda records, reason: (
            of_game(records, reason)
            and any(
                records.unit(run)[0] == reason["product"] for run in records.made.runs if records.unit(run)
            )
        ),
        Compliance.EXCLUDED: lambda records, reason: (
            (reason["why"], reason["date"], reason["person"])
            in {
                (each.reason, str(each.date), records.submission.person(each.by))
                for each in records.of(Exclusion)
                if each.clause == records.page.clause
            }
        ),
        Compliance.RELIED_ON: lambda records, reason: (
            (reason["provider"], reason["number"])
            in {
                (each.provider, each.number)
                for each in records.of(ExternalResult)
                if records.page.clause in each.clauses
            }
        ),
        Compliance.ITEM_INAPPLICABLE: lambda records, reason: reason["why"] in inapplicable(records, reason),
        Compliance.WITHOUT_REASON: lambda records, reason: "" in inapplicable(records, reason),
        Compliance.INAPPLICABLE: lambda records, _: records.page.came == NOT_APPLICABLE,
        Compliance.UNCURED: lambda records, reason: (
            records.page.came == "FAIL" and all(map(records.replaced, records.listed(reason)))
        ),
        Dossiers.RUN_MISSING: lambda records, reason: reason["run"] not in records.runs,
        Dossiers.SETTLED_AND_GONE: lambda records, reason: reason["run"] not in records.runs,
        Dossiers.NOT_INTACT: lambda records, reason: records.run(reason).verification.problems,
        Dossiers.NO_VERDICT: lambda records, reason: records.run(reason).summary.verdict is None,
        Dossiers.SETTLED_OTHERWISE: lambda records, reason: (
            records.run(reason).summary.verdict.outcome is reason["recorded"] is not reason["settled"]
        ),
        Dossiers.NOT_SETTLED: lambda records, reason: tried(records, reason) == [],
        Dossiers.SETTLED_BEFORE: lambda records, reason: (
            [(each.head, each.ending) for each in tried(records, reason)]
            != [(records.run(reason).head, records.run(reason).ending)]
        ),
        Dossiers.SEVERAL_UNITS: lambda records, _: several(
            records, lambda run: [run.summary.identity.serial] if run.summary.identity else []
        ),
        Dossiers.SEVERAL_SOFTWARES: lambda records, _: several(
            records, lambda run: map(frozenset, run.summary.software)
        ),
        Dossiers.EVIDENCE_UNVERIFIED: lambda records, reason: any(
            reason["why"] in run.verification.problems for run in records.made.runs
        ),
        Dossiers.ENDED_EARLY: lambda records, reason: (
            reason["ending"]
            in {run.ending for run in records.made.runs} - {Ending.COMPLETE, Ending.INTERRUPTED}
        ),
        Dossiers.NO_END: lambda records, _: any(run.summary.ending is None for run in records.made.runs),
        Dossiers.VERDICT_MISSING: lambda records, _: any(
            run.summary.verdict is None for run in records.made.runs
        ),
        Invalidations.RUN_UNKNOWN: lambda records, _: any(
            each.run not in records.runs for each in records.of(Invalidation)
        ),
        Invalidations.NOT_SETTLED: lambda records, _: any(
            each.settlement is None for each in records.made.groups
        ),
        Baselines.OMITTED: lambda records, reason: (
            reason["tests"] == tuple(test.test for test in records.submission.filing.omitted) != ()
        ),
        Statements.SOME_INAPPLICABLE: lambda records, reason: (
            records.page.summary.verdict.outcome is PASS
            and found(records.page).count(Result.NOT_APPLICABLE) >= reason["inapplicable"] > 0
        ),
        Statements.MET_TRIALS: lambda records, _: records.page.summary.verdict.outcome is PASS,
        Statements.UNSUPPORTED: lambda records, _: (
            records.page.outcome is INCONCLUSIVE and records.page.reasons
        ),
        Statements.FAILED_TRIALS: lambda records, reason: (
            {decided(records.page)[f"stage-{name}"] for name in reason["missed"]} == {FAIL}
        ),
        Statements.FAILED_BOTH: lambda records, _: FAIL in decided(records.page).values(),
        Statements.PLAN_ALTERED: lambda records, reason: (
            set(reason["changes"]) <= set(records.page.start.plan.altered)
        ),
        Statements.POWER_MISSING: lambda records, _: "power.json" not in records.page.start.files,
        Statements.POWER_CHANGED: lambda records, _: "power.json" in records.page.start.files,
    }
)


def tried(records, reason):
    """Return the attempts of a run that its group was settled by."""
    (group,) = [each for each in records.made.groups if records.run(reason) in each.runs]
    return [attempt for attempt in group.settlement.attempts if attempt.run == reason["run"]]


def several(records, of):
    """Whether in some group of runs the devices differ."""
    return any(len({each for run in group.runs for each in of(run)}) > 1 for group in records.made.groups)


@true_of(Statements.MET_CHECKS, Statements.MET_BOTH)
def _(records, reason):
    run = records.page
    assert run.summary.verdict.outcome is PASS
    assert reason["checks"] == len(required(run))
    assert {decided(run)[name] for name in required(run)} == {PASS}


@true_of(Statements.FAILED_CHECKS)
def _(records, reason):
    run = records.page
    count = [decided(run).get(name) for name in required(run)].count(FAIL)
    assert (reason["count"], reason["checks"]) == (count, len(required(run)))


@true_of(Statements.FAILED_EARLY)
def _(records, reason):
    run = records.page
    assert run.summary.ending is not Ending.COMPLETE
    name = f"monitoring-{reason['stage']}"
    [fallen] = [each for each in run.summary.verdict.decisions if each.check_id == name]
    assert (fallen.outcome, fallen.reason["units"]) == (FAIL, reason["units"])


@true_of(
    *(Statements.COMPLETE, Statements.STOPPED_BY_OPERATOR, Statements.STOPPED_BY_RULE),
    *(Statements.DEVICE_LOST, Statements.ERROR, Statements.INTERRUPTED),
)
def _(records, reason):
    ending = records.page.summary.ending or Ending.INTERRUPTED
    assert reason.code == f"statement.{ending.value.lower()}"


@true_of(Statements.UNTESTED)
def _(records, reason):
    game, device = records.page.frozen.game, records.page.frozen.plan.device_class
    binding = [obligation for obligation in game.obligations if device in obligation.devices]
    assert reason["chapter"] == game.chapter
    assert 0 < reason["obligations"] <= len(binding)


@true_of(
    Statements.OBLIGATIONS,
    Statements.OBLIGATIONS_RESCINDED,
    Statements.OBLIGATIONS_TEMPORARY,
    Statements.RESCINDED_LAW,
    Statements.TEMPORARY_LAW,
)
def _(records, reason):
    standing = records.page.frozen.game.standing
    rescinded = standing is not None and standing.rescinded_by is not None
    temporary = standing is not None and standing.kind == "temporary" and not rescinded
    assert rescinded is reason.is_a(Statements.RESCINDED_LAW, Statements.OBLIGATIONS_RESCINDED)
    assert temporary is reason.is_a(Statements.TEMPORARY_LAW, Statements.OBLIGATIONS_TEMPORARY)
