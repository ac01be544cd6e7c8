"""Analysis of a file: what was read, what each check found, and what a file of this size could have shown."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit

_COLORS = {
    kit.FileOutcome.REJECTED: kit.OUTCOME_COLORS["FAIL"],
    kit.FileOutcome.NOTHING_REJECTED: kit.INK,
    kit.FileOutcome.NOTHING_TESTED: kit.OUTCOME_COLORS["INCONCLUSIVE"],
}
_CHECKS, _POWER = (29, 14, 12, 12, 33), (52, 16, 32)


def section(examined: kit.ExaminedFile, part: kit.SectionPlace) -> list[Flowable]:
    """Return the whole report."""
    found = examined.analysis
    color = _COLORS[found.finding]
    said = part.text(found.finding.value.replace(" ", "_"))
    return [
        kit.paragraph(part.report, "title"),
        kit.paragraph(found.file, "lead"),
        kit.panel(
            [kit.colored(found.finding.value.upper(), color, "verdict"), kit.paragraph(said, "lead")], color
        ),
        kit.gap(4),
        kit.paragraph(part.text("about"), "quiet"),
        *kit.subheading("File"),
        kit.facts(_read(found)),
        *kit.subheading("Checks"),
        kit.paragraph(part.text("rule"), "quiet"),
        kit.table(
            ("Check", "Finding", "p", "Corrected", "Effect and reason"),
            [_row(one) for one in found.judged],
            _CHECKS,
        ),
        *kit.subheading("What a file of this size could have shown"),
        *_power(examined.power, part),
    ]


def _read(found: kit.Analysis) -> list[tuple[str, kit.Cell]]:
    source = found.checks_from
    programs = ", ".join(f"{name} {version}" for name, version in found.versions.items())
    return [
        ("Content", f"{found.observes.value}: {kit.number(found.units)} units"),
        ("Size", f"{kit.number(found.size)} bytes"),
        ("SHA-256", kit.mono(found.sha256)),
        ("Changed last", kit.day_and_time(found.modified)),
        ("Compared with", kit.clause(found.compared_with)),
        ("Checks", f"{source.kind} {source.id}, version {source.version}"),
        ("Level", kit.percent(found.level)),
        *([("Notes", kit.stacked(*map(kit.say, found.notes)))] if found.notes else []),
        ("Programs", programs),
    ]


def _row(one: kit.CheckOfFile) -> list[kit.Cell]:
    effect = one.result.effect
    size = f"{kit.clause(effect.name)}: {kit.checked_words.shortly(effect)}" if effect else ""
    color = kit.OUTCOME_COLORS["FAIL"] if one.finding is kit.FileFinding.REJECTED else kit.INK
    reasons = [text for text in (size, kit.say(one.remark) if one.remark else "") if text]
    return [
        kit.stacked(one.title, one.id),
        kit.colored(one.finding.value, color, "word"),
        "" if one.p is None else kit.probability(one.p),
        "" if one.corrected is None else kit.probability(one.corrected),
        kit.stacked(*reasons) if reasons else "",
    ]


def _power(power: tuple[kit.FilePower, ...] | None, part: kit.SectionPlace) -> list[Flowable]:
    if not power:
        return [kit.paragraph(part.text("no_power"))]
    rows: list[list[kit.Cell]] = [
        [
            kit.stacked(one.title, one.defect),
            f"{round(one.rejected.share * one.replicates)} of {kit.number(one.replicates)}",
            f"{kit.percent(one.rejected.low)} to {kit.percent(one.rejected.high)}",
        ]
        for one in power
    ]
    return [
        kit.paragraph(part.text("power"), "quiet"),
        kit.table(("Source", "Files rejected", "Share, 95% limits"), rows, _POWER),
    ]
