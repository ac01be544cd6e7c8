"""Items tested: the unit on the bench, its software, its configuration, the cards it held."""

from __future__ import annotations

from collections.abc import Iterable

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    """Return what was tested."""
    return [
        *kit.subheading("Device under test"),
        _identity(subject),
        kit.paragraph(part.text("reported"), "quiet"),
        *kit.subheading("Software"),
        *_software(subject),
        *kit.subheading("Configuration"),
        _configuration(subject),
        *kit.subheading("Cards"),
        *_cards(subject),
    ]


def _identity(subject: kit.Subject) -> Flowable:
    identity = subject.summary.identity
    if identity is None:
        return kit.paragraph("The device's identity was not recorded.")
    rows: kit.Facts = [
        ("Manufacturer", identity.manufacturer),
        ("Model", identity.model),
        ("Serial number", identity.serial),
        ("Hardware", identity.hardware),
        ("Kind of device", kit.device_words(identity.device_class)),
        ("Protocol", identity.protocol),
    ]
    rows += [(f"Bus: {kit.words(key)}", value) for key, value in sorted(identity.bus.items())]
    return kit.facts(rows)


def _software(subject: kit.Subject) -> list[Flowable]:
    declared = {
        component.name: component
        for stage in subject.frozen.plan.stages
        if isinstance(stage, kit.Authenticate)
        for component in stage.declared
    }
    answers = subject.summary.software
    if not answers:
        return [kit.paragraph("The device's software was not recorded."), *_absent(declared)]
    flowables: list[Flowable] = []
    for index, components in enumerate(dict.fromkeys(answers)):
        if len(set(answers)) > 1:
            flowables.append(kit.paragraph(f"Answer {index + 1} of {len(set(answers))} that differ:"))
        rows: kit.Rows = [
            [
                component.name,
                component.version,
                [kit.digest(component.digest), *_compared(component, declared.get(component.name))],
            ]
            for component in components
        ]
        head = ("Component", "Version", "Hash as reported, and compared with the declaration")
        flowables.append(kit.table(head, rows, (110, 70, 300)) if rows else kit.paragraph(kit.NONE))
        absent = [name for name in declared if name not in {component.name for component in components}]
        flowables += _absent(absent)
    asked = f"Answers on record: {kit.number(len(answers))}."
    return [*flowables, kit.paragraph(asked, "quiet")]


def _absent(names: Iterable[str]) -> list[Flowable]:
    return [kit.paragraph(f"Declared but not reported: {name}.") for name in names]


def _compared(reported: kit.SoftwareComponent, declared: kit.DeclaredSoftware | None) -> list[Flowable]:
    text = f"{reported.algorithm}; "
    if declared is None:
        return [kit.paragraph(f"{text}not compared: the plan declares no hash for it", "label")]
    if declared.digest.lower() == reported.digest.lower():
        return [kit.paragraph(f"{text}equal to the declared hash", "label")]
    differs = kit.loud(f"{text}DIFFERS from the declared hash:")
    return [differs, kit.digest(declared.digest)]


def _configuration(subject: kit.Subject) -> Flowable:
    start, plan = subject.start, subject.frozen.plan
    rows: kit.Facts = [
        ("Connection", kit.mono(start.device or "none")),
        ("Spoken by", _adapter(start.adapter.device)),
        ("Reader", kit.mono(start.reader or "none")),
        ("Read by", _adapter(start.adapter.reader)),
        *_stock(start),
        ("Test computer", start.host or "not recorded"),
        ("Test program", kit.said.program(start.versions, start.labharness)),
        *kit.program_files([start.versions]),
        ("Orientation", kit.flowing(plan.orientation)),
    ]
    return kit.facts(rows)


def _stock(start: kit.StartBody) -> kit.Facts:
    """Say what marked stock was on the bench, where a card-set file says how its copies are told apart."""
    stock = start.cards
    if stock is None:
        return []
    text = f"{stock.title} ({stock.id}), by {stock.maker}: {stock.stock.rstrip('.')}. Told apart by {stock.marks}."
    return [
        ("Marked stock", kit.flowing(text)),
        ("Card-set file", kit.digest(start.files.get(kit.card_stock.FILE, ""))),
    ]


def _adapter(named: kit.AdapterNamed | None) -> str:
    if named is None:
        return "none"
    return f"{named.title or named.name} ({named.name}, version {named.version})"


def _cards(subject: kit.Subject) -> list[Flowable]:
    cards, game = subject.frozen.cards, subject.frozen.game
    rows: kit.Facts = [("Game", f"{game.title}, 58 Pa. Code Chapter {game.chapter}")]
    if cards is None:
        rows.append(("Cards", "none: the device holds no cards"))
        return [kit.facts(rows)]
    chosen = next(each for each in game.sets if each.id == subject.frozen.plan.game.set)
    by_count: dict[int, list[str]] = {}
    for kind in cards.present.tolist():
        by_count.setdefault(cards.counts[kind], []).append(kit.format_card(kind))
    rows += [
        ("Permitted set", f"{cards.name} ({kit.game.cite(chosen.citation)})"),
        ("Cards in the set", f"{kit.number(cards.size)} cards of {kit.number(len(cards.present))} types"),
    ]
    rows += [(f"{kit.number(count)} of each", " ".join(names)) for count, names in sorted(by_count.items())]
    return [kit.facts(rows)]
