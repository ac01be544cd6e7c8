"""Verify what somebody brought from elsewhere: read-only, within limits, without any code of devices or of the bundle."""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from labharness import __version__
from labharness.app.workspace.manifest import MANIFEST
from labharness.assessment.dossier import PDF, SPECIMEN_PDF
from labharness.errors import EvidenceError, InputError, StorageError, WorkspaceError
from labharness.evidence.folder import LONGEST_LINE
from labharness.evidence.lock import LEDGER, evidence, evidence_file
from labharness.evidence.records.body import SCHEMA
from labharness.evidence.verify import RunVerification, verify
from labharness.model.reasons.conduct import Doing
from labharness.model.reasons.evidence import Answer
from labharness.model.reasons.inputs import Foreign, Inputs
from labharness.reason import OnStep, Reason, unheard

if TYPE_CHECKING:  # a signature's libraries take a second that a run need not wait
    from labharness.app.people.authority import Trusted
    from labharness.app.reports.issuing import BundleVerification

MOST_FILES = 100_000
MOST_BYTES = 1 << 40
MOST_LEVELS = 12
LONGEST_MANIFEST = 1 << 26
_PACKED = frozenset({".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".zst"})
_VERSION = re.compile(r"[0-9]+(?:\.[0-9]+){0,3}")


class ForeignKind(StrEnum):
    """What somebody brought."""

    REPORT_FOLDER = "report_folder"
    REPORT_FILE = "report_file"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class ForeignFinding:
    """What :func:`inspect` found.

    Parameters
    ----------
    newer
        That a newer version wrote it, None where it did not or this version reads it all the same.
    """

    path: Path
    kind: ForeignKind
    report: BundleVerification | None
    run: RunVerification | None
    newer: Reason | None

    @property
    def problems(self) -> tuple[Reason, ...]:
        """Everything that is wrong."""
        return self.report.problems if self.report is not None else self.run.problems if self.run else ()

    @property
    def answer(self) -> Answer | None:
        """Issued, intact, not issued, or changed; None for a run that is intact, for nobody signs a run."""
        if self.report is not None:
            from labharness.app.reports.verification_rows import answer_of

            return answer_of(self.report)
        return Answer.CHANGED if self.problems else None


def kind_of(path: Path) -> ForeignKind:
    """Return what a path holds, within the limits; nothing of it is opened.

    Raises
    ------
    InputError
        If it is nothing that can be verified, packed, a link, or larger than any bundle.
    WorkspaceError
        If it does not exist.
    StorageError
        If it cannot be read.
    """
    shown = str(path)[:300]
    try:
        if path.is_symlink():
            raise InputError(Foreign.IS_A_LINK(path=shown))
        if not path.exists():
            raise WorkspaceError(Inputs.FILE_UNREADABLE(path=shown, why=os.strerror(errno.ENOENT)))
        if path.is_file():
            return _kind_of_file(path, shown)
        _refuse_large(path, shown)
        names = {entry.name for entry in os.scandir(path)}
    except ValueError as error:  # a name that no system takes
        raise InputError(Foreign.NOT_KNOWN(path=shown)) from error
    except OSError as error:
        raise StorageError(Inputs.FILE_UNREADABLE(path=shown, why=str(error.strerror))) from error
    if names & {PDF, SPECIMEN_PDF}:
        return ForeignKind.REPORT_FOLDER
    if LEDGER in names:
        return ForeignKind.RUN
    raise InputError(Foreign.NOT_KNOWN(path=shown))


def _kind_of_file(path: Path, shown: str) -> ForeignKind:
    if path.suffix.lower() in _PACKED:
        raise InputError(Foreign.PACKED(path=shown))
    with path.open("rb") as file:
        if file.read(5) != b"%PDF-":
            raise InputError(Foreign.NOT_KNOWN(path=shown))
    return ForeignKind.REPORT_FILE


def _refuse_large(path: Path, shown: str) -> None:
    size = 0
    for files, (depth, entry) in enumerate(_entries(path), 1):
        if depth > MOST_LEVELS:
            raise InputError(Foreign.TOO_DEEP(path=shown, most=MOST_LEVELS))
        size += entry.stat(follow_symlinks=False).st_size
        if files > MOST_FILES:
            raise InputError(Foreign.TOO_MANY_FILES(path=shown, most=MOST_FILES))
        if size > MOST_BYTES:
            raise InputError(Foreign.TOO_LARGE(path=shown, most=MOST_BYTES))


def _entries(path: Path) -> Iterator[tuple[int, os.DirEntry[str]]]:
    waiting = [(1, str(path))]
    while waiting:
        depth, folder = waiting.pop()
        with os.scandir(folder) as entries:
            for entry in entries:
                yield depth, entry
                if depth <= MOST_LEVELS and entry.is_dir(follow_symlinks=False):
                    waiting.append((depth + 1, entry.path))


def inspect(
    path: Path,
    trust: Trusted | None = None,
    on_step: OnStep = unheard,
    read: Callable[[int], None] = lambda _: None,
) -> ForeignFinding:
    """Verify a report's folder, a report alone, or the folder of a run; nothing is written and no run is done again.

    Parameters
    ----------
    trust
        Authorities that are trusted; what the folder brings along vouches for nothing.
    on_step
        Told what is being verified.
    read
        Told how many further bytes of a run have been read.

    Raises
    ------
    InputError, WorkspaceError, StorageError
        As :func:`kind_of`.
    """
    kind = kind_of(path)
    if kind is ForeignKind.RUN:
        on_step(Doing.VERIFYING(run=path.resolve().name))
        run = verify(path, read=read)
        return ForeignFinding(path, kind, None, run, newer_run(path) if run.problems else None)
    from labharness.app.people.authority import Trusted
    from labharness.app.reports.issuing import verify_report

    report = verify_report(path, trust or Trusted(), on_step=on_step)
    newer = newer_report(path) if report.problems and kind is ForeignKind.REPORT_FOLDER else None
    return ForeignFinding(path, kind, report, None, newer)


def newer_run(path: Path) -> Reason | None:
    """Return that a newer version wrote a run, by its first line, None where nothing shows it."""
    try:
        with evidence_file(path, LEDGER) as file:
            body = json.loads(file.readline(LONGEST_LINE))["body"]
        version, schema = str(body["labharness"])[:40], body["schema"]
    except (OSError, EvidenceError, ValueError, LookupError, TypeError, RecursionError):
        return None
    if _numbers(version) > _numbers(__version__) > ():
        return Foreign.NEWER(version=version, own=__version__)
    if isinstance(schema, int) and schema > SCHEMA:
        return Foreign.NEWER_SCHEMA(file=LEDGER, schema=schema, own=__version__)
    return None


def newer_report(path: Path) -> Reason | None:
    """Return that a newer version wrote a report's folder, by its manifest or its runs, None where nothing shows it."""
    try:
        listed = json.loads(evidence(path, MANIFEST, LONGEST_MANIFEST))
        schema, runs = listed["schema"], list(listed["runs"])[:100]
    except (OSError, EvidenceError, ValueError, LookupError, TypeError, RecursionError):
        return None
    if isinstance(schema, int) and schema > 1:
        return Foreign.NEWER_SCHEMA(file=MANIFEST, schema=schema, own=__version__)
    safe = (name for name in runs if isinstance(name, str) and "/" not in name and "\\" not in name)
    result = (newer_run(path / "runs" / name) for name in safe if name not in ("", ".", ".."))
    return next((each for each in result if each is not None), None)


def _numbers(version: str) -> tuple[int, ...]:
    match = _VERSION.match(version)
    return tuple(int(part) for part in match[0].split(".")) if match else ()
