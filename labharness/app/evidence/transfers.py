"""The recorded transfers that a record was made from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from labharness.evidence.folder import RunFolder
from labharness.evidence.segments import located_frames
from labharness.language.text import words


@dataclass(frozen=True, slots=True)
class ListedFrame:
    """One frame of a channel.

    Parameters
    ----------
    direction
        In words.
    segment
        File of the run folder that holds it.
    """

    number: int
    direction: str
    payload: bytes
    segment: str


def transfers(folder: RunFolder, channel: str, frames: tuple[int, int]) -> Iterator[ListedFrame]:
    """Yield the frames of a channel from the first to the last number.

    Raises
    ------
    EvidenceError
        At the first byte before them, or among them, that is not as it was written.
    """
    first, last = frames
    if last < first:
        return
    every = located_frames(folder.raw, folder.begun().run, channel, first)
    for segment, frame in takewhile(lambda each: each[1].number <= last, every):
        yield ListedFrame(frame.number, words(frame.direction.name).lower(), frame.payload, f"raw/{segment}")
