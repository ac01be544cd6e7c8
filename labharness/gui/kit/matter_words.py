"""What kinds of matters are called, and which kind of news each is."""

from __future__ import annotations

from datetime import UTC, datetime

from labharness.app.overview.attention import OpenMatter
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.screen_text import day_and_time
from labharness.gui.kit.screen_text import duration as about
from labharness.gui.kit.words import tr
from labharness.language.dates import time_of_day
from labharness.model.reasons.attention import Attention

KINDS = {
    Attention.ANSWER.code: (tr("Answer"), Tone.ASKING),
    Attention.PAUSED.code: (tr("Resume"), Tone.ASKING),
    Attention.DEVICE_LOST.code: (tr("Device lost"), Tone.UNSURE),
    Attention.RUNNER_GONE.code: (tr("Runner gone"), Tone.UNSURE),
    Attention.NOT_JUDGED.code: (tr("Evaluate"), Tone.UNSURE),
    Attention.SESSION_CLOSED.code: (tr("Next session"), Tone.QUIET),
    Attention.UNREADABLE.code: (tr("Damaged"), Tone.FAIL),
    Attention.BENCH_SILENT.code: (tr("Bench silent"), Tone.UNSURE),
    Attention.BENCH_WAITS.code: (tr("Disk"), Tone.UNSURE),
    Attention.LEFT_OPEN.code: (tr("Left open"), Tone.UNSURE),
    Attention.RUN_LOST.code: (tr("Run lost"), Tone.FAIL),
    Attention.NOT_RUN.code: (tr("Not run"), Tone.UNSURE),
    Attention.QUEUE_AWAY.code: (tr("Queue"), Tone.UNSURE),
    Attention.QUEUE_DAMAGED.code: (tr("Damaged"), Tone.FAIL),
    Attention.REGISTER_AWAY.code: (tr("Register"), Tone.UNSURE),
    Attention.SIGN.code: (tr("Sign"), Tone.ASKING),
    Attention.DISK.code: (tr("Disk"), Tone.UNSURE),
    Attention.NOT_COPIED.code: (tr("Store"), Tone.UNSURE),
    Attention.CLOCK.code: (tr("Clock"), Tone.UNSURE),
}
"""What a kind of matter is called, and which kind of news it is."""


def elapsed(utc: str) -> str:
    """Write how long ago a moment was, "" where nobody knows it."""
    if not utc:
        return ""
    passed = (datetime.now(UTC) - datetime.fromisoformat(utc)).total_seconds()
    return about(passed) if passed >= 0 else day_and_time(utc)


def since(matter: OpenMatter) -> str:
    """Write for how long a matter waits."""
    return elapsed(matter.since)


def until(matter: OpenMatter) -> str:
    """Write when it is too late, "" where nothing ends it."""
    return time_of_day(matter.until) if matter.until else ""
