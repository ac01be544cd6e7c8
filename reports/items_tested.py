"""Items tested: the unit on the bench, its software, its configuration, the cards it held."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.naming import device_words
from labharness.assessment.runs.subject import Subject
from labharness.evidence.records.course import AdapterNamed, StartBody
from labharness.games.game import cite
from labharness.language.numbers import number
from labharness.language.text import flowing, words
from labharness.model.cards import format_card
from labharness.model.device import SoftwareComponent
from labharness.plans.card_stock import FILE as CARDS
from labharness.plans.stages import Authenticate, DeclaredSoftware
from labharness.reporting.blocks import (
    NONE,
    Cell,
    colored,
    digest,
    facts,
    mono,
    paragraph,
    subheading,
    table,
)
from labharness.reporting.said import program, program_files
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import OUTCOME_COLORS


def section(subject: Subject, part: SectionPlace) -> list[Flowable]:
    """Return what was tested."""
    return [
        *subheading("Device under test"),
        _identity(subject),
        paragraph(part.text("reported"), "quiet"),
        *subheading("Software"),
        *_software(subject),
        *subheading("Configuration"),
        _configuration(subject),
        *subheading("Cards"),
        *_cards(subject),
    ]


def _identity(subject: Subject) -> Flowable:
    identity = subject.summary.identity
    if identity is None:
        return paragraph("The device's identity was not recorded.")
    rows: list[tuple[str, Cell]] = [
        ("Manufacturer", identity.manufacturer),
        ("Model", identity.model),
        ("Serial number", identity.serial),
        ("Hardware", identity.hardware),
        ("Kind of device", device_words(identity.device_class)),
        ("Protocol", identity.protocol),
    ]
    rows += [(f"Bus: {words(key)}", value) for key, value in sorted(identity.bus.items())]
    return facts(rows)


def _software(subject: Subject) -> list[Flowable]:
    declared = {
        component.name: component
        for stage in subject.frozen.plan.stages
        if isinstance(stage, Authenticate)
        for component in stage.declared
    }
    answers = subject.summary.software
    if not answers:
        return [
            paragraph("The device's software was not recorded."),
            *(paragraph(f"Declared but not reported: {name}.") for name in declared),
        ]
    found: list[Flowable] = []
    for index, components in enumerate(dict.fromkeys(answers)):
        if len(set(answers)) > 1:
            found.append(paragraph(f"Answer {index + 1} of {len(set(answers))} that differ:"))
        rows: list[list[Cell]] = [
            [one.name, one.version, [digest(one.digest), *_compared(one, declared.get(one.name))]]
            for one in components
        ]
        head = ("Component", "Version", "Hash as reported, and compared with the declaration")
        found.append(table(head, rows, (110, 70, 300)) if rows else paragraph(NONE))
        absent = [name for name in declared if name not in {one.name for one in components}]
        found += [paragraph(f"Declared but not reported: {name}.") for name in absent]
    asked = f"Answers on record: {number(len(answers))}."
    return [*found, paragraph(asked, "quiet")]


def _compared(reported: SoftwareComponent, declared: DeclaredSoftware | None) -> list[Flowable]:
    told = f"{reported.algorithm}; "
    if declared is None:
        return [paragraph(f"{told}not compared: the plan declares no hash for it", "label")]
    if declared.digest.lower() == reported.digest.lower():
        return [paragraph(f"{told}equal to the declared hash", "label")]
    differs = colored(f"{told}DIFFERS from the declared hash:", OUTCOME_COLORS["FAIL"], "word")
    return [differs, digest(declared.digest)]


def _configuration(subject: Subject) -> Flowable:
    start, plan = subject.start, subject.frozen.plan
    rows: list[tuple[str, Cell]] = [
        ("Connection", mono(start.device or "none")),
        ("Spoken by", _adapter(start.adapter.device)),
        ("Reader", mono(start.reader or "none")),
        ("Read by", _adapter(start.adapter.reader)),
        *_stock(start),
        ("Test computer", start.host or "not recorded"),
        ("Test program", program(start.versions, start.labharness)),
        *program_files([start.versions]),
        ("Orientation", flowing(plan.orientation)),
    ]
    return facts(rows)


def _stock(start: StartBody) -> list[tuple[str, Cell]]:
    """Say what marked stock was on the bench, where a card-set file says how its copies are told apart."""
    stock = start.cards
    if stock is None:
        return []
    told = f"{stock.title} ({stock.id}), by {stock.maker}: {stock.stock.rstrip('.')}. Told apart by {stock.marks}."
    return [
        ("Marked stock", flowing(told)),
        ("Card-set file", digest(start.files.get(CARDS, ""))),
    ]


def _adapter(one: AdapterNamed | None) -> str:
    if one is None:
        return "none"
    return f"{one.title or one.name} ({one.name}, version {one.version})"


def _cards(subject: Subject) -> list[Flowable]:
    cards, game = subject.frozen.cards, subject.frozen.game
    rows: list[tuple[str, Cell]] = [("Game", f"{game.title}, 58 Pa. Code Chapter {game.chapter}")]
    if cards is None:
        rows.append(("Cards", "none: the device holds no cards"))
        return [facts(rows)]
    chosen = next(one for one in game.sets if one.id == subject.frozen.plan.game.set)
    by_count: dict[int, list[str]] = {}
    for kind in cards.present.tolist():
        by_count.setdefault(cards.counts[kind], []).append(format_card(kind))
    rows += [
        ("Permitted set", f"{cards.name} ({cite(chosen.citation)})"),
        ("Cards in the set", f"{number(cards.size)} cards of {number(len(cards.present))} types"),
    ]
    rows += [(f"{number(count)} of each", " ".join(names)) for count, names in sorted(by_count.items())]
    return [facts(rows)]
