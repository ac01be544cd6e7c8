"""One run as a window holds it: the fold of the records read so far, in bounded memory."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

from labharness.app.bench_work.double_entry import DoubleEntry
from labharness.app.bench_work.laid_orders import LaidOrders
from labharness.app.bench_work.next_question import next_asking, setup_of
from labharness.app.bench_work.pace import Pace
from labharness.app.bench_work.reading_progress import READER
from labharness.errors import LabharnessError, StorageError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.history.summary import RunSummary
from labharness.evidence.opening import LEDGER
from labharness.evidence.records.calls import ExchangeBody
from labharness.evidence.records.course import StartBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import AnswerBody, PromptBody
from labharness.evidence.records.sample import ObservedBody
from labharness.gui.kit.run_standing import RunAction, RunStanding, Tone, standing
from labharness.gui.kit.window_sentences import explain
from labharness.gui.kit.words import tr
from labharness.gui.prompts.headings import BenchFacts
from labharness.gui.run.live_counts import LiveCounts, LivePicture
from labharness.gui.run.live_pictures import pictures_for
from labharness.gui.run.sentences import line
from labharness.language.dates import between
from labharness.language.text import plain
from labharness.model.observations import Kind
from labharness.plans.frozen import FrozenPlan, frozen_plan

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
        """Return which stage asks a person next, and when where it can be told; "" where nobody can leave the bench."""
        start, frozen, stages = self.summary.start, self._frozen, self.summary.stages.values()
        if start is None or frozen is None:
            return ""
        setup = setup_of(start, independent=start.adapter.device.source.independent)
        waiting = [stage.name for stage in stages if stage.status == "waiting"]
        current = self.summary.current.name if self.summary.current is not None else ""
        name = next_asking(frozen.plan, setup, waiting, current)
        if not name:
            return ""
        left = self.pace.left if name == waiting[0] else None
        if left is None:
            return tr("Next question: stage {stage}.", stage=plain(name, 80))
        if left.soon:
            return tr("Next question within 2 min: stage {stage}.", stage=plain(name, 80))
        now = datetime.now(UTC)
        return tr(
            "Next question, {between}: stage {stage}.",
            between=between(*left.moments(now), now.isoformat()),
            stage=plain(name, 80),
        )

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
