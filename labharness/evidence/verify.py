"""Say whether a run folder is as it was written, and where it is not."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from labharness.errors import InputError
from labharness.evidence.examination import examine
from labharness.evidence.folder import RunFolder
from labharness.evidence.records.line import Record
from labharness.evidence.segments import Frame
from labharness.model.reasons.evidence import Evidence
from labharness.model.results import Ending
from labharness.reason import Reason


@dataclass(frozen=True, slots=True)
class RunVerification:
    """What :func:`verify` found.

    Parameters
    ----------
    ending
        What the end record says; INTERRUPTED where there is none.
    head
        Hash of the last whole record.
    records, raw_bytes
        How much was read.
    problems
        What is damaged, the first bad line or byte first; empty where the folder is as written.
    notes
        Facts that are no fault, such as a torn tail of an interrupted run.
    """

    ending: Ending
    head: str
    records: int
    raw_bytes: int
    problems: tuple[Reason, ...]
    notes: tuple[Reason, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong with what is there."""
        return not self.problems


def verify(
    path: Path,
    head: str | None = None,
    each: Callable[[Record], None] = lambda _: None,
    read: Callable[[int], None] = lambda _: None,
    framed: Callable[[str, Frame], None] = lambda *_: None,
) -> RunVerification:
    """Check every line, byte, file and reference of a run folder.

    Parameters
    ----------
    path
        The run folder.
    head
        The head hash from a report's footer, to prove that this is the run reported and that nothing was
        cut off; 64 hex digits or the beginning of them, 16 at least.
    each
        Given every good record, in order, so that one pass both verifies a run and reads it.
    read
        Told how many further bytes have been read; what it raises ends the verification.
    framed
        Given every good frame and the name of its segment, in order, after the records.

    Raises
    ------
    InputError
        If ``head`` is no such hash.
    StorageError
        If something of it is there and cannot be read.
    """
    if head is not None and not re.fullmatch("[0-9a-fA-F]{16,64}", head):
        raise InputError(Evidence.NOT_A_HEAD())
    result = examine(RunFolder.open(path), each, read, framed)
    ending = result.ending if result.ending and not result.problems else Ending.INTERRUPTED
    if head is not None and not result.head.startswith(head.lower()):
        result.problems.append(Evidence.OTHER_HEAD(line=result.records, head=result.head, expected=head))
    size = sum(state.size for states in result.segments.values() for state in states)
    return RunVerification(
        ending, result.head, result.records, size, tuple(result.problems), tuple(result.notes)
    )
