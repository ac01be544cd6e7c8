"""The columns of the results of a run: checks, sample, stages, findings, files."""

from __future__ import annotations

from labharness.app.run_results.check_facts import CheckFacts
from labharness.app.run_results.remarks import Remark
from labharness.gui.kit.run_standing import TONES, Tone
from labharness.gui.kit.screen_text import cited, day_and_time, day_of
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.words import tr
from labharness.gui.results.result_facts import (
    EventFacts,
    FileFacts,
    FindingFacts,
    FrameFacts,
    StageFacts,
    UnitFacts,
)
from labharness.language.delimited import bare
from labharness.language.numbers import number, probability, size
from labharness.language.standings import qualified
from labharness.model.findings import Result

NOT_TESTED = tr("NOT TESTED")
SHOWN_ONLY = tr("For information")
STATUS = {
    "done": Tone.PASS,
    "failed": Tone.FAIL,
    "running": Tone.BUSY,
    "stopped": Tone.UNSURE,
    "doubtful": Tone.UNSURE,
}


def outcome_word(check: CheckFacts) -> str:
    """Return what a check came to in one word."""
    if check.shown_only:
        return SHOWN_ONLY
    return NOT_TESTED if check.outcome is None else check.outcome.value


def copied_word(check: CheckFacts) -> str:
    """Return what is copied: away from its page the word has the qualifiers of the run."""
    return qualified(outcome_word(check), check.qualifiers)


def outcome_tone(check: CheckFacts) -> Tone:
    """Return which kind of news the decision about a check is; a check that was not tested never looks like a failure."""
    return Tone.QUIET if check.outcome is None or check.shown_only else TONES[check.outcome]


CHECKS = (
    Column[CheckFacts](tr("Verdict"), outcome_word, 156, tone=outcome_tone, facet=True, whole=copied_word),
    Column[CheckFacts](tr("Check"), lambda check: check.title, 230),
    Column[CheckFacts](tr("Observed"), lambda check: check.observed, 150, uncut=True),
    Column[CheckFacts](tr("Random device"), lambda check: check.fair, 120, name="fair", uncut=True, yields=1),
    Column[CheckFacts](
        tr("Effect (95% interval)"), lambda check: check.effect, 260, name="effect", uncut=True, yields=3
    ),
    Column[CheckFacts](
        tr("p, adjusted"),
        lambda check: "" if check.p_value is None else probability(check.p_value),
        112,
        whole=lambda check: "" if check.p_value is None else bare(check.p_value),
        sort=lambda check: 2.0 if check.p_value is None else check.p_value,
        number=True,
    ),
    Column[CheckFacts](tr("Fails below"), lambda check: check.level, 90, number=True, name="level"),
    Column[CheckFacts](tr("Requirement"), lambda check: cited(check.requirement), 280, yields=2),
)
OBSERVED = 2
"""Place of the column that takes the room that is left: what was observed is the longest of them."""


def _frames(unit: UnitFacts) -> str:
    first, last = unit.frames
    if last < first:
        return ""
    return number(first) if first == last else f"{number(first)}–{number(last)}"


UNITS = (
    Column[UnitFacts](
        tr("Unit"),
        lambda unit: (
            number(unit.first + 1)
            if unit.units == 1
            else tr("{first} to {last}", first=number(unit.first + 1), last=number(unit.first + unit.units))
        ),
        140,
        sort=lambda unit: unit.first,
        uncut=True,
    ),
    Column[UnitFacts](
        tr("Counted"),
        lambda unit: "" if unit.counted is None else number(unit.counted),
        78,
        sort=lambda unit: -1 if unit.counted is None else unit.counted,
        number=True,
        yields=1,
    ),
    Column[UnitFacts](
        tr("Record"),
        lambda unit: number(unit.record),
        70,
        sort=lambda unit: unit.record,
        number=True,
        yields=2,
    ),
    Column[UnitFacts](tr("Frames"), _frames, 80, sort=lambda unit: unit.frames[0], number=True, yields=4),
    Column[UnitFacts](
        tr("UTC"),
        lambda unit: unit.utc[11:19],
        96,
        sort=lambda unit: unit.utc,
        uncut=True,
        yields=3,
        whole=lambda unit: unit.utc,
    ),
    Column[UnitFacts](tr("Recorded"), lambda unit: unit.text, 400),
)
DIRECTIONS = {"out": tr("sent"), "in": tr("received")}
FRAMES = (
    Column[FrameFacts](
        tr("Frame"), lambda frame: number(frame.number), 70, sort=lambda frame: frame.number, number=True
    ),
    Column[FrameFacts](
        tr("Direction"),
        lambda frame: DIRECTIONS.get(frame.direction, frame.direction),
        90,
    ),
    Column[FrameFacts](
        tr("Bytes"),
        lambda frame: number(len(frame.payload)),
        80,
        sort=lambda frame: len(frame.payload),
        number=True,
    ),
    Column[FrameFacts](tr("Segment"), lambda frame: frame.segment, 200, yields=1),
)
STAGES = (
    Column[StageFacts](
        tr("Status"),
        lambda stage: stage.status.capitalize(),
        110,
        tone=lambda stage: STATUS.get(stage.status, Tone.QUIET),
    ),
    Column[StageFacts](tr("Stage"), lambda stage: stage.name, 200),
    Column[StageFacts](tr("Kind"), lambda stage: stage.kind, 110),
    Column[StageFacts](
        tr("Done"),
        lambda stage: (
            tr("{done} of {units}", done=number(stage.done), units=number(stage.units)) if stage.units else ""
        ),
        140,
        sort=lambda stage: stage.done,
        number=True,
    ),
    Column[StageFacts](tr("Remarks"), lambda stage: stage.said, 400),
)
SEEN = {Result.AS_EXPECTED.value: Tone.PASS, Result.NOT_AS_EXPECTED.value: Tone.FAIL}
FINDINGS = (
    Column[FindingFacts](
        tr("Result"),
        lambda finding: finding.result.capitalize(),
        150,
        tone=lambda finding: SEEN.get(finding.result, Tone.QUIET),
        facet=True,
    ),
    Column[FindingFacts](tr("Stage"), lambda finding: finding.stage, 160, facet=True),
    Column[FindingFacts](tr("Item"), lambda finding: finding.what, 300),
    Column[FindingFacts](tr("Observed, by"), lambda finding: finding.said, 400),
)
EVENTS = (
    Column[EventFacts](
        tr("Record"), lambda event: number(event.record), 80, sort=lambda event: event.record, number=True
    ),
    Column[EventFacts](
        tr("Time"),
        lambda event: day_and_time(event.utc),
        215,
        sort=lambda event: event.utc,
        day=lambda event: day_of(event.utc),
    ),
    Column[EventFacts](tr("Stage"), lambda event: event.stage, 150, facet=True),
    Column[EventFacts](tr("Event"), lambda event: event.said, 500),
)
REMARKS = (
    Column[Remark](tr("Time"), lambda each: day_and_time(each.utc), 215, sort=lambda each: each.utc),
    Column[Remark](tr("Who"), lambda each: each.author, 130),
    Column[Remark](tr("Check"), lambda each: each.check or tr("whole run"), 180, named=True),
    Column[Remark](tr("Remark"), lambda each: each.text, 500),
)
DIFFERENCES = (Column[str](tr("What differs"), lambda line: line, 700),)
FILES = (
    Column[FileFacts](tr("File"), lambda file: file.name, 240, named=True),
    Column[FileFacts](tr("Size"), lambda file: size(file.size), 90, sort=lambda file: file.size, number=True),
    Column[FileFacts](
        tr("Frames"),
        lambda file: "" if file.frames is None else number(file.frames),
        80,
        sort=lambda file: file.frames or 0,
        number=True,
    ),
    Column[FileFacts](tr("SHA-256"), lambda file: file.sha256, 520),
)
