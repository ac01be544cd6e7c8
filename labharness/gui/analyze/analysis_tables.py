"""The columns of an analysis: checks, and what a file of this size could have shown."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.assessment.file_analysis import CheckOfFile, FileFinding, FileOutcome, FilePower
from labharness.gui.kit.run_standing import RunStanding, Tone
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.window_sentences import say
from labharness.gui.kit.words import tr
from labharness.language.checked import beside
from labharness.language.delimited import bare
from labharness.language.numbers import number, percent, probability

TONES = {
    FileFinding.REJECTED: Tone.FAIL,
    FileFinding.NOT_REJECTED: Tone.PASS,
    FileFinding.UNRESOLVED: Tone.UNSURE,
    FileFinding.NOT_APPLICABLE: Tone.QUIET,
    FileFinding.INFORMATIONAL: Tone.QUIET,
}
SPEAKS_OF = tr("This is about the file, not about a device: where the file comes from is not known.")
STANDINGS = {
    FileOutcome.REJECTED: (Tone.FAIL, tr("Rejected")),
    FileOutcome.NOTHING_REJECTED: (Tone.PASS, tr("Nothing rejected")),
    FileOutcome.NOTHING_TESTED: (Tone.UNSURE, tr("Nothing tested")),
}


@dataclass(frozen=True, slots=True)
class CheckRow:
    """A check of a file, beside the level of all together."""

    check: CheckOfFile
    level: float


def _observed(row: CheckRow) -> str:
    return beside(row.check.result)[0]


def _random(row: CheckRow) -> str:
    return beside(row.check.result)[1]


def remark_of(row: CheckRow) -> str:
    """Return what the finding rests on, "" where it says all."""
    return say(row.check.remark) if row.check.remark is not None else ""


def _p(value: float | None) -> str:
    return "" if value is None else probability(value)


CHECKS = (
    Column[CheckRow](
        tr("Finding"),
        lambda row: row.check.finding.value.capitalize(),
        128,
        tone=lambda row: TONES[row.check.finding],
        facet=True,
    ),
    Column[CheckRow](tr("Check"), lambda row: row.check.title, 200),
    Column[CheckRow](tr("Observed"), _observed, 150, uncut=True, yields=1),
    Column[CheckRow](tr("Random"), _random, 118, uncut=True, yields=2),
    Column[CheckRow](
        tr("p"),
        lambda row: _p(row.check.p),
        112,
        sort=lambda row: 2.0 if row.check.p is None else row.check.p,
        whole=lambda row: "" if row.check.p is None else bare(row.check.p),
        number=True,
        yields=3,
    ),
    Column[CheckRow](
        tr("p, adjusted"),
        lambda row: _p(row.check.corrected),
        112,
        sort=lambda row: 2.0 if row.check.corrected is None else row.check.corrected,
        whole=lambda row: "" if row.check.corrected is None else bare(row.check.corrected),
        number=True,
        name="adjusted",
    ),
    Column[CheckRow](
        tr("Limit"),
        lambda row: number(row.level) if row.check.required else tr("For information"),
        110,
        number=True,
        yields=4,
    ),
    Column[CheckRow](tr("Remark"), remark_of, 320, yields=6),
)
POWERS = (
    Column[FilePower](tr("Simulated source"), lambda each: each.title, 320),
    Column[FilePower](
        tr("Files rejected"),
        lambda each: tr(
            "{share} of {replicates}",
            share=number(round(each.rejected.share * each.replicates)),
            replicates=number(each.replicates),
        ),
        120,
        sort=lambda each: each.rejected.share,
        number=True,
    ),
    Column[FilePower](
        tr("Share, 95% limits"),
        lambda each: tr("{low} to {high}", low=percent(each.rejected.low), high=percent(each.rejected.high)),
        200,
    ),
)


def standing_of(
    outcome: FileOutcome, rejecting: int, required: int, silent: int, level: float
) -> RunStanding:
    """Return what the banner says of an analysis."""
    tone, word = STANDINGS[outcome]
    text = tr(
        "{rejecting} of {required} required checks reject the file at the level {level}, all together (Holm, two-sided); {silent} do not apply. {speaks_of}",
        rejecting=number(rejecting),
        required=number(required),
        level=number(level),
        silent=number(silent),
        speaks_of=SPEAKS_OF,
    )
    return RunStanding(tone, word, text)
