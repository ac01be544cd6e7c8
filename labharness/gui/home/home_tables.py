"""The columns of Home: what needs a person, and what ended lately."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from labharness.app.overview.attention import OpenMatter
from labharness.app.overview.overview import EndedRun
from labharness.gui.kit.matter_words import KINDS, since, until
from labharness.gui.kit.screen_text import code_words, day_and_time
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.standing_column import standing_column
from labharness.gui.kit.window_sentences import say
from labharness.gui.kit.words import tr
from labharness.language.numbers import number
from labharness.language.standings import standing_words

MATTERS = (
    Column[OpenMatter](
        tr("What"), lambda each: KINDS[each.code][0], 130, tone=lambda each: KINDS[each.code][1]
    ),
    Column[OpenMatter](tr("Waits"), since, 90, sort=lambda each: each.since, number=True),
    Column[OpenMatter](
        tr("Until"),
        until,
        90,
        sort=lambda each: each.until or "9",
    ),
    Column[OpenMatter](tr("Matter"), lambda each: say(each.reason), 560),
)


def verdict_counts(ended: Sequence[EndedRun]) -> str:
    """Return how many runs came to which verdict, such as ``1 FAIL; 5 PASS, simulated``; "" for none."""
    counts = Counter(standing_words(run.standing) for run in ended)
    return "; ".join(f"{number(counts[word])} {word}" for word in sorted(counts))


ENDED: tuple[Column[EndedRun], ...] = (
    standing_column(lambda run: run.standing),
    Column[EndedRun](tr("Ending"), lambda run: code_words(run.ending).capitalize(), 130),
    Column[EndedRun](tr("Run"), lambda run: run.run, 320, named=True),
    Column[EndedRun](tr("Device"), lambda run: run.device, 180, named=True),
    Column[EndedRun](tr("Computer"), lambda run: run.host, 110, named=True, yields=1),
    Column[EndedRun](
        tr("Ended"), lambda run: day_and_time(run.updated), 215, sort=lambda run: run.updated, uncut=True
    ),
)
