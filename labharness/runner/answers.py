"""What people answer: yes or no, a comment, and the photographs that belong to it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from labharness.devices.untrusted import printable
from labharness.errors import EvidenceError
from labharness.evidence.attachments import attach
from labharness.evidence.opening import evidence
from labharness.evidence.records.people import AttachedFile
from labharness.model.reasons.ask import Ask
from labharness.reason import Reason
from labharness.runner.active_run import ActiveRun

MOST_TRIES = 5
MOST_COMMENT = 2000
MOST_BYTES = 64 << 20
"""Largest photograph that is taken into a run."""


class Given(StrEnum):
    """What was answered."""

    YES = "yes"
    NO = "no"
    NOT_APPLICABLE = "n/a"


_WORDS = {
    **dict.fromkeys(("yes", "y", "done"), Given.YES),
    **dict.fromkeys(("no", "n"), Given.NO),
    **dict.fromkeys(("n/a", "na", "skip"), Given.NOT_APPLICABLE),
}


@dataclass(frozen=True, slots=True)
class OperatorAnswer:
    """One answer.

    Parameters
    ----------
    attachment
        Name and SHA-256 of the file that came with it, if one did.
    """

    given: Given
    comment: str = ""
    attachment: AttachedFile | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and what an answer must have.

    Parameters
    ----------
    comment
        Answers that need one.
    photograph
        Whether a file belongs to a yes or a no.
    """

    action: str
    asks: tuple[Reason, ...]
    data: dict[str, Any]
    comment: frozenset[Given] = frozenset({Given.NO, Given.NOT_APPLICABLE})
    photograph: bool = False


def ask(bench: ActiveRun, question: Question, timeout_s: float) -> OperatorAnswer | None:
    """Ask until the answer can be used; None if none could be after :data:`MOST_TRIES`.

    An answer is a word, perhaps a comment after a colon, perhaps a file after ``|``:
    ``no: the door opens | door.jpg``.  The file is copied into the run.
    """
    shape = {
        "answers": [given.value for given in Given],
        "comment": sorted(question.comment),
        "photograph": question.photograph,
        "how": Ask.HOW_WITH_PHOTOGRAPH() if question.photograph else Ask.HOW(),
    }
    data = {**question.data, **shape}
    for _ in range(MOST_TRIES):
        understood = _understood(
            bench, question, bench.control.ask(question.action, question.asks, data, timeout_s)
        )
        if isinstance(understood, OperatorAnswer):
            return understood
        data["reasons"] = (understood,)
    return None


def _understood(bench: ActiveRun, question: Question, text: str) -> OperatorAnswer | Reason:
    """Return the answer, or what it lacks."""
    words, _, file = text.partition("|")
    word, _, comment = words.partition(":")
    given = _WORDS.get(word.strip().lower())
    comment = printable(comment.strip(), MOST_COMMENT)
    if given is None:
        return Ask.NO_ANSWER(text=printable(word.strip(), 40))
    if given in question.comment and not comment:
        return Ask.NEEDS_COMMENT()
    if not file.strip():
        missing = question.photograph and given is not Given.NOT_APPLICABLE
        return Ask.NEEDS_PHOTOGRAPH() if missing else OperatorAnswer(given, comment)
    taken = _taken(bench, Path(file.strip()))
    return taken if isinstance(taken, Reason) else OperatorAnswer(given, comment, taken)


def _taken(bench: ActiveRun, file: Path) -> AttachedFile | Reason:
    """Copy a file into the run under its hash, or return why not; what is named twice lies there once."""
    try:
        there = file.resolve()  # a person may name a link; a pipe would hold up the run
        content = evidence(there.parent, there.name, MOST_BYTES)
    except EvidenceError as error:
        return error.reasons[0]
    except (OSError, ValueError, RuntimeError) as error:  # missing, NUL in its name, links in a circle
        return Ask.FILE_UNREADABLE(why=getattr(error, "strerror", None) or str(error))
    return AttachedFile(name=printable(file.name, 200), sha256=attach(bench.writer.path, content))
