"""Items tested: products, units with boards and photographs, software and configuration, as the register holds them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from reportlab.platypus import Flowable

from labharness.reporting import kit

_STANDING = {kit.SoftwareStanding.SUBMITTED: kit.INK, kit.SoftwareStanding.REPLACED: kit.AMBER}
_ECHO = "REPORTED BY THE DEVICE, not obtained by the laboratory"
_COMPILED = {
    "yes, equal": "Compiled by the laboratory from the submitted source: equal to the delivered software.",
    "yes, different": "Compiled by the laboratory from the submitted source: DIFFERENT from the delivered software.",
    "no": "Not compiled by the laboratory from the submitted source.",
}
_SOFTWARE = ("Component", "Hash, and how the laboratory obtained it")
_UNIT = (34, 24, 27, 15)
_ACROSS, _HIGH = kit.FRAME_WIDTH / 2 - 12, 156.0


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return what was submitted, then what each device said of itself against it."""
    products = case.submission.of(kit.Product)
    flowables: list[Flowable] = [] if products else [kit.loud("NO ITEM IS ON FILE")]
    flowables += [kit.paragraph(part.text("software"), "quiet")] if case.submission.of(kit.Component) else []
    for product in products:
        rows = [
            ("Manufacturer", product.manufacturer),
            ("Model", product.model),
            ("Kind of device", product.device_class.words),
        ]
        rows += [("Description", product.description)] if product.description else []
        flowables += [*kit.subheading(f"{product.manufacturer} {product.model}"), kit.facts(rows, dense=True)]
        flowables += _of(case, {product.id})
    named = {
        entry.product
        for entry in case.submission.entries
        if isinstance(entry, kit.Unit | kit.Component | kit.items.Option)
    }
    if strays := named - {product.id for product in products}:  # so that nothing on record is passed over
        title = f"Of products NOT ON FILE: {', '.join(sorted(strays))}"
        flowables += [kit.colored(title, kit.RED, "h2"), *_of(case, strays)]
    return [*flowables, *_reported(case, part)]


def brief(case: kit.Case, part: kit.SectionPlace, room: float) -> list[Flowable]:
    """Return every unit with its runs and every component with its hash, as far as there is room."""
    submission, where = case.submission, part.annexed
    text = f"Boards, photographs, configuration and what each device reported: {where}."
    note = kit.paragraph(text, "quiet")

    def software(shown: Sequence[kit.Component], left: int) -> list[Flowable]:
        rows = [_component_row(case, each) for each in shown]
        table = kit.table(_SOFTWARE, rows, (150, 330), dense=True)
        return [*kit.subheading("Software"), table, *kit.rest(left, "component", where)]

    # Units that were tested and software for which approval is asked come first.
    components = sorted(submission.of(kit.Component), key=lambda each: not each.submitted)
    least = min(kit.high(software(components, 0)), room / 2) if components else 0.0
    spares = sorted(submission.of(kit.Unit), key=lambda each: each.use != "tested")
    high, head = kit.high([note]), ("Item", "Serial number", "Received; condition", "Tested in")
    row = partial(_unit_row, case)
    fitting = kit.brief_table(spares, room - least - high, ("unit", where), head, _UNIT, row, dense=True)
    rest = room - kit.high([*fitting, note])
    return [*fitting, *(kit.fitting(components, rest, software) if components else []), note]


def _unit_row(case: kit.Case, unit: kit.Unit) -> list[kit.Cell]:
    product = case.submission.named(kit.Product, unit.product)
    name = unit.product
    if product:
        name = f"{product.manufacturer} {product.model}, {product.device_class.words}"
    texts = (name, unit.serial, f"{kit.day(unit.received)}; {unit.condition}")
    cells: list[kit.Cell] = [
        kit.clipped(text, "fine", 3, kit.column(_UNIT, place)) for place, text in enumerate(texts)
    ]
    runs = [
        run.run for group in case.dossier.groups if case.dossier.unit(group) is unit for run in group.runs
    ]
    tested: kit.Cell = kit.run_list(list(map(case.dossier.called, runs)))
    if not runs:
        tested = "in reserve" if unit.use == "reserve" else kit.loud("NOT TESTED")
    return [*cells, tested]


def _component_row(case: kit.Case, component: kit.Component) -> list[kit.Cell]:
    product = case.submission.named(kit.Product, component.product)
    replaced = [] if component.submitted else [kit.colored("replaced by a later version", kit.AMBER, "fine")]
    name = f"{product.model if product else component.product}: {component.name} {component.version}"
    text = f"Obtained: {component.obtained.rstrip('. ')}. {_COMPILED[component.rebuilt]}"
    color = kit.RED if component.rebuilt == "yes, different" or component.taken_over else kit.INK
    hashed = [
        kit.Words(kit.markup(component.digest), kit.style("hash")),
        kit.clipped(_ECHO if component.taken_over else text, "fine", 3, 300.0, textColor=color),
    ]
    return [[kit.clipped(name, "fine", 3, 140.0), *replaced], hashed]


def _of(case: kit.Case, products: Collection[str]) -> list[Flowable]:
    """Return units, software and configuration of some products."""
    submission = case.submission
    units = [each for each in submission.of(kit.Unit) if each.product in products]
    return [
        *(line for unit in units for line in _unit(case.dossier, unit)),
        *_software([each for each in submission.of(kit.Component) if each.product in products]),
        *_options([each for each in submission.of(kit.items.Option) if each.product in products]),
    ]


def _unit(dossier: kit.Dossier, unit: kit.Unit) -> list[Flowable]:
    runs = [run for group in dossier.groups if dossier.unit(group) is unit for run in group.runs]
    tested: kit.Cell = kit.run_list([dossier.called(run.run) for run in runs])
    if not runs:
        spare = unit.use == "reserve"
        tested = unit.reason if spare else kit.loud("NOT TESTED")
    rows: kit.Facts = [
        ("Serial number", unit.serial),
        ("Received", kit.day(unit.received)),
        ("Condition on receipt", unit.condition),
        ("In reserve, reason" if unit.use == "reserve" and not runs else "Tested in", tested),
        *kit.authentication_rows(dossier.submission, unit),
    ]
    result = [kit.facts(rows, dense=True)]
    if unit.boards:
        boards = [[board.name, board.revision, board.serial or "–"] for board in unit.boards]
        result.append(kit.table(("Board", "Revision", "Serial number"), boards, (46, 27, 27)))
    return [kit.together(f"Unit {unit.serial}", result), *_photographs(dossier, unit)]


def _photographs(dossier: kit.Dossier, unit: kit.Unit) -> list[Flowable]:
    files = unit.photographs
    if not files:
        return [kit.paragraph("No photograph is on file.", "quiet")]
    cells = [
        [*_picture(file, dossier.files.get(file.sha256)), *_caption(unit, place, file)]
        for place, file in enumerate(files, 1)
    ]
    cells += [[]] if len(cells) % 2 else []
    pairs = list(zip(cells[::2], cells[1::2], strict=True))
    drawn = kit.TableRows([kit.FRAME_WIDTH / 2] * 2, (), pairs, kit.Look(rules=False))
    rows: kit.Rows = [[str(place), file.name, kit.digest(file.sha256)] for place, file in enumerate(files, 1)]
    return [drawn, kit.table(("", "Photograph", "SHA-256 of the file"), rows, (18, 164, 298))]


def _picture(attached: kit.Attached, content: bytes | None) -> list[Flowable]:
    result = kit.develop(attached, content)
    if result.fault:
        return [kit.loud("THIS PHOTOGRAPH CANNOT BE PRINTED"), kit.paragraph(result.fault, "cell")]
    return [result.drawn(_ACROSS, _HIGH)]


def _caption(unit: kit.Unit, place: int, attached: kit.Attached) -> list[Flowable]:
    text = f"{unit.serial}, photograph {place}: {attached.caption or attached.name}"
    return [kit.gap(3), kit.paragraph(text, "label"), kit.gap(6)]


def _software(parts: Sequence[kit.Component]) -> list[Flowable]:
    title = kit.subheading("Software, as the laboratory identified it")
    if not parts:
        return [*title, kit.paragraph("No software is on file for this product.")]
    rows = [[_version(part), _identified(part)] for part in parts]
    return [*title, kit.table(_SOFTWARE, rows, (150, 330))]


def _version(component: kit.Component) -> kit.Cell:
    standing = kit.colored("replaced by a later version", kit.AMBER, "word")
    return [
        kit.paragraph(component.name, "word"),
        kit.paragraph(f"version {component.version}", "cell"),
        kit.paragraph(f"on {component.medium}", "cell"),
        kit.colored("approval requested", kit.INK, "label") if component.submitted else standing,
    ]


def _identified(component: kit.Component) -> kit.Cell:
    text = _COMPILED[component.rebuilt]
    text += f" {component.rebuilt_remark}" if component.rebuilt_remark else ""
    different = component.rebuilt == "yes, different"
    return [
        *kit.hashed(component.algorithm, component.digest),
        kit.paragraph(f"Obtained: {component.obtained}", "cell"),
        *([kit.colored(_ECHO, kit.RED, "word")] if component.taken_over else []),
        kit.colored(text, kit.RED if different else kit.INK, "word" if different else "cell"),
    ]


def _options(options: Sequence[kit.items.Option]) -> list[Flowable]:
    title = kit.subheading("Configuration")
    if not options:
        return [kit.paragraph("No configurable option is on file for this product.", "quiet")]
    rows = [[option.name, option.choices, option.tested] for option in options]
    return [*title, kit.table(("Option", "Choices", "Tested as"), rows, (30, 40, 30))]


def _reported(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Compare what each device named with the register, group by group."""
    title = kit.subheading("Software reported by each device")
    if not case.dossier.groups:
        return [*title, kit.paragraph("No run was recorded.")]
    flowables = [*title, kit.paragraph(part.text("reported"), "quiet")]
    for group in case.dossier.groups:
        flowables += _group(case.dossier, group)
    return flowables


def _group(dossier: kit.Dossier, group: kit.Group) -> list[Flowable]:
    standing, named = dossier.standing(group), kit.naming.compared(dossier, group)
    rows: kit.Facts = [
        ("Runs", kit.run_list([dossier.called(run.run) for run in group.runs])),
        *((each.label, _introduced(each)) for each in kit.naming.introduced(dossier, group)),
        *_cards(group),
        ("Software", kit.colored(standing.value, _STANDING.get(standing, kit.RED), "word")),
    ]
    if dossier.unit(group) is None:
        rows.append(("Unit", kit.loud("NOT ON FILE in the submission")))
    lines = [[_name(each), _against(each)] for each in named]
    flowable: Flowable = kit.loud("THE DEVICE DOES NOT NAME ITS SOFTWARE")
    if not group.software and standing is kit.SoftwareStanding.SUBMITTED:
        unit = dossier.unit(group)
        read = ", ".join(unit.holds) if unit and unit.holds else "none is on record for this product"
        text = f"The device names no software. Read or installed by the laboratory: {read}."
        flowable = kit.paragraph(text)
    elif lines:
        head = ("Component reported", "Hash as reported, and against the register")
        flowable = kit.table(head, lines, (150, 330))
    title = f"Reported by {group.model or 'a device'}, {group.serial or 'serial number not reported'}"
    return [kit.together(title, [kit.facts(rows, dense=True), flowable]), kit.gap()]


def _introduced(each: kit.naming.Said) -> kit.Cell:
    if not each.differs:
        return each.text
    return kit.loud(f"{each.text}: DIFFERS; on file: {each.differs}")


def _cards(group: kit.Group) -> kit.Facts:
    """Say what cards were in the device, and what marked stock they were of."""
    cards = group.first.frozen.cards
    words = f"{cards.name}, {kit.number(cards.size)} cards" if cards else "none: the device holds no cards"
    stocks = [run.start.cards for run in group.runs if run.start.cards]
    marked = dict.fromkeys(f"{each.title} ({each.id}), by {each.maker}: {each.stock}" for each in stocks)
    if cards and not marked:
        none = "no marked set was loaded; make and color of the backs were not recorded"
        return [("Cards", words), ("Stock and backs", none)]
    return [("Cards", words), *(("Marked stock", text) for text in marked)]


def _name(component: kit.NamedComponent) -> kit.Cell:
    if component.reported is None:
        return [kit.paragraph(component.name, "word"), kit.paragraph("not reported", "cell")]
    runs = ", ".join(component.runs)
    return [
        kit.paragraph(component.name, "word"),
        kit.paragraph(f"version {component.reported.version}", "cell"),
        *([kit.paragraph(f"only in {runs}", "label")] if runs else []),
    ]


def _against(component: kit.NamedComponent) -> kit.Cell:
    color = kit.RED if component.loud else kit.INK
    flowables: list[Flowable] = []
    if component.reported is not None:
        flowables += kit.hashed(component.reported.algorithm, component.reported.digest)
    flowables.append(kit.colored(kit.say(component.standing), color, "word" if component.loud else "cell"))
    for each in component.expected:
        flowables += kit.hashed(f"on record, version {each.version}, {each.algorithm}:", each.digest)
    return flowables
