"""What people do with a bench and its queue, one button for each deed; and what is said of a bench."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from labharness.acts import queue as acts
from labharness.acts.declaring import Act, Seat
from labharness.app.benches.service import Slot
from labharness.app.benches.watching import PlannedSchedule, start_worker
from labharness.app.overview.overview import BenchNow
from labharness.gui.benches.bench_tables import Queued
from labharness.gui.kit.findable import add_key
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.forms.act_form import ActForm
from labharness.gui.kit.labels import plans_of, state_of
from labharness.gui.kit.parts import (
    ActButton,
    ask_text,
    boxed,
    confirm,
    in_column,
    in_wrapped_row,
    push_button,
)
from labharness.gui.kit.slow_work import Errand
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.language.dates import brief, time_of_day
from labharness.language.template import plain
from labharness.nights.items import Item, State

Answer = TypeVar("Answer")
AT_WORK = tr(
    "Its bench has taken it. A run at work is stopped, counts as stopped by the operator, and cannot pass."
)
GIVE_BACK = tr(
    "The bench ends it unless its run was begun, and it waits again under a new name, where it can be moved. A run that "
    "was begun goes on."
)


FIRST, SECOND = ("up", "down", "first", "change", "duplicate"), ("return", "withdraw", "schedule")
_OF_ITEM = (*FIRST, "return", "withdraw")
"""Deeds of an item of the queue and, last, of a schedule: those of the first row of buttons, and of the second."""

TAKE_OVER = 560
"""Pixels of the question whether a bench is taken over."""


class BenchDeeds(QObject):
    """Buttons and their deeds for the bench that is shown.

    Parameters
    ----------
    page
        Whose dialogs they are.

    Attributes
    ----------
    row, of_bench
        The buttons of the queue and those of the bench, for whoever lays them out.
    """

    announced = Signal(str)
    """Emitted with a sentence, "" before something is begun."""
    done = Signal()
    """Emitted when the bench is to be read again."""

    def __init__(
        self, seat: Seat, queue: RowTable[Queued], schedules: RowTable[PlannedSchedule], page: QWidget
    ) -> None:
        super().__init__(page)
        self.seat, self._queue, self._schedules, self._page = seat, queue, schedules, page
        self._bench = ""
        self._now: BenchNow | None = None
        self._names: Sequence[str] = ()
        self._paused, self._why = False, ""
        self._shown: object = queue
        self._work = Errand(self)
        self._work.failed.connect(self.announced)
        self._work.changed.connect(self.allow)
        deeds: Sequence[tuple[str, Act[Any, Any, Any], str, Callable[[], object]]] = (
            ("up", acts.move, "", self.up),
            ("down", acts.move, tr("Move &down"), self.down),
            ("first", acts.move, tr("Move &first"), queue.on_current(self._first)),
            ("change", acts.move, tr("C&hange…"), queue.on_current(self._change)),
            ("duplicate", acts.duplicate, "", queue.on_current(self._duplicate)),
            ("return", acts.give_back, "", queue.on_current(self._ask_return)),
            ("withdraw", acts.cancel, "", queue.on_current(self._ask_withdraw)),
            ("schedule", acts.stop_schedule, "", schedules.on_current(self._set_schedule)),
            ("pause", acts.pause, "", self._pause),
            ("take", acts.take_over, "", self._take_over),
        )
        self.buttons = {name: ActButton(act, text) for name, act, text, _ in deeds}
        for name, _, _, do in deeds:
            push_button(self.buttons[name], do)
        self.of_bench = [self.buttons[name] for name in ("pause", "take")]
        rows = (self.buttons[name] for name in FIRST), (self.buttons[name] for name in SECOND)
        self.row = boxed(in_column(*(in_wrapped_row(*row) for row in rows), gap=6))
        for table in (queue, schedules):
            table.chosen.connect(self.allow)
        queue.acts = [self.buttons[name] for name in _OF_ITEM]
        schedules.acts = (self.buttons["schedule"],)
        for keys, what, do in (
            ("Alt+Up", tr("Move the item up"), self.up),
            ("Alt+Down", tr("Move the item down"), self.down),
            ("Ctrl+D", tr("Duplicate the item"), queue.on_current(self._duplicate)),
        ):
            add_key(queue, keys, what, do)

    def show_bench(self, bench: str, now: BenchNow | None, names: Sequence[str]) -> None:
        """Take the bench that is shown, how it stands, and the names of all."""
        self._bench, self._now, self._names = bench, now, names
        self.allow()

    def restrict(self, why: str) -> None:
        """Let nobody do anything here, and say why; "" lets it be done again."""
        if why != self._why:
            self._why = why
            self.allow()

    def show_paused(self, *, paused: bool) -> None:
        """Take whether the bench is paused."""
        self._paused = paused
        self.allow()

    def show_tab(self, shown: object) -> None:
        """Take which table is looked at."""
        self._shown = shown
        self.allow()

    def stop(self) -> None:
        """Let go of the thread."""
        self._work.stop()

    def allow(self, _: object = None) -> None:
        """Enable what can be done now."""
        row, idle = self._queue.current, not self._work.busy
        item = row.item if row is not None and self._shown is self._queue else None
        kept = item is not None and (bool(item.withdrawn) or item.id in self._at_work)
        free = {
            "up": self._neighbor(-1) is not None,
            "down": self._neighbor(+1) is not None,
            "return": not kept,
            "withdraw": item is not None and not item.withdrawn,
        }
        for name in _OF_ITEM:
            self.buttons[name].offer(item, self._why, free=idle and free.get(name, True))
            self.buttons[name].setVisible(self._shown is self._queue)
        planned = self._schedules.current if self._shown is self._schedules else None
        stopped = planned is not None and not planned.schedule.active
        schedule, pause, take = (self.buttons[name] for name in ("schedule", "pause", "take"))
        schedule.become(acts.start_schedule if stopped else acts.stop_schedule)
        schedule.offer(planned, self._why, free=idle)
        schedule.setVisible(self._shown is self._schedules)
        pause.become(acts.resume if self._paused else acts.pause)
        pause.offer(self._now, self._why, free=idle)
        fresh = self._now is not None and not self._now.bench.host
        take.become(acts.take_over, tr("Star&t worker here…") if fresh else "")
        take.offer(self._now, self._why, free=idle and self._now is not None and (self._now.silent or fresh))

    @property
    def _at_work(self) -> tuple[str, ...]:
        return self._now.at_work if self._now is not None else ()

    def up(self) -> None:
        """Move the chosen item before the one that waits before it."""
        self._move(-1)

    def down(self) -> None:
        """Move the chosen item behind the one that waits behind it."""
        self._move(+1)

    def drop(self, item: str, before: str) -> None:
        """Put an item before another one."""
        self._do(acts.move, item, before=before)

    def _do(
        self, act: Act[Any, Any, Any], *given: str, then: Callable[[Any], str] = lambda _: "", **named: object
    ) -> None:
        """Do an act on another thread, and tell what ``then`` says of its result."""
        self._begin(lambda: self.seat.do(act, *given, **named), then)

    def _begin(self, do: Callable[[], Answer], then: Callable[[Answer], str]) -> None:
        def take(answer: Answer) -> None:
            self.announced.emit(then(answer))
            self.done.emit()

        self.announced.emit("")
        self._work.begin(lambda _: do(), take)

    def _first(self, row: Queued) -> None:
        self._do(acts.move, row.item.id, first=True)

    def _neighbor(self, step: int) -> Item | None:
        """Return the waiting item beside the chosen one, in the order of the queue."""
        chosen = self._queue.current
        if chosen is None:
            return None
        waiting = [row.item for row in self._queue.rows.every if row.item.state is State.WAITING]
        ids = [item.id for item in waiting]
        at = ids.index(chosen.item.id) + step if chosen.item.id in ids else -1
        return waiting[at] if 0 <= at < len(waiting) else None

    def _move(self, step: int) -> None:
        chosen, other = self._queue.current, self._neighbor(step)
        if chosen is not None and other is not None:
            item, before = (chosen.item, other) if step < 0 else (other, chosen.item)
            self.drop(item.id, before.id)

    def _change(self, row: Queued) -> None:
        item = row.item
        form = ActForm(
            acts.move,
            ("bench", "priority"),
            typed={"bench": [(name, "") for name in self._names]},
            limits={"priority": (-100, 100)},
            values={"bench": item.bench, "priority": item.priority},
        )
        about = plain(item.id, 120)
        dialog = ActDialog(tr("Change item"), tr("Change the item"), about, form, parent=self._page)
        dialog.setObjectName("change item")
        dialog.wanted.connect(lambda: self._do(acts.move, item.id, **form.take()))
        dialog.wanted.connect(dialog.accept)
        dialog.open()

    def _duplicate(self, row: Queued) -> None:
        if self.buttons["duplicate"].isEnabled():
            self._do(acts.duplicate, row.item.id, then=_again)

    def _ask_return(self, row: Queued) -> None:
        item = row.item
        confirm(
            self._page,
            tr("Ask the bench to return {item}?", item=plain(item.id)),
            GIVE_BACK,
            tr("Ask the bench to return it"),
            tr("Keep the item"),
            lambda: self._do(acts.give_back, item.id, then=lambda _: tr("The bench was asked for it.")),
            name="confirm return",
        )

    def _ask_withdraw(self, row: Queued) -> None:
        item = row.item
        confirm(
            self._page,
            tr("Withdraw {id}?", id=plain(item.id)),
            AT_WORK if item.state is State.TAKEN else tr("Its run will not begin."),
            tr("Withdraw the item"),
            tr("Keep the item"),
            lambda: self._do(acts.cancel, item.id),
            name="confirm withdraw",
        )

    def _pause(self) -> None:
        self._do(acts.resume if self._paused else acts.pause, self._bench)

    def _set_schedule(self, row: PlannedSchedule) -> None:
        self._do(acts.stop_schedule if row.schedule.active else acts.start_schedule, row.schedule.id)

    def _take_over(self) -> None:
        now = self._now
        if now is None:
            return
        name = now.bench.name
        if not now.bench.host:
            self._begin(
                lambda: start_worker(self.seat.workspace, name), lambda _: tr("The worker is starting.")
            )
            return
        ask_text(
            self._page,
            tr("Take over {bench}", bench=plain(name, 60)),
            take_over_words(now),
            lambda why: self._do(
                acts.take_over, name, why=why, then=lambda _: tr("A worker is starting here.")
            ),
            verb=tr("Take over the bench"),
            name="take over",
            wide=TAKE_OVER,
        )


def _again(added: Item) -> str:
    return tr("{item} waits as a new attempt.", item=added.id)


def take_over_words(now: BenchNow) -> str:
    """Return what taking a bench over means, with its fence, and that a reason is wanted."""
    bench, taken = now.bench, len(now.taken)
    return plain(
        tr(
            "{bench} is held by {host} under fence {fence}, last heard {heard}. Taking it over raises the fence to {raised}: the other worker is refused from then on, and what it had taken ({taken}) ends as left open. Make sure that it is off. Reason, for the record:",
            bench=bench.name,
            host=bench.host,
            fence=bench.fence,
            heard=brief(bench.heard),
            raised=bench.fence + 1,
            taken=taken,
        ),
        600,
    )


AWAY = tr("Queue not reachable")
GO_ON = tr("Benches go on with what they have taken.")


def standing_words(now: BenchNow) -> str:
    """Return how a bench stands, who holds it, and what to do where it is silent."""
    bench = now.bench
    if not bench.host:
        return tr(
            "No worker yet: items wait until one is started. Start worker here, or on the computer at the bench."
        )
    if now.silent:
        left = (
            " " + tr("It had taken {taken:,} {taken:item|items}.", taken=len(now.taken)) if now.taken else ""
        )
        return tr(
            "Silent: last heard {heard} from {host}, fence {fence}.{left} Its runs may go on. Look at that computer, or take the bench over.",
            heard=brief(bench.heard),
            host=bench.host,
            fence=bench.fence,
            left=left,
        )
    return tr(
        "{state} · {host}, fence {fence}, last heard {heard}",
        state=": ".join(filter(None, (state_of(now), plans_of(now)))),
        host=bench.host,
        fence=bench.fence,
        heard=time_of_day(bench.heard),
    )


def night_words(slots: Sequence[Slot]) -> str:
    """Return what a bench will do, and how many items do not fit their time."""
    if not slots:
        return ""
    ends = max(slot.end for slot in slots if slot.fits) if any(slot.fits for slot in slots) else None
    unfit = sum(not slot.fits for slot in slots)
    count = len(slots)
    text = [
        tr("{items:,} {items:item|items}.", items=count)
        if ends is None
        else tr(
            "{items:,} {items:item|items}, the last one over about {end}.",
            items=count,
            end=brief(ends.isoformat()),
        )
    ]
    if unfit:
        text.append(tr("{items:,} {items:item does|items do} not fit (hatched).", items=unfit))
    return " ".join(text)


def empty_words(bench: str) -> tuple[str, str, str, str]:
    """Return what is said where a bench has no queue, nothing that ended, no schedule, no journal."""
    name = plain(bench, 60)
    return (
        tr("Nothing is queued on {bench}. Queue a run: New run.", bench=name),
        tr("Nothing has ended on {bench} yet.", bench=name),
        tr("No schedule makes items for {bench}.", bench=name),
        tr("Nothing was changed on {bench}.", bench=name),
    )


def away_words(why: str, read_at: str) -> str:
    """Return the sentence that the queue cannot be read, since when, and what continues."""
    known = f"{AWAY}."
    if read_at:
        time = time_of_day(read_at)
        known = tr("{away} since {time}; this is what was known then.", away=AWAY, time=time)
    return f"{known} {GO_ON} {why}".strip()
