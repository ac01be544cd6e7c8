"""A run as a folder for somebody else: copied, listed for ``sha256sum``, and verified as it arrived."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from labharness.app.workspace.bundle import no_evidence
from labharness.errors import InputError, IntegrityError, StorageError
from labharness.evidence.durable import sync_tree
from labharness.evidence.folder import RunFolder
from labharness.evidence.lock import evidence_file
from labharness.evidence.segments import sync_folder
from labharness.evidence.verify import RunVerification, verify
from labharness.model.reasons.conduct import Doing
from labharness.model.reasons.inputs import Foreign, Inputs
from labharness.model.reasons.run import Runs
from labharness.reason import OnStep, unheard


@dataclass(frozen=True, slots=True)
class Exported:
    """A copy of a run.

    Parameters
    ----------
    folder, sums
        The copy, and the list of its files beside it.
    found
        What the verification of the copy found.
    """

    folder: Path
    sums: Path
    verification: RunVerification


def export_run(
    folder: RunFolder, target: Path, read: Callable[[int], None] = lambda _: None, on_step: OnStep = unheard
) -> Exported:
    """Copy a run below a folder, under its own name; what only serves a runner at work is left out.

    Parameters
    ----------
    read
        Told how many further bytes of the copy have been verified; what it raises ends the export and removes the copy.
    on_step
        Told what is being done.

    Raises
    ------
    InputError
        If a runner is at work on the run, or there is such a folder already.
    StorageError
        If it cannot be written.
    IntegrityError
        If a file of the copy is another than that of the run.
    """
    if folder.alive:
        raise InputError(Runs.AT_WORK(run=folder.run))
    result, draft = target / folder.run, target / f".{folder.run}.part"
    sums = target / f"{folder.run}.SHA256SUMS"
    if result.exists():  # a list alone is what an interrupted export leaves
        raise InputError(Foreign.COPY_EXISTS(folder=str(result)))
    on_step(Doing.COPYING_RUN(run=folder.run))
    shutil.rmtree(draft, ignore_errors=True)
    try:
        target.mkdir(parents=True, exist_ok=True)
        shutil.copytree(folder.path, draft / folder.run, ignore=no_evidence)
        on_step(Doing.VERIFYING_COPY(run=folder.run))
        answer = verify(draft / folder.run, read=read)
        lines = list(_sums(folder, draft))
        (draft / sums.name).write_bytes("".join(lines).encode())
        sync_tree(draft)
        (draft / sums.name).replace(sums)  # before the copy, which is never there without its list
        (draft / folder.run).replace(result)
        sync_folder(target)
    except (OSError, shutil.Error) as error:
        why = str(getattr(error, "strerror", None) or error)
        raise StorageError(Inputs.UNWRITABLE(path=str(target), why=why[:300])) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return Exported(result, sums, answer)


def _sums(folder: RunFolder, draft: Path) -> Iterator[str]:
    """Yield the line of each file for ``sha256sum``; raises :class:`IntegrityError` where a copy differs."""
    for path in sorted(path for path in draft.rglob("*") if path.is_file()):
        name = path.relative_to(draft).as_posix()
        digest = _digest(draft, name)
        if digest != _digest(folder.path.parent, name):
            raise IntegrityError(Foreign.COPY_DIFFERS(file=name))
        yield f"{digest}  {name}\n"


def _digest(folder: Path, name: str) -> str:
    with evidence_file(folder, name) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
