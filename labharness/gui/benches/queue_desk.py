"""The product's queue, as :class:`labharness.gui.benches.services.QueueServices`."""

from __future__ import annotations

from labharness.app.benches import queueing
from labharness.app.benches.board import Board, board_of
from labharness.app.preflight import RunOrder
from labharness.app.workspace import Workspace


class QueueDesk:
    """What the window asks of the queue; the person is the one who is logged in.

    Parameters
    ----------
    workspace
        Whose queue.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def board(self, bench: str) -> Board:
        """Read a bench."""
        return board_of(self._workspace, bench)

    def add(self, order: RunOrder, bench: str, moment: str, *, attended: bool) -> None:
        """Queue a run for a bench from a moment on; what can be refused is refused now."""
        due = queueing.read_moment(moment) if moment else None
        queueing.add(self._workspace, order, queueing.Wish(bench, due=due, attended=attended))

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
