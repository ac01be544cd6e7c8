"""Frames that no record names: what a crash can leave, and what it cannot.

A record of an exchange follows its frames, and a line of the ledger reaches the medium after the frames before it.  A
crash therefore leaves frames only behind the last frame that a record names, and the next record that speaks of the
run's files is that of its recovery.  Transfers that lie anywhere else were named once, or never belonged to the run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from labharness.evidence.segments import Direction, Frame, SegmentState
from labharness.model.reasons.evidence import Evidence
from labharness.reason import Reason

_TRANSFERS = (Direction.OUT, Direction.IN, Direction.CONTROL, Direction.REPLY)
"""Openings, closings and failures to open belong to no exchange."""


@dataclass
class _Gap:
    """Frames of a channel that no record names, from ``first`` to the one before ``end``, before a line of the ledger."""

    first: int
    end: float
    line: int
    transfer: int | None = None
    """The first frame in it that carries bytes."""
    transfers: int = 0


@dataclass
class UnnamedFrames:
    """Where no frames may lie but those that open and close a channel."""

    _next: dict[str, int] = field(default_factory=dict)
    _gaps: dict[str, list[_Gap]] = field(default_factory=dict)
    _place: dict[str, int] = field(default_factory=dict)

    def name(self, channel: str, frames: tuple[int, int], line: int) -> None:
        """Take in the frames that a line of the ledger names."""
        first, last = frames
        if first > self._next.get(channel, 0):
            self._gaps.setdefault(channel, []).append(_Gap(self._next.get(channel, 0), first, line))
        self._next[channel] = max(self._next.get(channel, 0), last + 1)

    def recover(self, states: Iterable[SegmentState]) -> None:
        """Excuse what a crash left: everything that was there when the run was taken up."""
        for state in states:
            self._next[state.channel] = max(self._next.get(state.channel, 0), state.frames)

    def end(self, channels: Iterable[str], line: int) -> None:
        """Take in that the run ended, however it did, at a line of the ledger: every exchange before it is on record."""
        for channel in channels:
            self._gaps.setdefault(channel, []).append(_Gap(self._next.get(channel, 0), float("inf"), line))

    def see(self, channel: str, frame: Frame) -> None:
        """Take in the next frame of a channel, once the whole ledger is known."""
        gaps, place = self._gaps.get(channel, []), self._place.get(channel, 0)
        while place < len(gaps) and frame.number >= gaps[place].end:
            place += 1
        self._place[channel] = place
        if place < len(gaps) and frame.number >= gaps[place].first and frame.direction in _TRANSFERS:
            gap = gaps[place]
            gap.transfer = frame.number if gap.transfer is None else gap.transfer
            gap.transfers += 1

    def problems(self) -> Iterator[Reason]:
        """Yield the gaps that hold transfers."""
        for channel, gaps in self._gaps.items():
            for gap in gaps:
                if gap.transfer is not None:
                    yield Evidence.FRAMES_UNNAMED(
                        channel=channel, frame=gap.transfer, frames=gap.transfers, line=gap.line
                    )
