"""The files of a dossier as data: the register's record, the conclusion, and how the report was made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, BeforeValidator, Field, ValidationError

from labharness.app.manifest import first_mistake, parsed
from labharness.assessment.amendment import Amendment
from labharness.assessment.clauses.answered import RELIED_ON
from labharness.assessment.clauses.obligations import NO_TEST, NOT_APPLICABLE, NOT_TESTED
from labharness.assessment.conclusion import Conclusion
from labharness.database.canonical import canonical
from labharness.errors import IntegrityError
from labharness.filings.entries.entry import Entry
from labharness.filings.entries.former import FormerReport
from labharness.filings.entries.people import ListedPerson, Person
from labharness.filings.entries.snapshot import KINDS, Change, Submission
from labharness.games.data import Data
from labharness.model.reasons.report import Reports
from labharness.model.results import ClauseResult
from labharness.reason import Reason, read_reason

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
