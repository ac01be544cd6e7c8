"""The columns of Home: what needs a person, and what ended lately."""

from __future__ import annotations

from datetime import UTC, datetime

from labharness.app.overview.attention import Matter
from labharness.app.overview.overview import EndedRun
from labharness.gui.kit.row_model import Column
from labharness.gui.kit.run_standing import TONES, Tone
from labharness.gui.kit.screen_text import code_words, day_and_time
from labharness.gui.kit.screen_text import duration as about
from labharness.language.catalog import say
from labharness.language.dates import time_of_day
from labharness.model.reasons.attention import Attention
from labharness.model.results import Ending, Outcome

KINDS = {
    Attention.ANSWER.code: ("Answer", Tone.ASKING),
    Attention.PAUSED.code: ("Resume", Tone.ASKING),
    Attention.RUNNER_GONE.code: ("Runner gone", Tone.UNSURE),
    Attention.NOT_JUDGED.code: ("Evaluate", Tone.UNSURE),
    Attention.SESSION_CLOSED.code: ("Next session", Tone.QUIET),
    Attention.UNREADABLE.code: ("Damaged", Tone.FAIL),
    Attention.BENCH_SILENT.code: ("Bench silent", Tone.UNSURE),
    Attention.LEFT_OPEN.code: ("Left open", Tone.UNSURE),
    Attention.RUN_LOST.code: ("Run lost", Tone.FAIL),
    Attention.NOT_RUN.code: ("Not run", Tone.UNSURE),
    Attention.QUEUE_AWAY.code: ("Queue", Tone.UNSURE),
    Attention.DISK.code: ("Disk", Tone.UNSURE),
    Attention.NOT_COPIED.code: ("Store", Tone.UNSURE),
    Attention.CLOCK.code: ("Clock", Tone.UNSURE),
}
"""What a kind of matter is called, and which kind of news it is."""


def since(matter: Matter) -> str:
    """Write for how long a matter waits."""
    if not matter.since:
        return ""
    waits = (datetime.now(UTC) - datetime.fromisoformat(matter.since)).total_seconds()
    return about(waits) if waits >= 0 else day_and_time(matter.since)


MATTERS = (
    Column[Matter]("What", lambda each: KINDS[each.code][0], 130, tone=lambda each: KINDS[each.code][1]),
    Column[Matter]("Waits", since, 90, sort=lambda each: each.since, number=True),
    Column[Matter](
        "Until",
        lambda each: time_of_day(each.until) if each.until else "",
        90,
        sort=lambda each: each.until or "9",
    ),
    Column[Matter]("Matter", lambda each: say(each.reason), 560),
)


def verdict_tone(run: EndedRun) -> Tone:
    """Return which kind of news a verdict is; a run that did not run to its end never passed."""
    tone = TONES.get(Outcome(run.verdict), Tone.UNSURE) if run.verdict in set(Outcome) else Tone.UNSURE
    return Tone.UNSURE if tone is Tone.PASS and run.ending != Ending.COMPLETE.value else tone


ENDED = (
    Column[EndedRun]("Verdict", lambda run: run.verdict, 150, tone=verdict_tone),
    Column[EndedRun]("Ending", lambda run: code_words(run.ending).capitalize(), 130),
    Column[EndedRun]("Run", lambda run: run.run, 320),
    Column[EndedRun]("Device", lambda run: f"{run.device}{', simulated' if run.simulated else ''}", 220),
    Column[EndedRun]("Ended", lambda run: day_and_time(run.updated), 190, sort=lambda run: run.updated),
)
