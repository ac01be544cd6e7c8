"""Analysis of a file: what was read, what each check found, and what a file of this size could have shown."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.file_analysis import (
    Analysis,
    CheckOfFile,
    ExaminedFile,
    FileFinding,
    FileOutcome,
    FilePower,
)
from labharness.language.catalog import clause, say
from labharness.language.checked import shortly
from labharness.language.dates import day_and_time
from labharness.language.numbers import number, percent, probability
from labharness.reporting.blocks import (
    Cell,
    colored,
    facts,
    gap,
    mono,
    panel,
    paragraph,
    stacked,
    subheading,
    table,
)
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import INK, OUTCOME_COLORS

_COLORS = {
    FileOutcome.REJECTED: OUTCOME_COLORS["FAIL"],
    FileOutcome.NOTHING_REJECTED: INK,
    FileOutcome.NOTHING_TESTED: OUTCOME_COLORS["INCONCLUSIVE"],
}
_CHECKS, _POWER = (29, 14, 12, 12, 33), (52, 16, 32)


def section(examined: ExaminedFile, part: SectionPlace) -> list[Flowable]:
    """Return the whole report."""
    found = examined.analysis
    color = _COLORS[found.finding]
    said = part.text(found.finding.value.replace(" ", "_"))
    return [
        paragraph(part.report, "title"),
        paragraph(found.file, "lead"),
        panel([colored(found.finding.value.upper(), color, "verdict"), paragraph(said, "lead")], color),
        gap(4),
        paragraph(part.text("about"), "quiet"),
        *subheading("File"),
        facts(_read(found)),
        *subheading("Checks"),
        paragraph(part.text("rule"), "quiet"),
        table(
            ("Check", "Finding", "p", "Corrected", "Effect and reason"),
            [_row(one) for one in found.judged],
            _CHECKS,
        ),
        *subheading("What a file of this size could have shown"),
        *_power(examined.power, part),
    ]


def _read(found: Analysis) -> list[tuple[str, Cell]]:
    source = found.checks_from
    programs = ", ".join(f"{name} {version}" for name, version in found.versions.items())
    return [
        ("Content", f"{found.observes.value}: {number(found.units)} units"),
        ("Size", f"{number(found.size)} bytes"),
        ("SHA-256", mono(found.sha256)),
        ("Changed last", day_and_time(found.modified)),
        ("Compared with", clause(found.compared_with)),
        ("Checks", f"{source.kind} {source.id}, version {source.version}"),
        ("Level", percent(found.level)),
        *([("Notes", stacked(*map(say, found.notes)))] if found.notes else []),
        ("Programs", programs),
    ]


def _row(one: CheckOfFile) -> list[Cell]:
    effect = one.result.effect
    size = f"{clause(effect.name)}: {shortly(effect)}" if effect else ""
    color = OUTCOME_COLORS["FAIL"] if one.finding is FileFinding.REJECTED else INK
    reasons = [text for text in (size, say(one.remark) if one.remark else "") if text]
    return [
        stacked(one.title, one.id),
        colored(one.finding.value, color, "word"),
        "" if one.p is None else probability(one.p),
        "" if one.corrected is None else probability(one.corrected),
        stacked(*reasons) if reasons else "",
    ]


def _power(power: tuple[FilePower, ...] | None, part: SectionPlace) -> list[Flowable]:
    if not power:
        return [paragraph(part.text("no_power"))]
    rows: list[list[Cell]] = [
        [
            stacked(one.title, one.defect),
            f"{round(one.rejected.share * one.replicates)} of {number(one.replicates)}",
            f"{percent(one.rejected.low)} to {percent(one.rejected.high)}",
        ]
        for one in power
    ]
    return [
        paragraph(part.text("power"), "quiet"),
        table(("Source", "Files rejected", "Share, 95% limits"), rows, _POWER),
    ]
