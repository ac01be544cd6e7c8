"""One run as a window holds it, in bounded memory, and the clock that reads it a little at a time in the window's own thread.

A second Python thread would hold the interpreter while it parses and make every Qt call wait for it; a
slice of a few milliseconds between two events keeps the window at hand however fast the run writes.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

from PySide6.QtCore import QObject, QTimer, Signal

from labharness.app.bench_work.entered_cards import READER, DoubleEntry, ReaderWatch
from labharness.app.bench_work.next_question import LaidOrders, Pace, next_asking, setup_of
from labharness.app.workspace.workspace import Workspace
from labharness.errors import LabharnessError, StorageError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.history.summary import RunSummary
from labharness.evidence.lock import LEDGER
from labharness.evidence.records.calls import ExchangeBody, ObservedBody, RejectedBody
from labharness.evidence.records.course import StartBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import NOBODY, AnswerBody, PromptBody
from labharness.gui.kit.parts import timer_of
from labharness.gui.kit.run_standing import RunAction, RunStanding, Tone, explain, standing
from labharness.gui.kit.slow_work import Errand
from labharness.gui.kit.words import clock, tr
from labharness.gui.prompts.card_entry import BenchFacts
from labharness.gui.run.live_counts import LiveCounts, LivePicture, pictures_for
from labharness.language.dates import between
from labharness.language.record_sentences import ATTENTION, sentence
from labharness.language.run_groups import worded
from labharness.language.template import plain
from labharness.model.observations import Kind
from labharness.model.reasons.conduct import Adapters
from labharness.plans.frozen import FrozenPlan, frozen_plan
from labharness.reason import Reason


def line(record: Record, *, entry: bool = False) -> str | None:
    """Return the log line of a record, or None where the stage list already shows it.

    Parameters
    ----------
    entry
        Whether it answers one of two prompts for the same: whoever enters it a second time must not see the first entry.
    """
    text = _entered(record) if entry else _of_entries(record)
    return f"{clock(record.utc)}   {text}" if text else None


def _entered(record: Record) -> str | None:
    body = record.body
    if isinstance(body, AnswerBody) and body.answer and body.who != NOBODY:
        return plain(
            tr(
                "{who} entered {values:,} {values:value|values}",
                who=body.who,
                values=len(body.answer.split()),
            ),
            200,
        )
    return sentence(record)


def _of_entries(record: Record) -> str | None:
    """Return the sentence of a record without what two entries say at the place where they differ."""
    match record.body:
        case RejectedBody(reasons=reasons) if _differ(reasons):
            return ATTENTION + tr("The two entries differ and are made again")
        case ExchangeBody(error=error) if error is not None and _differ(error.reasons):
            return None  # the rejected read says so
        case PromptBody(data=data, asks=asks) if _differ(data.reasons):
            return plain(tr("Asked: {asks}", asks=worded(asks)))
        case _:
            return sentence(record)


def _differ(reasons: tuple[Reason, ...]) -> bool:
    return any(reason.is_a(Adapters.ENTRIES_DIFFER) for reason in reasons)


MOST_LINES = 2000


class Attachment:
    """Follow one run without touching it.

    Parameters
    ----------
    folder
        The run.
    clock
        Seconds that only grow; by it :meth:`advance` ends.

    Attributes
    ----------
    summary
        Everything that the records say so far.
    alive
        Whether a runner was at work when :meth:`advance` last looked.
    behind
        Whether there is more to read at once.
    problem
        What is wrong with the record, or "".
    unread
        Number of the first frame of the reader that no exchange has taken.
    pace
        How fast the stage goes that runs.
    """

    def __init__(self, folder: RunFolder, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.folder = folder
        self.history = RunHistory.at(folder)
        self.alive, self.behind, self.problem = False, True, ""
        self._clock = clock
        self._reader = folder.follow()
        self._lines: deque[str] = deque(maxlen=MOST_LINES)
        self._counts: dict[str, tuple[LiveCounts, ...]] = {}
        self._shown = ""
        self._frozen: FrozenPlan | None = None
        self.pace = Pace()
        self._entry, self._orders = DoubleEntry(), LaidOrders()
        self._asked: dict[int, str] = {}
        self.unread = 0

    @property
    def summary(self) -> RunSummary:
        """Where the run stands."""
        return self.history.summary

    @property
    def standing(self) -> RunStanding:
        """Status of the run."""
        evaluating = self.alive and self.summary.awaits_judgment and not self.behind and not self.problem
        if evaluating and self._frozen is not None:
            checks = tr("{checks:,} {checks:check|checks}", checks=len(self._frozen.plan.checks))
            return RunStanding(
                Tone.BUSY,
                tr("Evaluating"),
                tr("Evaluating {checks}. The verdict comes with the end.", checks=checks),
            )
        result = standing(self.summary, alive=self.alive, behind=self.behind, problem=self.problem)
        asks = self._next_question() if RunAction.PAUSE in result.deeds and not self.behind else ""
        return replace(result, sentence=f"{result.sentence} {asks}") if asks else result

    def _next_question(self) -> str:
        start, frozen, stages = self.summary.start, self._frozen, self.summary.stages.values()
        if start is None or frozen is None:
            return ""
        setup = setup_of(start, independent=start.adapter.device.source.independent)
        waiting = [stage.name for stage in stages if stage.status == "waiting"]
        current = self.summary.current.name if self.summary.current is not None else ""
        asking = next_asking(frozen.plan, setup, waiting, current)
        if not asking:
            return ""
        left, name = self.pace.left if asking == waiting[0] else None, plain(asking, 80)
        if left is None:
            return tr("Next question: stage {stage}.", stage=name)
        if left.soon:
            return tr("Next question within 2 min: stage {stage}.", stage=name)
        now = datetime.now(UTC)
        when = between(*left.moments(now), now.isoformat())
        return tr("Next question, {between}: stage {stage}.", between=when, stage=name)

    def bench_facts(self) -> BenchFacts:
        """Return what a prompt is shown with."""
        start, stage, frozen = self.summary.start, self.summary.current, self._frozen
        prompts = self.summary.open_prompts
        return BenchFacts(
            device_class=start.plan.device_class if start is not None else None,
            cards=frozen.cards if frozen is not None else None,
            person=self._entry.person,
            differing=self._entry.differing,
            stage=stage.name if stage is not None else "",
            done=stage.done if stage is not None else 0,
            units=stage.units if stage is not None else 0,
            asked={number: self._asked[number] for number in prompts if number in self._asked},
            same_as=self._orders.same_as(max(prompts, default=-1)),
            paused=self.summary.paused,
            closing=self.summary.closing,
        )

    @property
    def reads(self) -> bool:
        """Whether a reader is waited for."""
        return self.alive and any(body.by_reader for body in self.summary.open_prompts.values())

    def pictures(self) -> tuple[LiveCounts, ...]:
        """Return what is counted of the stage that last observed something, in the order of the keys; may be nothing."""
        return self._counts.get(self._shown, ())

    def picture(self, which: int = 0) -> LivePicture | None:
        """Return one picture of the stage that last observed something, or None where it has none."""
        result = self.pictures()
        return result[min(which, len(result) - 1)].picture() if result else None

    @property
    def bytes_read(self) -> int:
        """Bytes of the ledger."""
        try:
            return (self.folder.path / LEDGER).stat().st_size
        except OSError:
            return 0

    def take_lines(self) -> list[str]:
        """Return log lines that were not taken before; the oldest are dropped beyond 2 000."""
        lines = list(self._lines)
        self._lines.clear()
        return lines

    def look(self) -> bool:
        """Ask whether a runner is at work; returns whether that is news.

        A runner that ended writes its last record before it lets go, so whoever sees it gone and then
        reads to the end of the ledger knows whether it finished.
        """
        before = self.alive
        with suppress(StorageError):  # what cannot be told now is asked again
            self.alive = self.folder.alive
        return before != self.alive

    def advance(self, seconds: float) -> bool:
        """Read new records for at most about so long; returns whether anything changed."""
        if self.problem:
            return False
        until, before, was_behind = self._clock() + seconds, self.summary.records, self.behind
        try:
            self.behind = self._read(until)
        except LabharnessError as error:
            self.problem = tr("{problem}. Verify the run in Evidence.", problem=explain(error).rstrip("."))
            self.behind = False
            return True
        return self.summary.records != before or self.behind != was_behind

    def _read(self, until: float) -> bool:
        for record in self._reader.poll():
            self._take(record)
            if self._clock() > until:
                return True
        return False

    def _take(self, record: Record) -> None:
        self.history.take(record)
        body = record.body
        entry = isinstance(body, AnswerBody) and self._entry.is_entry(body.prompt)
        if (text := line(record, entry=entry)) is not None:
            self._lines.append(text)
        self.pace.take(record)
        self._entry.take(record)
        self._orders.take(record)
        if isinstance(body, ExchangeBody) and body.channel == READER:
            self.unread = max(self.unread, body.frames[1] + 1)
        if isinstance(body, PromptBody):
            self._asked[body.prompt] = record.utc
        if isinstance(record.body, StartBody):
            self._prepare()
        elif isinstance(record.body, ObservedBody):
            self._count(record.body, datetime.fromisoformat(record.utc).timestamp())

    def _prepare(self) -> None:
        try:
            self._frozen = frozen_plan(self.folder, altered=True)
        except (OSError, LabharnessError):
            return  # the picture needs the plan, nothing else here does; `verify` reports what is missing
        self._counts = {
            stage.name: pictures_for(self._frozen, stage) for stage in self._frozen.plan.acquisitions
        }

    def _count(self, body: ObservedBody, seconds: float) -> None:
        counted = self._counts.get(body.stage, ())
        if not counted or body.kind is Kind.BYTES:
            return
        self._shown = body.stage
        for observation in body.observations():
            for counts in counted:
                counts.add(observation, seconds)


SLICE_S = 0.012
TICK_MS = 100
LOOK_S = 0.5
BROKEN_MS = 10_000
"""Pause after a mistake of this program, which the window tells: the run is followed on."""


class Follower(QObject):
    """Reads at most :data:`SLICE_S` at a time and says so at most every :data:`TICK_MS`.

    Parameters
    ----------
    clock
        Seconds that only grow; by it slices, looks and news are told.
    """

    changed = Signal(object)
    """Emitted with the :class:`Attachment` when there is something new to show."""

    def __init__(self, parent: QObject | None = None, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(parent)
        self._clock = clock
        self.attachment: Attachment | None = None
        self._timer = timer_of(self, self._tick)
        self._looked = self._told = 0.0
        self._news = False

    def attach(self, folder: RunFolder) -> None:
        """Follow this run from its first record on, and no other."""
        self.attachment = Attachment(folder, clock=self._clock)
        self._looked = self._told = 0.0
        self._news = True
        self._timer.start(0)

    def detach(self) -> None:
        """Follow nothing."""
        self._timer.stop()
        self.attachment = None

    def _tick(self) -> None:
        attachment = self.attachment
        if attachment is None:
            return
        pause = BROKEN_MS
        try:
            self._follow(attachment)
            pause = 1 if attachment.behind else TICK_MS
        finally:
            self._timer.start(pause)

    def _follow(self, attachment: Attachment) -> None:
        now = self._clock()
        if now - self._looked >= LOOK_S:
            self._looked = now
            self._news |= attachment.look()
        self._news |= attachment.advance(SLICE_S)
        if self._news and now - self._told >= TICK_MS / 1000:
            self._news, self._told = False, now
            self.changed.emit(attachment)


LOOK_MS = 500


class ReadingWatch(QObject):
    """Works only while the run that is shown waits for its reader.

    Parameters
    ----------
    workspace
        Whose adapters the readers may have.
    """

    seen = Signal(object)
    """Emitted with the :class:`ReadingProgress`, None where nothing can be counted."""

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.progress = ReaderWatch(workspace).progress
        self._attachment: Attachment | None = None
        self._errand = Errand(self)
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self._look)

    def follow(self, attachment: Attachment | None) -> None:
        """Look at this run where it waits for its reader."""
        self._attachment = attachment
        wanted = attachment is not None and attachment.reads
        if wanted and not self._timer.isActive():
            self._timer.start()
            self._look()
        elif not wanted:
            self._timer.stop()

    def stop(self) -> None:
        """Let go of the thread."""
        self._timer.stop()
        self._errand.stop()

    def _look(self) -> None:
        attachment = self._attachment
        if attachment is not None:
            folder, first = attachment.folder, attachment.unread
            self._errand.begin(lambda _: self.progress(folder, first), self.seen.emit)
