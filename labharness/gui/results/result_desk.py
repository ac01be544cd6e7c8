"""Runs of a workspace, as :class:`labharness.gui.results.services.ResultServices`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from labharness.app.workspace import Workspace
from labharness.evidence.records.calls import ExchangeBody
from labharness.evidence.records.sample import ObservedBody
from labharness.evidence.segments import located_frames
from labharness.gui.kit.errand import Say
from labharness.gui.kit.screen_text import code_words
from labharness.gui.results.facts import (
    CheckFacts,
    FileFacts,
    FindingFacts,
    FrameFacts,
    Reproduced,
    ResultFacts,
    StageFacts,
    UnitFacts,
)
from labharness.language.catalog import clause, say
from labharness.language.checked import beside, numbers
from labharness.language.numbers import number
from labharness.language.recorded import worded
from labharness.language.text import words
from labharness.model.observations import Kind
from labharness.model.probabilities import probability
from labharness.model.results import Decision, Outcome
from labharness.plans.plan import PlannedCheck
from labharness.reporting.banners import signs_in_words

if TYPE_CHECKING:  # it loads what draws reports, which the window need not wait for
    from labharness.assessment.subject import Subject

OWN = "Laboratory's own"
LONGEST_TEXT = 400
"""Characters of a decoded unit that are shown; its bytes are shown in full."""


class ResultDesk:
    """What the window asks about the results of runs.

    Parameters
    ----------
    workspace
        Whose runs.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def result(self, run: str) -> ResultFacts:
        """Read and verify a run in one pass."""
        from labharness.assessment.statements import verdict_statement
        from labharness.assessment.subject import Subject

        subject = Subject.of(self._workspace.run(run))
        summary = subject.summary
        identity = summary.identity
        device = subject.device_name + (f", serial {identity.serial}" if identity is not None else "")
        sentences = (subject.say(verdict_statement(subject)), *subject.words(subject.reasons))
        return ResultFacts(
            run=subject.run,
            title=subject.frozen.plan.title,
            device=device,
            started=summary.started,
            outcome=subject.outcome,
            ending=code_words(summary.ending.value).capitalize() if summary.ending else "",
            simulated=signs_in_words(summary.simulation) if summary.simulated else "",
            sentences=tuple(dict.fromkeys(sentences)),
            problems=tuple(map(say, subject.verification.problems)),
            checks=tuple(_checks(subject)),
            stages=tuple(
                StageFacts(each.name, each.kind, each.status, each.done, each.units, worded(each.reasons))
                for each in summary.stages.values()
            ),
            findings=tuple(_findings(subject)),
            files=tuple(FileFacts(each.name, each.size, each.frames, each.sha256) for each in subject.files),
            records=summary.records,
            head=summary.head,
        )

    def units(self, run: str, stage: str) -> Sequence[UnitFacts]:
        """Return the records of the sample of a stage, in order."""
        return tuple(self._units(run, stage))

    def _units(self, run: str, stage: str) -> Iterator[UnitFacts]:
        exchanges: dict[int, ExchangeBody] = {}
        for record in self._workspace.run(run).records():
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

    def frames(self, run: str, unit: UnitFacts) -> Sequence[FrameFacts]:
        """Return the transfers that a record was decoded from."""
        if not unit.channel:
            return ()
        folder, (first, last) = self._workspace.run(run), unit.frames
        every = located_frames(folder.raw, folder.run, unit.channel, first)
        return tuple(
            FrameFacts(frame.number, code_words(frame.direction.name), frame.payload, f"raw/{segment}")
            for segment, frame in takewhile(lambda each: each[1].number <= last, every)
        )

    def again(self, run: str, say: Say) -> Reproduced:
        """Judge the evidence again from its bytes alone."""
        from labharness.app.reverify import reverify

        found = reverify(self._workspace, self._workspace.run(run), say)
        counts = (
            f"{number(found.exchanges)} exchanges, {number(found.observations)} units and {number(found.results)} results "
            "are the same again."
        )
        problems = tuple(clause(each) for each in (*found.problems, *found.plug_ins))
        return Reproduced(found.same, (*problems, counts))

    def report(self, run: str) -> Path:
        """Return where the report of a run lies."""
        return self._workspace.report(self._workspace.run(run))


def _checks(subject: Subject) -> Iterator[CheckFacts]:
    verdict = subject.summary.verdict
    decisions = {each.check_id: each for each in verdict.decisions} if verdict else {}
    for planned in subject.frozen.plan.checks:
        yield _check(subject, planned, decisions.pop(planned.id, None))
    for decision in decisions.values():  # about stages, reads and monitors
        yield CheckFacts(
            id=decision.check_id,
            title=words(decision.check_id).capitalize(),
            stage="",
            outcome=decision.outcome,
            shown_only=False,
            observed="",
            fair="",
            p="" if decision.p is None else probability(decision.p),
            level="" if decision.threshold is None else number(decision.threshold),
            requirement=words(decision.family).capitalize(),
            sentence=subject.say(decision.reason),
            numbers=(),
            details=(),
            pictures=(),
            checked=False,
        )


def _check(subject: Subject, planned: PlannedCheck, decision: Decision | None) -> CheckFacts:
    from labharness.assessment.statements import bounds

    result, about = subject.summary.results.get(planned.id), subject.about(planned)
    citation = subject.frozen.plan.citation(planned)
    observed, fair = beside(result)
    informational = planned.role == "informational"
    rows = [("Hypothesis", about.hypothesis)]
    if planned.parameters:
        rows.append(("Parameters", ", ".join(f"{words(k)} = {v}" for k, v in planned.parameters.items())))
    if about.reference:
        rows.append(("Method", f"{about.reference} (version {about.version})"))
    rows += numbers(result)
    rows += [("Bound on a gain", subject.say(bound)) for bound in bounds(planned, result)] if result else []
    if result is not None:
        rows.append(("Sample", f"{number(result.units)} read (unit: {about.unit})"))
    tested = result is not None and result.not_applicable is None
    return CheckFacts(
        id=planned.id,
        title=about.title,
        stage=planned.stage,
        outcome=decision.outcome
        if decision is not None and (tested or decision.outcome is Outcome.FAIL)
        else None,
        shown_only=informational and decision is not None and decision.outcome is Outcome.PASS,
        observed=observed,
        fair=fair,
        p="" if decision is None or decision.p is None else probability(decision.p),
        level="" if decision is None or decision.threshold is None else number(decision.threshold),
        requirement=citation.clause if citation else "For information" if informational else OWN,
        sentence="No decision is on record." if decision is None else subject.say(decision.reason),
        numbers=tuple(rows),
        details=tuple(clause(each) for each in result.details) if result is not None else (),
        pictures=result.pictures if result is not None else (),
    )


def _findings(subject: Subject) -> Iterator[FindingFacts]:
    for stage, made in subject.findings.items():
        for finding in made:
            who = ", ".join(finding.who)
            said = " · ".join(part for part in (worded(finding.reaction), finding.comment, who) if part)
            yield FindingFacts(stage, finding.item, finding.result.value, said)


def _decoded(body: ObservedBody) -> str:
    """Return the units of a record as they were recorded; of raw bytes their hash."""
    parts = [" | ".join(map(str, unit)) if not isinstance(unit, str) else unit for unit in body.data]
    shown = ("SHA-256 " if body.kind is Kind.BYTES else "") + "  ".join(parts)
    return shown if len(shown) <= LONGEST_TEXT else f"{shown[: LONGEST_TEXT - 1]}…"
