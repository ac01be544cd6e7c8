"""Decisions about a submission: what each may be about, what it is refused for, and how it is put on record.

The files of a dossier as data: the register's record, the conclusion, and how the report was made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AliasChoices, BeforeValidator, Field, ValidationError

from labharness.app.workspace.manifest import first_mistake, kept, parsed
from labharness.app.workspace.workspace import Workspace, numbered
from labharness.assessment.compliance import RELIED_ON
from labharness.assessment.conclusion import Conclusion
from labharness.assessment.dossier import Amendment
from labharness.assessment.obligations import NO_TEST, NOT_APPLICABLE, NOT_TESTED
from labharness.database.engine import canonical
from labharness.errors import EvidenceError, IntegrityError, RegisterError
from labharness.filings.entries.checklist import read_checklist
from labharness.filings.entries.entry import Entry, ListedPerson, Person
from labharness.filings.entries.form_values import checked_values
from labharness.filings.entries.review import (
    Confirmation,
    Exclusion,
    Explanation,
    Invalidation,
    PlanApproval,
    Recommendation,
    Waiver,
)
from labharness.filings.entries.snapshot import KINDS, Change, FormerReport, Submission, read_examinations
from labharness.games.mistakes import Data
from labharness.model.eastern_time import today
from labharness.model.reasons.command import Commands
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.inputs import Inputs, Noun, located
from labharness.model.reasons.register import Registers
from labharness.model.reasons.report import Reports
from labharness.model.results import ClauseResult
from labharness.reason import Reason, read_reason

if TYPE_CHECKING:
    from labharness.filings.store.register import Register


_RESULTS = {
    NOT_TESTED: ClauseResult.NOT_TESTED,
    NOT_APPLICABLE: ClauseResult.NOT_APPLICABLE,
    NO_TEST: ClauseResult.NO_TEST,
    RELIED_ON: ClauseResult.RELIED_ON,
}
"""Codes of what clauses come to, by the words of reports."""
RECORD, CONCLUSION, REMAINDER = "submission.json", "conclusion.json", "dossier.json"


class RegisterRecord(Data):
    """The register's snapshot: every entry, and the audit chain of the submission."""

    schema_: Literal[1] = Field(default=1, alias="schema")
    head: str
    entries: tuple[dict[str, Any], ...]
    changes: tuple[Change, ...]


class Remainder(Data):
    """What a dossier is beside submission, runs and photographs, and with which files the report was drawn.

    Parameters
    ----------
    drawn_with
        SHA-256 of every file of the reports folder: sections, layouts, texts, fonts.
    """

    schema_: Literal[1] = Field(default=1, alias="schema")
    series: str
    revision: Annotated[int, Field(ge=1)]
    amends: Amendment | None
    baseline: FormerReport | None = None
    notes: tuple[Reason, ...]
    lost: tuple[Reason, ...]
    faults: tuple[Reason, ...]
    versions: dict[str, str]
    drawn_with: dict[str, str]


def _result(word: object) -> ClauseResult:
    return _RESULTS.get(str(word)) or ClauseResult(str(word))


class ClauseConcluded(Data):
    """What a clause of a matrix came to; conclusions of version 0.1.0 hold words for it, and for the matrix."""

    matrix: Annotated[Reason, BeforeValidator(read_reason)]
    clause: str
    result: Annotated[
        ClauseResult, BeforeValidator(_result), Field(validation_alias=AliasChoices("result", "came"))
    ]
    wording: str


class Concluded(Data):
    """What the report concludes, as other programs read it."""

    schema_: Literal[1] = Field(default=1, alias="schema")
    outcome: str
    reasons: tuple[Reason, ...]
    objections: tuple[Reason, ...]
    recommendation: str | None
    refused: bool
    clauses: tuple[ClauseConcluded, ...]
    specimen: bool = False

    @classmethod
    def of(cls, conclusion: Conclusion) -> Concluded:
        """Return a conclusion as other programs read it."""
        return cls(
            outcome=conclusion.outcome.value,
            reasons=conclusion.reasons,
            objections=conclusion.objections,
            recommendation=conclusion.recommendation.disposition if conclusion.recommendation else None,
            refused=conclusion.refused,
            specimen=conclusion.specimen,
            clauses=tuple(
                ClauseConcluded(
                    matrix=each.title, clause=row.clause, result=_result(row.came), wording=row.wording
                )
                for each in conclusion.matrices
                for row in each.rows
            ),
        )


def read_record(files: Mapping[str, bytes]) -> Submission:
    """Return the register's record in the files of a dossier.

    Raises
    ------
    IntegrityError
        If the file is missing or is not what this program writes.
    """
    record = parsed(RegisterRecord, files, RECORD)
    entries = ((str(entry.pop("kind", "")), entry) for entry in record.entries)
    return Submission(tuple(entry_of(kind, body) for kind, body in entries), record.changes, record.head)


def listed_people(files: Mapping[str, bytes]) -> Iterator[ListedPerson]:
    """Yield who was active when a report was built; raises :class:`IntegrityError` like :func:`read_record`."""
    try:
        for entry in parsed(RegisterRecord, files, RECORD).entries:
            if entry.get("kind") == Person.kind and (person := ListedPerson.model_validate(entry)).active:
                yield person
    except ValidationError as error:
        raise IntegrityError(Reports.FILE_UNREADABLE(file=RECORD, why=first_mistake(error))) from error


def read_conclusion(files: Mapping[str, bytes]) -> Concluded:
    """Return what the report of a dossier concluded; raises :class:`IntegrityError` like :func:`read_record`."""
    return parsed(Concluded, files, CONCLUSION)


def entry_of(kind: str, body: Mapping[str, Any]) -> Entry:
    """Return an entry of the register from its data.

    Raises
    ------
    IntegrityError
        If it is none that the register writes.
    """
    if kind not in KINDS:
        raise IntegrityError(Reports.ENTRY_UNKNOWN(file=RECORD, kind=kind))
    try:
        return KINDS[kind].model_validate_json(canonical(dict(body)), strict=True)
    except ValueError as error:
        raise IntegrityError(Reports.FILE_UNREADABLE(file=RECORD, why=first_mistake(error))) from error


Cited = Mapping[str, tuple[str, str]]
"""Result and wording by citation."""
NOT_IN_FORCE = "not shown to be in force"
"""Stands for the wording of a chapter whose law in force is to be named."""


def decide(
    workspace: Workspace, register: Register, who: str, submission: str, kind: str, values: Mapping[str, Any]
) -> Change:
    """Put a person's word on record: a confirmation, a waiver, an exclusion, an invalidation, a recommendation.

    Parameters
    ----------
    values
        What a form of the kind holds; number, person, day and hashes are filled in.

    Raises
    ------
    RegisterError
        With everything that forbids it.
    """
    taken = {each.id for each in register.snapshot(submission).of(KINDS[kind])}
    if problems := tuple(_problems(workspace, submission, kind, values)):
        raise RegisterError(*problems)
    id_ = numbered(f"{kind.replace('_', '-')}-", taken)
    entry = decision(workspace, kind, values, id_, who)
    why = str(values.get("reason") or values.get("grounds") or values.get("text") or "Decided.")
    change = register.put(submission, entry, who, why, expecting=0)
    assert change is not None  # its id is new
    return change


def decision(workspace: Workspace, kind: str, values: Mapping[str, Any], id_: str, who: str) -> Entry:
    """Return the entry of a decision made today; raises :class:`RegisterError` with every mistake in its values."""
    filled = {**values, **_hashes(workspace, kind, values)}
    entry, mistakes = checked_values(kind, {**filled, "id": id_, "by": who, "date": today().isoformat()})
    if entry is None:
        raise RegisterError(
            *(
                reason
                for each in mistakes
                for reason in (located(str(each.path[0]), (each.reason,)) if each.path else (each.reason,))
            )
        )
    return entry


def _hashes(workspace: Workspace, kind: str, values: Mapping[str, Any]) -> dict[str, str]:
    """Return the hash of what a decision is about, of the start records of runs or of a plan, beside the name that it has there."""
    filled = dict[str, str]()
    if kind in (Invalidation.kind, Explanation.kind):
        folder = workspace.run(str(values.get("run", "")))
        filled |= {"run": folder.begun().run, "start": folder.start().hash}
    if kind == Explanation.kind:
        folder = workspace.run(str(values.get("other", "")))
        filled |= {"other": folder.begun().run, "other_start": folder.start().hash}
    elif kind == PlanApproval.kind and values.get("plan"):
        from labharness.app.plug_ins.discovery import discover
        from labharness.app.runs.services import load_plan

        catalog = discover(workspace.path)
        filled["sha256"] = load_plan(str(values["plan"]), catalog, workspace=workspace.path).sha256
    return filled


def _problems(
    workspace: Workspace, submission: str, kind: str, values: Mapping[str, Any]
) -> Iterator[Reason]:
    """Yield why a decision is about nothing that there is: a clause, an item, a disposition."""
    if kind in (Confirmation.kind, Exclusion.kind):
        wrong = uncited(kind, *cited(workspace, submission), str(values.get("clause", "")))
    elif kind == Waiver.kind:
        items = tuple(name for name, _ in waivable_items())
        wrong = _unknown(Noun.ITEM, str(values.get("item", "")), items)
    elif kind == Recommendation.kind:
        wrong = _no_disposition(str(values.get("disposition", "")), values.get("conditions", ()))
    else:
        wrong = None
    if wrong is not None:
        yield wrong


def _unknown(what: Noun, name: str, known: Sequence[str]) -> Reason | None:
    return None if name in known else Inputs.UNKNOWN(what=what, name=name, known=tuple(known))


def _no_disposition(name: str, conditions: Sequence[str]) -> Reason | None:
    from labharness.assessment.law import disposition, dispositions

    kind = disposition(name)
    if kind is None:
        return _unknown(Noun.DISPOSITION, name, tuple(each.id for each in dispositions()))
    lacking = kind.conditions and not any(conditions)
    return Registers.CONDITIONS_NEEDED(disposition=name) if lacking else None


def waivable_items() -> list[tuple[str, str]]:
    """Return id and title of everything that can be waived: lines of the checklist, and examinations."""
    examinations = read_examinations().values()
    return [
        *((each.id, each.title) for each in read_checklist().items),
        *((each.id.value, each.title) for each in examinations),
    ]


def uncited(kind: str, report: str, clauses: Cited, clause: str) -> Reason | None:
    """Return why a clause can be neither confirmed nor excluded, None where it can.

    Only a whole citation of the newest report counts; before the first report nothing can be told.
    """
    if not clauses or not clause or clause in clauses:
        return None
    if kind == Confirmation.kind:
        awaiting = tuple(name for name, (_, wording) in clauses.items() if wording != "seen")
        if awaiting:
            return Commands.CLAUSE_NOT_AWAITING(report=report, clause=clause, awaiting=awaiting)
    else:
        untested = tuple(name for name, (result, _) in clauses.items() if result == ClauseResult.NOT_TESTED)
        if untested:
            return Commands.CLAUSE_NOT_UNTESTED(report=report, clause=clause, untested=untested)
    return Commands.CLAUSE_NOT_CITED(report=report, clause=clause)


def cited(workspace: Workspace, submission: str) -> tuple[str, dict[str, tuple[str, str]]]:
    """Return the newest report of a submission, and how it cites clauses, with the result of each and its wording.

    Returns
    -------
    tuple
        Number of the report, empty where none was built; result and wording by citation.
    """
    paths = (workspace.path / "reports").glob(f"{submission}-r*/dossier/conclusion.json")
    newest = max(paths, key=lambda path: path.stat().st_mtime, default=None)
    if newest is None:
        return "", {}
    report = newest.parent.parent
    name = f"dossier/{CONCLUSION}"
    with suppress(EvidenceError):  # a damaged report is another command's matter
        conclusion = read_conclusion({CONCLUSION: kept(report, name)})
        laws = [str(each["clause"]) for each in conclusion.objections if each.is_a(Conclusions.LAW_NOT_NAMED)]
        rows = {each.clause: (each.result, each.wording) for each in conclusion.clauses}
        return report.name, rows | dict.fromkeys(laws, ("", NOT_IN_FORCE))
    return report.name, {}
