"""What a report is about: one run, read once, with everything that its sections print.

The course of a run: what went on when, by its records' clock, in lanes that a timeline shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from labharness.analysis.power.power_table import FILE, PowerTable, load_table
from labharness.assessment.runs.trust import lenient
from labharness.errors import EvidenceError, IntegrityError, PlanError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.course import Mark, Span
from labharness.evidence.history.run import Finding, Log, RunHistory
from labharness.evidence.history.summary import RunSummary
from labharness.evidence.lock import LEDGER
from labharness.evidence.records.course import CheckDescribed, StartBody
from labharness.evidence.records.line import Record
from labharness.evidence.segments import SegmentState, survey
from labharness.evidence.verify import RunVerification, verify
from labharness.games.chapter_standing import is_rescinded
from labharness.language.catalog import say, term
from labharness.language.dates import moment
from labharness.language.template import words
from labharness.model.reasons.conclusion import Dossiers
from labharness.model.reasons.game import Identifications
from labharness.model.reasons.run import Runs
from labharness.model.results import Decision, Ending, Outcome, Standing, standing_of
from labharness.plans.frozen import FrozenPlan, frozen_plan
from labharness.plans.plan import PlannedCheck
from labharness.reason import Reason, quoted


@dataclass(frozen=True, slots=True)
class EvidenceFile:
    """A file of the run folder; ``frames`` is None where it is no raw segment."""

    name: str
    size: int
    frames: int | None
    sha256: str


@dataclass(frozen=True)
class Subject:
    """One run as a report sees it.

    Parameters
    ----------
    history
        Fold of all records up to the first bad line.
    verification
        Whether the folder is as it was written.
    files
        Every file of the folder that is evidence, with its hash.
    titled
        Gives the title of a check without a result, of which the run recorded no title.
    """

    folder: RunFolder
    history: RunHistory
    frozen: FrozenPlan
    verification: RunVerification
    files: tuple[EvidenceFile, ...]
    titled: Callable[[str], str] = field(default=str, compare=False)

    @classmethod
    def of(
        cls,
        folder: RunFolder,
        counts: Callable[[Record], bool] = lambda _: True,
        titled: Callable[[str], str] = str,
    ) -> Subject:
        """Read and verify a run in one pass over its ledger.

        Parameters
        ----------
        counts
            Whether a record counts, such as one up to a moment.
        titled
            Gives the title of a check by the name that plans give it.

        Raises
        ------
        IntegrityError
            If the run has no start record that can be understood, or its plan cannot be read any more.
        """
        history = RunHistory()

        def take(record: Record) -> None:
            if counts(record):
                history.take(record)

        # The verification names the first bad line; the report prints it and can be no pass.
        verification = verify(folder.path, each=take)
        if history.summary.start is None:
            raise IntegrityError(Runs.NOT_REPORTED(run=folder.run, problem=verification.problems[0]))
        try:
            frozen = frozen_plan(folder, altered=True)
        except (OSError, PlanError) as error:
            # A path would be this computer's.
            why = (quoted(str(error.strerror)),) if isinstance(error, OSError) else error.reasons
            raise IntegrityError(Runs.PLAN_UNREADABLE(run=folder.run, why=why)) from error
        return cls(folder, history, frozen, verification, _files(folder, history.summary), titled)

    @property
    def summary(self) -> RunSummary:
        """Where the run stands and what it showed."""
        return self.history.summary

    @property
    def identified(self) -> Reason | None:
        """The generator that a required check proved, by its first line."""
        results = self.summary.results
        fallen = (name for name, each in self.decisions.items() if each.outcome is Outcome.FAIL)
        lines = (line for name in fallen if name in results for line in results[name].details)
        return next((line for line in lines if line.is_a(Identifications.PROVED)), None)

    @property
    def decisions(self) -> dict[str, Decision]:
        """What was decided, by the check or stage; nothing without a verdict."""
        verdict = self.summary.verdict
        return {each.check_id: each for each in verdict.decisions} if verdict else {}

    @property
    def log(self) -> Log:
        """Records that are printed, and counts of the rest."""
        return self.history.log

    @property
    def alteration(self) -> tuple[str, ...]:
        """In what the plan differs from the plan of its id and version, nothing where it does not."""
        return tuple(self.start.plan.altered)

    @property
    def start(self) -> StartBody:
        """What the run began with."""
        assert self.summary.start is not None
        return self.summary.start

    @property
    def run(self) -> str:
        """The run's name, which is the report's number."""
        return self.summary.run

    @property
    def head(self) -> str:
        """Hash of the run's last record."""
        return self.summary.head

    @property
    def replayed(self) -> bool:
        """Whether recorded bytes were replayed and no device was tested."""
        return self.summary.replayed

    @property
    def simulated(self) -> bool:
        """Whether the device was a simulator."""
        return self.summary.simulated

    @property
    def ending(self) -> Ending:
        """How the run stopped."""
        return self.summary.ending or Ending.INTERRUPTED

    @property
    def outcome(self) -> Outcome:
        """What the run found, read strictly: evidence that does not verify, and a lenient plan, support no pass."""
        outcome, sound = self.summary.outcome, self.verification.clean and not lenient(self.frozen.plan)
        return Outcome.INCONCLUSIVE if outcome is Outcome.PASS and not sound else outcome

    def standing(
        self,
        *,
        alive: bool = False,
        set_aside: bool = False,
        same_data: bool = False,
        explained_data: bool = False,
    ) -> Standing:
        """Return the verdict with its qualifiers, or why there is none; other runs may have the same data."""
        summary = self.summary
        return standing_of(
            self.outcome,
            summary.phase(alive=alive),
            simulated=self.simulated,
            replayed=self.replayed,
            set_aside=set_aside,
            rescinded_law=is_rescinded(self.frozen.game.standing),
            same_data=same_data,
            explained_data=explained_data,
        )

    @property
    def concluded(self) -> Standing:
        """What a report concludes: without its end a run is INCONCLUSIVE to it."""
        return self.beside()

    def beside(self, *, same_data: bool = False, explained_data: bool = False) -> Standing:
        """Return the same beside other runs, which may have the same data."""
        return standing_of(
            self.outcome,
            simulated=self.simulated,
            replayed=self.replayed,
            rescinded_law=is_rescinded(self.frozen.game.standing),
            same_data=same_data,
            explained_data=explained_data,
        )

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every reason for the outcome being no pass, the evidence's own faults first."""
        faults = [Dossiers.EVIDENCE_UNVERIFIED(why=problem) for problem in self.verification.problems]
        if self.summary.ending is None:
            faults.append(Dossiers.NO_END())
        if self.summary.verdict is None:
            faults.append(Dossiers.VERDICT_MISSING())
        recorded = self.summary.verdict.reasons if self.summary.verdict else ()
        if self.summary.ending not in (None, Ending.COMPLETE) and not recorded:
            faults.append(Dossiers.ENDED_EARLY(ending=self.ending))
        doubts = (reason for reason in lenient(self.frozen.plan) if reason not in recorded)
        return (*faults, *doubts, *recorded)

    def words(self, reasons: Iterable[Reason]) -> tuple[str, ...]:
        """Return the sentences of reasons, in which checks have their titles."""
        return tuple(map(self.say, reasons))

    def say(self, reason: Reason) -> str:
        """Return the sentence of a reason, in which checks have their titles."""
        return say(reason, self.titles)

    @property
    def titles(self) -> dict[str, str]:
        """Titles of the checks by their ids; one that several share names its id too."""
        recorded = self.summary.titles
        others = (check for check in self.frozen.plan.checks if check.id not in recorded)
        rest = {check.id: self.titled(check.check) for check in others}
        count = Counter((*recorded.values(), *rest.values()))
        return recorded | {
            id_: title if count[title] == 1 else f"{title} ({id_})" for id_, title in rest.items()
        }

    @property
    def device_name(self) -> str:
        """Manufacturer and model as the device reports them, or what the plan calls its kind."""
        identity = self.summary.identity
        if identity is None:
            return f"unidentified {self.frozen.plan.device_class.words}"
        return f"{identity.manufacturer} {identity.model}"

    @property
    def findings(self) -> dict[str, tuple[Finding, ...]]:
        """What trials, items and counts by hand showed, by stage."""
        return self.history.findings.by_stage

    @property
    def power(self) -> PowerTable | None:
        """What the plan's sample could show, if that was computed before the run and is as it was then."""
        try:
            return load_table(self.folder.frozen(FILE))
        except EvidenceError:
            return None

    def about(self, planned: PlannedCheck) -> CheckDescribed:
        """Return a check's description as it was recorded with its result, or what the plan says of it."""
        if (recorded := self.summary.about.get(planned.id)) is not None:
            return recorded
        return CheckDescribed(
            name=planned.check,
            title=self.titled(planned.check),
            version=0,
            unit="unit",
            hypothesis="not recorded",
            reference="",
        )


def _files(folder: RunFolder, summary: RunSummary) -> tuple[EvidenceFile, ...]:
    frozen = [
        EvidenceFile(name, file.stat().st_size, None, digest)
        for name, digest in sorted(summary.start.files.items() if summary.start else ())
        if (file := folder.path / name).is_file()
    ]
    closed: Iterable[SegmentState] = summary.segments
    if summary.ending is None:
        closed = (state for states in survey(folder.raw, summary.run)[0].values() for state in states)
    segments = (EvidenceFile(f"raw/{each.name}", each.size, each.frames, each.sha256) for each in closed)
    ledger = EvidenceFile(LEDGER, (folder.path / LEDGER).stat().st_size, None, "")
    return (ledger, *frozen, *segments)


NIGHT = timedelta(hours=8)
"""A pause of this length ends one stretch of work and begins another."""


@dataclass(frozen=True, slots=True)
class TimelineLane:
    """What belongs side by side in one line of a timeline.

    Parameters
    ----------
    kind
        ``session``, ``stage``, ``waiting``, ``interruption`` or ``event``.
    """

    name: str
    kind: str
    spans: tuple[Span, ...] = ()
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class RunSpan:
    """One run of several, from its first record to its last."""

    name: str
    start: datetime
    end: datetime
    standing: Standing
    remark: str = ""


def lanes(subject: Subject) -> tuple[TimelineLane, ...]:
    """Return sessions, stages, prompts waiting, pauses, interruptions and events of a run; no empty ones."""
    course = deepcopy(subject.history.course)  # a run that has not ended may go on
    for each in (course.sessions, course.stages, course.prompts, course.pauses):
        each.end_all(moment(subject.summary.updated))
    result = [
        TimelineLane("Sessions", "session", course.sessions.all()),
        *(
            TimelineLane(words(str(name)), "stage", tuple(spans))
            for name, spans in course.stages.spans.items()
        ),
        TimelineLane("Prompts waiting", "waiting", course.prompts.all()),
        TimelineLane("Paused", "waiting", course.pauses.all()),
        TimelineLane("Interrupted", "interruption", tuple(course.cuts)),
        *(TimelineLane(term(event), "event", marks=tuple(marks)) for event, marks in course.events.items()),
    ]
    return tuple(lane for lane in result if lane.spans or lane.marks)


def stretches(shown: Sequence[TimelineLane]) -> tuple[tuple[datetime, datetime], ...]:
    """Return stretches of work with no pause of :data:`NIGHT` or more within, first to last."""
    working = [span for lane in shown if lane.kind != "session" for span in lane.spans]
    busy = sorted([(span.start, span.end) for span in working if span.end - span.start < NIGHT])
    busy += [(mark.at, mark.at) for lane in shown for mark in lane.marks]
    long = [(span.start, span.end) for span in working if span.end - span.start >= NIGHT]
    pairs: list[tuple[datetime, datetime]] = []
    for start, end in sorted([*busy, *long]):
        if pairs and start - pairs[-1][1] < NIGHT:
            pairs[-1] = (pairs[-1][0], max(pairs[-1][1], end))
        else:
            pairs.append((start, end))
    return tuple(pairs)


def run_span(subject: Subject, remark: str, standing: Standing) -> RunSpan:
    """Return when a run was and what it came to, in one line of a timeline of runs."""
    start, end = moment(subject.summary.started), moment(subject.summary.updated)
    return RunSpan(subject.run, start, end, standing, remark)
