"""What the list of runs says of each, from the two ends of its ledger."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from labharness.errors import EvidenceError
from labharness.evidence.folder import RunFolder
from labharness.evidence.glimpse import glimpse
from labharness.evidence.ledger import LEDGER
from labharness.evidence.records.course import SessionClosedBody
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.screen_text import code_words, day_and_time
from labharness.language.text import plain
from labharness.model.results import Ending, Outcome


@dataclass(frozen=True, slots=True)
class Glance:
    """One line of the list of runs; a glance proves nothing, only attaching reads and checks the record.

    Parameters
    ----------
    started
        When it began, for people; ``began`` is the same for sorting.
    simulated
        Whether its device was simulated, as far as its first records show.
    """

    run: str
    title: str
    started: str
    tone: Tone
    word: str
    began: str = ""
    ended: bool = False
    simulated: bool = False


class Glances:
    """Look at many runs often: a ledger is read again only when it has grown."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[int, Glance]] = {}

    def of(self, folder: RunFolder) -> Glance:
        """Return what the list says of a run."""
        try:
            size = (folder.path / LEDGER).stat().st_size
            known = self._known.get(folder.path)
            if known is None or known[0] != size:
                known = size, _read(folder)
                self._known[folder.path] = known
            glance = known[1]
            if glance.ended or not folder.alive:
                return glance
        except FileNotFoundError:
            return Glance(folder.run, "", "", Tone.FAIL, "removed")
        except (OSError, EvidenceError):
            return Glance(folder.run, "", "", Tone.FAIL, "unreadable")
        return replace(glance, tone=Tone.BUSY, word="running")


def _read(folder: RunFolder) -> Glance:
    seen = glimpse(folder.path)
    title = plain(seen.start.plan.title, 120) if seen.start else ""
    utc = seen.began.isoformat() if seen.began else ""
    started = day_and_time(utc) if utc else ""
    if seen.end is not None:
        tone, word = _ended(seen.end.ending, seen.verdict.verdict.outcome if seen.verdict else None)
        return Glance(folder.run, title, started, tone, word, utc, ended=True, simulated=seen.simulated)
    closed = seen.last is not None and isinstance(seen.last.body, SessionClosedBody)
    tone, word = (Tone.QUIET, "session closed") if closed else (Tone.UNSURE, "interrupted")
    return Glance(folder.run, title, started, tone, word, utc, simulated=seen.simulated)


def _ended(ending: Ending, outcome: Outcome | None) -> tuple[Tone, str]:
    if outcome is Outcome.FAIL:
        return Tone.FAIL, "fail"
    if outcome is Outcome.PASS and ending is Ending.COMPLETE:
        return Tone.PASS, "pass"
    if ending is Ending.COMPLETE:
        return Tone.UNSURE, "inconclusive" if outcome else "ended"
    return Tone.UNSURE, plain(code_words(ending), 40)
