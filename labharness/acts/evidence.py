"""Look at recorded evidence: records, transfers, photographs; export a run, verify one from elsewhere."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from labharness.acts.declaring import Read, Shown, WindowControl, act, silent, tr
from labharness.acts.gates import ANYWHERE, EVERYBODY, Place
from labharness.acts.headings import RUN, ListHead, listing
from labharness.acts.parameters import RunArgument
from labharness.evidence.records.body import RecordType
from labharness.language.catalog import say, term
from labharness.language.numbers import amount, number, size
from labharness.language.template import hex_dump
from labharness.model.results import ExitCode
from labharness.reason import OnStep

if TYPE_CHECKING:  # they load what reads ledgers and certificates, which the help need not wait for
    from labharness.app.evidence.exporting import Exported
    from labharness.app.evidence.foreign import ForeignFinding
    from labharness.app.evidence.ledger_browser import EvidenceOfRun, LedgerBrowser, ListedFrame, Photograph
    from labharness.app.workspace.workspace import Workspace


RECORDS: ListHead[EvidenceOfRun] = ListHead(tr("Records"), lambda each: number(each.records))
FRAMES: ListHead[EvidenceOfRun] = ListHead(
    tr("Frames"), lambda each: "" if each.frames is None else number(each.frames)
)
SIZE: ListHead[EvidenceOfRun] = ListHead(tr("Size"), lambda each: size(each.size))
HEAD: ListHead[EvidenceOfRun] = ListHead(tr("Head hash"), lambda each: each.head)
_PROBLEM: ListHead[EvidenceOfRun] = ListHead(tr("Problem"), lambda each: each.problem)


def _listed(evidence: Sequence[EvidenceOfRun]) -> Iterator[Shown]:
    yield listing(evidence, RUN, RECORDS, FRAMES, SIZE, (HEAD, _PROBLEM))
    yield "Nothing of this is verified. To verify a run: labharness verify RUN."


@act(EVERYBODY, WindowControl("Evidence", tr("Evidence")), shown=_listed)
def list_(workspace: Workspace, *, read: Read = silent) -> Sequence[EvidenceOfRun]:
    """List how much was recorded of each run, and the hash of its last record."""
    from labharness.app.evidence.ledger_browser import evidence_of

    return evidence_of(workspace, read)


@dataclass(frozen=True, slots=True)
class Records:
    """Records of a ledger.

    Parameters
    ----------
    numbers
        Those that were asked for.
    full
        Whether each is shown in full.
    file
        Where they were written instead.
    """

    browser: LedgerBrowser
    numbers: Sequence[int]
    full: bool = False
    file: Path | None = None


def _records(records: Records) -> Iterator[Shown]:
    browser = records.browser
    if records.file is not None:
        yield f"{records.file} was written: {amount(len(records.numbers), 'record')}."
        return
    if records.full:
        yield from map(browser.text, records.numbers)
        return
    for row in map(browser.row, records.numbers):
        where = f"{row.stage}: " if row.stage else ""
        yield f"{row.number:>7}  {row.utc[11:23]}  {row.hash[:12]:12}  {row.type:<16}  {where}{row.summary}"
    yield f"{len(browser):,} records, times in UTC. Nothing of this is verified."


def _record_values(records: Records) -> Any:
    if records.file is not None:
        return {"file": records.file, "records": len(records.numbers)}
    return list(map(records.browser.row, records.numbers))


@act(ANYWHERE, WindowControl("Evidence", tr("&Open ledger")), shown=_records, values=_record_values)
def records(
    place: Place,
    run: RunArgument,
    *,
    start: Annotated[int, typer.Option("--from", min=0)] = 0,
    count: Annotated[int, typer.Option(min=1, max=1_000_000)] = 20,
    kind: Annotated[RecordType | None, typer.Option("--type")] = None,
    full: bool = False,
    csv: Path | None = None,
) -> Records:
    """List the records of a run's ledger, wherever in it."""
    from labharness.app.evidence.ledger_browser import LedgerBrowser, write_records

    browser = LedgerBrowser(place.run(run))
    every = range(len(browser)) if kind is None else browser.index.places(kind).tolist()
    listed = every[bisect_left(every, start) :]
    if csv is None:
        return Records(browser, listed[:count], full)
    write_records(browser, listed, csv)
    return Records(browser, listed, file=csv)


@dataclass(frozen=True, slots=True)
class Frames:
    """The transfers that a record was made from."""

    record: int
    frames: Sequence[ListedFrame]


def _frames(source: Frames) -> Iterator[Shown]:
    for each in source.frames:
        yield f"Frame {each.number}, {each.direction}, {amount(len(each.payload), 'byte')}, {each.segment}"
        yield hex_dump(each.payload)
    if not source.frames:
        yield f"Record {source.record} was made from no transfer."


def _frame_values(source: Frames) -> list[dict[str, Any]]:
    return [
        {
            "frame": each.number,
            "direction": each.direction,
            "segment": each.segment,
            "bytes": each.payload.hex(),
        }
        for each in source.frames
    ]


@act(ANYWHERE, WindowControl("Results", tr("Frame")), shown=_frames, values=_frame_values)
def frames(place: Place, run: RunArgument, record: Annotated[int, typer.Argument(min=0)]) -> Frames:
    """Show the recorded transfers that a record was made from, byte by byte."""
    from labharness.app.evidence.ledger_browser import LedgerBrowser, transfers
    from labharness.errors import InputError
    from labharness.model.reasons.inputs import Inputs

    browser = LedgerBrowser(place.run(run))
    if record >= len(browser):
        raise InputError(Inputs.OUT_OF_RANGE(low=0, high=len(browser) - 1, got=str(record)))
    source = browser.frames_of(record)
    return Frames(record, tuple(transfers(browser.folder, *source)) if source is not None else ())


RECORD: ListHead[Photograph] = ListHead(tr("Record"), lambda each: number(each.record))
STAGE = ListHead[Any](tr("Stage"), lambda each: each.stage)
PUT_AT: ListHead[Photograph] = ListHead(tr("Item"), lambda each: each.item)
FILE: ListHead[Photograph] = ListHead(tr("File"), lambda each: each.name)
SHA256: ListHead[Photograph] = ListHead(tr("SHA-256"), lambda each: each.sha256)


def _photographs(files: Sequence[Photograph]) -> Iterator[Shown]:
    if not files:
        yield "Nobody added a file to this run."
        return
    yield listing(files, RECORD, STAGE, PUT_AT, FILE, SHA256)


@act(ANYWHERE, WindowControl("Evidence", tr("Photographs")), shown=_photographs)
def photographs(place: Place, run: RunArgument, *, into: Path | None = None) -> Sequence[Photograph]:
    """List the photographs and other files that people added to a run, or write them to a folder."""
    from labharness.app.evidence.ledger_browser import LedgerBrowser, attachment

    browser = LedgerBrowser(place.run(run))
    files = browser.photographs()
    if into is not None:
        into.mkdir(parents=True, exist_ok=True)
        for each in files:
            name = f"{each.record}-{Path(each.name).name}"
            (into / name).write_bytes(attachment(browser.folder, each.sha256))
    return files


def _exported(copy: Exported) -> Iterator[Shown]:
    yield from map(say, copy.verification.problems)
    yield (
        f"{copy.folder}: {copy.verification.records:,} records. Files: {copy.sums.name}. Head: {copy.verification.head}"
    )


def _export_values(copy: Exported) -> Mapping[str, Any]:
    return {
        "folder": copy.folder,
        "sums": copy.sums,
        "head": copy.verification.head,
        "problems": copy.verification.problems,
    }


@act(
    ANYWHERE,
    WindowControl("Evidence", tr("&Export run…")),
    shown=_exported,
    values=_export_values,
    code=lambda copy: ExitCode.PASSED if copy.verification.clean else ExitCode.ERROR,
)
def export(
    place: Place, run: RunArgument, folder: Path, *, read: Read = silent, step: OnStep = silent
) -> Exported:
    """Copy a run for somebody else, with the list of its files for sha256sum; the copy is verified."""
    from labharness.app.evidence.exporting import export_run

    return export_run(place.run(run), folder, read, step)


def _inspected(finding: ForeignFinding) -> Iterator[Shown]:
    if finding.newer is not None:
        yield say(finding.newer)
    if finding.report is not None:
        from labharness.app.reports.issuing import told

        yield from told(finding.path, finding.report)
    elif finding.run is not None:
        yield from map(say, finding.run.problems)
        state = "INTEGRITY NOT VERIFIED" if finding.problems else "integrity verified"
        yield f"{finding.path.name}: {state} ({finding.run.records:,} records), head {finding.run.head}"
    if finding.answer is not None:
        yield f"Answer: {term(finding.answer)}"


def _inspect_values(finding: ForeignFinding) -> dict[str, Any]:
    return {
        "path": finding.path,
        "kind": finding.kind,
        "answer": finding.answer,
        "state": finding.report.state if finding.report is not None else None,
        "problems": finding.problems,
        "newer": finding.newer,
    }


def _inspect_code(finding: ForeignFinding) -> int:
    if finding.report is not None:
        return finding.report.state.exit_code
    return ExitCode.ERROR if finding.problems else ExitCode.PASSED


@act(
    ANYWHERE,
    WindowControl("Evidence", tr("&From elsewhere…")),
    shown=_inspected,
    values=_inspect_values,
    code=_inspect_code,
)
def inspect(place: Place, path: Path, *, step: OnStep = silent) -> ForeignFinding:
    """Verify what came from elsewhere: read-only, within limits, without any code of devices.

    Exit codes: those of report verify; of a run 0 intact, 3 changed.
    """
    from labharness.app.evidence.foreign import inspect as verify
    from labharness.app.people.signing import named_trust

    named = place.named
    return verify(path, named_trust(named.path if named else None, path), step)
