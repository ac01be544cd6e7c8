"""Analyze a file that somebody sent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from labharness.acts.declaring import (
    UNWATCHED,
    Hear,
    Meter,
    Seat,
    Shown,
    Styled,
    Tell,
    WindowControl,
    act,
    of_all,
    silent,
    tr,
)
from labharness.acts.gates import elsewhere
from labharness.acts.headings import ADJUSTED, ListHead, P, listing
from labharness.acts.parameters import DEFAULT_WORKSPACE
from labharness.analysis.sampling.files.source import Observes
from labharness.app.runs.evaluating import PROCESSES, helpers
from labharness.app.workspace.workspace import Workspace
from labharness.errors import InputError
from labharness.language.catalog import clause, say
from labharness.language.numbers import number, percent, probability
from labharness.language.record_sentences import shortly
from labharness.model.reasons.conduct import Doing
from labharness.model.reasons.game import Effort, Identifications

if TYPE_CHECKING:  # processes that count are started before what counts and judges is loaded
    from labharness.analysis.sampling.processes import Processes
    from labharness.app.runs.file_analysis import FileOrder
    from labharness.app.runs.file_power import FileLook
    from labharness.assessment.file_analysis import Analysis, CheckOfFile, ExaminedFile, FilePower

PASSED, FAILED, INCONCLUSIVE = range(3)
WIDE = 120
"""Columns of a console that has room for words beside the numbers."""
AUTOMATIC_S = 30.0
"""Estimated seconds up to which files of the same size are simulated without a request."""
SPEAKS_OF = "These results are about the file, not about a device. The origin of the file is not known."


@dataclass(frozen=True, slots=True)
class FileAnalyzed:
    """What came of a file: what its beginning shows, or the analysis, and where its report went."""

    look: FileLook | None = None
    examined: ExaminedFile | None = None
    report: Path | None = None
    submission: str = ""
    document: str = ""


def _shown(result: FileAnalyzed) -> Iterator[Shown]:
    """Yield what is to be said behind the analysis, which was heard already."""
    if look := result.look:
        yield from map(say, look.why)
        if look.observes is not None:
            yield f"{look.name}: {look.observes.value}, by its first bytes."
        if look.columns:
            yield f"Columns: {', '.join(look.columns)}"
    if result.report is not None:
        yield f"Report: {result.report}"
    if result.document:
        yield f"Stored with {result.submission} as document/{result.document}."


def _values(result: FileAnalyzed) -> Any:
    """Return an analysis for programs; pictures, which repeat the counts, are left out."""
    if result.examined is None:
        return result.look
    from labharness.assessment.repeating import repeating
    from labharness.evidence.records.body import dump

    analysis, power = result.examined.analysis, result.examined.power
    source = analysis.checks_from
    return {
        "file": analysis.file,
        "sha256": analysis.sha256,
        "bytes": analysis.size,
        "observes": analysis.observes.value,
        "compared_with": analysis.compared_with,
        "units": analysis.units,
        "notes": list(analysis.notes),
        "checks_from": {
            "kind": source.kind,
            "id": source.id,
            "version": source.version,
            "sha256": source.sha256,
        },
        "level": analysis.level,
        "rejected": analysis.rejected,
        "checks": [
            {
                **dump(replace(each, result=replace(each.result, pictures=()))),
                "remark": each.remark,
                "program": repeating(each.result.details),
            }
            for each in analysis.judged
        ],
        "versions": dict(analysis.versions),
        "speaks_of": SPEAKS_OF,
        "power": None if power is None else list(power),
    }


def _code(result: FileAnalyzed) -> int:
    if result.examined is None:
        return PASSED
    if result.examined.analysis.rejected:
        return FAILED
    return PASSED if result.examined.analysis.tested else INCONCLUSIVE


_COLORS = {"REJECTED": "bold red", "NOT_REJECTED": "green", "UNRESOLVED": "yellow"}
CHECK: ListHead[CheckOfFile] = ListHead(tr("Check"), lambda check: check.title)
FINDING: ListHead[CheckOfFile] = ListHead(
    tr("Finding"), lambda check: Styled(check.finding.value.capitalize(), _COLORS.get(check.finding.name, ""))
)
_P: ListHead[CheckOfFile] = ListHead(P, lambda check: _number(check.p))
_ADJUSTED: ListHead[CheckOfFile] = ListHead(ADJUSTED, lambda check: _number(check.corrected))
REMARK: ListHead[CheckOfFile] = ListHead(tr("Remark"), lambda check: check.remark)
SOURCE: ListHead[FilePower] = ListHead(tr("Simulated source"), lambda each: each.title)
REJECTED: ListHead[FilePower] = ListHead(
    tr("Files rejected"),
    lambda each: tr("{n:,} of {of:,}", n=round(each.rejected.share * each.replicates), of=each.replicates),
)
LIMITS: ListHead[FilePower] = ListHead(
    tr("Share, 95% limits"),
    lambda each: tr("{low} to {high}", low=percent(each.rejected.low), high=percent(each.rejected.high)),
)


def _examined(examined: ExaminedFile) -> Iterator[Shown]:
    yield from _analysis(examined.analysis)
    if examined.power is None:
        yield "What a file of this size could have shown was not simulated. To do so: --power 40"
        return
    yield listing(examined.power, SOURCE, REJECTED, LIMITS)


def _analysis(analysis: Analysis) -> Iterator[Shown]:
    from labharness.assessment.file_analysis import FileFinding
    from labharness.assessment.repeating import repeating

    required = [each for each in analysis.judged if each.required]
    rejecting = sum(each.finding is FileFinding.REJECTED for each in required)
    unresolved = sum(each.finding is FileFinding.NOT_APPLICABLE for each in required)
    if analysis.rejected:
        head = Styled("REJECTED", "bold red")
    elif analysis.tested:
        head = Styled("NOTHING REJECTED", "bold green")
    else:
        head = Styled("NOTHING TESTED", "bold yellow")
    words = (
        f"  {analysis.file}: {rejecting} of {len(required)} required checks reject it at the family-wise level "
        f"{number(analysis.level)} (Holm, two-sided); {unresolved} do not apply."
    )
    yield (head, words)
    name: ListHead[CheckOfFile] = ListHead(CHECK.title, lambda check: check.id)
    effect: ListHead[CheckOfFile] = ListHead("Effect", _effect)
    yield listing(analysis.judged, name, FINDING, _P, _ADJUSTED, (effect, REMARK), whole=4, beside=WIDE)
    for each in analysis.judged:
        yield from (f"  {each.id}: {say(line)}" for line in each.searched)
        if program := repeating(each.result.details):
            yield from (f"  {each.id}: {say(Identifications.REPEAT())}", *program)
    yield from (f"  - {say(note)}" for note in analysis.notes)
    source = analysis.checks_from
    yield f"{analysis.units:,} unit{'s' * (analysis.units != 1)}, compared with: {say(analysis.compared_with)}"
    yield f"File: {analysis.size:,} bytes, SHA-256 {analysis.sha256}"
    yield f"Checks: {source.kind} {source.id} version {source.version}, SHA-256 {source.sha256}"
    yield ", ".join(f"{name} {version}" for name, version in analysis.versions.items())
    yield SPEAKS_OF


def _effect(check: CheckOfFile) -> str:
    effect = check.result.effect
    return f"{clause(effect.name)}: {shortly(effect)}" if effect else ""


def _number(value: float | None) -> str:
    return "" if value is None else probability(value)


@act(
    elsewhere("the register, where the report is filed with a submission", without=True),
    WindowControl("Analyze", tr("&Analyze")),
    shown=_shown,
    values=_values,
    code=_code,
    each=_examined,
)
def analyze(
    seat: Seat,
    file: str,
    *,
    observes: Observes | None = None,
    suite: str | None = None,
    plan: str | None = None,
    stage: str | None = None,
    level: float = 0.01,
    workers: int = 1,
    executor: str = PROCESSES,
    identify: Effort = Effort.DEFAULT,
    decks: int | None = None,
    jokers: int | None = None,
    input_order: Annotated[str | None, typer.Option("--input")] = None,
    round_cards: int | None = None,
    buffer: int | None = None,
    low: int | None = None,
    high: int | None = None,
    column: str | None = None,
    power: Annotated[int | None, typer.Option(min=0, max=100_000)] = None,
    report: Path | None = None,
    look: bool = False,
    attach: Annotated[str, typer.Option(metavar="SUBMISSION")] = "",
    tell: Tell = silent,
    estimate: Tell = silent,
    hear: Hear = silent,
    progress: Meter = UNWATCHED,
) -> FileAnalyzed:
    """Run checks on a file of bits, bytes, outcomes, decks or rounds, without a device.

    Exit codes: 0 nothing rejected, 1 rejected, 2 no check applies, 3 error.
    """
    with helpers(executor, 1 if look else workers) as others:
        from labharness.app.runs.file_analysis import FileOrder
        from labharness.app.runs.file_power import look_at
        from labharness.assessment.file_analysis import ExaminedFile

        if look:
            return FileAnalyzed(look_at(file))
        stated = {
            "decks": decks,
            "jokers": jokers,
            "input": input_order,
            "round-cards": round_cards,
            "buffer": buffer,
            "low": low,
            "high": high,
        }
        given = {key: str(value) for key, value in stated.items() if value is not None}
        order = FileOrder(
            file, observes, suite, plan, stage, level, workers, given, column, executor, identify
        )
        analysis = _counted(order, others, tell, estimate, progress)
        examined = ExaminedFile(analysis, _powers(analysis, power, workers, progress))
    hear(examined)
    document = ""
    if report is not None:
        from labharness.app.runs.file_analysis import write_report

        write_report(examined, report)
    if attach:
        from labharness.app.submission.submissions import attach_analysis

        document = attach_analysis(seat.place or Workspace.open(DEFAULT_WORKSPACE), attach, examined, seat.by)
    return FileAnalyzed(None, examined, report, attach, document)


def _counted(
    order: FileOrder, others: Processes | None, tell: Tell, estimate: Tell, progress: Meter
) -> Analysis:
    """Count and judge; the line that is wrong is quoted before the sentence that says so."""
    from labharness.app.runs.file_analysis import analyze as counted
    from labharness.app.runs.file_power import bad_line

    estimated = False

    def searched(done: float, total: float) -> None:
        nonlocal estimated
        if order.identify is Effort.FULL and not estimated:
            estimate(f"The search of known generators takes about {total:,.0f} s of one processor.")
            estimated = True
        progress.say(Doing.SEARCHING_GENERATORS(done=round(done), total=round(total)))

    try:
        return counted(order, progress.at, progress.say, others, searched)
    except InputError as error:
        if (wrong := bad_line(Path(order.path), error)) is not None:
            tell(f"{wrong.quoted}\n{' ' * wrong.place}^")
        raise


def _powers(
    analysis: Analysis, wanted: int | None, workers: int, progress: Meter
) -> tuple[FilePower, ...] | None:
    """Return what files of this size could show; None where nobody asks for it and it would take long."""
    if wanted == 0:
        return None
    from labharness.app.runs.file_power import (
        REPLICATES,
        can_be_simulated,
        defects_of,
        file_power,
        known_power,
        seconds_of,
    )

    if not can_be_simulated(analysis):
        return None
    replicates = wanted or REPLICATES
    known = known_power(analysis, replicates)
    if known is not None:
        return known
    if wanted is None and (not AUTOMATIC_S or seconds_of(analysis, replicates) > AUTOMATIC_S):
        return None
    progress.say(Doing.SIMULATING_FILES())
    return file_power(analysis, replicates, workers, of_all(progress, replicates * len(defects_of(analysis))))
