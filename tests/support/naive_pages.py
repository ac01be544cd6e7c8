"""What a naive reading of the records says of clauses, runs, software and of what a submission builds on.

Beside :mod:`tests.support.naive_reading`, which is about the conclusion.
"""

from labharness.assessment.clauses.compliance import RELIED_ON
from labharness.assessment.clauses.obligations import NO_TEST, NOT_APPLICABLE, NOT_TESTED, named_for
from labharness.assessment.conclusion import exceptions, terms
from labharness.assessment.homogeneity import compared as item_pairs
from labharness.assessment.naming import compared as components_named
from labharness.assessment.statements import (
    ending_reasons,
    meaning_of_pass,
    plan_reservations,
    untested,
    verdict_statement,
)
from labharness.filings.entries.events import Component, Product
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
from labharness.model.reasons.plan import Namings
from labharness.model.reasons.register import Invalidations
from labharness.model.reasons.run import Curing
from labharness.model.results import Ending
from tests.support.naive_reading import CHECKS, FAIL, INCONCLUSIVE, PASS, Naive, true_of

AREAS = (Conclusions, Curing, Dossiers, Invalidations, Compliance, Baselines, Namings, Statements)
"""Everything that a report states by itself.  What a run's own verdict gives as reasons is of the run's record."""
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
    for reason in (
        *conclusion.reasons,
        *conclusion.objections,
        *conclusion.sentences,
        *terms(result.submission, conclusion.unexamined),
    ):
        check(records, reason)
    for each in conclusion.matrices:
        check(records, each.title)
        for row in each.rows:
            check_row(records, row)
    for run in result.runs:
        records.page = run
        for reason in (verdict_statement(run), *ending_reasons(run), *plan_reservations(run), *run.reasons):
            check(records, reason)
        for reason in (untested(run), *meaning_of_pass(run)):
            if reason is not None:
                check(records, reason)
    for group in result.groups:
        for entry in components_named(result, group):
            records.page = group, entry
            check(records, entry.standing)
    check_errors(records)
    check_pairs(records)
    check_lifted(records)
    return conclusion


def check(records, reason):
    """Check a statement and those within it."""
    if reason.code in CHECKS:
        CHECKS[reason.code](records, reason)
    elif reason.code.partition(".")[0] in {next(iter(each)).code.partition(".")[0] for each in AREAS}:
        assert reason.code in UNCHECKED, f"nothing checks {reason.code}"
    for field in reason.inner():
        check(records, field)


def check_row(records, row):
    """Check a clause: its result by its answers, each answer by the records of the runs that it names."""
    answers = {answer.came for answer in row.answers}
    for answer in row.answers:
        for name in answer.runs:
            check_answer(records, answer, records.runs[name])
    assert came_of(row, answers, records)
    if row.confirmation is not None:
        assert row.confirmation in records.submission.of(Confirmation)
        assert row.confirmation.clause == row.clause
    if row.remark is not None:
        records.page = row
        check(records, row.remark)


def came_of(row, origin, records):
    """Whether a row's result is one that its answers allow."""
    excluded = any(exclusion.clause == row.clause for exclusion in records.submission.of(Exclusion))
    return {
        "FAIL": "FAIL" in origin,
        "PASS": "PASS" in origin and origin <= {"PASS", "for information", NOT_APPLICABLE},
        "INCONCLUSIVE": bool(origin & {"INCONCLUSIVE", "PASS"}) and "FAIL" not in origin,
        NOT_TESTED: not origin & {"PASS", "FAIL", "INCONCLUSIVE"},
        RELIED_ON: row.remark is not None and row.remark.is_a(Compliance.RELIED_ON),
        NOT_APPLICABLE: excluded or NOT_APPLICABLE in origin,
        NO_TEST: not origin - {NOT_TESTED},
    }[row.came]


def check_answer(records, answer, run):
    """Check that a run's own record shows what a clause says that it shows."""
    decisions = (
        {decision.check_id: decision for decision in run.summary.verdict.decisions}
        if run.summary.verdict
        else {}
    )
    result = [each.result for each in run.findings.get(answer.stage, ()) if answer.item in ("", each.item)]
    if answer.came == "PASS":
        assert run.verification.clean
        assert not records.replaced(run)
        if answer.stage:
            assert Result.NOT_AS_EXPECTED not in result
            assert Result.AS_EXPECTED in result
        else:
            assert decisions[answer.decision].outcome is PASS
    elif answer.came == "FAIL":
        failed = answer.decision in decisions and decisions[answer.decision].outcome is FAIL
        assert failed or Result.NOT_AS_EXPECTED in result
    elif answer.came == NOT_APPLICABLE:
        assert Result.NOT_APPLICABLE in result


def check_errors(records):
    """Count the trials and items that brought an error condition about, and those as expected."""
    for error in records.submission.of(ErrorCondition):
        product = records.submission.named(Product, error.product)
        for exercise in named_for(records.made, error):
            finding = exercise.run.findings[exercise.stage.name]
            items = [each for each in finding if not error.items or each.item in error.items]
            done = [each for each in items if each.result in (Result.AS_EXPECTED, Result.NOT_AS_EXPECTED)]
            assert records.of_model(exercise.run, product.model)
            assert not records.replaced(exercise.run)
            assert exercise.stage.name in error.stages
            assert exercise.good <= exercise.made <= len(done)
            if exercise.made and exercise.made == len(done):
                assert exercise.good == sum(each.result is Result.AS_EXPECTED for each in done)


def check_pairs(records):
    """Compare the items of the earlier report by their bytes."""
    for item_pair in item_pairs(records.made):
        if item_pair.before is None or item_pair.now is None:
            assert item_pair.state.value == ("new" if item_pair.before is None else "not submitted")
            continue
        equal = (item_pair.before.version, item_pair.before.digest) == (
            item_pair.now.version,
            item_pair.now.digest,
        )
        assert item_pair.state.value == ("unchanged" if equal else "changed")
        assert item_pair.before.product == item_pair.now.product


def check_lifted(records):
    """Find the words of the authorizer that page one gives."""
    words = {
        *(each.reason for kind in (Waiver, Exclusion) for each in records.submission.of(kind)),
        *(each.cause for each in records.submission.of(Invalidation)),
    }
    for lifted in exceptions(records.made, records.conclusion):
        assert lifted.reason in words
        for thing in lifted.things:
            check(records, thing)


@true_of(Compliance.GENERAL_LAW, Compliance.OTHER_SOURCES)
def _(records, _):
    assert any(run.frozen.plan.citations for run in records.runs.values())


@true_of(Compliance.OF_PRODUCT, Compliance.OF_GAME)
def _(records, reason):
    tested = {
        (run.frozen.game.title, run.frozen.game.chapter, run.frozen.plan.device_class)
        for run in records.runs.values()
    }
    assert (reason["game"], reason["chapter"], reason["device"]) in tested
    if reason.is_a(Compliance.OF_PRODUCT):
        identities = [run.summary.identity for run in records.runs.values()]
        assert reason["product"] in {identity.model for identity in identities if identity is not None}


@true_of(Compliance.EXCLUDED)
def _(records, reason):
    own = [
        exclusion for exclusion in records.submission.of(Exclusion) if exclusion.clause == records.page.clause
    ]
    assert (reason["why"], reason["date"]) in {(each.reason, str(each.date)) for each in own}
    assert all(records.submission.person(each.by) == reason["person"] for each in own)


@true_of(Compliance.RELIED_ON)
def _(records, reason):
    own = [
        result for result in records.submission.of(ExternalResult) if records.page.clause in result.clauses
    ]
    assert (reason["provider"], reason["number"]) in {(each.provider, each.number) for each in own}


@true_of(Compliance.ITEM_INAPPLICABLE, Compliance.WITHOUT_REASON)
def _(records, reason):
    findings = [entry for each in records.runs[reason["run"]].findings.values() for entry in each]
    why = {each.comment for each in findings if each.result is Result.NOT_APPLICABLE}
    assert (reason["why"] if reason.is_a(Compliance.ITEM_INAPPLICABLE) else "") in why


@true_of(Compliance.INAPPLICABLE)
def _(records, _):
    assert records.page.came == NOT_APPLICABLE


@true_of(Compliance.UNCURED)
def _(records, reason):
    assert records.page.came == "FAIL"
    assert all(records.replaced(records.runs[name]) for name in reason["runs"])


@true_of(Dossiers.RUN_MISSING, Dossiers.SETTLED_AND_GONE)
def _(records, reason):
    assert reason["run"] not in records.runs


@true_of(Dossiers.NOT_INTACT)
def _(records, reason):
    assert records.runs[reason["run"]].verification.problems


@true_of(Dossiers.NO_VERDICT)
def _(records, reason):
    assert records.runs[reason["run"]].summary.verdict is None


@true_of(Dossiers.SETTLED_OTHERWISE)
def _(records, reason):
    assert records.runs[reason["run"]].summary.verdict.outcome is reason["recorded"] is not reason["settled"]


@true_of(Dossiers.NOT_SETTLED, Dossiers.SETTLED_BEFORE)
def _(records, reason):
    run = records.runs[reason["run"]]
    (group,) = [each for each in records.made.groups if run in each.runs]
    tried = [attempt for attempt in group.settlement.attempts if attempt.run == run.run]
    if reason.is_a(Dossiers.NOT_SETTLED):
        assert tried == []
    else:
        assert [(each.head, each.ending) for each in tried] != [(run.head, run.ending)]


@true_of(Dossiers.SEVERAL_UNITS, Dossiers.SEVERAL_SOFTWARES)
def _(records, reason):
    """In some group of runs the devices differ."""
    text = []
    for group in records.made.groups:
        identities = {run.summary.identity.serial for run in group.runs if run.summary.identity}
        answers = {frozenset(each) for run in group.runs for each in run.summary.software}
        text.append(len(identities if reason.is_a(Dossiers.SEVERAL_UNITS) else answers) > 1)
    assert any(text)


@true_of(Dossiers.EVIDENCE_UNVERIFIED)
def _(records, reason):
    assert any(reason["why"] in run.verification.problems for run in records.runs.values())


@true_of(Dossiers.ENDED_EARLY)
def _(records, reason):
    endings = {run.ending for run in records.runs.values()}
    assert reason["ending"] in endings - {Ending.COMPLETE, Ending.INTERRUPTED}


@true_of(Dossiers.NO_END, Dossiers.VERDICT_MISSING)
def _(records, reason):
    field = "ending" if reason.is_a(Dossiers.NO_END) else "verdict"
    assert any(getattr(run.summary, field) is None for run in records.runs.values())


@true_of(Invalidations.RUN_UNKNOWN)
def _(records, _):
    assert any(each.run not in records.runs for each in records.submission.of(Invalidation))


@true_of(Invalidations.NOT_SETTLED)
def _(records, _):
    assert any(each.settlement is None for each in records.made.groups)


@true_of(Baselines.UNPROVEN, Baselines.NOT_APPROVED, Baselines.NOTHING_CHANGED, Baselines.UNANSWERED)
def _(records, reason):
    former = records.made.baseline
    assert reason["report"] == former.number
    if reason.is_a(Baselines.UNPROVEN):
        assert not former.proven
    elif reason.is_a(Baselines.NOT_APPROVED):
        assert not former.approves
    elif reason.is_a(Baselines.NOTHING_CHANGED):
        before = {item.digest for item in former.items if item.digest}
        assert {component.digest for component in records.components if component.submitted} <= before
    else:
        assert reason["deficiency"] in {
            deficiency.id for deficiency in former.deficiencies if deficiency.is_open
        }
        assert reason["deficiency"] not in {
            deficiency.answers for deficiency in records.deficiencies.values()
        }


@true_of(Baselines.OMITTED)
def _(records, reason):
    assert reason["tests"] == tuple(test.test for test in records.submission.filing.omitted) != ()


@true_of(
    Baselines.NO_PERMISSION,
    Baselines.NO_LIMIT,
    Baselines.EXPIRED,
    Baselines.PROVISIONAL,
    Baselines.NOTHING_OMITTED,
)
def _(records, reason):
    filing = records.submission.filing
    if reason.is_a(Baselines.NOTHING_OMITTED):
        assert (filing.type.value, filing.omitted) == ("abbreviated", ())
        return
    assert "emergency" in filing.type.value
    if reason.is_a(Baselines.NO_PERMISSION):
        assert not filing.permitted_by or filing.permitted is None
    elif reason.is_a(Baselines.NO_LIMIT):
        assert filing.provisional_until is None
    else:
        assert reason["until"] == str(filing.provisional_until)
        if reason.is_a(Baselines.EXPIRED):
            assert reason["until"] < max(run.summary.updated for run in records.runs.values())[:10] or reason[
                "until"
            ] < max(change.utc for change in records.submission.changes)


@true_of(
    Namings.EQUAL,
    Namings.EQUAL_REPLACED,
    Namings.ECHO,
    Namings.ECHO_REPLACED,
    Namings.OTHER_VERSION,
    Namings.OTHER_ALGORITHM,
    Namings.OTHER_HASH,
    Namings.NAME_UNKNOWN,
    Namings.VERSION_UNKNOWN,
    Namings.UNREPORTED,
)
def _(records, reason):
    group, entry = records.page
    kept = [each for each in records.submission.of(Component) if each.name == entry.name]
    if reason.is_a(Namings.UNREPORTED):
        assert all(part.name != entry.name for run in group.runs for part in records.answers(run))
        return
    reported = entry.reported
    assert any(reported in records.answers(run) for run in group.runs)
    version = [each for each in kept if each.version == reported.version]
    equal = [each for each in version if each.digest == reported.digest]
    if reason.is_a(Namings.EQUAL):
        assert any(not each.taken_over and each.submitted for each in equal)
    elif reason.is_a(Namings.EQUAL_REPLACED):
        assert any(not each.taken_over and not each.submitted for each in equal)
    elif reason.is_a(Namings.ECHO) or reason.is_a(Namings.ECHO_REPLACED):
        assert equal
        assert all(each.taken_over for each in equal)
    else:
        assert not equal or records.made.product(group) is None
    if reason.is_a(Namings.OTHER_HASH):
        assert version
    elif reason.is_a(Namings.VERSION_UNKNOWN):
        assert not version


@true_of(Statements.MET_CHECKS, Statements.MET_TRIALS, Statements.MET_BOTH, Statements.SOME_INAPPLICABLE)
def _(records, reason):
    run = records.page
    assert run.summary.verdict.outcome is PASS
    required = [check.id for check in run.frozen.plan.checks if check.role == "required"]
    decisions = {decision.check_id: decision.outcome for decision in run.summary.verdict.decisions}
    if reason.is_a(Statements.SOME_INAPPLICABLE):
        findings = [entry.result for each in run.findings.values() for entry in each]
        assert findings.count(Result.NOT_APPLICABLE) >= reason["inapplicable"] > 0
    elif not reason.is_a(Statements.MET_TRIALS):
        assert reason["checks"] == len(required)
        assert {decisions[name] for name in required} == {PASS}


@true_of(Statements.UNSUPPORTED)
def _(records, _):
    assert records.page.outcome is INCONCLUSIVE
    assert records.page.reasons


@true_of(Statements.FAILED_CHECKS, Statements.FAILED_TRIALS, Statements.FAILED_BOTH)
def _(records, reason):
    run = records.page
    fallen = {decision.check_id for decision in run.summary.verdict.decisions if decision.outcome is FAIL}
    if reason.is_a(Statements.FAILED_CHECKS):
        required = [check.id for check in run.frozen.plan.checks if check.role == "required"]
        assert (reason["count"], reason["checks"]) == (len(fallen & set(required)), len(required))
    elif reason.is_a(Statements.FAILED_TRIALS):
        assert {f"stage-{name}" for name in reason["missed"]} <= fallen


@true_of(Statements.FAILED_EARLY)
def _(records, reason):
    run = records.page
    assert run.summary.ending is not Ending.COMPLETE
    [fallen] = [
        decision
        for decision in run.summary.verdict.decisions
        if decision.check_id == f"monitoring-{reason['stage']}"
    ]
    assert (fallen.outcome, fallen.reason["units"]) == (FAIL, reason["units"])


@true_of(
    Statements.COMPLETE,
    Statements.STOPPED_BY_OPERATOR,
    Statements.STOPPED_BY_RULE,
    Statements.DEVICE_LOST,
    Statements.ERROR,
    Statements.INTERRUPTED,
)
def _(records, reason):
    ending = records.page.summary.ending or Ending.INTERRUPTED
    assert reason.code == f"statement.{ending.value.lower()}"


@true_of(Statements.UNTESTED)
def _(records, reason):
    game = records.page.frozen.game
    binding = [
        obligation
        for obligation in game.obligations
        if records.page.frozen.plan.device_class in obligation.devices
    ]
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


@true_of(Statements.PLAN_ALTERED)
def _(records, reason):
    assert set(reason["changes"]) <= set(records.page.start.plan.altered)


@true_of(Statements.POWER_MISSING, Statements.POWER_CHANGED)
def _(records, reason):
    named = "power.json" in records.page.start.files
    assert named == reason.is_a(Statements.POWER_CHANGED)
