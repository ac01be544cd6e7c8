"""What the list of runs says of each, from the two ends of its ledger."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from labharness.errors import EvidenceError
from labharness.evidence.folder import RunFolder
from labharness.evidence.glimpse import glimpse
from labharness.evidence.ledger import LEDGER
from labharness.evidence.records import RecordType
from labharness.gui.kit.standing import Tone
from labharness.gui.kit.words import code_words, day_and_time
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
    plan, verdict = seen.start.get("plan"), seen.verdict.get("verdict")
    title = plain(plan.get("title", ""), 120) if isinstance(plan, dict) else ""
    utc = seen.began.isoformat() if seen.began else ""
    started = day_and_time(utc) if utc else ""
    if "ending" in seen.end:
        outcome = verdict.get("outcome") if isinstance(verdict, dict) else None
        tone, word = _ended(str(seen.end["ending"]), outcome)
        return Glance(folder.run, title, started, tone, word, utc, ended=True, simulated=seen.simulated)
    closed = seen.last == RecordType.SESSION_CLOSED
    tone, word = (Tone.QUIET, "session closed") if closed else (Tone.UNSURE, "interrupted")
    return Glance(folder.run, title, started, tone, word, utc, simulated=seen.simulated)


def _ended(ending: str, outcome: object) -> tuple[Tone, str]:
    if outcome == Outcome.FAIL:
        return Tone.FAIL, "fail"
    if outcome == Outcome.PASS and ending == Ending.COMPLETE:
        return Tone.PASS, "pass"
    if ending == Ending.COMPLETE:
        return Tone.UNSURE, "inconclusive" if outcome else "ended"
    return Tone.UNSURE, plain(code_words(ending), 40)
