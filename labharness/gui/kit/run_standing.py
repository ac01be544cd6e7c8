"""How a run stands, in one word and one sentence, and what a person may do about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from labharness.app.overview.attention import OpenMatter
from labharness.errors import LabharnessError
from labharness.evidence.history.summary import RunSummary
from labharness.gui.kit.words import code_words, day_and_time, tr
from labharness.gui.kit.words import duration as about
from labharness.language.catalog import Language
from labharness.language.dates import time_of_day
from labharness.language.numbers import number
from labharness.language.run_groups import worded
from labharness.language.standings import standing_words
from labharness.language.template import plain
from labharness.model.reasons.register import Attention
from labharness.model.results import Ending, Outcome, Phase, Standing
from labharness.reason import Reason

_LANGUAGE = Language(in_window=True)
clause, sentences, step = _LANGUAGE.clause, _LANGUAGE.sentences, _LANGUAGE.step


def say(reason: Reason, titles: Mapping[str, str] | None = None) -> str:
    """Return the sentence of a reason; ``titles`` are of things that it names by their ids, such as checks and fields."""
    return _language(titles).say(reason)


def explain(error: LabharnessError | OSError, titles: Mapping[str, str] | None = None) -> str:
    """Return an error in words, one line for each mistake; the operating system's words stay as they are."""
    return _language(titles).explain(error)


def _language(titles: Mapping[str, str] | None) -> Language:
    return Language(titles=titles, in_window=True) if titles else _LANGUAGE


MOST_REASONS = 3


class Tone(StrEnum):
    """What kind of news it is; the theme gives each a color and an icon."""

    QUIET = "quiet"
    BUSY = "busy"
    ASKING = "asking"
    PASS = "pass"  # noqa: S105  a verdict, no password
    UNSURE = "unsure"
    FAIL = "fail"


class RunAction(StrEnum):
    """What a person may do to a run."""

    PAUSE = "pause"
    RESUME = "resume"
    RESTART = "restart"
    CLOSE_SESSION = "close_session"
    STOP = "stop"
    REPORT = "report"
    RESULTS = "results"


@dataclass(frozen=True, slots=True)
class RunStanding:
    """What the banner says.

    Parameters
    ----------
    word
        The headline: one or two words.
    sentence
        What it means, and what to do if anything is to be done.
    deeds
        What may be done now.
    """

    tone: Tone
    word: str
    sentence: str
    deeds: frozenset[RunAction] = frozenset()


CLOSES = tr("The session closes after this answer.")
CLOSING = tr("The session closes after this step.")
COMES_BACK = tr("The runner waits for it, and goes on when it is back.")
GONE = tr("The runner has ended. The records are safe. Resume the run.")
NOTHING = RunStanding(Tone.QUIET, tr("No run shown"), tr("Open a run from Runs, or start one with Ctrl+N."))
_PHASES = {
    Phase.AT_WORK: Tone.BUSY,
    Phase.SESSION_CLOSED: Tone.QUIET,
    Phase.NOT_BEGUN: Tone.QUIET,
    Phase.DAMAGED: Tone.FAIL,
}
TONES = {Outcome.PASS: Tone.PASS, Outcome.INCONCLUSIVE: Tone.UNSURE, Outcome.FAIL: Tone.FAIL}


def tone_of(standing: Standing) -> Tone:
    """Return which kind of news a verdict is, or its absence."""
    if standing.verdict is not None:
        return TONES[standing.verdict]
    return _PHASES.get(standing.phase, Tone.UNSURE)


def standing(summary: RunSummary, *, alive: bool, behind: bool = False, problem: str = "") -> RunStanding:
    """Say how a run stands.

    Parameters
    ----------
    alive
        Whether a runner holds the run.
    behind
        Whether there are records not read yet.
    problem
        What is wrong with the record itself, or "".
    """
    if problem:
        return RunStanding(Tone.FAIL, tr("Record not readable"), plain(problem))
    if summary.ending is not None:
        return _ended(summary)
    if behind and not alive:
        return RunStanding(
            Tone.BUSY,
            tr("Reading"),
            tr("Reading the record: {records} lines so far.", records=number(summary.records)),
        )
    return _underway(summary, behind=behind) if alive else _left(summary)


def _underway(summary: RunSummary, *, behind: bool) -> RunStanding:
    going = frozenset({RunAction.STOP} if summary.closing else {RunAction.CLOSE_SESSION, RunAction.STOP})
    if summary.broken:
        sentence = f"{plain(worded(summary.broken))} {COMES_BACK}"
        return RunStanding(Tone.UNSURE, tr("Device lost"), sentence, going)
    if summary.open_prompts:
        after = tr("The run continues after your answer.")
        return RunStanding(Tone.ASKING, tr("Waiting for you"), CLOSES if summary.closing else after, going)
    if summary.paused:
        sentence = tr("Paused between two steps. Resume when you are ready.")
        return RunStanding(Tone.ASKING, tr("Paused"), sentence, going | {RunAction.RESUME})
    if behind:
        sentence = tr("Reading the run: {records} records read so far.", records=number(summary.records))
        return RunStanding(Tone.BUSY, tr("Attaching"), sentence, going | {RunAction.PAUSE})
    doing = f"{_doing(summary)} {CLOSING}" if summary.closing else _doing(summary)
    return RunStanding(Tone.BUSY, tr("Running"), doing, going | {RunAction.PAUSE})


def _doing(summary: RunSummary) -> str:
    stage = summary.current
    if stage is None:
        return tr("Judging the record.") if summary.conducted else tr("Between two stages.")
    of = ""
    if stage.units:
        of = ", " + tr("{done} of {units}", done=number(stage.done), units=number(stage.units))
    return tr("Stage {stage}{of}. No verdict before the end.", stage=plain(stage.name, 80), of=of)


def _left(summary: RunSummary) -> RunStanding:
    if summary.awaits_judgment:
        sentence = tr("The run is over and has no verdict; resume to judge it, without the device.")
        return RunStanding(Tone.UNSURE, tr("Not judged"), sentence, frozenset({RunAction.RESTART}))
    if summary.session_closed:
        sentence = tr(
            "Session {session} is closed. Resume to open the next session.", session=summary.session
        )
        return RunStanding(Tone.QUIET, tr("Session closed"), sentence, frozenset({RunAction.RESTART}))
    if summary.broken:
        sentence = f"{plain(worded(summary.broken))} {GONE}"
        return RunStanding(Tone.UNSURE, tr("Device lost"), sentence, frozenset({RunAction.RESTART}))
    return RunStanding(Tone.UNSURE, tr("Runner gone"), GONE, frozenset({RunAction.RESTART}))


def _ended(summary: RunSummary) -> RunStanding:
    standing = summary.standing(alive=False)
    reasons = [say(reason, summary.titles) for reason in summary.verdict.reasons] if summary.verdict else []
    if summary.ending is not Ending.COMPLETE:
        reasons.insert(
            0, plain(worded(summary.reasons)) or tr("Ended {ending}.", ending=code_words(str(summary.ending)))
        )
    elif summary.verdict is None:
        reasons.insert(0, tr("The run ended without a verdict."))
    if not reasons:
        reasons = [
            plain(worded(summary.reasons))
            or tr("Every required check passed on the complete planned sample.")
        ]
    rest = len(reasons) - MOST_REASONS
    sentence = "  ".join(reason.rstrip(".") + "." for reason in reasons[:MOST_REASONS])
    if rest > 0:
        sentence += "  " + tr("{rest} more in the report.", rest=rest)
    return RunStanding(
        tone_of(standing),
        standing_words(standing),
        sentence,
        frozenset({RunAction.REPORT, RunAction.RESULTS}),
    )


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
