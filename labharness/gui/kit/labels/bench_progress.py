"""What a bench does now, in words: its plan, how far it is, and when it will be over."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from labharness.app.benches.forecast import Fit, forecast
from labharness.app.overview.overview import BenchNow
from labharness.app.overview.run_watch import OpenRun
from labharness.gui.kit.words import tr
from labharness.language.dates import brief, time_of_day
from labharness.language.numbers import listed, number
from labharness.language.text import plain

DAY = timedelta(days=1)
"""From here on a time of day alone could be that of several days."""


def plans_of(now: BenchNow) -> str:
    """Return the plans of the runs at work, "" for none."""
    starts = (run.summary.start for run in now.runs)
    return listed([plain(start.plan.id, 80) for start in starts if start is not None])


def run_words(run: OpenRun) -> str:
    """Return what a run at work does, and how far it is."""
    summary = run.summary
    if summary.open_prompts:
        return tr("Asks you")
    if summary.paused:
        return tr("Paused")
    stage = summary.current
    if stage is None or not stage.units:
        return tr("Running")
    return tr("Running, {done} of {units}", done=number(stage.done), units=number(stage.units))


def over_about(now: BenchNow, expected_s: Mapping[str, float], at: datetime) -> str:
    """Return when the runs at work will be over; "" where complete runs of their plans do not tell, or they wait."""
    if now.silent or any(run.summary.open_prompts or run.summary.paused for run in now.runs):
        return ""
    begun = {
        run.folder.run: datetime.fromisoformat(run.summary.started) for run in now.runs if run.summary.started
    }
    slots = [slot for slot in forecast(now.taken, expected_s, at, begun) if slot.item.id in begun]
    if not slots or any(slot.fit is Fit.UNKNOWN or slot.end <= at for slot in slots):
        return ""
    end = max(slot.end for slot in slots)
    write = time_of_day if end - at < DAY else brief
    return tr("over about {time}", time=write(end.isoformat()))
