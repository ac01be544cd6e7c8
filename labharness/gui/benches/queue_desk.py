"""The product's queue, as :class:`labharness.gui.benches.services.QueueServices`."""

from __future__ import annotations

from labharness.app.benches import queueing, repeating, taking_over
from labharness.app.benches.board import BenchBoard, board_of
from labharness.app.preflight import RunOrder
from labharness.app.workspace import Workspace
from labharness.gui.benches.services import QueueWish
from labharness.gui.kit.words import tr
from labharness.nights.items import Need
from labharness.nights.schedules import LABORATORY, written_when


class QueueDesk:
    """What the window asks of the queue; the person is the one who is logged in.

    Parameters
    ----------
    workspace
        Whose queue.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def board(self, bench: str) -> BenchBoard:
        """Read a bench."""
        return board_of(self._workspace, bench)

    def add(self, order: RunOrder, wish: QueueWish) -> str:
        """Queue a run as somebody wishes it."""
        due, until, deadline = (
            queueing.read_moment(text) if text else None for text in (wish.due, wish.until, wish.deadline)
        )
        wanted = queueing.Wish(
            wish.bench,
            repeat=wish.repeat,
            priority=wish.priority,
            after=wish.after,
            need=Need.PASSED if wish.passed else Need.ENDED,
            due=due,
            until=until,
            deadline=deadline,
            attended=wish.attended,
            retries=wish.retries,
        )
        if wish.every:
            repetition = queueing.Repetition(wish.every, wish.zone or LABORATORY, wish.window_h)
            made = queueing.schedule(self._workspace, order, wanted, repetition)
            return tr(
                "Schedule {id} repeats it {written_when} ({zone}) on bench {bench}.",
                id=made.id,
                written_when=written_when(made.cron),
                zone=made.zone,
                bench=wish.bench,
            )
        items = queueing.add(self._workspace, order, wanted)
        names = (
            items[0].id
            if len(items) == 1
            else tr("{items:,} {items:run|runs} from {id} on", items=len(items), id=items[0].id)
        )
        return tr("{names} waits on bench {bench}.", names=names, bench=wish.bench)

    def change(self, item: str, bench: str, priority: int) -> None:
        """Give an item that waits another bench or priority."""
        queueing.move(self._workspace, item, None, bench=bench, priority=priority)

    def duplicate(self, item: str) -> str:
        """Queue the order of an item once more."""
        return repeating.duplicate(self._workspace, item).id

    def give_back(self, item: str) -> None:
        """Ask a bench for an item that it has taken and not begun."""
        repeating.give_back(self._workspace, item)

    def take_over(self, bench: str, why: str) -> None:
        """Take a bench over from a computer that is gone."""
        taking_over.note_take_over(self._workspace, bench, why)
        taking_over.start_worker(self._workspace, bench, take=True)

    def start_worker(self, bench: str) -> None:
        """Start the worker of a bench that has none."""
        taking_over.start_worker(self._workspace, bench)

    def move_before(self, item: str, other: str) -> None:
        """Let an item that waits come before another."""
        queueing.move(self._workspace, item, None, before=other)

    def move_first(self, item: str) -> None:
        """Let an item that waits come first of its priority."""
        queueing.move(self._workspace, item, None, first=True)

    def cancel(self, item: str) -> None:
        """Withdraw an item; a run at work is told to stop by its bench."""
        queueing.cancel(self._workspace, item, None)

    def pause(self, bench: str, *, paused: bool) -> None:
        """Let a bench begin nothing new, or go on."""
        queueing.pause(self._workspace, bench, None, paused=paused)

    def set_schedule(self, schedule: str, *, active: bool) -> None:
        """Let a schedule make items, or no more."""
        queueing.set_schedule(self._workspace, schedule, None, active=active)
