"""What a submission's report concludes of its runs, attempts and clauses."""

from __future__ import annotations

from labharness.model.device import DeviceClass
from labharness.model.reasons.decision import Factor
from labharness.model.reasons.run import Trait
from labharness.model.results import Ending, Outcome, PerShuffle
from labharness.reason import Code, Reason, Titled, doubt, failure, note, open_item


class Conclusions(Code, area="conclusion"):
    """Reasons for the verdict over every run, open items beside it, and the parts of its sentence."""

    PLAN_FAILED = failure(plan=str, runs=tuple[str, ...], why=tuple[Reason, ...])
    REPLACED_PLAN_FAILED = failure(plan=str, runs=tuple[str, ...], why=tuple[Reason, ...], uncured=Reason)
    CLAUSE_NOT_MET = failure(clause=str, asked=str)
    CRITERION_NOT_MET = failure(clause=str, asked=str)
    SEE_RESULTS = note()
    MORE = note(number=int)

    SIMULATED_DEVICE = open_item(runs=tuple[str, ...])
    NO_RUN = open_item()
    NOT_HOMOGENEOUS = open_item(
        factors=tuple[Factor, ...],
        plan=str,
        stage=str,
        groups=tuple[str, ...],
        largest=Reason,
        adjusted=float,
        level=float,
    )
    CURE_DOUBTED = open_item(plan=str, runs=tuple[str, ...], why=Reason)
    PLAN_DOUBTED = open_item(plan=str, runs=tuple[str, ...], why=Reason)
    RUN_DOUBTED = open_item(run=str, why=Reason)
    RUNS_DOUBTED = open_item(runs=tuple[str, ...], why=Reason)
    UNDECIDED = open_item()
    UNIT_UNKNOWN = open_item(plan=str, runs=tuple[str, ...], model=str | None, serial=str | None)
    SOFTWARE_UNKNOWN = open_item(plan=str, runs=tuple[str, ...])
    RUN_NOT_COVERED = open_item(deficiency=str, run=str)
    UNIT_UNTESTED = open_item(serial=str, model=str)
    UNIT_REPLACED = open_item(serial=str, model=str, runs=tuple[str, ...])
    GAME_UNTESTED = open_item(product=str, game=str)
    GAME_REPLACED = open_item(product=str, game=str, runs=tuple[str, ...])
    VERSION_UNTESTED = open_item(product=str, component=str, version=str)
    VERSION_REPLACED = open_item(product=str, component=str, version=str, runs=tuple[str, ...])
    CLAUSE_NOT_TESTED = open_item(clause=str, asked=str)
    CLAUSE_INCONCLUSIVE = open_item(clause=str, asked=str)

    REPLAYED = open_item()
    SOFTWARE_UNNAMED = open_item(plan=str, runs=tuple[str, ...])
    COMPONENT_UNNAMED = open_item(component=str, version=str)
    COMPONENT_REPLACED = open_item(component=str, version=str, runs=tuple[str, ...])
    DEVIATION = open_item(run=str, why=tuple[Reason, ...])
    PLAN_ALTERED = open_item(run=str, changes=tuple[str, ...])
    RUN_INTERRUPTED = open_item(run=str, times=int)
    WITHOUT_EFFECT = open_item(kind=str, entry=str, why=Reason)
    NOT_EXAMINED = open_item(objection=str)
    WAIVED = note(person=str, date=str, what=Reason, why=str, source=str)
    NOT_EXAMINED_OF = open_item(objection=str, things=tuple[str, ...])
    DOCUMENT_MISSING = open_item(title=str)
    WORDING_UNCONFIRMED = open_item(clause=str, wording=str)
    LAW_NAMED = note(source=str, clause=str)
    LAW_NAMED_UNKNOWN = note(source=str, clause=str)
    LAW_NOT_NAMED = open_item(clause=str, standing=tuple[Reason, ...])
    RESCINDED_TEXT = note(chapter=str, by=str)
    TEMPORARY_TEXT = note(chapter=str)
    DEFICIENCY_OPEN = open_item(deficiency=str, finding=str)
    SECURITY_OPEN = open_item(finding=str, title=str)
    HASH_UNVERIFIED = open_item(component=str, version=str)
    REBUILD_DIFFERS = open_item(component=str, version=str)
    INCOMPLETE = open_item()
    NO_DATE = open_item()
    OUTDATED = open_item(moment=str, newer=tuple[Reason, ...])
    NEWER = note(kind=str, name=str)

    ALL_MET = note(runs=int)
    ALL_MET_OR_RELIED = note(runs=int, relied=int)
    MET_RESCINDED = note(met=Reason, chapters=tuple[str, ...])
    MET_TEMPORARY = note(met=Reason, chapters=tuple[str, ...])
    NOTHING_ANSWERED = note(runs=int)
    NOT_MET = note(runs=int)
    UNSUPPORTED = note(runs=int)
    UNIT_FAILED = note(model=str | None, serial=str | None, run=str)
    UNIT_OBSERVED = note(model=str | None, serial=str | None, run=str, observed=Reason)
    UNITS_MORE = note(units=int)
    OBSERVED_COUNT = note(observed=int, what=PerShuffle, units=int, expected=int)
    OBSERVED_VIOLATIONS = note(violations=int, units=int, unit=str)
    THOUGH_PASSED = note()
    FIRST_REASON = note(why=Reason)
    REASONS = note(why=Reason, more=int)
    REPLACED_FAILED = note(runs=tuple[Reason, ...], deficiencies=tuple[Reason, ...])
    REPLACED_UNDECIDED = note(runs=tuple[Reason, ...])
    SET_ASIDE = note(runs=tuple[Reason, ...])
    SCOPE_CHANGED = note(changes=tuple[Reason, ...])
    ENTRY_REMOVED = note(kind=str, entry=str)
    FIELD_CHANGED = note(field=str, kind=str, entry=str)

    CLAUSES_NOT_TESTED = note(clauses=int)
    CLAUSES_INCONCLUSIVE = note(clauses=int)
    WORDINGS_UNCONFIRMED = note(clauses=int)
    DOCUMENTS_MISSING = note(documents=int)


class Dossiers(Code, area="dossier"):
    """Faults of a record, runs that are missing, and doubts whether attempts belong together."""

    RUN_MISSING = doubt(run=str)
    RUN_ELSEWHERE = doubt(run=str, bench=str)
    RUN_REPLACED = doubt(run=str, start=str)

    UNTOUCHED = note(run=str)
    NOT_BEGUN = note(run=str, why=Reason)
    COUNTS_ELSEWHERE = note(run=str, submission=str)
    COUNTS_UNASSIGNED = note(run=str)

    FAILED_ELSEWHERE = doubt(run=str, submission=str)
    REPORT_ALTERED = doubt(report=str)
    REPORT_UNREADABLE = doubt(report=str)
    RECORDS_MISSING = doubt(report=str, records=int)
    CLOCK_SET_BACK = doubt(run=str, earlier=str)
    RUN_ALTERED = doubt(run=str, report=str)

    NOT_INTACT = doubt(run=str)
    SEVERAL_UNITS = doubt()
    SEVERAL_SOFTWARES = doubt()
    SETTLED_AND_GONE = doubt(run=str)
    NOT_SETTLED = doubt(run=str)
    SETTLED_BEFORE = doubt(run=str)
    NO_VERDICT = doubt(run=str)
    SETTLED_OTHERWISE = doubt(run=str, settled=Outcome, recorded=Outcome)

    EVIDENCE_UNVERIFIED = doubt(why=Reason)
    NO_END = doubt()
    ENDED_EARLY = doubt(ending=Ending)
    VERDICT_MISSING = doubt()


class Settled(Code, area="settlement"):
    """Basis of the verdict over all attempts, and runs that are not among them."""

    PASSED_ALONE = note(attempts=int)
    PASSED_AGAIN = note(attempts=int, checks=tuple[Titled, ...], run=str)
    RUNS_SET_ASIDE = note(runs=tuple[str, ...])
    FAILED = note(attempts=int)
    AWAITS_RETEST = note(attempts=int, run=str, checks=tuple[Titled, ...])
    NONE_COMPLETED = note(attempts=int)
    UNDECIDED = note(attempts=int)

    COUNTS_UNNAMED = note(run=str)
    STANDS_APART = note(run=str, traits=tuple[Trait, ...])
    NOTHING_DONE = note(run=str)
    NOT_BEGUN = note(run=str, why=Reason)
    REPORTED_AND_GONE = note(run=str)


class Compliance(Code, area="compliance"):
    """What a matrix is of; why a clause does not apply, whose result answers it, which failures are of replaced software."""

    GENERAL_LAW = note()
    OTHER_SOURCES = note()
    OF_PRODUCT = note(game=str, chapter=str, device=DeviceClass, product=str)
    OF_GAME = note(game=str, chapter=str, device=DeviceClass)

    EXCLUDED = note(why=str, person=str, date=str)
    RELIED_ON = note(provider=str, number=str, date=str)
    INAPPLICABLE = note(items=tuple[Reason, ...])
    ITEM_INAPPLICABLE = note(item=str, why=str, run=str)
    WITHOUT_REASON = note(item=str, run=str)
    UNCURED = note(runs=tuple[str, ...], why=tuple[Reason, ...])
