"""What the room of benches needs from the product."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from labharness.app.benches.board import BenchBoard
from labharness.app.preflight import RunOrder


@dataclass(frozen=True, slots=True)
class QueueWish:
    """How somebody wants a run queued; moments as they are typed, "" for none.

    Parameters
    ----------
    every
        When it repeats, such as ``weeknights at 18:00``, "" for a run that is queued once.
    """

    bench: str
    due: str = ""
    until: str = ""
    deadline: str = ""
    after: str = ""
    passed: bool = False
    priority: int = 0
    repeat: int = 1
    retries: int = 0
    attended: bool = False
    every: str = ""
    window_h: float = 10.0
    zone: str = ""


class QueueServices(Protocol):
    """The queue of a workspace.

    Each is called on another thread and may raise :class:`labharness.errors.LabharnessError`, whose sentence is shown;
    who may not act is refused, and the attempt is audited.
    """

    def board(self, bench: str) -> BenchBoard:
        """Read a bench."""
        ...

    def add(self, order: RunOrder, wish: QueueWish) -> str:
        """Queue a run as somebody wishes it; what can be refused is refused now. Returns what was queued, in words."""
        ...

    def move_before(self, item: str, other: str) -> None:
        """Let an item that waits come before another."""
        ...

    def move_first(self, item: str) -> None:
        """Let an item that waits come first of its priority."""
        ...

    def change(self, item: str, bench: str, priority: int) -> None:
        """Give an item that waits another bench or priority."""
        ...

    def duplicate(self, item: str) -> str:
        """Queue the order of an item once more; returns the name of the new item."""
        ...

    def give_back(self, item: str) -> None:
        """Ask a bench for an item that it has taken and not begun."""
        ...

    def take_over(self, bench: str, why: str) -> None:
        """Take a bench over from a computer that is gone, for a reason, and start a worker here."""
        ...

    def start_worker(self, bench: str) -> None:
        """Start the worker of a bench that has none."""
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
