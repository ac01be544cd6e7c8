"""What the room of benches needs from the product."""

from __future__ import annotations

from typing import Protocol

from labharness.app.benches.board import Board
from labharness.app.preflight import RunOrder


class QueueServices(Protocol):
    """The queue of a workspace.

    Each is called on another thread and may raise :class:`labharness.errors.LabharnessError`, whose sentence is shown;
    who may not act is refused, and the attempt is audited.
    """

    def board(self, bench: str) -> Board:
        """Read a bench."""
        ...

    def add(self, order: RunOrder, bench: str, moment: str, *, attended: bool) -> None:
        """Queue a run for a bench from a moment on; what can be refused is refused now."""
        ...

    def move_before(self, item: str, other: str) -> None:
        """Let an item that waits come before another."""
        ...

    def move_first(self, item: str) -> None:
        """Let an item that waits come first of its priority."""
        ...

    def cancel(self, item: str) -> None:
        """Withdraw an item; a run at work is told to stop by its bench."""
        ...

    def pause(self, bench: str, *, paused: bool) -> None:
        """Let a bench begin nothing new, or go on."""
        ...

    def set_schedule(self, schedule: str, *, active: bool) -> None:
        """Let a schedule make items, or no more."""
        ...
