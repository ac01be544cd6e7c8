"""The results of a run as the window shows them: read from its records, and made plain facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from labharness.app.evidence.transfers import transfers
from labharness.app.plug_ins.check_titles import titles_for
from labharness.app.run_index import equal_runs
from labharness.app.run_results.check_facts import check_facts
from labharness.app.run_results.remarks import remarks
from labharness.app.workspace import Workspace
from labharness.evidence.opening import LEDGER, evidence_file
from labharness.evidence.records.calls import ExchangeBody
from labharness.evidence.records.sample import ObservedBody
from labharness.gui.kit.screen_text import code_words
from labharness.gui.kit.window_sentences import say
from labharness.gui.kit.words import tr
from labharness.gui.results.result_facts import (
    EventFacts,
    FileFacts,
    FindingFacts,
    FrameFacts,
    Reproduced,
    ResultFacts,
    StageFacts,
    UnitFacts,
)
from labharness.language.numbers import number
from labharness.language.record_sentences import sentence, stage
from labharness.language.recorded import worded
from labharness.language.sample_words import recorded_sample
from labharness.model.observations import Kind
from labharness.reporting.banners import signs_in_words

if TYPE_CHECKING:  # they load what draws reports, which the window need not wait for
    from labharness.app.reverify import Reverification
    from labharness.assessment.runs.subject import Subject

LONGEST_TEXT = 400
"""Characters of a decoded unit that are shown; its bytes are shown in full."""


def read_result(workspace: Workspace, run: str) -> ResultFacts:
    """Read and verify a run in one pass; on another thread, as all that follow."""
    from labharness.assessment.runs.subject import Subject
    from labharness.assessment.statements import verdict_statement

    folder = workspace.run(run)
    subject = Subject.of(folder, titled=titles_for(workspace.path))
    summary = subject.summary
    identity = summary.identity
    device = subject.device_name + (
        ", " + tr("serial {serial}", serial=identity.serial) if identity is not None else ""
    )
    equal = equal_runs(workspace, subject.run)
    standing = subject.standing(
        alive=folder.alive, same_data=bool(equal.same), explained_data=bool(equal.explained)
    )
    sentences = (
        *map(say, equal.reasons),
        subject.say(verdict_statement(subject)),
        *subject.words(subject.reasons),
    )
    return ResultFacts(
        run=subject.run,
        title=subject.frozen.plan.title,
        device=device,
        started=summary.started,
        standing=standing,
        ending=code_words(summary.ending.value).capitalize() if summary.ending else "",
        simulated=signs_in_words(summary.simulation) if summary.simulated else "",
        sentences=tuple(dict.fromkeys(sentences)),
        problems=tuple(map(say, subject.verification.problems)),
        checks=tuple(check_facts(subject)),
        stages=tuple(
            StageFacts(each.name, each.kind, each.status, each.done, each.units, worded(each.reasons))
            for each in summary.stages.values()
        ),
        findings=tuple(_findings(subject)),
        files=tuple(FileFacts(each.name, each.size, each.frames, each.sha256) for each in subject.files),
        records=summary.records,
        head=summary.head,
        sample=", ".join(
            recorded_sample(
                summary.units,
                summary.observed,
                {name: stage.units for name, stage in summary.stages.items()},
            )
        ),
        course=subject.history.course,
        remarks=remarks(workspace, run),
    )


def read_events(workspace: Workspace, run: str) -> Sequence[EventFacts]:
    """Return the records of a run that people read, in words."""
    return tuple(
        EventFacts(record.seq, record.utc, stage(record), text)
        for record in workspace.run(run).records()
        if (text := sentence(record)) is not None
    )


def read_record(workspace: Workspace, run: str, number: int) -> str:
    """Return a record as it stands in the ledger, one line."""
    with evidence_file(workspace.run(run).path, LEDGER) as ledger:
        return next(islice(ledger, number, number + 1), b"").decode("utf-8").rstrip("\n")


def read_units(workspace: Workspace, run: str, stage: str) -> Sequence[UnitFacts]:
    """Return the records of the sample of a stage, in order."""
    return tuple(_units(workspace, run, stage))


def _units(workspace: Workspace, run: str, stage: str) -> Iterator[UnitFacts]:
    exchanges: dict[int, ExchangeBody] = {}
    for record in workspace.run(run).records():
        body = record.body
        if isinstance(body, ExchangeBody):
            exchanges = {record.seq: body}  # a unit follows the exchange that it was decoded from
        elif isinstance(body, ObservedBody) and body.stage == stage:
            source = exchanges.get(body.exchange)
            yield UnitFacts(
                stage,
                body.first,
                body.units,
                record.seq,
                record.utc,
                source.channel if source is not None else "",
                source.frames if source is not None else (0, -1),
                _decoded(body),
            )


def read_frames(workspace: Workspace, run: str, unit: UnitFacts) -> Sequence[FrameFacts]:
    """Return the transfers that a record was decoded from."""
    if not unit.channel:
        return ()
    return tuple(transfers(workspace.run(run), unit.channel, unit.frames))


def reproduced(again: Reverification) -> Reproduced:
    """Return what judging the evidence again came to, in words."""
    counts = tr(
        "{exchanges} exchanges, {observations} units and {results} results are the same again.",
        exchanges=number(again.exchanges),
        observations=number(again.observations),
        results=number(again.results),
    )
    return Reproduced(again.same, tuple(say(each) for each in (*again.problems, *again.notes)), counts)


def _findings(subject: Subject) -> Iterator[FindingFacts]:
    for name, each in subject.findings.items():
        for finding in each:
            who = ", ".join(finding.who)
            text = " · ".join(part for part in (worded(finding.reaction), finding.comment, who) if part)
            kind = subject.summary.stages[name].kind if name in subject.summary.stages else ""
            yield FindingFacts(name, kind, finding.item, finding.result.value, text)


def _decoded(body: ObservedBody) -> str:
    """Return the units of a record as they were recorded; of raw bytes their hash."""
    parts = [" | ".join(map(str, unit)) if not isinstance(unit, str) else unit for unit in body.data]
    shown = (tr("SHA-256") + " " if body.kind is Kind.BYTES else "") + "  ".join(parts)
    return shown if len(shown) <= LONGEST_TEXT else f"{shown[: LONGEST_TEXT - 1]}…"
