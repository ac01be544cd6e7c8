"""A dossier as files of a report's folder: written when the report is built, read back when it is drawn again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, ValidationError

from labharness.app.submission.dossiers import settled
from labharness.assessment.conclusion import Conclusion
from labharness.assessment.dossier import Amendment, Dossier
from labharness.errors import IntegrityError
from labharness.evidence.folder import RunFolder
from labharness.filings.entries.entry import Entry
from labharness.filings.entries.snapshot import KINDS, Change, Submission
from labharness.filings.store.schema import canonical
from labharness.games.data import Data
from labharness.model.reasons.report import Reports
from labharness.reason import Reason

RECORD, CONCLUSION, REMAINDER, PHOTOGRAPHS = (
    "submission.json",
    "conclusion.json",
    "dossier.json",
    "files/",
)

Read = TypeVar("Read", bound=Data)


class Record(Data):
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
    notes: tuple[Reason, ...]
    lost: tuple[Reason, ...]
    faults: tuple[Reason, ...]
    versions: dict[str, str]
    drawn_with: dict[str, str]


class Came(Data):
    """What a clause of a matrix came to."""

    matrix: str
    clause: str
    came: str
    wording: str


class Concluded(Data):
    """What the report concludes, as other programs read it."""

    schema_: Literal[1] = Field(default=1, alias="schema")
    outcome: str
    reasons: tuple[Reason, ...]
    objections: tuple[Reason, ...]
    recommendation: str | None
    refused: bool
    clauses: tuple[Came, ...]
    specimen: bool = False

    @classmethod
    def of(cls, found: Conclusion) -> Concluded:
        """Return a conclusion as other programs read it."""
        return cls(
            outcome=found.outcome.value,
            reasons=found.reasons,
            objections=found.objections,
            recommendation=found.recommendation.disposition if found.recommendation else None,
            refused=found.refused,
            specimen=found.specimen,
            clauses=tuple(
                Came(matrix=each.title, clause=row.clause, came=row.came, wording=row.wording)
                for each in found.matrices
                for row in each.rows
            ),
        )


def written(dossier: Dossier, conclusion: Conclusion) -> dict[str, bytes]:
    """Return everything of a dossier but its runs, as files by name."""
    submission = dossier.submission
    entries = tuple({"kind": one.kind, **one.model_dump(mode="json")} for one in submission.entries)
    remainder = Remainder(
        series=dossier.series,
        revision=dossier.revision,
        amends=dossier.amends,
        notes=dossier.notes,
        lost=dossier.lost,
        faults=dossier.faults,
        versions=dict(dossier.versions),
        drawn_with=drawn_with(),
    )
    return {
        RECORD: _json(Record(head=submission.head, entries=entries, changes=submission.changes)),
        CONCLUSION: _json(Concluded.of(conclusion)),
        REMAINDER: _json(remainder),
        **{f"{PHOTOGRAPHS}{digest}": content for digest, content in dossier.files.items()},
    }


def read_dossier(
    files: Mapping[str, bytes], runs: Sequence[RunFolder], on_step: Callable[[str], None]
) -> tuple[Dossier, Remainder, Concluded]:
    """Return a dossier from its files and runs, with what was written of its making and of its conclusion.

    Raises
    ------
    IntegrityError
        If a file is missing or not what this program writes, or a run cannot be read.
    """
    record, remainder = _parsed(Record, files, RECORD), _parsed(Remainder, files, REMAINDER)
    entries = ((str(one.pop("kind", "")), one) for one in record.entries)
    submission = Submission(
        tuple(entry_of(kind, body) for kind, body in entries), record.changes, record.head
    )
    dossier = Dossier(
        submission,
        settled(runs, submission, on_step),
        notes=remainder.notes,
        lost=remainder.lost,
        faults=remainder.faults,
        versions=remainder.versions,
        series=remainder.series,
        revision=remainder.revision,
        amends=remainder.amends,
        files={
            name.removeprefix(PHOTOGRAPHS): content
            for name, content in files.items()
            if name.startswith(PHOTOGRAPHS)
        },
    )
    return dossier, remainder, _parsed(Concluded, files, CONCLUSION)


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
        raise IntegrityError(Reports.FILE_UNREADABLE(file=RECORD, why=_first(error))) from error


def drawn_with() -> dict[str, str]:
    """Return the SHA-256 of every file of the reports folder by name: what decides how a dossier is drawn."""
    return dict(sorted(_hashes(resources.files("reports"), "")))


def _hashes(folder: Traversable, within: str) -> list[tuple[str, str]]:
    found = []
    for each in folder.iterdir():
        name = f"{within}{each.name}"
        if each.is_dir() and each.name != "__pycache__":
            found += _hashes(each, f"{name}/")
        elif each.is_file():
            found.append((name, hashlib.sha256(each.read_bytes()).hexdigest()))
    return found


def _parsed(model: type[Read], files: Mapping[str, bytes], name: str) -> Read:
    try:
        return model.model_validate_json(files[name], strict=True)
    except KeyError as error:
        raise IntegrityError(Reports.FILE_MISSING(file=name)) from error
    except ValueError as error:
        raise IntegrityError(Reports.FILE_UNREADABLE(file=name, why=_first(error))) from error


def _first(error: ValueError) -> str:
    if not isinstance(error, ValidationError):
        return str(error)
    found = error.errors(include_input=False, include_url=False)[0]
    return f"{'.'.join(map(str, found['loc'])) or 'the file'}: {found['msg']}"


def _json(found: Data) -> bytes:
    told = found.model_dump(mode="json", by_alias=True)
    return (json.dumps(told, indent=1, sort_keys=True, ensure_ascii=True) + "\n").encode()
