"""A dossier as files of a report's folder: written when the report is built, read back when it is drawn again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from labharness.app.manifest import parsed
from labharness.app.submission.dossier_records import (
    CONCLUSION,
    RECORD,
    REMAINDER,
    Concluded,
    RegisterRecord,
    Remainder,
    read_conclusion,
    read_record,
)
from labharness.app.submission.dossiers import settled
from labharness.app.versions import drawn_with
from labharness.assessment.conclusion import Conclusion
from labharness.assessment.dossier import Dossier
from labharness.evidence.folder import RunFolder
from labharness.games.data import Data

PHOTOGRAPHS = "files/"


def written(dossier: Dossier, conclusion: Conclusion) -> dict[str, bytes]:
    """Return everything of a dossier but its runs, as files by name."""
    submission = dossier.submission
    entries = tuple({"kind": entry.kind, **entry.model_dump(mode="json")} for entry in submission.entries)
    remainder = Remainder(
        series=dossier.series,
        revision=dossier.revision,
        amends=dossier.amends,
        baseline=dossier.baseline,
        notes=dossier.notes,
        lost=dossier.lost,
        faults=dossier.faults,
        versions=dict(dossier.versions),
        drawn_with=drawn_with(),
    )
    return {
        RECORD: _json(RegisterRecord(head=submission.head, entries=entries, changes=submission.changes)),
        CONCLUSION: _json(Concluded.of(conclusion)),
        REMAINDER: _json(remainder),
        **{f"{PHOTOGRAPHS}{digest}": content for digest, content in dossier.files.items()},
    }


def read_dossier(
    files: Mapping[str, bytes],
    runs: Sequence[RunFolder],
    on_step: Callable[[str], None],
    workspace: Path | None = None,
) -> tuple[Dossier, Remainder, Concluded]:
    """Return a dossier from its files and runs, with what was written of its making and of its conclusion.

    Raises
    ------
    IntegrityError
        If a file is missing or not what this program writes, or a run cannot be read.
    """
    submission, remainder = read_record(files), parsed(Remainder, files, REMAINDER)
    dossier = Dossier(
        submission,
        settled(runs, submission, workspace, on_step),
        notes=remainder.notes,
        lost=remainder.lost,
        faults=remainder.faults,
        versions=remainder.versions,
        series=remainder.series,
        revision=remainder.revision,
        amends=remainder.amends,
        baseline=remainder.baseline,
        files={
            name.removeprefix(PHOTOGRAPHS): content
            for name, content in files.items()
            if name.startswith(PHOTOGRAPHS)
        },
    )
    return dossier, remainder, read_conclusion(files)


def _json(data: Data) -> bytes:
    text = data.model_dump(mode="json", by_alias=True)
    return (json.dumps(text, indent=1, sort_keys=True, ensure_ascii=True) + "\n").encode()
