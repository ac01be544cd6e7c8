"""Notices: one for each matter and each run that ended, gone when their cause is gone; none is ever dismissed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from labharness.app.overview.attention import OpenMatter
from labharness.app.overview.overview import EndedRun, Overview
from labharness.gui.kit.matter_words import KINDS
from labharness.gui.kit.run_standing import Tone, tone_of
from labharness.gui.kit.screen_text import code_words
from labharness.gui.kit.window_sentences import say
from labharness.gui.kit.words import tr
from labharness.language.standings import standing_words
from labharness.model.address import Address, Room
from labharness.model.reasons.attention import Attention

SOUNDS = frozenset(
    code.code
    for code in (
        Attention.ANSWER,
        Attention.DEVICE_LOST,
        Attention.RUNNER_GONE,
        Attention.BENCH_SILENT,
        Attention.LEFT_OPEN,
        Attention.RUN_LOST,
        Attention.QUEUE_AWAY,
        Attention.QUEUE_DAMAGED,
        Attention.REGISTER_AWAY,
    )
)
"""Matters that are announced by a tone as well."""
FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Notice:
    """One line of the list.

    Parameters
    ----------
    key
        What tells it from others for as long as its cause lasts.
    word
        What it is called.
    since, until
        Moments in UTC, "" where there is none.
    needs
        Whether it needs a person, and counts; else it is gone when it was opened.
    code
        Code of the matter, or :data:`FINISHED`.
    """

    key: str
    word: str
    tone: Tone
    text: str
    address: Address
    since: str
    until: str
    needs: bool
    code: str

    @property
    def sounds(self) -> bool:
        """Whether a tone announces it."""
        return self.code in SOUNDS


def notices_of(overview: Overview, opened: Collection[str]) -> tuple[Notice, ...]:
    """Return what needs a person by deadline, then the runs that ended and were not opened since.

    Parameters
    ----------
    opened
        Keys of notices that were opened.
    """
    needed = [_of_matter(matter) for matter in overview.matters]
    ended = [notice for run in overview.ended if (notice := _of_run(run)).key not in opened]
    return (*needed, *ended)


def _of_matter(matter: OpenMatter) -> Notice:
    word, tone = KINDS[matter.code]
    key = f"{matter.code} {matter.address} {matter.since}"
    text = say(matter.reason)
    needs = matter.code != Attention.SIGN.code
    return Notice(key, word, tone, text, matter.address, matter.since, matter.until, needs, matter.code)


def _of_run(run: EndedRun) -> Notice:
    result, ending = standing_words(run.standing), code_words(run.ending)
    text = tr("{run} has ended: {verdict}; {ending}.", run=run.run, verdict=result, ending=ending)
    return Notice(
        key=f"{FINISHED} {run.run} {run.updated}",
        word=tr("Finished"),
        tone=tone_of(run.standing),
        text=text,
        address=Address(Room.RUNS, (run.run,)),
        since=run.updated,
        until="",
        needs=False,
        code=FINISHED,
    )
