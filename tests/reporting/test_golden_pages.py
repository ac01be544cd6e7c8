"""Pages as pictures: nothing moves or vanishes unawares.

After a wanted change look at the new pages, then keep them:
``LABHARNESS_UPDATE_GOLDEN=1 python -m pytest tests/reporting/test_golden_pages.py``
"""

import math
import os
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from labharness.assessment.runs.subject import Mark, RunSpan, Span, TimelineLane
from labharness.model.results import Outcome, Picture, standing_of
from labharness.reason import quoted
from labharness.reporting.blocks import (
    bullets,
    contents,
    digest,
    facts,
    figure,
    gap,
    mono,
    outcome_word,
    panel,
    paragraph,
    subheading,
    table,
)
from labharness.reporting.charts.counts import heat_map, observed_and_expected
from labharness.reporting.charts.ink import p_value_distribution
from labharness.reporting.charts.power import Curve, Point, Strip, power_curves, power_strips
from labharness.reporting.charts.timeline import night, runs
from labharness.reporting.pdf.flow import Imprint, draw, heading
from labharness.reporting.residuals import bars
from labharness.reporting.typography import OUTCOME_COLORS
from tests.support.run_factory import heat_map as residuals

FOLDER = Path(__file__).with_name("pages")
UPDATE = "LABHARNESS_UPDATE_GOLDEN"
HEAD = "0123456789abcdef" * 4
LONG = "One reason, which is told in so many words that they do not fit one line of the page at all."
IMPRINT = Imprint("Report", "Author", "Subject", "R-461", HEAD, "A WARNING", "2026-11-20T00:00:00Z")
START = datetime(2026, 11, 20, 21, 40, tzinfo=UTC)
BLOCK, MOST = 9, 12.0
"""Squares of 9 by 9 dots, a quarter of an inch, may differ so much in their mean gray, of 255."""


def span(low, high, name=""):
    return Span(START + timedelta(minutes=low), START + timedelta(minutes=high), name)


def counted(size, skew):
    source = random.Random(461)
    expected = [
        4000 * math.exp(-(((place - size / 2) / (size / 6)) ** 2) / 2) / size for place in range(size)
    ]
    seen = [
        round(mean * (skew if place < size / 3 else 1) + source.gauss(0, mean**0.5))
        for place, mean in enumerate(expected)
    ]
    shown = bars(Picture("histogram", quoted("lag"), quoted("pairs"), tuple(map(str, range(size))), ("",),
                         (tuple(float(max(0, each)) for each in seen),), (tuple(expected),)))  # fmt: skip
    return observed_and_expected(shown, "lag", "pairs")


def cover(entries):
    color = OUTCOME_COLORS["FAIL"]
    words = [
        paragraph("VERDICT", "kicker"),
        outcome_word("FAIL", "verdict"),
        paragraph("The reason.", "lead"),
    ]
    return [
        paragraph("Report of a test", "title"),
        panel(words, color),
        panel([paragraph("SIMULATED", "banner")], color, filled=True),
        facts([("To", "Executive Director"), ("Head", digest(HEAD)), ("How", mono("a-b c"))]),
        *subheading("Why"),
        *bullets([LONG, "Two."]),
        contents(entries),
        *heading(1, "First"),
        paragraph("Body text with a hostile name: <b>\u202e\U0001f600</b>."),
        *heading("1.1", "Within"),
        paragraph("Quiet text.", "quiet"),
    ]


def rows(_):
    lines = [
        [f"row {place}", "text of the row " * (place % 5), outcome_word("PASS"), f"{place * 1234:,}"]
        for place in range(24)
    ]
    return [*subheading("Table"), table(("Name", "Text", "Word", "Number"), lines, (15, 50, 15, 20), "lllr")]


def lanes():
    return [
        TimelineLane("Sessions", "session", (span(0, 300, "1"), span(310, 640, "2"))),
        TimelineLane("shuffles", "stage", (span(14, 290), span(312, 600))),
        TimelineLane("Prompts waiting", "waiting", tuple(span(at, at + 5) for at in range(40, 600, 40))),
        TimelineLane("Interrupted", "interruption", (span(200, 231),)),
        TimelineLane("Jam", "event", marks=tuple(Mark(START + timedelta(minutes=at)) for at in (77, 301))),
    ]


def spans():
    result = []
    for place, outcome in enumerate((Outcome.FAIL, Outcome.INCONCLUSIVE, Outcome.PASS)):
        begun = START + timedelta(days=3 * place)
        standing = standing_of(outcome, simulated=True)
        result.append(RunSpan(f"run {place}", begun, begun + timedelta(hours=20), standing))
    return result


def curve(name, rate):
    points = [(size, 1 - math.exp(-size * rate)) for size in (100, 300, 1000, 3000, 10000)]
    return Curve(name, tuple(Point(x, y, max(0, y - 0.05), min(1, y + 0.05)) for x, y in points))


PAGES = {
    "cover": cover,
    "table": rows,
    "heat-map": lambda _: [figure("Residuals", heat_map(residuals(slope=0.4)), "Caption.")],
    "counts": lambda _: [counted(12, 1.0), gap(), counted(300, 1.3)],
    "p-values": lambda _: [p_value_distribution([(f"check {place}", ((place * 37) % 40 + 1) / 41) for place in range(12)])],
    "power": lambda _: [
        power_strips([Strip(f"defect {place}", place / 7, place / 8, (place + 1) / 8) for place in range(8)], "Device", 0.05),
        gap(),
        power_curves([curve("shelves", 1e-3), curve("riffles", 1e-4)], "shuffles", "share found", 0.05, "level"),
    ],
    "timeline": lambda _: [night(lanes(), START, START + timedelta(minutes=640)), gap(), runs(spans())],
}  # fmt: skip


def picture(story):
    """Return the first page of a story at 36 dots per inch, in gray."""
    pdf = draw(IMPRINT, story, ["1 First", "1.1 Within"])
    return np.asarray(pypdfium2.PdfDocument(pdf)[0].render(scale=0.5, grayscale=True).to_pil().convert("L"))


def farthest(each, two):
    """Return the largest difference of the mean gray of any square."""
    high, wide = (size // BLOCK * BLOCK for size in each.shape)
    gap = each[:high, :wide].astype(float) - two[:high, :wide].astype(float)
    return np.abs(gap.reshape(high // BLOCK, BLOCK, wide // BLOCK, BLOCK).mean(axis=(1, 3))).max()


@pytest.mark.parametrize("name", PAGES)
def test_the_page_looks_as_it_did(name):
    file, drawn = FOLDER / f"{name}.png", picture(PAGES[name])
    if os.environ.get(UPDATE):
        FOLDER.mkdir(exist_ok=True)
        Image.fromarray(drawn).quantize(64).save(file, optimize=True)
    with Image.open(file) as kept:
        golden = np.asarray(kept.convert("L"))
    assert drawn.shape == golden.shape
    assert farthest(drawn, golden) < MOST, f"{name} looks different; see the top of this file"


@pytest.mark.parametrize(
    "changed",
    [lambda _: [gap(6), *rows(_)], lambda _: rows(_)[1:], lambda _: [gap(2), *rows(_)]],
    ids=["moved by 6 points", "a heading vanished", "moved by 2 points"],
)
def test_what_moved_or_vanished_is_noticed(changed):
    assert farthest(picture(rows), picture(changed)) > MOST
