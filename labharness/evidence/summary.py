"""What a run's records say so far; every view and report begins here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from labharness.evidence.codec import load
from labharness.evidence.folder import RunFolder, frozen_hashes
from labharness.evidence.records import Record, RecordType, Understanding
from labharness.evidence.segments import SegmentState
from labharness.evidence.simulation import signs_of
from labharness.model.device import CountReport, DeviceIdentity, SoftwareComponent
from labharness.model.results import CheckResult, Ending, Outcome, Verdict
from labharness.model.simulation import Sign


@dataclass
class StageView:
    """Where one stage stands.

    Parameters
    ----------
    status
        ``waiting``, ``running``, ``done``, ``failed`` or ``stopped``.
    done, units
        Progress over all sessions; ``units`` is 0 where a stage has none.
    started, updated
        Wall clock of its latest start and of its latest record, ISO 8601.
    done_at_start
        Units already there when it was last started, for an estimate of the time left.
    """

    name: str
    kind: str
    status: str = "waiting"
    done: int = 0
    units: int = 0
    started: str = ""
    updated: str = ""
    done_at_start: int = 0
    sentence: str = ""

    @property
    def seconds_left(self) -> float | None:
        """Time that the rest takes at the pace so far, or None while that is unknown."""
        if self.status != "running" or self.done <= self.done_at_start or not self.started:
            return None
        spent = (_when(self.updated) - _when(self.started)).total_seconds()
        return spent / (self.done - self.done_at_start) * (self.units - self.done)


@dataclass
class RunSummary:
    """Fold of a run's records; feed it with :meth:`take` as they come.

    Parameters
    ----------
    start
        Body of the start record.
    simulation
        What shows that the device was simulated, each sign with what was recorded first.
    open_prompts
        Body of every prompt that nobody has answered yet, by its number.
    reads_agreed, reads_made
        Independent reads that agree with what the device reported, and all that were made.
    about
        Title, hypothesis, reference and version of each check, by its id.
    gaps
        Interruptions: seconds lost, and frames that no record refers to.
    rule
        Levels and false alarms of the rule that the verdict was reached by; empty in records without it.
    segments
        Raw files as the end record says that they were closed.
    sentence, reasons
        How the run ended: the runner's words, and the reasons of the error that ended it.
    """

    run: str = ""
    start: dict[str, Any] = field(default_factory=dict)
    simulation: dict[Sign, str] = field(default_factory=dict)
    started: str = ""
    updated: str = ""
    stages: dict[str, StageView] = field(default_factory=dict)
    session: int = 0
    sessions_closed: list[dict[str, Any]] = field(default_factory=list)
    paused: bool = False
    identity: DeviceIdentity | None = None
    software: list[tuple[SoftwareComponent, ...]] = field(default_factory=list)
    counts: list[CountReport] = field(default_factory=list)
    units: dict[str, int] = field(default_factory=dict)
    reads_made: int = 0
    reads_agreed: int = 0
    validation_decks: int = 0
    validation_cards: int = 0
    validation_errors: int = 0
    rejected: list[dict[str, Any]] = field(default_factory=list)
    open_prompts: dict[int, dict[str, Any]] = field(default_factory=dict)
    deviations: list[dict[str, Any]] = field(default_factory=list)
    commands: list[dict[str, Any]] = field(default_factory=list)
    gaps: list[dict[str, Any]] = field(default_factory=list)
    safe_state: list[dict[str, Any]] = field(default_factory=list)
    results: dict[str, CheckResult] = field(default_factory=dict)
    about: dict[str, dict[str, Any]] = field(default_factory=dict)
    verdict: Verdict | None = None
    rule: dict[str, Any] = field(default_factory=dict)
    ending: Ending | None = None
    segments: tuple[SegmentState, ...] = ()
    sentence: str = ""
    reasons: list[Any] = field(default_factory=list)
    head: str = ""
    records: int = 0

    @classmethod
    def of(cls, folder: RunFolder) -> RunSummary:
        """Read a whole run; raises ``IntegrityError`` at the first bad line."""
        return cls().take(folder.records())

    def take(self, records: Iterable[Record]) -> RunSummary:
        """Add further records, in order; returns itself.

        Raises
        ------
        IntegrityError
            At the first record that does not hold what one of its type holds.
        """
        for record in records:
            handler = _HANDLERS.get(record.type)
            if handler is not None:
                with Understanding(record):
                    handler(self, record)
            self.records, self.head, self.updated = record.seq + 1, record.hash, record.utc
        return self

    @property
    def titles(self) -> dict[str, str]:
        """Titles of the checks by their ids, for those who name them; one that several share names its id too."""
        recorded = {name: str(about["title"]) for name, about in self.about.items() if about.get("title")}
        count = Counter(recorded.values())
        return {name: title if count[title] == 1 else f"{title} ({name})" for name, title in recorded.items()}

    @property
    def current(self) -> StageView | None:
        """The stage that is running, if any."""
        return next((stage for stage in self.stages.values() if stage.status == "running"), None)

    @property
    def session_closed(self) -> bool:
        """Whether the session that was opened last has been closed."""
        return any(closed["session"] == self.session for closed in self.sessions_closed)

    @property
    def simulated(self) -> bool:
        """Whether the device was simulated, by anything that was recorded."""
        return bool(self.simulation)

    @property
    def replayed(self) -> bool:
        """Whether recorded bytes are replayed and no device is tested."""
        return any(str(self.start.get(name)).startswith("capture://") for name in ("device", "reader"))

    @property
    def outcome(self) -> Outcome:
        """What the run found, read strictly: without an end record that says COMPLETE there is no pass."""
        if self.verdict is None:
            return Outcome.INCONCLUSIVE
        if self.verdict.outcome is Outcome.PASS and self.ending is not Ending.COMPLETE:
            return Outcome.INCONCLUSIVE
        return self.verdict.outcome


def _start(run: RunSummary, record: Record) -> None:
    frozen_hashes(record.body)
    stages = load(tuple[StageView, ...], record.body["plan"].get("stages", ()))
    run.stages = {stage.name: stage for stage in stages}
    run.start, run.run, run.started = record.body, str(record.body["run"]), record.utc
    _look_for_simulation(run, record)


def _look_for_simulation(run: RunSummary, record: Record) -> None:
    for sign, shown in signs_of(record.type, record.body):
        run.simulation.setdefault(sign, shown)


def _stage(run: RunSummary, record: Record) -> StageView:
    name = record.body["stage"]
    view = run.stages.setdefault(name, StageView(name, str(record.body.get("kind", ""))))
    view.updated = record.utc
    return view


def _stage_started(run: RunSummary, record: Record) -> None:
    view, body = _stage(run, record), record.body
    view.kind, view.units, view.done, view.done_at_start = (
        body["kind"],
        body["units"],
        body["done"],
        body["done"],
    )
    view.status, view.started = "running", record.utc


def _stage_finished(run: RunSummary, record: Record) -> None:
    view = _stage(run, record)
    view.status, view.sentence = record.body["status"], record.body["sentence"]


def _progress(run: RunSummary, record: Record) -> None:
    _stage(run, record).done = record.body["done"]


def _finding(run: RunSummary, record: Record) -> None:
    view = _stage(run, record)
    view.done = min(view.done + 1, view.units)


def _observed(run: RunSummary, record: Record) -> None:
    name, body = record.body["stage"], record.body
    run.units[name] = run.units.get(name, 0) + body["units"]
    _stage(run, record).done = body["first"] + body["units"]


def _exchange(run: RunSummary, record: Record) -> None:
    answer = record.body.get("answer")
    call = record.body["call"]
    if answer is None:
        return
    if call == "identify":
        run.identity = load(DeviceIdentity, answer)
        _look_for_simulation(run, record)
    elif call == "software":
        run.software.append(load(tuple[SoftwareComponent, ...], answer))
    elif call in ("count", "load"):
        run.counts.append(load(CountReport, answer))


def _read(run: RunSummary, record: Record) -> None:
    if record.body["purpose"] == "agreement":
        run.reads_made += 1
        run.reads_agreed += record.body["errors"] == 0
    else:
        run.validation_decks += 1
        run.validation_cards += len(record.body["expected"].split())
        run.validation_errors += record.body["errors"]


def _prompt(run: RunSummary, record: Record) -> None:
    run.open_prompts[record.body["prompt"]] = record.body


def _answer(run: RunSummary, record: Record) -> None:
    run.open_prompts.pop(record.body["prompt"], None)
    _look_for_simulation(run, record)


def _command(run: RunSummary, record: Record) -> None:
    run.commands.append({**record.body, "utc": record.utc})
    if record.body["command"] in ("pause", "resume"):
        run.paused = record.body["command"] == "pause"


def _resumed(run: RunSummary, record: Record) -> None:
    if not record.body["planned"]:
        run.gaps.append(record.body)
    run.paused = False
    run.open_prompts.clear()


def _result(run: RunSummary, record: Record) -> None:
    run.about[record.body["check"]] = record.body.get("about", {})
    run.results[record.body["check"]] = load(CheckResult, record.body["result"])


def _verdict(run: RunSummary, record: Record) -> None:
    run.verdict = load(Verdict, record.body["verdict"])
    run.rule = record.body.get("rule", {})


def _session(run: RunSummary, record: Record) -> None:
    run.session = record.body["session"]


def _end(run: RunSummary, record: Record) -> None:
    run.segments = load(tuple[SegmentState, ...], record.body["segments"])
    run.ending, run.sentence = Ending(record.body["ending"]), str(record.body["sentence"])
    run.reasons = record.body.get("reasons", [])
    run.open_prompts.clear()
    for view in run.stages.values():
        if view.status == "running":
            view.status = "stopped"


_HANDLERS = {
    RecordType.START: _start,
    RecordType.CONNECTED: _look_for_simulation,
    RecordType.STAGE_STARTED: _stage_started,
    RecordType.STAGE_FINISHED: _stage_finished,
    RecordType.PROGRESS: _progress,
    RecordType.FINDING: _finding,
    RecordType.OBSERVED: _observed,
    RecordType.EXCHANGE: _exchange,
    RecordType.READ: _read,
    RecordType.REJECTED: lambda run, record: run.rejected.append(record.body),
    RecordType.PROMPT: _prompt,
    RecordType.ANSWER: _answer,
    RecordType.COMMAND: _command,
    RecordType.DEVIATION: lambda run, record: run.deviations.append(record.body),
    RecordType.RESUMED: _resumed,
    RecordType.SESSION_OPENED: _session,
    RecordType.SESSION_CLOSED: lambda run, record: run.sessions_closed.append(record.body),
    RecordType.SAFE_STATE: lambda run, record: run.safe_state.append(record.body),
    RecordType.RESULT: _result,
    RecordType.VERDICT: _verdict,
    RecordType.END: _end,
}


def _when(text: str) -> datetime:
    return datetime.fromisoformat(text)
