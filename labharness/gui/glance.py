"""What the list of runs says of each, from the two ends of its ledger."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from labharness.evidence.folder import RunFolder
from labharness.evidence.ledger import LEDGER
from labharness.gui.standing import Tone
from labharness.gui.words import code_words, day_and_time, plain

HEAD_BYTES = 1 << 20
TAIL_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class Glance:
    """One line of the list of runs; a glance proves nothing, only attaching reads and checks the record.

    Parameters
    ----------
    started
        When it began, for people; ``began`` is the same for sorting.
    """

    run: str
    title: str
    started: str
    tone: Tone
    word: str
    began: str = ""
    ended: bool = False


class Glances:
    """Look at many runs often: a ledger is read again only when it has grown."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[int, Glance]] = {}

    def of(self, folder: RunFolder) -> Glance:
        """Return what the list says of a run."""
        try:
            size = (folder.path / LEDGER).stat().st_size
        except OSError:
            return Glance(folder.run, "", "", Tone.FAIL, "removed")
        known = self._known.get(folder.path)
        if known is None or known[0] != size:
            known = size, _read(folder, size)
            self._known[folder.path] = known
        glance = known[1]
        if glance.ended or not folder.alive:
            return glance
        return replace(glance, tone=Tone.BUSY, word="running")


def _read(folder: RunFolder, size: int) -> Glance:
    with (folder.path / LEDGER).open("rb") as file:
        head = _record(file.readline(HEAD_BYTES))
        file.seek(max(0, size - TAIL_BYTES))
        records = [_record(line) for line in file.read().splitlines()]
    plan = head.get("body", {}).get("plan", {})
    title, utc = plain(plan.get("title", ""), 120), head.get("utc", "")
    started = day_and_time(utc) if utc else ""
    found = {record.get("type"): record["body"] for record in records if "body" in record}
    if "end" in found:
        tone, word = _ended(
            found["end"]["ending"], found.get("verdict", {}).get("verdict", {}).get("outcome")
        )
        return Glance(folder.run, title, started, tone, word, utc, ended=True)
    last = next((record.get("type") for record in reversed(records) if record), None)
    if last == "session_closed":
        return Glance(folder.run, title, started, Tone.QUIET, "session closed", utc)
    return Glance(folder.run, title, started, Tone.UNSURE, "interrupted", utc)


def _ended(ending: str, outcome: str | None) -> tuple[Tone, str]:
    if outcome == "FAIL":
        return Tone.FAIL, "fail"
    if outcome == "PASS" and ending == "COMPLETE":
        return Tone.PASS, "pass"
    if ending == "COMPLETE":
        return Tone.UNSURE, "inconclusive" if outcome else "ended"
    return Tone.UNSURE, plain(code_words(ending), 40)


def _record(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
