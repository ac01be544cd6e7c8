"""What the register holds, in the words of a report: items, software, games, people, dates and files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from reportlab.platypus import Flowable

from labharness.assessment.dossier import Dossier
from labharness.filings.entries.entry import Attached
from labharness.filings.entries.examinations import Matter, waiver_of
from labharness.filings.entries.items import Component, Product, Unit
from labharness.filings.entries.snapshot import Submission
from labharness.language.dates import day
from labharness.language.numbers import number
from labharness.reporting.blocks import digest, paragraph

_HASH = 12
"""Digits of a hash that stand on page one."""


def dated(when: date) -> str:
    """Write a date of the register, which has no time zone.

    Examples
    --------
    >>> dated(date(2026, 8, 3))
    'August 3, 2026'
    """
    return day(when)


def signed(submission: Submission, by: str, when: date) -> str:
    """Say who of the laboratory wrote something, and when."""
    return f"{submission.person(by)}, {dated(when)}"


def waived(submission: Submission, matter: Matter) -> list[Flowable]:
    """Say by whose word an examination need not be, and why; nothing where nobody said so."""
    word = waiver_of(submission, matter)
    if word is None:
        return []
    text = f"Waived by {signed(submission, word.by, word.date)}. Reason: {word.reason}"
    return [paragraph(text), *shown(word.source, word.files)]


def shown(source: str, files: Iterable[Attached]) -> list[Flowable]:
    """Say where the grounds of a decision are said, and in which files."""
    text = [paragraph(f"Source: {source}", "quiet")] if source else []
    return [*text, *attachments(files)]


def listed(texts: Sequence[str]) -> str:
    """Join texts as a sentence does.

    Examples
    --------
    >>> listed(["one", "two", "three"])
    'one, two and three'
    """
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def products(submission: Submission) -> list[str]:
    """Name every product with the serial numbers of its units."""
    texts = []
    for product in submission.of(Product):
        units = [unit for unit in submission.of(Unit) if unit.product == product.id]
        tested = [unit.serial for unit in units if unit.use == "tested"]
        spare = [unit.serial for unit in units if unit.use == "reserve"]
        text = f"{product.manufacturer} {product.model}, {product.device_class.words}"
        text += f", serial number{'s' * (len(tested) != 1)} {listed(tested)}" if tested else ", no unit"
        text += f"; in reserve: {listed(spare)}" if spare else ""
        texts.append(text)
    return texts


def software_hashes(submission: Submission) -> list[str]:
    """Name the software for which approval is asked with the beginning of each hash; the items print them whole."""
    products = submission.of(Product)
    texts = []
    for component in submission.of(Component):
        if component.submitted:
            own = next((each.model for each in products if each.id == component.product), "")
            of = f"{own}: " if len(products) > 1 and own else ""
            texts.append(
                f"{of}{component.name} {component.version} ({_algorithm(component)} {component.digest[:_HASH]}…)"
            )
    return texts


def _algorithm(component: Component) -> str:
    """Write the name of a hash as its standard does."""
    name = component.algorithm.upper().replace("_", "-")
    return f"SHA-{name.removeprefix('SHA')}" if name.startswith("SHA") and name[3:4].isdigit() else name


def games(dossier: Dossier) -> str:
    """Name the games for which use is asked, by their titles where a run knew them."""
    titles = {group.first.frozen.game.id: group.first.frozen.game for group in dossier.groups}
    return ", ".join(
        f"{titles[game].title} (58 Pa. Code Chapter {titles[game].chapter})" if game in titles else game
        for game in dossier.submission.filing.games
    )


def runs(dossier: Dossier) -> str:
    """Say how many runs there are, of how many units, from when to when."""
    runs = dossier.runs
    if not runs:
        return "No run was recorded."
    first, last = min(run.summary.started for run in runs), max(run.summary.updated for run in runs)
    units = len({(group.model, group.serial) for group in dossier.groups})
    when = day(first) if day(first) == day(last) else f"{day(first)} to {day(last)}"
    return (
        f"{number(len(runs))} run{'s' * (len(runs) != 1)} of {number(units)} unit{'s' * (units != 1)}, {when}"
    )


def attachments(files: Iterable[Attached]) -> list[Flowable]:
    """Set each file with its size and its hash in full; nothing where there is none."""
    flowables: list[Flowable] = []
    for file in files:
        caption = f", {file.caption}" if file.caption else ""
        flowables += [
            paragraph(f"{file.name}, {number(file.size)} bytes{caption}", "cell"),
            digest(file.sha256),
        ]
    return flowables
