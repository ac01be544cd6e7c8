"""The validation file on paper: everything that its JSON file holds but the limits of single detections.

A table of many shares: named rows, numbered columns, each cell shaded by what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby

from reportlab.lib.colors import Color
from reportlab.platypus import Flowable, Paragraph, Table, TableStyle

from labharness.language.catalog import say
from labharness.language.dates import day, day_and_time
from labharness.language.numbers import amount, number, percent, probability
from labharness.language.run_groups import recorded_sample
from labharness.language.template import words
from labharness.model.validation import CheckRates, Detection, Rate, RuleRates, Share, Validation
from labharness.reporting.blocks import (
    Cell,
    bullets,
    colored,
    contents,
    digest,
    facts,
    gap,
    mono,
    paired,
    panel,
    paragraph,
    room_for,
    stacked,
    subheading,
    table,
)
from labharness.reporting.build import compose
from labharness.reporting.layout import Section, SectionPlace, read_layout
from labharness.reporting.pdf.flow import Imprint
from labharness.reporting.typography import (
    ACCENT,
    FRAME_WIDTH,
    INK,
    OUTCOME_COLORS,
    QUIET,
    RED,
    RULE,
    STRONG,
    TEXT,
    WHITE,
    markup,
    style,
)

LAYOUT = "validation.toml"
PARTIAL = "PARTIAL — not a validation"
_Section = Callable[[Validation, SectionPlace, str], list[Flowable]]
_UNITS = {"shuffle": "shuffle", "round": "round", "deal": "deal", "draw": "outcome", "bytes": "byte"}


def build_validation(record: Validation, sha256: str) -> bytes:
    """Return the validation file as a PDF: the same bytes for the same record.

    Parameters
    ----------
    sha256
        Hash of the JSON file that holds the record.
    """
    record = entitled(record)
    layout = read_layout(name=LAYOUT)
    imprint = Imprint(
        title=layout.title,
        author=layout.author,
        subject=f"labharness {record.conditions.versions['labharness']}: {_state(record)[0]}",
        number=f"labharness {record.conditions.versions['labharness']}",
        head=sha256,
        warning="" if record.complete else PARTIAL,
        made=record.conditions.started,
        head_of="JSON file (SHA-256)",
    )

    def drawing(section: _Section) -> Section:
        return Section("", "validation", lambda record, part: section(record, part, sha256))

    sections = {name: drawing(section) for name, section in _SECTIONS.items()}
    return compose(imprint, sections, layout, "validation", record)


def entitled(record: Validation) -> Validation:
    """Return a record that names checks by their titles; one that it has no title of keeps its name."""
    titles = {check.check: check.title for check in record.checks if check.title}

    def called(name: str) -> str:
        return titles.get(name) or titles.get(name.replace("-", "_"), name)  # plans give them their own ids

    return replace(
        record,
        checks=tuple(replace(check, check=called(check.check)) for check in record.checks),
        rules=tuple(
            replace(
                rule,
                against={called(name): hits for name, hits in rule.against.items()},
                not_applicable=tuple(map(called, rule.not_applicable)),
            )
            for rule in record.rules
        ),
        detections=tuple(
            replace(detection, found={called(name): share for name, share in detection.found.items()})
            for detection in record.detections
        ),
    )


def _state(record: Validation) -> tuple[str, str]:
    """Return what the file says in a word, and the outcome whose color it has."""
    if not record.complete:
        return "PARTIAL", "INCONCLUSIVE"
    return ("FAULTS", "FAIL") if record.faults else ("NO FAULTS", "PASS")


def _cover(record: Validation, part: SectionPlace, sha256: str) -> list[Flowable]:
    word, outcome = _state(record)
    color, where = OUTCOME_COLORS[outcome], record.conditions
    agreeing = sum(reference.agrees for reference in record.references)
    plans = sum(rule.what == "plan" for rule in record.rules)
    counts = [
        f"{number(agreeing)} of {amount(len(record.references), 'published number')} reproduced",
        f"{amount(len(record.checks), 'check')} on fair samples",
        f"{amount(plans, 'plan')} and {amount(len(record.rules) - plans, 'suite')} on fair devices",
        f"{amount(len(record.detections), 'sample')} of defects, by source, strength and size",
    ]
    text = [colored(word, color, "verdict"), paragraph("; ".join(counts) + ".")]
    if record.missing:
        missing = ", ".join(words(text) for text in record.missing)
        text.append(colored(f"Stopped before completion. Not complete: {missing}.", color, "word"))
    if record.faults:
        text.append(colored(f"{amount(len(record.faults), 'fault')}: see below.", color, "word"))
    return [
        paragraph(part.text("issuer"), "kicker"),
        gap(4),
        paragraph(part.report, "title"),
        paragraph(f"labharness {where.versions['labharness']}", "lead"),
        panel(text, color),
        facts(
            [
                ("Date", f"{day(where.started)}, when the run began"),
                ("Host", where.host),
                (
                    "Replicates",
                    f"{number(record.replicates)} fair samples, submissions or files of each kind",
                ),
                ("Samples of a defect", f"{number(record.detection_replicates)} of each size"),
                ("Seed", str(record.seed)),
                ("JSON file", digest(sha256)),
            ]
        ),
        paragraph(part.text("made"), "quiet"),
        *subheading("Contents"),
        contents(part.contents),
    ]


def _scope(record: Validation, part: SectionPlace, _: str) -> list[Flowable]:
    shown = [part.text(name) for name in ("references", "checks", "rules", "detection")]
    return [
        *bullets(shown),
        *subheading("What this file does not show"),
        *bullets([part.text("not_reading"), part.text("not_generator")]),
        *subheading("Rule for naming a fault"),
        paragraph(part.text("level")),
        *bullets(list(map(say, record.notes))),
    ]


def _faults(record: Validation, _part: SectionPlace, _: str) -> list[Flowable]:
    if record.faults:
        return bullets(list(map(say, record.faults)))
    if record.missing:
        return [paragraph("No faults in the completed parts. Not all parts are complete.")]
    return [paragraph("No faults.")]


def _references(record: Validation, _part: SectionPlace, _: str) -> list[Flowable]:
    flowables: list[Flowable] = []
    for subject, lines in groupby(record.references, key=lambda each: each.subject):
        rows: list[list[Cell]] = [
            [
                line.name,
                line.source,
                number(line.published, 8),
                number(line.found, 8),
                number(line.tolerance, 2),
                "agrees" if line.agrees else colored("DIFFERS", RED, "word"),
            ]
            for line in lines
        ]
        head = ("Number", "Source", "Published", "Here", "Digits allow", "")
        flowables += subheading(words(subject).capitalize())
        flowables.append(table(head, rows, (26, 25, 13, 15, 12, 9), "llrrr"))
    return flowables or [paragraph("This file contains none.")]


def _checks(record: Validation, part: SectionPlace, _: str) -> list[Flowable]:
    text = f"{number(record.replicates)} samples for each check, seed {record.seed}; limits are exact, 95%."
    flowables: list[Flowable] = [paragraph(part.text("intro")), paragraph(text, "quiet")]
    for kind, lines in groupby(sorted(record.checks, key=lambda each: each.kind), key=lambda each: each.kind):
        rows = [_check_row(line) for line in lines]
        head = ("Check", "Units", "Share of p < 0.05", "Share of p < 0.01", "Violations", "Uniform: p")
        flowables += [*subheading(f"Samples of {_UNITS.get(kind, kind)}s")]
        flowables += [table(head, rows, (27, 8, 19, 19, 15, 12), "lrrrrr")]
    return flowables if record.checks else [paragraph("This file contains none.")]


def _check_row(each: CheckRates) -> list[Cell]:
    rates = {rate.name: _rate(rate) for rate in each.rates}
    set_up = ", ".join(f"{words(key)} = {value}" for key, value in each.parameters.items())
    silent = f"not applicable to {number(each.not_applicable)}" if each.not_applicable else ""
    sentence = [text for text in (f"version {each.version}", set_up, silent) if text]
    return [
        stacked(each.check, f"({'; '.join(sentence)})"),
        each.units,
        rates.get("p < 0.05", "–"),
        rates.get("p < 0.01", "–"),
        rates.get("a violation", "–"),
        "–" if each.uniformity is None else probability(each.uniformity),
    ]


def _rules(record: Validation, part: SectionPlace, _: str) -> list[Flowable]:
    text = f"{number(record.replicates)} submissions or files for each, seed {record.seed}; limits are exact, 95%."
    rows: list[list[Cell]] = []
    for rule in record.rules:
        rows += [_rule_row(rule, rate, first=place == 0) for place, rate in enumerate(rule.rates)]
    if not rows:
        return [paragraph("This file contains none.")]
    head = ("Plan or suite", "Sample", "Rate", "Fair devices", "Nominal, at most")
    hashes = [(f"{rule.what} {rule.id}, version {rule.version}", rule.sha256) for rule in record.rules]
    return [
        paragraph(part.text("intro")),
        paragraph(text, "quiet"),
        table(head, rows, (34, 22, 15, 18, 11), "lllrr"),
        *subheading("Hashes of plans and suites (SHA-256)"),
        *(flowable for name, sha in hashes for flowable in (paragraph(name, "cell"), digest(sha), gap(3))),
    ]


def _rule_row(rates: RuleRates, rate: Rate, *, first: bool) -> list[Cell]:
    units = _sample(rates)
    items = [f"{name} {number(hits)}" for name, hits in rates.against.items()]
    text = [f"{rates.what} {rates.id}", f"against: {', '.join(items) or 'none'}"]
    if rates.cut:
        smaller = ", ".join(f"{words(name)} = {number(value)}" for name, value in rates.cut.items())
        text.append(f"REDUCED to {smaller}")
    if rates.not_applicable:
        text.append(f"not applicable at this size: {', '.join(rates.not_applicable)}")
    named: list[Cell] = [stacked(*text), stacked(*units)] if first else ["", ""]
    return [*named, rate.name, _rate(rate), percent(rate.nominal)]


def _sample(rates: RuleRates) -> list[str]:
    """Return the sample of each stage in what it observes, or under the names of stages where a record says no more."""
    if rates.observed:
        return recorded_sample(rates.units, rates.observed)
    return [f"{number(count)} {words(stage)}" for stage, count in rates.units.items()]


def _detection(record: Validation, part: SectionPlace, _: str) -> list[Flowable]:
    if not record.detections:
        return [paragraph("This file contains none.")]
    flowables: list[Flowable] = [paragraph(part.text("intro"))]
    for kind, of_kind in groupby(record.detections, key=lambda each: each.kind):
        every = list(of_kind)
        sizes = sorted({each.units for each in every})
        smallest = [each for each in every if each.units == sizes[0]]
        flowables += [*subheading(f"{_UNITS.get(kind, kind).capitalize()}s: defects by number")]
        flowables += [paragraph(f"A unit is {every[0].population}.", "quiet")]
        names = (f"{each.defect} ({each.source}): {each.title}" for each in smallest)
        numbered = [(str(place), name) for place, name in enumerate(names, 1)]
        flowables += [paired(("", "Defect"), numbered, (6, 42), "ll")]
        for units in sizes:
            flowables += _matrix([each for each in every if each.units == units])
    return flowables


def _matrix(columns: Sequence[Detection]) -> list[Flowable]:
    checks, first = list(columns[0].found), columns[0]
    rows = [(check, [_value(column.found[check]) for column in columns]) for check in checks]
    shares = [share for column in columns for share in column.found.values() if share]
    widest = max((share.high - share.low for share in shares), default=0)
    text = (
        f"{amount(first.units, _UNITS.get(first.kind, first.kind))} each; {number(first.replicates)} samples for "
        f"each column, seed {first.seed}, level {number(first.level)}; exact 95% limits of every figure are in the JSON "
        f"file, at most {100 * widest:.0f} per cent apart."
    )
    return [room_for(min(600.0, 40 + 10.0 * len(rows))), paragraph(text, "quiet"), *matrix(rows)]


def _conditions(record: Validation, part: SectionPlace, sha256: str) -> list[Flowable]:
    where = record.conditions
    minutes = f"{number(round(where.seconds))} seconds, on {amount(where.workers, 'process').replace('processs', 'processes')}"
    rows: list[tuple[str, Cell]] = [
        ("Begun", day_and_time(where.started)),
        ("Duration", minutes),
        ("Host", where.host),
        *((words(name), version) for name, version in where.versions.items()),
        ("Parts asked for", ", ".join(words(part) for part in record.parts)),
        ("JSON file", digest(sha256)),
        ("To repeat it", mono(_command(record))),
    ]
    end = paragraph("End of the validation file.", "kicker")
    return [facts(rows), paragraph(part.text("repeat"), "quiet"), gap(10), end]


def _command(record: Validation) -> str:
    sizes = f"--replicates {record.replicates} --sought {record.detection_replicates}"
    return f"labharness selftest --seed {record.seed} {sizes}"


def _rate(rate: Rate) -> Cell:
    share = rate.share
    limits = f"{100 * share.low:.2f} to {100 * share.high:.2f}%"
    return stacked(f"{100 * share.value:.2f}%", limits, kind="number")


def _value(share: Share | None) -> float | None:
    return None if share is None else share.value


_SECTIONS: dict[str, _Section] = {
    "cover": _cover,
    "scope": _scope,
    "faults": _faults,
    "references": _references,
    "checks": _checks,
    "rules": _rules,
    "detection": _detection,
    "conditions": _conditions,
}


_LABEL = 116.0
_MOST_COLUMNS = 28
_SIZE, _HEIGHT = 6.2, 9.6
_DARK = 0.55
"""Share from which a cell is dark enough for white figures."""


def matrix(rows: Sequence[tuple[str, Sequence[float | None]]], first: int = 1) -> list[Flowable]:
    """Set shares as whole per cent, in as many tables beside a repeated first column as fit the page.

    Parameters
    ----------
    rows
        Name and shares; None prints as a dash.
    first
        Number of the first column.
    """
    columns = max((len(shares) for _, shares in rows), default=0)
    flowables: list[Flowable] = []
    each = -(-columns // -(-columns // _MOST_COLUMNS)) if columns else 1
    for start in range(0, columns, each):
        part = [(name, shares[start : start + each]) for name, shares in rows]
        flowables.append(_table(part, first + start))
    return flowables


def _table(rows: Sequence[tuple[str, Sequence[float | None]]], first: int) -> Flowable:
    columns = max(len(shares) for _, shares in rows)
    label = style("cell", fontSize=6.8, leading=8)
    data: list[list[object]] = [["", *(str(first + place) for place in range(columns))]]
    rules: list[tuple[object, ...]] = [
        ("FONT", (0, 0), (-1, -1), TEXT, _SIZE),
        ("FONT", (0, 0), (-1, 0), STRONG, _SIZE),
        ("TEXTCOLOR", (0, 0), (-1, -1), INK),
        ("TEXTCOLOR", (1, 0), (-1, 0), ACCENT),
        ("ALIGN", (1, 0), (-1, -1), "CENTER"),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), 0),
        ("TOPPADDING", (0, 0), (-1, -1), 0.4),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.4),
        ("LINEBELOW", (0, 0), (-1, 0), 0.9, ACCENT),
        ("INNERGRID", (1, 1), (-1, -1), 0.25, RULE),
        ("LINEBELOW", (0, -1), (-1, -1), 0.4, RULE),
    ]
    for row, (name, shares) in enumerate(rows, 1):
        cells: list[object] = [Paragraph(markup(name), label)]
        for column, share in enumerate(shares, 1):
            where = (column, row)
            if share is None:
                cells.append("–")
                rules.append(("TEXTCOLOR", where, where, QUIET))
                continue
            cells.append(f"{100 * share:.0f}")
            rules.append(("BACKGROUND", where, where, _shade(share)))
            if share >= _DARK:
                rules.append(("TEXTCOLOR", where, where, WHITE))
        data.append(cells)
    pitch = min(24.0, (FRAME_WIDTH - _LABEL) / columns)
    table = Table(
        data,
        colWidths=[_LABEL, *([pitch] * columns)],
        rowHeights=[_HEIGHT + 2, *([_HEIGHT] * len(rows))],
        repeatRows=1,
        hAlign="LEFT",
        spaceAfter=10,
    )
    table.setStyle(TableStyle(rules))
    return table


def _shade(share: float) -> Color:
    """Blend from paper to the accent, so that the print reads in gray too."""
    depth = 0.85 * share
    red, green, blue = ((1 - depth) + depth * part for part in (ACCENT.red, ACCENT.green, ACCENT.blue))
    return Color(red, green, blue)
