"""The columns of Home: what needs a person, and what ended lately."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from labharness.app.overview.attention import OpenMatter
from labharness.app.overview.overview import EndedRun
from labharness.gui.kit.matter_words import KINDS, since, until
from labharness.gui.kit.run_standing import TONES, Tone
from labharness.gui.kit.screen_text import code_words, day_and_time
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.window_sentences import say
from labharness.gui.kit.words import tr
from labharness.language.numbers import number
from labharness.model.results import Ending, Outcome

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


def verdict_tone(run: EndedRun) -> Tone:
    """Return which kind of news a verdict is; a run that did not run to its end never passed."""
    tone = TONES.get(Outcome(run.verdict), Tone.UNSURE) if run.verdict in set(Outcome) else Tone.UNSURE
    return Tone.UNSURE if tone is Tone.PASS and run.ending != Ending.COMPLETE.value else tone


def verdict_counts(ended: Sequence[EndedRun]) -> str:
    """Return how many runs came to which verdict, such as ``1 FAIL, 5 PASS``; "" for none."""
    counts = Counter(run.verdict for run in ended)
    return ", ".join(f"{number(counts[word])} {word}" for word in sorted(counts))


ENDED = (
    Column[EndedRun](tr("Verdict"), lambda run: run.verdict, 150, tone=verdict_tone),
    Column[EndedRun](tr("Ending"), lambda run: code_words(run.ending).capitalize(), 130),
    Column[EndedRun](tr("Run"), lambda run: run.run, 320, named=True),
    Column[EndedRun](
        tr("Device"),
        lambda run: tr("{device}, simulated", device=run.device) if run.simulated else run.device,
        220,
        named=True,
    ),
    Column[EndedRun](tr("Ended"), lambda run: day_and_time(run.updated), 190, sort=lambda run: run.updated),
)
