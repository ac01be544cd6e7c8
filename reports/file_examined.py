"""Analysis of a file: what was read, what each check found, and what a file of this size could have shown."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit

_COLORS = {
    kit.FileOutcome.REJECTED: kit.RED,
    kit.FileOutcome.NOTHING_REJECTED: kit.INK,
    kit.FileOutcome.NOTHING_TESTED: kit.AMBER,
}
_CHECKS, _POWER = (29, 14, 12, 12, 33), (52, 16, 32)


def section(examined: kit.ExaminedFile, part: kit.SectionPlace) -> list[Flowable]:
    """Return the whole report."""
    analysis = examined.analysis
    color = _COLORS[analysis.finding]
    text = part.text(analysis.finding.value.replace(" ", "_"))
    return [
        kit.paragraph(part.report, "title"),
        kit.paragraph(analysis.file, "lead"),
        kit.panel(
            [kit.colored(analysis.finding.value.upper(), color, "verdict"), kit.paragraph(text, "lead")],
            color,
        ),
        kit.gap(4),
        kit.paragraph(part.text("about"), "quiet"),
        *kit.subheading("File"),
        kit.facts(_read(analysis)),
        *kit.subheading("Checks"),
        kit.paragraph(part.text("rule"), "quiet"),
        kit.table(
            ("Check", "Finding", "p", "Corrected", "Effect and reason"),
            [_row(file) for file in analysis.judged],
            _CHECKS,
        ),
        *_searched(analysis.judged),
        *kit.subheading("What a file of this size could have shown"),
        *_power(examined.power, part),
    ]


def _read(analysis: kit.Analysis) -> kit.Facts:
    source = analysis.checks_from
    programs = ", ".join(f"{name} {version}" for name, version in analysis.versions.items())
    return [
        ("Content", f"{analysis.observes.value}: {kit.number(analysis.units)} units"),
        ("Size", f"{kit.number(analysis.size)} bytes"),
        ("SHA-256", kit.mono(analysis.sha256)),
        ("Changed last", kit.day_and_time(analysis.modified)),
        ("Compared with", kit.clause(analysis.compared_with)),
        ("Checks", f"{source.kind} {source.id}, version {source.version}"),
        ("Level", kit.percent(analysis.level)),
        *([("Notes", kit.stacked(*map(kit.say, analysis.notes)))] if analysis.notes else []),
        ("Programs", programs),
    ]


def _row(file: kit.CheckOfFile) -> list[kit.Cell]:
    effect = file.result.effect
    size = f"{kit.clause(effect.name)}: {kit.checked_words.shortly(effect)}" if effect else ""
    color = kit.RED if file.finding is kit.FileFinding.REJECTED else kit.INK
    reasons = [text for text in (size, kit.say(file.remark) if file.remark else "") if text]
    return [
        kit.stacked(file.title, file.id),
        kit.colored(file.finding.value, color, "word"),
        "" if file.p is None else kit.probability(file.p),
        "" if file.corrected is None else kit.probability(file.corrected),
        kit.stacked(*reasons) if reasons else "",
    ]


def _searched(judged: tuple[kit.CheckOfFile, ...]) -> list[Flowable]:
    """Say what a search of known programs shows beside its remark, and how to repeat a proof."""
    flowables: list[Flowable] = []
    for each in judged:
        if each.searched:
            flowables += [*kit.subheading(each.title), *kit.points(list(map(kit.clause, each.searched)))]
        flowables += kit.judgment.repeated(each.result.details)
    return flowables


def _power(power: tuple[kit.FilePower, ...] | None, part: kit.SectionPlace) -> list[Flowable]:
    if not power:
        return [kit.paragraph(part.text("no_power"))]
    rows: kit.Rows = [
        [
            kit.stacked(each.title, each.defect),
            f"{round(each.rejected.share * each.replicates)} of {kit.number(each.replicates)}",
            f"{kit.percent(each.rejected.low)} to {kit.percent(each.rejected.high)}",
        ]
        for each in power
    ]
    return [
        kit.paragraph(part.text("power"), "quiet"),
        kit.table(("Source", "Files rejected", "Share, 95% limits"), rows, _POWER),
    ]
