"""A second, naive reading of the records of a dossier, and what each statement of a conclusion must agree with in it."""

from labharness.assessment.conclusion import conclude
from labharness.assessment.law import standard
from labharness.evidence.records.course import StartBody
from labharness.filings.entries.checklist import missing
from labharness.filings.entries.events import Component, Equipment, Product, Unit
from labharness.filings.entries.review import (
    Confirmation,
    Deficiency,
    ExternalResult,
    Invalidation,
    Recommendation,
    SecurityFinding,
    Waiver,
)
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.register import Invalidations
from labharness.model.reasons.run import Curing
from labharness.model.results import Ending, Outcome
from labharness.plans.procedures import Inspect

PASS, FAIL, INCONCLUSIVE = Outcome.PASS, Outcome.FAIL, Outcome.INCONCLUSIVE


class Naive:
    """What a clerk sees who turns the pages of the records, run by run and entry by entry."""

    def __init__(self, made):
        self.made, self.submission = made, made.submission
        self.conclusion = conclude(made)
        self.page = None  # the run or the group that statements are about
        self.runs = {run.run: run for run in made.runs}
        self.components = self.submission.of(Component)
        self.deficiencies = {deficiency.id: deficiency for deficiency in self.submission.of(Deficiency)}

    def answers(self, run):
        return {part for answer in run.summary.software for part in answer}

    def asked_for(self, part):
        """Whether approval is asked for software that a device reported, under whatever name."""
        return any(component.submitted and component.digest == part.digest for component in self.components)

    def replaced(self, run):
        """Whether a device reported software that the register knows and for which no approval is asked."""
        parts = self.answers(run) if self.known(run) else ()
        known = {component.digest for component in self.components}
        whole = bool(parts) and all(part.digest in known for part in parts)
        return whole and any(not self.asked_for(part) for part in parts)

    def known(self, run):
        """Whether the register has the unit that a device says it is."""
        products = {product.id: product.model for product in self.submission.of(Product)}
        units = self.submission.of(Unit)
        return any(self.is_unit(run, unit.serial, products.get(unit.product)) for unit in units)

    def is_unit(self, run, serial, model):
        identity = run.summary.identity
        return identity is not None and (identity.serial, identity.model) == (serial, model)

    def of_model(self, run, model):
        identity = run.summary.identity
        known = {unit.serial for unit in self.submission.of(Unit)}
        return identity is not None and identity.model == model and identity.serial in known

    def role(self, run):
        return next(each.role(run) for each in self.made.groups if run in each.runs)

    def failed(self, runs):
        """Whether one of some runs failed, or was settled as failed."""
        settled = [each.settlement for each in self.made.groups if each.settlement is not None]
        stale = {tried.run for each in settled if each.outcome is FAIL for tried in each.attempts}
        return FAIL in self.outcome(runs) or not stale.isdisjoint(runs)

    def outcome(self, runs):
        return [self.runs[name].outcome for name in runs]


CHECKS = {}


def true_of(*codes):
    """Register a check: whether a reason of these codes is true of a naive reading, by its parameters."""

    def keep(check):
        CHECKS.update(dict.fromkeys((code.code for code in codes), check))
        return check

    return keep


@true_of(Conclusions.PLAN_FAILED, Conclusions.REPLACED_PLAN_FAILED)
def _(records, reason):
    assert records.failed(reason["runs"])
    assert all(records.runs[name].frozen.plan.id == reason["plan"] for name in reason["runs"])
    if reason.is_a(Conclusions.REPLACED_PLAN_FAILED):
        assert any(records.replaced(records.runs[name]) for name in reason["runs"])


@true_of(Curing.NO_DEFICIENCY)
def _(records, reason):
    closed = [deficiency for deficiency in records.deficiencies.values() if deficiency.status == "closed"]
    assert records.failed(reason["runs"])
    assert not any(set(reason["runs"]) <= set(each.runs) for each in closed)


@true_of(Curing.NO_CURE)
def _(records, reason):
    assert records.deficiencies[reason["deficiency"]].cure == ()


@true_of(Curing.CURE_UNKNOWN)
def _(records, reason):
    assert reason["component"] in records.deficiencies[reason["deficiency"]].cure
    assert reason["component"] not in {component.id for component in records.components}


@true_of(Curing.CURE_NOT_NEW)
def _(records, reason):
    deficiency = records.deficiencies[reason["deficiency"]]
    (part,) = [each for each in records.components if each.id == reason["component"]]
    failed = [records.runs[name] for name in deficiency.runs if name in records.runs]
    assert any(answer.digest == part.digest for run in failed for answer in records.answers(run))


@true_of(Curing.NO_RETEST)
def _(records, reason):
    assert records.deficiencies[reason["deficiency"]].retests == ()


@true_of(Curing.NO_LATER_RETEST)
def _(records, reason):
    deficiency = records.deficiencies[reason["deficiency"]]
    assert reason["runs"] == deficiency.retests
    failed = [records.runs[name] for name in deficiency.runs if name in records.runs]
    for name in set(deficiency.retests) & set(records.runs):
        run = records.runs[name]
        unlike = {(each.summary.identity or run.summary.identity).model for each in failed} != {
            run.summary.identity.model if run.summary.identity else ""
        }
        unknown = not any(
            records.is_unit(run, unit.serial, product.model)
            for unit in records.submission.of(Unit)
            for product in records.submission.of(Product)
        )
        early = any(run.summary.started <= each.summary.updated for each in failed)
        assert early or unlike or unknown or records.role(run) == "set aside"


@true_of(Curing.RETEST_WITHOUT_CURE)
def _(records, reason):
    deficiency = records.deficiencies[reason["deficiency"]]
    cures = {part.digest for part in records.components if part.id in deficiency.cure}
    for name in reason["runs"]:
        parts = records.answers(records.runs[name])
        submitted = parts and all(records.asked_for(part) for part in parts)
        assert not submitted or not cures <= {part.digest for part in parts}


@true_of(Curing.RETEST_NOT_PASSED)
def _(records, reason):
    assert set(reason["runs"]) <= set(records.deficiencies[reason["deficiency"]].retests)
    held = [each for each in records.made.groups for run in each.runs if run.run in reason["runs"]]
    assert all(each.outcome is not PASS for each in held)


@true_of(Curing.RETEST_DOUBTED, Conclusions.CURE_DOUBTED)
def _(records, reason):
    if reason.is_a(Conclusions.CURE_DOUBTED):
        assert records.failed(reason["runs"])
        return
    assert records.outcome([reason["run"]]) == [PASS]
    assert FAIL not in records.outcome(reason["runs"])


@true_of(Conclusions.CLAUSE_NOT_MET, Conclusions.CRITERION_NOT_MET)
def _(records, reason):
    assert FAIL in records.outcome(records.runs)
    inferred = "by analogy" in reason["clause"]
    assert not (inferred and reason.is_a(Conclusions.CLAUSE_NOT_MET))


@true_of(Conclusions.SIMULATED_DEVICE)
def _(records, reason):
    assert all(records.runs[name].summary.simulation for name in reason["runs"])


@true_of(Conclusions.NO_RUN)
def _(records, _):
    assert all(records.replaced(run) for run in records.runs.values())


@true_of(Conclusions.PLAN_DOUBTED)
def _(records, reason):
    assert FAIL not in records.outcome(reason["runs"])
    assert all(records.runs[name].frozen.plan.id == reason["plan"] for name in reason["runs"])


@true_of(Conclusions.RUN_DOUBTED)
def _(records, reason):
    assert reason["why"] in records.runs[reason["run"]].verification.problems


@true_of(Conclusions.UNIT_UNKNOWN)
def _(records, reason):
    products = {product.id: product.model for product in records.submission.of(Product)}
    kept = {(products.get(unit.product), unit.serial) for unit in records.submission.of(Unit)}
    assert (reason["model"], reason["serial"]) not in kept


@true_of(Conclusions.SOFTWARE_UNKNOWN)
def _(records, reason):
    kept = {(component.name, component.version, component.digest) for component in records.components}
    parts = [part for name in reason["runs"] for part in records.answers(records.runs[name])]
    assert any((part.name, part.version, part.digest) not in kept for part in parts)


@true_of(Conclusions.UNIT_UNTESTED)
def _(records, reason):
    runs = records.runs.values()
    assert not any(records.is_unit(run, reason["serial"], reason["model"]) for run in runs)


@true_of(Conclusions.UNIT_REPLACED)
def _(records, reason):
    own = [run for run in records.runs.values() if records.is_unit(run, reason["serial"], reason["model"])]
    assert {run.run for run in own} == set(reason["runs"])
    assert all(records.replaced(run) for run in own)


@true_of(Conclusions.GAME_UNTESTED, Conclusions.GAME_REPLACED)
def _(records, reason):
    own = [
        run
        for run in records.runs.values()
        if records.of_model(run, reason["product"]) and run.frozen.game.id == reason["game"]
    ]
    if reason.is_a(Conclusions.GAME_UNTESTED):
        assert own == []
    else:
        assert own
        assert all(records.replaced(run) for run in own)


@true_of(Conclusions.VERSION_UNTESTED, Conclusions.VERSION_REPLACED)
def _(records, reason):
    own = [
        run
        for run in records.runs.values()
        if records.of_model(run, reason["product"])
        and any(
            (part.name, part.version) == (reason["component"], reason["version"])
            and part.digest
            in {component.digest for component in records.components if component.version == part.version}
            for part in records.answers(run)
        )
    ]
    if reason.is_a(Conclusions.VERSION_UNTESTED):
        assert own == []
    else:
        assert own
        assert all(records.replaced(run) for run in own)


@true_of(Conclusions.COMPONENT_UNNAMED, Conclusions.COMPONENT_REPLACED)
def _(records, reason):
    digests = {
        component.digest
        for component in records.components
        if (component.name, component.version) == (reason["component"], reason["version"])
    }
    known = [run for run in records.runs.values() if records.of_model(run, "Shuffler 52")]
    naming = [run for run in known if digests & {part.digest for part in records.answers(run)}]
    if reason.is_a(Conclusions.COMPONENT_UNNAMED):
        assert naming == []
    else:
        assert all(records.replaced(run) for run in naming)


@true_of(Conclusions.REPLAYED)
def _(records, _):
    assert any(run.start.device.startswith("capture:") for run in records.runs.values())


@true_of(Conclusions.SOFTWARE_UNNAMED)
def _(records, reason):
    assert not any(records.answers(records.runs[name]) for name in reason["runs"])


@true_of(Conclusions.DEVIATION)
def _(records, reason):
    assert reason["why"] in [tuple(each) for each in records.runs[reason["run"]].summary.deviations]


@true_of(Conclusions.RUN_INTERRUPTED)
def _(records, reason):
    assert reason["times"] == len(records.runs[reason["run"]].summary.gaps) > 0


@true_of(Conclusions.WITHOUT_EFFECT)
def _(records, reason):
    assert (reason["kind"], reason["entry"]) in {
        (entry.kind, entry.id) for entry in records.submission.entries
    }


@true_of(Conclusions.NOT_EXAMINED)
def _(records, _):
    assert not records.submission.of(Equipment)


@true_of(Conclusions.NOT_EXAMINED_OF)
def _(records, reason):
    assert reason["things"]
    if "leaves the device" in reason["objection"]:
        stages = [stage for run in records.runs.values() for stage in run.frozen.plan.stages]
        assert not any(isinstance(stage, Inspect) and stage.name in ("leak", "ports") for stage in stages)
    if "vulnerabilities" in reason["objection"]:
        named = {finding.component for finding in records.submission.of(SecurityFinding)}
        assert not any(thing.rsplit(" ", 1)[0] in named for thing in reason["things"])


@true_of(Conclusions.DOCUMENT_MISSING)
def _(records, reason):
    assert reason["title"] in {each.title for each in missing(records.submission)}


@true_of(Conclusions.DEFICIENCY_OPEN)
def _(records, reason):
    assert records.deficiencies[reason["deficiency"]].status == "open"


@true_of(Conclusions.SECURITY_OPEN)
def _(records, reason):
    findings = [
        finding for finding in records.submission.of(SecurityFinding) if finding.id == reason["finding"]
    ]
    assert {each.status for each in findings} == {"open"}


@true_of(Conclusions.HASH_UNVERIFIED)
def _(records, reason):
    kept = [
        component
        for component in records.components
        if (component.name, component.version) == _version(reason)
    ]
    assert any(each.taken_over and each.submitted for each in kept)


@true_of(Conclusions.REBUILD_DIFFERS)
def _(records, reason):
    kept = [
        component
        for component in records.components
        if (component.name, component.version) == _version(reason)
    ]
    assert any(each.rebuilt == "yes, different" and each.submitted for each in kept)


def _version(reason):
    return reason["component"], reason["version"]


@true_of(Conclusions.INCOMPLETE)
def _(records, _):
    assert records.submission.filing.complete is None


@true_of(Conclusions.MET_RESCINDED, Conclusions.MET_TEMPORARY)
def _(records, reason):
    CHECKS[reason["met"].code](records, reason["met"])
    games = {run.frozen.game.chapter: run.frozen.game.standing for run in records.runs.values()}
    for chapter in reason["chapters"]:
        assert games[chapter].kind == "temporary" or games[chapter].rescinded_by
        assert bool(games[chapter].rescinded_by) is reason.is_a(Conclusions.MET_RESCINDED)


@true_of(Conclusions.ALL_MET, Conclusions.ALL_MET_OR_RELIED, Conclusions.NOTHING_ANSWERED)
def _(records, reason):
    good = [
        run for run in records.runs.values() if not records.replaced(run) and records.role(run) != "set aside"
    ]
    assert reason["runs"] == len(good)
    assert all(run.outcome is PASS for run in good)
    if reason.is_a(Conclusions.ALL_MET_OR_RELIED):
        named = {clause for result in records.submission.of(ExternalResult) for clause in result.clauses}
        assert 0 < reason["relied"] <= len(named)


@true_of(Conclusions.NOT_MET, Conclusions.UNSUPPORTED)
def _(records, reason):
    assert reason["runs"] == len(records.runs)


@true_of(Conclusions.UNIT_FAILED, Conclusions.UNIT_OBSERVED)
def _(records, reason):
    identity = records.runs[reason["run"]].summary.identity
    assert records.failed([reason["run"]])
    assert identity is None or (identity.model, identity.serial) == (reason["model"], reason["serial"])


@true_of(Conclusions.OBSERVED_VIOLATIONS)
def _(records, reason):
    results = [each for run in records.runs.values() for each in run.summary.results.values()]
    judged = [(each.violations, each.units if each.judged is None else each.judged) for each in results]
    assert (reason["violations"], reason["units"]) in judged


@true_of(Conclusions.THOUGH_PASSED)
def _(records, _):
    assert set(records.outcome(records.runs)) == {PASS}


def _texts(reasons):
    """Return what is named; what a count of further ones stands for is not."""
    return [reason["text"] for reason in reasons if not reason.is_a(Conclusions.MORE)]


@true_of(Conclusions.REPLACED_FAILED)
def _(records, reason):
    runs = _texts(reason["runs"])
    assert set(records.outcome(runs)) == {FAIL}
    assert all(records.replaced(records.runs[name]) for name in runs)
    closed = [records.deficiencies[name] for name in _texts(reason["deficiencies"])]
    assert all(each.status == "closed" and each.cure and each.retests for each in closed)
    assert set(runs) <= {run for each in closed for run in each.runs}


@true_of(Conclusions.REPLACED_UNDECIDED)
def _(records, reason):
    runs = _texts(reason["runs"])
    assert FAIL not in records.outcome(runs)
    assert all(records.replaced(records.runs[name]) for name in runs)


@true_of(Invalidations.SET_ASIDE)
def _(records, reason):
    assert records.role(records.runs[reason["run"]]) == "set aside"
    assert reason["run"] in {each.run for each in records.submission.of(Invalidation)}


@true_of(Invalidations.NO_SUCH_RUN)
def _(records, reason):
    run = records.runs.get(reason["run"])
    assert run is None or not _start(run).startswith(reason["start"])


@true_of(Invalidations.RUN_COUNTS)
def _(records, reason):
    assert records.role(records.runs[reason["run"]]) != "set aside"


@true_of(Invalidations.ENDED, Invalidations.COMPLETED_AFTER, Invalidations.COMPLETED_WITH_DEVIATIONS)
def _(records, reason):
    endings = {run.ending for run in records.runs.values() if records.role(run) == "set aside"}
    if reason.is_a(Invalidations.ENDED):
        assert reason["ending"] in endings - {Ending.COMPLETE}
    else:
        assert Ending.COMPLETE in endings


@true_of(Invalidations.UNFOUNDED)
def _(records, reason):
    run = records.runs[reason["run"]]
    effective = [each for each in records.submission.of(Invalidation) if each.files]
    assert records.role(run) == "set aside"
    assert (run.run, _start(run)) not in {(each.run, each.start) for each in effective}


@true_of(Invalidations.BY_PARTICIPANT)
def _(records, reason):
    run = records.runs[reason["run"]]
    answered = {result.who for each in run.findings.values() for result in each}
    assert reason["person"] == run.start.operator or any(reason["person"] in who for who in answered)


def _start(run):
    return next(run.log.of(StartBody)).hash


@true_of(Conclusions.RUN_NOT_COVERED)
def _(records, reason):
    deficiency = records.deficiencies[reason["deficiency"]]
    assert reason["run"] in (*deficiency.runs, *deficiency.retests)
    assert reason["run"] not in records.runs


@true_of(Conclusions.CLAUSE_NOT_TESTED, Conclusions.CLAUSE_INCONCLUSIVE)
def _(records, reason):
    """That the row itself is true is checked with the rows."""
    text = "NOT TESTED" if reason.is_a(Conclusions.CLAUSE_NOT_TESTED) else "INCONCLUSIVE"
    words = {(row.clause, row.asked, row.came) for each in records.conclusion.matrices for row in each.rows}
    assert (reason["clause"], reason["asked"], text) in words


@true_of(Conclusions.WORDING_UNCONFIRMED)
def _(records, reason):
    confirmed = [each for each in records.submission.of(Confirmation) if each.clause == reason["clause"]]
    assert all(each.reason == "By choice." for each in confirmed)
    assert reason["wording"] != "seen"


@true_of(
    Conclusions.CLAUSES_NOT_TESTED,
    Conclusions.CLAUSES_INCONCLUSIVE,
    Conclusions.WORDINGS_UNCONFIRMED,
    Conclusions.DOCUMENTS_MISSING,
)
def _(records, reason):
    of = {
        Conclusions.CLAUSES_NOT_TESTED.code: Conclusions.CLAUSE_NOT_TESTED,
        Conclusions.CLAUSES_INCONCLUSIVE.code: Conclusions.CLAUSE_INCONCLUSIVE,
        Conclusions.WORDINGS_UNCONFIRMED.code: Conclusions.WORDING_UNCONFIRMED,
        Conclusions.DOCUMENTS_MISSING.code: Conclusions.DOCUMENT_MISSING,
    }[reason.code]
    ((_, count),) = reason.parameters
    assert count == sum(objection.is_a(of) for objection in records.conclusion.objections)


@true_of(Conclusions.LAW_NOT_NAMED, Conclusions.RESCINDED_TEXT, Conclusions.TEMPORARY_TEXT)
def _(records, reason):
    cited = str(dict(reason.parameters).get("chapter", dict(reason.parameters).get("clause")))
    games = [run.frozen.game for run in records.runs.values()]
    game = next(game for game in games if game.chapter == cited.removeprefix("58 Pa. Code ch. "))
    assert game.standing.kind == "temporary" or game.standing.rescinded_by
    if reason.is_a(Conclusions.RESCINDED_TEXT):
        assert reason["by"] == game.standing.rescinded_by
    if reason.is_a(Conclusions.LAW_NOT_NAMED):
        words = [each for each in records.submission.of(Confirmation) if each.clause == cited]
        assert all(f"§ {game.chapter}" in word.source or game.chapter in word.source for word in words)


@true_of(Conclusions.LAW_NAMED, Conclusions.LAW_NAMED_UNKNOWN)
def _(records, reason):
    words = [each for each in records.submission.of(Confirmation) if each.clause == reason["clause"]]
    assert reason["source"] in {word.source for word in words}
    games = [run.frozen.game for run in records.runs.values()]
    (successor,) = {
        game.standing.successor for game in games if reason["clause"].endswith(f" {game.chapter}")
    }
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
        run = records.runs[reason["name"]]
        assert run.summary.updated > filed.utc
        return
    own = [change for change in changes if (change.kind, change.entry) == (reason["kind"], reason["name"])]
    assert own[-1].number > filed.number


@true_of(Conclusions.SET_ASIDE)
def _(records, reason):
    aside = [run for run in records.runs.values() if records.role(run) == "set aside"]
    assert len(reason["runs"]) <= len(aside)


@true_of(Conclusions.FIRST_REASON, Conclusions.REASONS)
def _(records, reason):
    """One reason, or the number of those of its kind, and how many others there are."""
    reasons, why = records.conclusion.reasons, reason["why"]
    alike = 1 if why in reasons else dict(why.parameters).popitem()[1]
    more = reason["more"] if reason.is_a(Conclusions.REASONS) else 0
    assert alike + more == len(reasons)


@true_of(Conclusions.OBSERVED_COUNT)
def _(records, reason):
    results = [each for run in records.runs.values() for each in run.summary.results.values()]
    counts = {
        (round(result.effect.value * result.units), result.units)
        for result in results
        if result.effect is not None
    }
    assert (reason["observed"], reason["units"]) in counts


@true_of(Conclusions.UNITS_MORE)
def _(records, reason):
    failed = [each for each in records.made.groups if records.failed([run.run for run in each.runs])]
    assert 0 < reason["units"] <= len(failed) - 2


@true_of(Conclusions.SCOPE_CHANGED)
def _(records, _):
    assert FAIL in records.outcome(records.runs)


@true_of(Conclusions.ENTRY_REMOVED, Conclusions.FIELD_CHANGED)
def _(records, reason):
    ended = min(run.summary.updated for run in records.runs.values() if run.outcome is FAIL)
    later = [
        change for change in records.submission.changes if change.utc > ended and change.before is not None
    ]
    own = [each for each in later if (each.kind, each.entry) == (reason["kind"], reason["entry"])]
    if reason.is_a(Conclusions.ENTRY_REMOVED):
        assert any(each.after is None for each in own)
    else:
        field = reason["field"]
        assert any(each.after is not None and each.after[field] != each.before[field] for each in own)


@true_of(Conclusions.NOT_HOMOGENEOUS)
def _(records, reason):
    assert reason["plan"] in {run.frozen.plan.id for run in records.runs.values()}
    assert reason["adjusted"] < reason["level"] == standard().homogeneity_level
    assert len(reason["groups"]) > 1


@true_of(Conclusions.PLAN_ALTERED)
def _(records, reason):
    assert reason["changes"] == tuple(records.runs[reason["run"]].start.plan.altered) != ()


@true_of(Conclusions.WAIVED)
def _(records, reason):
    words = {
        (waiver.date.isoformat(), waiver.reason, waiver.source) for waiver in records.submission.of(Waiver)
    }
    assert (reason["date"], reason["why"], reason["source"]) in words
    assert reason["what"] not in records.conclusion.objections
