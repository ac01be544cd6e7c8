"""A second, naive reading of the records of a dossier, and what each statement of a report must agree with in it."""

from labharness.assessment.compliance import RELIED_ON
from labharness.assessment.conclusion import conclude, exceptions, terms
from labharness.assessment.law import standard
from labharness.assessment.obligations import NO_TEST, NOT_APPLICABLE, NOT_TESTED, named_for
from labharness.assessment.statements import (
    ending_reasons,
    meaning_of_pass,
    plan_reservations,
    untested,
    verdict_statement,
)
from labharness.evidence.records.course import StartBody
from labharness.filings.entries.checklist import missing
from labharness.filings.entries.events import Component, Equipment, Product, Unit
from labharness.filings.entries.review import (
    Confirmation,
    Deficiency,
    ErrorCondition,
    Exclusion,
    ExternalResult,
    Invalidation,
    Recommendation,
    SecurityFinding,
    Waiver,
)
from labharness.model.reasons.conclusion import Compliance, Conclusions, Dossiers
from labharness.model.reasons.decision import Baselines, Statements
from labharness.model.reasons.register import Invalidations
from labharness.model.reasons.run import Curing
from labharness.model.results import Ending, Outcome
from labharness.model.stages import Result
from labharness.plans.procedures import Inspect

PASS, FAIL, INCONCLUSIVE = Outcome.PASS, Outcome.FAIL, Outcome.INCONCLUSIVE


class Naive:
    """What a clerk sees who turns the pages of the records, run by run and entry by entry."""

    def __init__(self, dossier):
        self.made, self.submission = dossier, dossier.submission
        self.conclusion = conclude(dossier)
        self.page = None  # the run or the row that statements are about
        self.runs = {run.run: run for run in dossier.runs}
        self.of = self.submission.of
        self.components = self.of(Component)
        self.deficiencies = {deficiency.id: deficiency for deficiency in self.of(Deficiency)}
        self.closed = [each for each in self.deficiencies.values() if each.status == "closed"]
        models = {product.id: product.model for product in self.of(Product)}
        self.units = {(models.get(unit.product), unit.serial) for unit in self.of(Unit)}
        self.results = [each for run in dossier.runs for each in run.summary.results.values()]
        self.games = [run.frozen.game for run in dossier.runs]
        self.aside = [run for run in dossier.runs if self.role(run) == "set aside"]

    def run(self, reason):
        return self.runs[reason["run"]]

    def listed(self, reason):
        return [self.runs[name] for name in reason["runs"]]

    def deficiency(self, reason):
        return self.deficiencies[reason["deficiency"]]

    def failed_of(self, reason):
        """The failed runs that a deficiency is about, as far as they are there."""
        return [self.runs[name] for name in self.deficiency(reason).runs if name in self.runs]

    def versions(self, reason):
        """The components of the register with the name and the version that a statement gives."""
        named = reason["component"], reason["version"]
        return [each for each in self.components if (each.name, each.version) == named]

    def answers(self, run):
        return {part for answer in run.summary.software for part in answer}

    def asked_for(self, part):
        """Whether approval is asked for software that a device reported, under whatever name."""
        return any(component.submitted and component.digest == part.digest for component in self.components)

    def replaced(self, run):
        """Whether a device reported software that the register knows and for which no approval is asked."""
        parts = self.answers(run) if self.unit(run) in self.units else ()
        known = {component.digest for component in self.components}
        whole = bool(parts) and all(part.digest in known for part in parts)
        return whole and any(not self.asked_for(part) for part in parts)

    def unit(self, run):
        """Return the model and the serial number that a device says it has."""
        identity = run.summary.identity
        return None if identity is None else (identity.model, identity.serial)

    def of_model(self, run, model):
        return self.unit(run) in {(model, serial) for _, serial in self.units}

    def role(self, run):
        return next(each.role(run) for each in self.made.groups if run in each.runs)

    def failed(self, runs):
        """Whether one of some runs failed, or was settled as failed."""
        settled = [each.settlement for each in self.made.groups if each.settlement is not None]
        stale = {tried.run for each in settled if each.outcome is FAIL for tried in each.attempts}
        return FAIL in self.outcome(runs) or not stale.isdisjoint(runs)

    def outcome(self, runs):
        return [self.runs[name].outcome for name in runs]

    def of_plan(self, reason):
        return {run.frozen.plan.id for run in self.listed(reason)} == {reason["plan"]}


CHECKS = {}


def true_of(*codes):
    """Register a check: whether a reason of these codes is true of a naive reading, by its parameters."""

    def keep(check):
        CHECKS.update(dict.fromkeys((code.code for code in codes), check))
        return check

    return keep


def true_if(table):
    """Register what has to hold of a naive reading, by the code that states it."""

    def checked(holds):
        def check(records, reason):
            assert holds(records, reason), reason

        return check

    CHECKS.update((code.code, checked(holds)) for code, holds in table.items())


true_if(
    {
        Conclusions.PLAN_FAILED: lambda records, reason: (
            records.failed(reason["runs"]) and records.of_plan(reason)
        ),
        Conclusions.REPLACED_PLAN_FAILED: lambda records, reason: (
            records.failed(reason["runs"])
            and records.of_plan(reason)
            and any(map(records.replaced, records.listed(reason)))
        ),
        Curing.NO_DEFICIENCY: lambda records, reason: (
            records.failed(reason["runs"])
            and not any(set(reason["runs"]) <= set(each.runs) for each in records.closed)
        ),
        Curing.NO_CURE: lambda records, reason: records.deficiency(reason).cure == (),
        Curing.CURE_UNKNOWN: lambda records, reason: (
            reason["component"]
            in {*records.deficiency(reason).cure} - {part.id for part in records.components}
        ),
        Curing.NO_RETEST: lambda records, reason: records.deficiency(reason).retests == (),
        Curing.RETEST_NOT_PASSED: lambda records, reason: (
            set(reason["runs"]) <= set(records.deficiency(reason).retests)
            and not any(
                each.outcome is PASS
                for each in records.made.groups
                for run in each.runs
                if run.run in reason["runs"]
            )
        ),
        Curing.RETEST_DOUBTED: lambda records, reason: (
            records.run(reason).outcome is PASS and FAIL not in records.outcome(reason["runs"])
        ),
        Conclusions.CURE_DOUBTED: lambda records, reason: records.failed(reason["runs"]),
        Conclusions.CLAUSE_NOT_MET: lambda records, reason: (
            FAIL in records.outcome(records.runs) and "by analogy" not in reason["clause"]
        ),
        Conclusions.CRITERION_NOT_MET: lambda records, _: FAIL in records.outcome(records.runs),
        Conclusions.SIMULATED_DEVICE: lambda records, reason: all(
            run.summary.simulation for run in records.listed(reason)
        ),
        Conclusions.NO_RUN: lambda records, _: all(map(records.replaced, records.made.runs)),
        Conclusions.PLAN_DOUBTED: lambda records, reason: (
            FAIL not in records.outcome(reason["runs"]) and records.of_plan(reason)
        ),
        Conclusions.RUN_DOUBTED: lambda records, reason: (
            reason["why"] in records.run(reason).verification.problems
        ),
        Conclusions.UNIT_UNKNOWN: lambda records, reason: (
            (reason["model"], reason["serial"]) not in records.units
        ),
        Conclusions.SOFTWARE_UNKNOWN: lambda records, reason: (
            {
                (part.name, part.version, part.digest)
                for run in records.listed(reason)
                for part in records.answers(run)
            }
            - {(part.name, part.version, part.digest) for part in records.components}
        ),
        Conclusions.REPLAYED: lambda records, _: any(
            run.start.device.startswith("capture:") for run in records.made.runs
        ),
        Conclusions.SOFTWARE_UNNAMED: lambda records, reason: (
            not any(map(records.answers, records.listed(reason)))
        ),
        Conclusions.DEVIATION: lambda records, reason: (
            reason["why"] in map(tuple, records.run(reason).summary.deviations)
        ),
        Conclusions.RUN_INTERRUPTED: lambda records, reason: (
            reason["times"] == len(records.run(reason).summary.gaps) > 0
        ),
        Conclusions.WITHOUT_EFFECT: lambda records, reason: (
            (reason["kind"], reason["entry"])
            in {(entry.kind, entry.id) for entry in records.submission.entries}
        ),
        Conclusions.NOT_EXAMINED: lambda records, _: not records.of(Equipment),
        Conclusions.DOCUMENT_MISSING: lambda records, reason: (
            reason["title"] in {each.title for each in missing(records.submission)}
        ),
        Conclusions.DEFICIENCY_OPEN: lambda records, reason: records.deficiency(reason).status == "open",
        Conclusions.SECURITY_OPEN: lambda records, reason: (
            {each.status for each in records.of(SecurityFinding) if each.id == reason["finding"]} == {"open"}
        ),
        Conclusions.HASH_UNVERIFIED: lambda records, reason: any(
            each.taken_over and each.submitted for each in records.versions(reason)
        ),
        Conclusions.REBUILD_DIFFERS: lambda records, reason: any(
            each.rebuilt == "yes, different" and each.submitted for each in records.versions(reason)
        ),
        Conclusions.INCOMPLETE: lambda records, _: records.submission.filing.complete is None,
        Conclusions.NOT_MET: lambda records, reason: reason["runs"] == len(records.runs),
        Conclusions.UNSUPPORTED: lambda records, reason: reason["runs"] == len(records.runs),
        Conclusions.OBSERVED_VIOLATIONS: lambda records, reason: (
            (reason["violations"], reason["units"])
            in [
                (each.violations, each.units if each.judged is None else each.judged)
                for each in records.results
            ]
        ),
        Conclusions.OBSERVED_COUNT: lambda records, reason: (
            (reason["observed"], reason["units"])
            in {
                (round(each.effect.value * each.units), each.units)
                for each in records.results
                if each.effect is not None
            }
        ),
        Conclusions.THOUGH_PASSED: lambda records, _: set(records.outcome(records.runs)) == {PASS},
        Invalidations.RUN_COUNTS: lambda records, reason: records.run(reason) not in records.aside,
        Invalidations.ENDED: lambda records, reason: (
            reason["ending"] in {run.ending for run in records.aside} - {Ending.COMPLETE}
        ),
        Invalidations.COMPLETED_AFTER: lambda records, _: (
            Ending.COMPLETE in {run.ending for run in records.aside}
        ),
        Invalidations.COMPLETED_WITH_DEVIATIONS: lambda records, _: (
            Ending.COMPLETE in {run.ending for run in records.aside}
        ),
        Invalidations.SET_ASIDE: lambda records, reason: (
            records.run(reason) in records.aside
            and reason["run"] in {each.run for each in records.of(Invalidation)}
        ),
        Invalidations.NO_SUCH_RUN: lambda records, reason: (
            reason["run"] not in records.runs or not _start(records.run(reason)).startswith(reason["start"])
        ),
        Invalidations.UNFOUNDED: lambda records, reason: (
            records.run(reason) in records.aside
            and (reason["run"], _start(records.run(reason)))
            not in {(each.run, each.start) for each in records.of(Invalidation) if each.files}
        ),
        Conclusions.RUN_NOT_COVERED: lambda records, reason: (
            reason["run"]
            in {*records.deficiency(reason).runs, *records.deficiency(reason).retests} - records.runs.keys()
        ),
        Conclusions.WORDING_UNCONFIRMED: lambda records, reason: (
            reason["wording"] != "seen"
            and all(
                each.reason == "By choice."
                for each in records.of(Confirmation)
                if each.clause == reason["clause"]
            )
        ),
        Conclusions.SET_ASIDE: lambda records, reason: len(reason["runs"]) <= len(records.aside),
        Conclusions.UNITS_MORE: lambda records, reason: (
            0
            < reason["units"]
            <= sum(records.failed([run.run for run in each.runs]) for each in records.made.groups) - 2
        ),
        Conclusions.SCOPE_CHANGED: lambda records, _: FAIL in records.outcome(records.runs),
        Conclusions.PLAN_ALTERED: lambda records, reason: (
            reason["changes"] == tuple(records.run(reason).start.plan.altered) != ()
        ),
        Conclusions.WAIVED: lambda records, reason: (
            (reason["date"], reason["why"], reason["source"])
            in {(waiver.date.isoformat(), waiver.reason, waiver.source) for waiver in records.of(Waiver)}
            and reason["what"] not in records.conclusion.objections
        ),
    }
)


@true_of(Curing.CURE_NOT_NEW)
def _(records, reason):
    (part,) = [each for each in records.components if each.id == reason["component"]]
    failed = records.failed_of(reason)
    assert part.digest in {answer.digest for run in failed for answer in records.answers(run)}


@true_of(Curing.NO_LATER_RETEST)
def _(records, reason):
    retests, failed = records.deficiency(reason).retests, records.failed_of(reason)
    assert reason["runs"] == retests
    for run in (records.runs[name] for name in retests if name in records.runs):
        model = run.summary.identity.model if run.summary.identity else ""
        unlike = {(each.summary.identity or run.summary.identity).model for each in failed} != {model}
        early = any(run.summary.started <= each.summary.updated for each in failed)
        assert early or unlike or records.unit(run) not in records.units or run in records.aside


@true_of(Curing.RETEST_WITHOUT_CURE)
def _(records, reason):
    cures = {part.digest for part in records.components if part.id in records.deficiency(reason).cure}
    for parts in map(records.answers, records.listed(reason)):
        submitted = parts and all(records.asked_for(part) for part in parts)
        assert not submitted or not cures <= {part.digest for part in parts}


def of_unit(records, reason):
    return [run for run in records.made.runs if records.unit(run) == (reason["model"], reason["serial"])]


def of_game(records, reason):
    own = [run for run in records.made.runs if records.of_model(run, reason["product"])]
    return [run for run in own if run.frozen.game.id == reason["game"]]


def of_version(records, reason):
    """The runs of a model that named the version, with a hash that the register has of any part of this version."""
    kept = {component.digest for component in records.components if component.version == reason["version"]}
    named = reason["component"], reason["version"]
    return [
        run
        for run in records.made.runs
        if records.of_model(run, reason["product"])
        and any((part.name, part.version) == named and part.digest in kept for part in records.answers(run))
    ]


def of_component(records, reason):
    digests = {component.digest for component in records.versions(reason)}
    known = [run for run in records.made.runs if records.of_model(run, "Shuffler 52")]
    return [run for run in known if digests & {part.digest for part in records.answers(run)}]


def tested(code, replaced, own):
    """Register what is true where no run tested something, and where only runs of replaced software did."""

    @true_of(code)
    def _(records, reason):
        assert own(records, reason) == []

    @true_of(replaced)
    def _(records, reason):
        assert {run.run for run in own(records, reason)} == set(reason["runs"])
        assert all(map(records.replaced, records.listed(reason)))


tested(Conclusions.UNIT_UNTESTED, Conclusions.UNIT_REPLACED, of_unit)
tested(Conclusions.GAME_UNTESTED, Conclusions.GAME_REPLACED, of_game)
tested(Conclusions.VERSION_UNTESTED, Conclusions.VERSION_REPLACED, of_version)
tested(Conclusions.COMPONENT_UNNAMED, Conclusions.COMPONENT_REPLACED, of_component)


@true_of(Conclusions.NOT_EXAMINED_OF)
def _(records, reason):
    assert reason["things"]
    if "leaves the device" in reason["objection"]:
        stages = [stage for run in records.made.runs for stage in run.frozen.plan.stages]
        assert not any(isinstance(stage, Inspect) and stage.name in ("leak", "ports") for stage in stages)
    if "vulnerabilities" in reason["objection"]:
        named = {finding.component for finding in records.of(SecurityFinding)}
        assert not any(thing.rsplit(" ", 1)[0] in named for thing in reason["things"])


@true_of(Conclusions.MET_RESCINDED, Conclusions.MET_TEMPORARY)
def _(records, reason):
    CHECKS[reason["met"].code](records, reason["met"])
    games = {game.chapter: game.standing for game in records.games}
    for chapter in reason["chapters"]:
        assert games[chapter].kind == "temporary" or games[chapter].rescinded_by
        assert bool(games[chapter].rescinded_by) is reason.is_a(Conclusions.MET_RESCINDED)


@true_of(Conclusions.ALL_MET, Conclusions.ALL_MET_OR_RELIED, Conclusions.NOTHING_ANSWERED)
def _(records, reason):
    good = [run for run in records.made.runs if not records.replaced(run) and run not in records.aside]
    assert reason["runs"] == len(good)
    assert all(run.outcome is PASS for run in good)
    if reason.is_a(Conclusions.ALL_MET_OR_RELIED):
        named = {clause for result in records.of(ExternalResult) for clause in result.clauses}
        assert 0 < reason["relied"] <= len(named)


@true_of(Conclusions.UNIT_FAILED, Conclusions.UNIT_OBSERVED)
def _(records, reason):
    assert records.failed([reason["run"]])
    assert records.unit(records.run(reason)) in (None, (reason["model"], reason["serial"]))


def _texts(reasons):
    """Return what is named; what a count of further ones stands for is not."""
    return [reason["text"] for reason in reasons if not reason.is_a(Conclusions.MORE)]


@true_of(Conclusions.REPLACED_FAILED)
def _(records, reason):
    runs = _texts(reason["runs"])
    assert set(records.outcome(runs)) == {FAIL}
    assert all(records.replaced(records.runs[name]) for name in runs)
    cured = [records.deficiencies[name] for name in _texts(reason["deficiencies"])]
    assert all(each in records.closed and each.cure and each.retests for each in cured)
    assert set(runs) <= {run for each in cured for run in each.runs}


@true_of(Conclusions.REPLACED_UNDECIDED)
def _(records, reason):
    runs = _texts(reason["runs"])
    assert FAIL not in records.outcome(runs)
    assert all(records.replaced(records.runs[name]) for name in runs)


@true_of(Invalidations.BY_PARTICIPANT)
def _(records, reason):
    run = records.run(reason)
    answered = {result.who for each in run.findings.values() for result in each}
    assert reason["person"] == run.start.operator or any(reason["person"] in who for who in answered)


def _start(run):
    return next(run.log.of(StartBody)).hash


@true_of(Conclusions.CLAUSE_NOT_TESTED, Conclusions.CLAUSE_INCONCLUSIVE)
def _(records, reason):
    """That the row itself is true is checked with the rows."""
    text = "NOT TESTED" if reason.is_a(Conclusions.CLAUSE_NOT_TESTED) else "INCONCLUSIVE"
    words = {(row.clause, row.asked, row.came) for each in records.conclusion.matrices for row in each.rows}
    assert (reason["clause"], reason["asked"], text) in words


COUNTED = {
    Conclusions.CLAUSES_NOT_TESTED.code: Conclusions.CLAUSE_NOT_TESTED,
    Conclusions.CLAUSES_INCONCLUSIVE.code: Conclusions.CLAUSE_INCONCLUSIVE,
    Conclusions.WORDINGS_UNCONFIRMED.code: Conclusions.WORDING_UNCONFIRMED,
    Conclusions.DOCUMENTS_MISSING.code: Conclusions.DOCUMENT_MISSING,
}
"""What each number of open items counts."""


@true_of(
    Conclusions.CLAUSES_NOT_TESTED,
    Conclusions.CLAUSES_INCONCLUSIVE,
    Conclusions.WORDINGS_UNCONFIRMED,
    Conclusions.DOCUMENTS_MISSING,
)
def _(records, reason):
    ((_, count),) = reason.parameters
    assert count == sum(objection.is_a(COUNTED[reason.code]) for objection in records.conclusion.objections)


@true_of(Conclusions.LAW_NOT_NAMED, Conclusions.RESCINDED_TEXT, Conclusions.TEMPORARY_TEXT)
def _(records, reason):
    cited = str(dict(reason.parameters).get("chapter", dict(reason.parameters).get("clause")))
    game = next(game for game in records.games if game.chapter == cited.removeprefix("58 Pa. Code ch. "))
    assert game.standing.kind == "temporary" or game.standing.rescinded_by
    if reason.is_a(Conclusions.RESCINDED_TEXT):
        assert reason["by"] == game.standing.rescinded_by
    if reason.is_a(Conclusions.LAW_NOT_NAMED):
        assert all(game.chapter in word.source for word in records.of(Confirmation) if word.clause == cited)


@true_of(Conclusions.LAW_NAMED, Conclusions.LAW_NAMED_UNKNOWN)
def _(records, reason):
    assert reason["source"] in {
        word.source for word in records.of(Confirmation) if word.clause == reason["clause"]
    }
    own = (game for game in records.games if reason["clause"].endswith(f" {game.chapter}"))
    (successor,) = {game.standing.successor for game in own}
    assert reason.is_a(Conclusions.LAW_NAMED) is bool(successor and successor in reason["source"])


@true_of(Conclusions.NO_DATE, Conclusions.OUTDATED)
def _(records, reason):
    filed = [change.utc for change in records.submission.changes if change.kind == Recommendation.kind]
    assert filed == [] if reason.is_a(Conclusions.NO_DATE) else reason["moment"] == filed[-1]


@true_of(Conclusions.NEWER)
def _(records, reason):
    changes = records.submission.changes
    filed = [change for change in changes if change.kind == Recommendation.kind][-1]
    if reason["kind"] == "run":
        assert records.runs[reason["name"]].summary.updated > filed.utc
        return
    own = [change for change in changes if (change.kind, change.entry) == (reason["kind"], reason["name"])]
    assert own[-1].number > filed.number


@true_of(Conclusions.FIRST_REASON, Conclusions.REASONS)
def _(records, reason):
    """One reason, or the number of those of its kind, and how many others there are."""
    reasons, why = records.conclusion.reasons, reason["why"]
    alike = 1 if why in reasons else dict(why.parameters).popitem()[1]
    more = reason["more"] if reason.is_a(Conclusions.REASONS) else 0
    assert alike + more == len(reasons)


@true_of(Conclusions.ENTRY_REMOVED, Conclusions.FIELD_CHANGED)
def _(records, reason):
    ended = min(run.summary.updated for run in records.made.runs if run.outcome is FAIL)
    later = [each for each in records.submission.changes if each.utc > ended and each.before is not None]
    own = [each for each in later if (each.kind, each.entry) == (reason["kind"], reason["entry"])]
    if reason.is_a(Conclusions.ENTRY_REMOVED):
        assert any(each.after is None for each in own)
    else:
        field = reason["field"]
        assert any(each.after is not None and each.after[field] != each.before[field] for each in own)


@true_of(Conclusions.NOT_HOMOGENEOUS)
def _(records, reason):
    assert reason["plan"] in {run.frozen.plan.id for run in records.made.runs}
    assert reason["adjusted"] < reason["level"] == standard().homogeneity_level
    assert len(reason["groups"]) > 1


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


def outcomes(run):
    """Return what each decision of a run's verdict came to."""
    verdict = run.summary.verdict
    return {each.check_id: each.outcome for each in verdict.decisions} if verdict else {}


def results_of(run):
    """Return the result of every trial and item of a run."""
    return [entry.result for each in run.findings.values() for entry in each]


def required(run):
    return [check.id for check in run.frozen.plan.checks if check.role == "required"]


def check_answer(records, answer, run):
    """Check that a run's own record shows what a clause says that it shows."""
    result = [each.result for each in run.findings.get(answer.stage, ()) if answer.item in ("", each.item)]
    outcome = outcomes(run).get(answer.decision)
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


def game_of(records, reason):
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
        Compliance.OF_GAME: game_of,
        Compliance.OF_PRODUCT: lambda records, reason: (
            game_of(records, reason)
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
            and results_of(records.page).count(Result.NOT_APPLICABLE) >= reason["inapplicable"] > 0
        ),
        Statements.MET_TRIALS: lambda records, _: records.page.summary.verdict.outcome is PASS,
        Statements.UNSUPPORTED: lambda records, _: (
            records.page.outcome is INCONCLUSIVE and records.page.reasons
        ),
        Statements.FAILED_TRIALS: lambda records, reason: (
            {outcomes(records.page)[f"stage-{name}"] for name in reason["missed"]} == {FAIL}
        ),
        Statements.FAILED_BOTH: lambda records, _: FAIL in outcomes(records.page).values(),
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
    assert {outcomes(run)[name] for name in required(run)} == {PASS}


@true_of(Statements.FAILED_CHECKS)
def _(records, reason):
    run = records.page
    count = [outcomes(run).get(name) for name in required(run)].count(FAIL)
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
