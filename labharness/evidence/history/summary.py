"""What a run's records say so far; every view and report begins here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from labharness.evidence.history.course import StageView
from labharness.evidence.records.body import Body, Reasons, RecordType
from labharness.evidence.records.calls import (
    CountCall,
    ExchangeBody,
    IdentifyCall,
    LoadCall,
    ObservedBody,
    Purpose,
    ReadBody,
    RejectedBody,
    SafeStateBody,
    SoftwareCall,
)
from labharness.evidence.records.course import (
    BrokenOffBody,
    CheckDescribed,
    ConductedBody,
    DeviationBody,
    EndBody,
    ProgressBody,
    ResultBody,
    ResumedBody,
    RuleApplied,
    SessionClosedBody,
    SessionOpenedBody,
    StageFinishedBody,
    StageStartedBody,
    StartBody,
    VerdictBody,
)
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import (
    READER,
    AnswerBody,
    Command,
    CommandBody,
    FindingBody,
    PromptBody,
)
from labharness.evidence.segments import SegmentState
from labharness.evidence.simulation import is_replay, signs_of
from labharness.model.device import CountReport, DeviceIdentity, SimulationSign, SoftwareComponent
from labharness.model.results import CheckResult, Ending, Outcome, Phase, Standing, Verdict, standing_of


@dataclass
class RunSummary:
    """Fold of a run's records; see :class:`~labharness.evidence.history.run.RunHistory`.

    Parameters
    ----------
    origin
        Hash of the start record, which no two runs share.
    commands
        Every command with its wall clock.
    simulation
        What shows that the device was simulated, each sign with what was recorded first.
    open_prompts
        Body of every prompt that nobody has answered yet, by its number.
    reads_agreed, reads_made
        Independent reads that agree with what the device reported, and all that were made.
    units, observed
        Units that a stage recorded, and what they are, such as ``draw``.
    about
        Title, hypothesis, reference and version of each check, by its id.
    conducted
        How the run stopped, once nothing more is asked of the device.
    identity
        The device under test. A run takes no other device once a stage is finished.
    past_a_stage
        Whether any stage is finished.
    gaps
        Interruptions: seconds lost, and frames that no record refers to.
    rule
        Levels and false alarms of the rule that the verdict was reached by.
    segments
        Raw files as the end record says that they were closed.
    reasons
        How the run ended.
    """

    run: str = ""
    start: StartBody | None = None
    origin: str = ""
    simulation: dict[SimulationSign, str] = field(default_factory=dict)
    replayed: bool = False
    rescinded_law: bool = False
    started: str = ""
    updated: str = ""
    stages: dict[str, StageView] = field(default_factory=dict)
    session: int = 0
    sessions_closed: list[SessionClosedBody] = field(default_factory=list)
    paused: bool = False
    closing: bool = False
    broken: Reasons = ()
    identity: DeviceIdentity | None = None
    software: list[tuple[SoftwareComponent, ...]] = field(default_factory=list)
    counts: list[CountReport] = field(default_factory=list)
    units: dict[str, int] = field(default_factory=dict)
    observed: dict[str, str] = field(default_factory=dict)
    reads_made: int = 0
    reads_agreed: int = 0
    validation_decks: int = 0
    validation_cards: int = 0
    validation_errors: int = 0
    rejected: list[RejectedBody] = field(default_factory=list)
    open_prompts: dict[int, PromptBody] = field(default_factory=dict)
    deviations: list[Reasons] = field(default_factory=list)
    commands: list[tuple[str, CommandBody]] = field(default_factory=list)
    gaps: list[ResumedBody] = field(default_factory=list)
    safe_state: list[SafeStateBody] = field(default_factory=list)
    conducted: ConductedBody | None = None
    results: dict[str, CheckResult] = field(default_factory=dict)
    about: dict[str, CheckDescribed] = field(default_factory=dict)
    verdict: Verdict | None = None
    rule: RuleApplied | None = None
    ending: Ending | None = None
    segments: tuple[SegmentState, ...] = ()
    reasons: Reasons = ()
    head: str = ""
    records: int = 0
    past_a_stage: bool = False

    def take(self, record: Record) -> None:
        """Add the next record."""
        handler = _HANDLERS.get(record.type)
        if handler is not None:
            handler(self, record.body, record.utc)
        if not record.seq:
            self.origin = record.hash
        self.records, self.head, self.updated = record.seq + 1, record.hash, record.utc

    @property
    def titles(self) -> dict[str, str]:
        """Titles of the checks by their ids, for those who name them; one that several share names its id too."""
        recorded = {name: about.title for name, about in self.about.items() if about.title}
        count = Counter(recorded.values())
        return {name: title if count[title] == 1 else f"{title} ({name})" for name, title in recorded.items()}

    @property
    def current(self) -> StageView | None:
        """The stage that is running, if any."""
        return next((stage for stage in self.stages.values() if stage.status == "running"), None)

    @property
    def session_closed(self) -> bool:
        """Whether the session that was opened last has been closed."""
        return any(closed.session == self.session for closed in self.sessions_closed)

    @property
    def awaits_judgment(self) -> bool:
        """Whether only results, verdict and end are missing, for which no device is needed."""
        return self.conducted is not None and self.ending is None

    @property
    def simulated(self) -> bool:
        """Whether the device was simulated, by anything that was recorded."""
        return bool(self.simulation)

    @property
    def outcome(self) -> Outcome:
        """What the run found, read strictly: without an end record that says COMPLETE there is no pass."""
        if self.verdict is None:
            return Outcome.INCONCLUSIVE
        if self.verdict.outcome is Outcome.PASS and self.ending is not Ending.COMPLETE:
            return Outcome.INCONCLUSIVE
        return self.verdict.outcome

    def phase(self, *, alive: bool) -> Phase:
        """Return how far the run is; a runner that lives says that it is at work."""
        if self.ending is not None:
            return Phase.ENDED
        if alive:
            return Phase.AT_WORK
        if self.awaits_judgment:
            return Phase.NOT_JUDGED
        return Phase.SESSION_CLOSED if self.session_closed else Phase.INTERRUPTED

    def standing(self, *, alive: bool, same_data: bool = False, explained_data: bool = False) -> Standing:
        """Return the verdict with its qualifiers, or why there is none; other runs may have the same data."""
        return standing_of(
            self.outcome,
            self.phase(alive=alive),
            simulated=self.simulated,
            replayed=self.replayed,
            rescinded_law=self.rescinded_law,
            same_data=same_data,
            explained_data=explained_data,
        )


def _start(run: RunSummary, body: StartBody, utc: str) -> None:
    run.stages = {
        stage.name: StageView(stage.name, stage.kind, units=stage.units) for stage in body.plan.stages
    }
    run.start, run.run, run.started = body, body.run, utc
    _look_for_simulation(run, body, utc)


def _look_for_simulation(run: RunSummary, body: Body, _: str) -> None:
    for sign, shown in signs_of(body):
        run.simulation.setdefault(sign, shown)
    run.replayed = run.replayed or is_replay(body)


def _stage(run: RunSummary, name: str, utc: str) -> StageView:
    view = run.stages.setdefault(name, StageView(name, ""))
    view.updated = utc
    return view


def _stage_started(run: RunSummary, body: StageStartedBody, utc: str) -> None:
    view = _stage(run, body.stage, utc)
    view.kind, view.units, view.done = body.kind, body.units, body.done
    view.status, view.started = "running", utc


def _stage_finished(run: RunSummary, body: StageFinishedBody, utc: str) -> None:
    view = _stage(run, body.stage, utc)
    view.status, view.reasons = body.status, body.reasons
    run.past_a_stage = True


def _progress(run: RunSummary, body: ProgressBody, utc: str) -> None:
    _stage(run, body.stage, utc).done = body.done


def _finding(run: RunSummary, body: FindingBody, utc: str) -> None:
    view = _stage(run, body.stage, utc)
    view.done = min(view.done + 1, view.units)


def _observed(run: RunSummary, body: ObservedBody, utc: str) -> None:
    run.units[body.stage] = run.units.get(body.stage, 0) + body.units
    run.observed[body.stage] = body.kind.value
    _stage(run, body.stage, utc).done = body.first + body.units


def _exchange(run: RunSummary, body: ExchangeBody, utc: str) -> None:
    match body:
        case IdentifyCall(answer=identity) if identity is not None:
            if run.identity is None or not run.past_a_stage:
                run.identity = identity  # a person may have read a wrong name plate first
            _look_for_simulation(run, body, utc)
        case SoftwareCall(answer=software) if software is not None:
            run.software.append(software)
        case CountCall(answer=count) | LoadCall(answer=count) if count is not None:
            run.counts.append(count)
        case _:
            pass


def _read(run: RunSummary, body: ReadBody, _: str) -> None:
    if body.purpose is Purpose.AGREEMENT:
        run.reads_made += 1
        run.reads_agreed += body.errors == 0
    else:
        run.validation_decks += 1
        run.validation_cards += body.cards
        run.validation_errors += body.errors


def _rejected(run: RunSummary, body: RejectedBody, _: str) -> None:
    run.rejected.append(body)


def _prompt(run: RunSummary, body: PromptBody, _: str) -> None:
    run.open_prompts[body.prompt] = body


def _answer(run: RunSummary, body: AnswerBody, utc: str) -> None:
    prompt = run.open_prompts.get(body.prompt)
    if prompt is not None and (not prompt.by_reader or body.who == READER):
        del run.open_prompts[body.prompt]
    _look_for_simulation(run, body, utc)


def _command(run: RunSummary, body: CommandBody, utc: str) -> None:
    run.commands.append((utc, body))
    if body.command in (Command.PAUSE, Command.RESUME):
        run.paused = body.command is Command.PAUSE
    run.closing |= body.command is Command.CLOSE_SESSION


def _deviation(run: RunSummary, body: DeviationBody, _: str) -> None:
    run.deviations.append(body.reasons)


def _resumed(run: RunSummary, body: ResumedBody, _: str) -> None:
    if not body.planned:
        run.gaps.append(body)
    run.paused, run.closing, run.broken = False, False, ()
    run.open_prompts.clear()


def _broken_off(run: RunSummary, body: BrokenOffBody, _: str) -> None:
    run.broken = body.reasons


def _session_opened(run: RunSummary, body: SessionOpenedBody, _: str) -> None:
    run.session, run.closing = body.session, False


def _session_closed(run: RunSummary, body: SessionClosedBody, _: str) -> None:
    run.sessions_closed.append(body)


def _safe_state(run: RunSummary, body: SafeStateBody, _: str) -> None:
    run.safe_state.append(body)


def _conducted(run: RunSummary, body: ConductedBody, _: str) -> None:
    run.conducted = body
    run.open_prompts.clear()
    _stop_stages(run)


def _result(run: RunSummary, body: ResultBody, _: str) -> None:
    if body.about is not None:
        run.about[body.check] = body.about
    run.results[body.check] = body.result


def _verdict(run: RunSummary, body: VerdictBody, _: str) -> None:
    run.verdict, run.rule = body.verdict, body.rule


def _end(run: RunSummary, body: EndBody, _: str) -> None:
    run.segments, run.ending, run.reasons = body.segments, body.ending, body.reasons
    run.open_prompts.clear()
    _stop_stages(run)


def _stop_stages(run: RunSummary) -> None:
    for view in run.stages.values():
        if view.status == "running":
            view.status = "stopped"


_HANDLERS: dict[RecordType, Callable[[RunSummary, Any, str], None]] = {
    RecordType.START: _start,
    RecordType.CONNECTED: _look_for_simulation,
    RecordType.STAGE_STARTED: _stage_started,
    RecordType.STAGE_FINISHED: _stage_finished,
    RecordType.PROGRESS: _progress,
    RecordType.FINDING: _finding,
    RecordType.OBSERVED: _observed,
    RecordType.EXCHANGE: _exchange,
    RecordType.READ: _read,
    RecordType.REJECTED: _rejected,
    RecordType.PROMPT: _prompt,
    RecordType.ANSWER: _answer,
    RecordType.COMMAND: _command,
    RecordType.DEVIATION: _deviation,
    RecordType.RESUMED: _resumed,
    RecordType.BROKEN_OFF: _broken_off,
    RecordType.SESSION_OPENED: _session_opened,
    RecordType.SESSION_CLOSED: _session_closed,
    RecordType.SAFE_STATE: _safe_state,
    RecordType.CONDUCTED: _conducted,
    RecordType.RESULT: _result,
    RecordType.VERDICT: _verdict,
    RecordType.END: _end,
}
