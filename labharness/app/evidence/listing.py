"""The evidence of a workspace: of each run, how much there is and the hash of its last record.

Nothing of it is verified: the two ends of each ledger are read, and what was found of ended runs is kept in a file that
anybody may remove.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from labharness import __version__
from labharness.app.run_index import bytes_of, ledger_sign
from labharness.app.workspace import Workspace
from labharness.errors import EvidenceError, LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.evidence.glimpse import glimpse
from labharness.evidence.opening import evidence_file
from labharness.reason import Reason

FILE = "runs/.evidence.json"
SCHEMA = 1
MOST = 1 << 28
"""Bytes of the largest such file that is read."""


@dataclass(frozen=True, slots=True)
class EvidenceOfRun:
    """How much was recorded of a run, as the end of its ledger says.

    Parameters
    ----------
    frames
        Transfers on all channels, None before the end.
    size
        Bytes of ledger and raw files.
    head
        Hash of the last whole record.
    problem
        Why the ledger cannot be read, None where it can.
    """

    run: str
    records: int = 0
    frames: int | None = None
    size: int = 0
    head: str = ""
    started: str = ""
    ended: bool = False
    simulated: bool = False
    problem: Reason | None = None


def evidence_of(workspace: Workspace, on_run: Callable[[int], None] = lambda _: None) -> list[EvidenceOfRun]:
    """Return what there is of every run of a workspace, by name.

    Parameters
    ----------
    on_run
        Told how many runs have been read; what it raises ends the reading.
    """
    kept = _read(workspace.path / FILE)
    runs, known = [], {}
    for at, folder in enumerate(workspace.runs()):
        on_run(at)
        sign = ledger_sign(folder)
        before = kept.get(folder.run)
        run = before[1] if before is not None and before[0] == sign else evidence_of_run(folder)
        if run.ended and run.problem is None:
            known[folder.run] = (sign, run)
        runs.append(run)
    if known.keys() != kept.keys() or any(known[name] != kept[name] for name in known):
        _write(workspace.path / FILE, known)
    return runs


def evidence_of_run(folder: RunFolder) -> EvidenceOfRun:
    """Return what there is of a run."""
    try:
        seen = glimpse(folder.path)
    except LabharnessError as error:
        return EvidenceOfRun(folder.run, size=_size(folder), problem=error.reasons[0])
    last, end = seen.last, seen.end
    channels = {state.channel: state.frames for state in end.segments} if end is not None else {}
    return EvidenceOfRun(
        run=folder.run,
        records=0 if last is None else last.seq + 1,
        frames=None if end is None else sum(channels.values()),
        size=_size(folder),
        head="" if last is None else last.hash,
        started="" if seen.first is None else seen.first.utc,
        ended=end is not None,
        simulated=seen.simulated,
    )


def _size(folder: RunFolder) -> int:
    try:
        return bytes_of(folder)
    except OSError:
        return 0


def _read(path: Path) -> dict[str, tuple[list[int], EvidenceOfRun]]:
    """Return what was kept, nothing where it is missing, of another version, or not to be read."""
    try:
        with evidence_file(path.parent, path.name) as file:
            size = json.loads(file.read(MOST))
        if size["schema"] == SCHEMA and size["version"] == __version__:
            runs: dict[str, Any] = size["runs"]
            return {name: (list(sign), _fitting(name, facts)) for name, (sign, facts) in runs.items()}
    except (OSError, EvidenceError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        pass
    return {}


_TYPES: dict[str, Any] = {
    "run": str, "records": int, "frames": int, "size": int, "head": str, "started": str, "ended": bool, "simulated": bool,
}  # fmt: skip


def _fitting(name: str, facts: dict[str, Any]) -> EvidenceOfRun:
    if facts.keys() != _TYPES.keys() or not all(isinstance(facts[key], kind) for key, kind in _TYPES.items()):
        raise ValueError(name)
    if facts["run"] != name or not facts["ended"]:
        raise ValueError(name)
    return EvidenceOfRun(**facts)


def _write(path: Path, runs: dict[str, tuple[list[int], EvidenceOfRun]]) -> None:
    """Replace what was kept; a workspace that may only be read keeps nothing."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.part")
    kept = {
        name: (sign, {key: value for key, value in asdict(each).items() if key in _TYPES})
        for name, (sign, each) in runs.items()
    }
    with suppress(OSError):
        content = {"schema": SCHEMA, "version": __version__, "runs": kept}
        draft.write_text(json.dumps(content, separators=(",", ":")), encoding="utf-8")
        draft.replace(path)


assert _TYPES.keys() == {field.name for field in fields(EvidenceOfRun)} - {"problem"}
