"""What a run's records say so far; every view and report begins here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from labharness.evidence.history.course import StageView
from labharness.evidence.records.body import Body, Reasons
from labharness.evidence.records.calls import (
    ConnectedBody,
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
        self._take(record.body, record.utc)
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

    def _take(self, body: Body, utc: str) -> None:
        """Take what a device did and a person saw; what the runner did is for the next."""
        match body:
            case ObservedBody(stage=stage, first=first, units=units, kind=kind):
                self.units[stage] = self.units.get(stage, 0) + units
                self.observed[stage] = kind.value
                self._stage(stage, utc).done = first + units
            case ExchangeBody():
                self._exchange(body)
            case ReadBody():
                self._read(body)
            case RejectedBody():
                self.rejected.append(body)
            case PromptBody(prompt=prompt):
                self.open_prompts[prompt] = body
            case AnswerBody(prompt=prompt, who=who):
                asked = self.open_prompts.get(prompt)
                if asked is not None and (not asked.by_reader or who == READER):
                    del self.open_prompts[prompt]
                self._look_for_simulation(body)
            case CommandBody(command=command):
                self.commands.append((utc, body))
                if command in (Command.PAUSE, Command.RESUME):
                    self.paused = command is Command.PAUSE
                self.closing |= command is Command.CLOSE_SESSION
            case _:
                self._take_stage(body, utc)

    def _take_stage(self, body: Body, utc: str) -> None:
        match body:
            case StartBody():
                self.stages = {
                    stage.name: StageView(stage.name, stage.kind, units=stage.units)
                    for stage in body.plan.stages
                }
                self.start, self.run, self.started = body, body.run, utc
                self._look_for_simulation(body)
            case ConnectedBody():
                self._look_for_simulation(body)
            case StageStartedBody(stage=stage):
                view = self._stage(stage, utc)
                view.kind, view.units, view.done = body.kind, body.units, body.done
                view.status, view.started = "running", utc
            case StageFinishedBody(stage=stage):
                view = self._stage(stage, utc)
                view.status, view.reasons = body.status, body.reasons
                self.past_a_stage = True
            case ProgressBody(stage=stage):
                self._stage(stage, utc).done = body.done
            case FindingBody(stage=stage):
                view = self._stage(stage, utc)
                view.done = min(view.done + 1, view.units)
            case DeviationBody(reasons=reasons):
                self.deviations.append(reasons)
            case SafeStateBody():
                self.safe_state.append(body)
            case ConductedBody():
                self.conducted = body
                self._stop()
            case _:
                self._take_session(body)

    def _take_session(self, body: Body) -> None:
        match body:
            case ResumedBody(planned=planned):
                if not planned:
                    self.gaps.append(body)
                self.paused, self.closing, self.broken = False, False, ()
                self.open_prompts.clear()
            case BrokenOffBody(reasons=reasons):
                self.broken = reasons
            case SessionOpenedBody(session=session):
                self.session, self.closing = session, False
            case SessionClosedBody():
                self.sessions_closed.append(body)
            case ResultBody(check=check, about=about, result=result):
                if about is not None:
                    self.about[check] = about
                self.results[check] = result
            case VerdictBody(verdict=verdict, rule=rule):
                self.verdict, self.rule = verdict, rule
            case EndBody():
                self.segments, self.ending, self.reasons = body.segments, body.ending, body.reasons
                self._stop()
            case _:
                pass

    def _look_for_simulation(self, body: Body) -> None:
        for sign, shown in signs_of(body):
            self.simulation.setdefault(sign, shown)
        self.replayed = self.replayed or is_replay(body)

    def _stage(self, name: str, utc: str) -> StageView:
        view = self.stages.setdefault(name, StageView(name, ""))
        view.updated = utc
        return view

    def _exchange(self, body: ExchangeBody) -> None:
        match body:
            case IdentifyCall(answer=identity) if identity is not None:
                if self.identity is None or not self.past_a_stage:
                    self.identity = identity  # a person may have read a wrong name plate first
                self._look_for_simulation(body)
            case SoftwareCall(answer=software) if software is not None:
                self.software.append(software)
            case CountCall(answer=count) | LoadCall(answer=count) if count is not None:
                self.counts.append(count)
            case _:
                pass

    def _read(self, body: ReadBody) -> None:
        if body.purpose is Purpose.AGREEMENT:
            self.reads_made += 1
            self.reads_agreed += body.errors == 0
        else:
            self.validation_decks += 1
            self.validation_cards += body.cards
            self.validation_errors += body.errors

    def _stop(self) -> None:
        """Ask for nothing and run nothing any more."""
        self.open_prompts.clear()
        for view in self.stages.values():
            if view.status == "running":
                view.status = "stopped"
