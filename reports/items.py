"""Items tested: products, units with boards and photographs, software and configuration, as the register holds them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from reportlab.platypus import Flowable

from labharness.assessment.case import Case
from labharness.assessment.dossier import Dossier, Group, SoftwareStanding
from labharness.assessment.naming import NamedComponent, Said, compared, introduced
from labharness.filings.entries.entry import Attached
from labharness.filings.entries.items import Component, Option, Product, Unit
from labharness.language.catalog import say
from labharness.language.numbers import number
from labharness.language.template import run_list
from labharness.reporting import registered
from labharness.reporting.authenticated import authentication_rows
from labharness.reporting.blocks import (
    Cell,
    colored,
    digest,
    facts,
    gap,
    paragraph,
    subheading,
    table,
    together,
)
from labharness.reporting.fitting import clipped, column, fitting, high, more
from labharness.reporting.photographs import develop
from labharness.reporting.rows import Look, TableRows, Words
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import FRAME_WIDTH, INK, OUTCOME_COLORS, style
from labharness.reporting.wording import markup

_RED, _AMBER = OUTCOME_COLORS["FAIL"], OUTCOME_COLORS["INCONCLUSIVE"]
_STANDING = {SoftwareStanding.SUBMITTED: INK, SoftwareStanding.REPLACED: _AMBER}
_ECHO = "REPORTED BY THE DEVICE, not obtained by the laboratory"
_COMPILED = {
    "yes, equal": "Compiled by the laboratory from the submitted source: equal to the delivered software.",
    "yes, different": "Compiled by the laboratory from the submitted source: DIFFERENT from the delivered software.",
    "no": "Not compiled by the laboratory from the submitted source.",
}
_UNIT = (34, 24, 27, 15)
_ACROSS, _HIGH = FRAME_WIDTH / 2 - 12, 156.0


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return what was submitted, then what each device said of itself against it."""
    products = case.submission.of(Product)
    found: list[Flowable] = [] if products else [colored("NO ITEM IS ON FILE", _RED, "word")]
    found += [paragraph(part.text("software"), "quiet")] if case.submission.of(Component) else []
    for product in products:
        rows = [
            ("Manufacturer", product.manufacturer),
            ("Model", product.model),
            ("Kind of device", product.device_class.words),
        ]
        rows += [("Description", product.description)] if product.description else []
        found += [*subheading(f"{product.manufacturer} {product.model}"), facts(rows, dense=True)]
        found += _of(case, {product.id})
    named = {one.product for one in case.submission.entries if isinstance(one, Unit | Component | Option)}
    if strays := named - {one.id for one in products}:  # so that nothing on record is passed over
        title = f"Of products NOT ON FILE: {', '.join(sorted(strays))}"
        found += [colored(title, _RED, "h2"), *_of(case, strays)]
    return [*found, *_reported(case, part)]


def brief(case: Case, part: SectionPlace, room: float) -> list[Flowable]:
    """Return every unit with its runs and every component with its hash, as far as there is room."""
    submission, where = case.submission, f"in the annex “{part.layout.title}, in full”"
    note = paragraph(f"Boards, photographs, configuration and what each device reported: {where}.", "quiet")

    def units(shown: Sequence[Unit], left: int) -> list[Flowable]:
        rows: list[list[Cell]] = [_unit_row(case, one) for one in shown]
        found = [
            table(("Item", "Serial number", "Received; condition", "Tested in"), rows, _UNIT, dense=True)
        ]
        return [*found, *([paragraph(more(left, "unit", where), "word")] if left else [])]

    def software(shown: Sequence[Component], left: int) -> list[Flowable]:
        rows: list[list[Cell]] = [_component_row(case, one) for one in shown]
        head = ("Component", "Hash, and how the laboratory obtained it")
        found = [*subheading("Software"), table(head, rows, (150, 330), dense=True)]
        return [*found, *([paragraph(more(left, "component", where), "word")] if left else [])]

    # Units that were tested and software for which approval is asked come first.
    components = sorted(submission.of(Component), key=lambda one: not one.submitted)
    least = min(high(software(components, 0)), room / 2) if components else 0.0
    spares = sorted(submission.of(Unit), key=lambda one: one.use != "tested")
    found = fitting(spares, room - least - high([note]), units) if spares else []
    rest = room - high([*found, note])
    return [*found, *(fitting(components, rest, software) if components else []), note]


def _unit_row(case: Case, unit: Unit) -> list[Cell]:
    product = case.submission.named(Product, unit.product)
    name = (
        f"{product.manufacturer} {product.model}, {product.device_class.words}" if product else unit.product
    )
    texts = (name, unit.serial, f"{registered.dated(unit.received)}; {unit.condition}")
    cells: list[Cell] = [clipped(text, "fine", 3, column(_UNIT, place)) for place, text in enumerate(texts)]
    runs = [
        run.run for group in case.dossier.groups if case.dossier.unit(group) is unit for run in group.runs
    ]
    tested: Cell = run_list(list(map(case.dossier.called, runs)))
    if not runs:
        tested = "in reserve" if unit.use == "reserve" else colored("NOT TESTED", _RED, "word")
    return [*cells, tested]


def _component_row(case: Case, one: Component) -> list[Cell]:
    product = case.submission.named(Product, one.product)
    replaced = [] if one.submitted else [colored("replaced by a later version", _AMBER, "fine")]
    name = f"{product.model if product else one.product}: {one.name} {one.version}"
    told = f"Obtained: {one.obtained.rstrip('. ')}. {_COMPILED[one.rebuilt]}"
    loud = one.rebuilt == "yes, different" or one.taken_over
    hashed = [
        Words(markup(one.digest), style("hash")),
        clipped(
            _ECHO if one.taken_over else told,
            "fine",
            3,
            300.0,
            **({"textColor": _RED} if loud else {}),
        ),
    ]
    return [[clipped(name, "fine", 3, 140.0), *replaced], hashed]


def _of(case: Case, products: Collection[str]) -> list[Flowable]:
    """Return units, software and configuration of some products."""
    submission = case.submission
    units = [one for one in submission.of(Unit) if one.product in products]
    return [
        *(line for one in units for line in _unit(case.dossier, one)),
        *_software([one for one in submission.of(Component) if one.product in products]),
        *_options([one for one in submission.of(Option) if one.product in products]),
    ]


def _unit(dossier: Dossier, unit: Unit) -> list[Flowable]:
    runs = [run for group in dossier.groups if dossier.unit(group) is unit for run in group.runs]
    tested: Cell = run_list([dossier.called(run.run) for run in runs])
    if not runs:
        spare = unit.use == "reserve"
        tested = unit.reason if spare else colored("NOT TESTED", _RED, "word")
    rows: list[tuple[str, Cell]] = [
        ("Serial number", unit.serial),
        ("Received", registered.dated(unit.received)),
        ("Condition on receipt", unit.condition),
        ("In reserve, reason" if unit.use == "reserve" and not runs else "Tested in", tested),
        *authentication_rows(dossier.submission, unit),
    ]
    found = [facts(rows, dense=True)]
    if unit.boards:
        boards = [[one.name, one.revision, one.serial or "–"] for one in unit.boards]
        found.append(table(("Board", "Revision", "Serial number"), boards, (46, 27, 27)))
    return [together(f"Unit {unit.serial}", found), *_photographs(dossier, unit)]


def _photographs(dossier: Dossier, unit: Unit) -> list[Flowable]:
    files = unit.photographs
    if not files:
        return [paragraph("No photograph is on file.", "quiet")]
    cells = [
        [*_picture(one, dossier.files.get(one.sha256)), *_caption(unit, place, one)]
        for place, one in enumerate(files, 1)
    ]
    cells += [[]] if len(cells) % 2 else []
    pairs = list(zip(cells[::2], cells[1::2], strict=True))
    drawn = TableRows([FRAME_WIDTH / 2] * 2, (), pairs, Look(rules=False))
    rows: list[list[Cell]] = [
        [str(place), one.name, digest(one.sha256)] for place, one in enumerate(files, 1)
    ]
    return [drawn, table(("", "Photograph", "SHA-256 of the file"), rows, (18, 164, 298))]


def _picture(one: Attached, content: bytes | None) -> list[Flowable]:
    found = develop(one, content)
    if found.fault:
        return [colored("THIS PHOTOGRAPH CANNOT BE PRINTED", _RED, "word"), paragraph(found.fault, "cell")]
    return [found.drawn(_ACROSS, _HIGH)]


def _caption(unit: Unit, place: int, one: Attached) -> list[Flowable]:
    return [
        gap(3),
        paragraph(f"{unit.serial}, photograph {place}: {one.caption or one.name}", "label"),
        gap(6),
    ]


def _software(parts: Sequence[Component]) -> list[Flowable]:
    title = subheading("Software, as the laboratory identified it")
    if not parts:
        return [*title, paragraph("No software is on file for this product.")]
    rows = [[_version(one), _identified(one)] for one in parts]
    return [
        *title,
        table(("Component", "Hash, and how the laboratory obtained it"), rows, (150, 330)),
    ]


def _version(one: Component) -> Cell:
    told = colored("approval requested", INK, "label")
    if not one.submitted:
        told = colored("replaced by a later version", _AMBER, "word")
    return [
        paragraph(one.name, "word"),
        paragraph(f"version {one.version}", "cell"),
        paragraph(f"on {one.medium}", "cell"),
        told,
    ]


def _identified(one: Component) -> Cell:
    told = _COMPILED[one.rebuilt]
    told += f" {one.rebuilt_remark}" if one.rebuilt_remark else ""
    different = one.rebuilt == "yes, different"
    return [
        paragraph(one.algorithm, "label"),
        digest(one.digest),
        paragraph(f"Obtained: {one.obtained}", "cell"),
        *([colored(_ECHO, _RED, "word")] if one.taken_over else []),
        colored(told, _RED if different else INK, "word" if different else "cell"),
    ]


def _options(options: Sequence[Option]) -> list[Flowable]:
    title = subheading("Configuration")
    if not options:
        return [paragraph("No configurable option is on file for this product.", "quiet")]
    rows = [[one.name, one.choices, one.tested] for one in options]
    return [*title, table(("Option", "Choices", "Tested as"), rows, (30, 40, 30))]


def _reported(case: Case, part: SectionPlace) -> list[Flowable]:
    """Compare what each device named with the register, group by group."""
    title = subheading("Software reported by each device")
    if not case.dossier.groups:
        return [*title, paragraph("No run was recorded.")]
    found = [*title, paragraph(part.text("reported"), "quiet")]
    for group in case.dossier.groups:
        found += _group(case.dossier, group)
    return found


def _group(dossier: Dossier, group: Group) -> list[Flowable]:
    standing, named = dossier.standing(group), compared(dossier, group)
    rows: list[tuple[str, Cell]] = [
        ("Runs", run_list([dossier.called(run.run) for run in group.runs])),
        *((one.label, _introduced(one)) for one in introduced(dossier, group)),
        *_cards(group),
        ("Software", colored(standing.value, _STANDING.get(standing, _RED), "word")),
    ]
    if dossier.unit(group) is None:
        rows.append(("Unit", colored("NOT ON FILE in the submission", _RED, "word")))
    lines = [[_name(one), _against(one)] for one in named]
    told: Flowable = colored("THE DEVICE DOES NOT NAME ITS SOFTWARE", _RED, "word")
    if not group.software and standing is SoftwareStanding.SUBMITTED:
        unit = dossier.unit(group)
        read = ", ".join(unit.holds) if unit and unit.holds else "none is on record for this product"
        told = paragraph(f"The device names no software. Read or installed by the laboratory: {read}.")
    elif lines:
        told = table(("Component reported", "Hash as reported, and against the register"), lines, (150, 330))
    title = f"Reported by {group.model or 'a device'}, {group.serial or 'serial number not reported'}"
    return [together(title, [facts(rows, dense=True), told]), gap()]


def _introduced(one: Said) -> Cell:
    if not one.differs:
        return one.text
    return colored(f"{one.text}: DIFFERS; on file: {one.differs}", _RED, "word")


def _cards(group: Group) -> list[tuple[str, Cell]]:
    """Say what cards were in the device, and what marked stock they were of."""
    cards = group.first.frozen.cards
    told = f"{cards.name}, {number(cards.size)} cards" if cards else "none: the device holds no cards"
    stocks = [run.start.cards for run in group.runs]
    marked = dict.fromkeys(
        f"{one.title} ({one.id}), by {one.maker}: {one.stock}" for one in stocks if one is not None
    )
    if cards and not marked:
        return [
            ("Cards", told),
            ("Stock and backs", "no marked set was loaded; make and color of the backs were not recorded"),
        ]
    return [("Cards", told), *(("Marked stock", text) for text in marked)]


def _name(one: NamedComponent) -> Cell:
    if one.reported is None:
        return [paragraph(one.name, "word"), paragraph("not reported", "cell")]
    runs = ", ".join(one.runs)
    return [
        paragraph(one.name, "word"),
        paragraph(f"version {one.reported.version}", "cell"),
        *([paragraph(f"only in {runs}", "label")] if runs else []),
    ]


def _against(one: NamedComponent) -> Cell:
    color = _RED if one.loud else INK
    told: list[Flowable] = []
    if one.reported is not None:
        told += [paragraph(one.reported.algorithm, "label"), digest(one.reported.digest)]
    told.append(colored(say(one.standing), color, "word" if one.loud else "cell"))
    for each in one.expected:
        told += [
            paragraph(f"on record, version {each.version}, {each.algorithm}:", "label"),
            digest(each.digest),
        ]
    return told
