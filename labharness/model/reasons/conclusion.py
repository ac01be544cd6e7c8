"""What a submission's report concludes: failures, doubts, and open items that prevent a recommendation to approve."""

from __future__ import annotations

from labharness.model.counted import PerShuffle
from labharness.model.reasons.homogeneity import Factor
from labharness.reason import Code, Reason, failure, note, open_item


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
