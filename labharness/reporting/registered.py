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
    told = f"Waived by {signed(submission, word.by, word.date)}. Reason: {word.reason}"
    return [paragraph(told), *shown(word.source, word.files)]


def shown(source: str, files: Iterable[Attached]) -> list[Flowable]:
    """Say where the grounds of a decision are said, and in which files."""
    told = [paragraph(f"Source: {source}", "quiet")] if source else []
    return [*told, *attachments(files)]


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
    found = []
    for product in submission.of(Product):
        units = [one for one in submission.of(Unit) if one.product == product.id]
        tested = [one.serial for one in units if one.use == "tested"]
        spare = [one.serial for one in units if one.use == "reserve"]
        told = f"{product.manufacturer} {product.model}, {product.device_class.words}"
        told += f", serial number{'s' * (len(tested) != 1)} {listed(tested)}" if tested else ", no unit"
        told += f"; in reserve: {listed(spare)}" if spare else ""
        found.append(told)
    return found


def software_hashes(submission: Submission) -> list[str]:
    """Name the software for which approval is asked with the beginning of each hash; the items print them whole."""
    products = submission.of(Product)
    found = []
    for one in submission.of(Component):
        if one.submitted:
            own = next((each.model for each in products if each.id == one.product), "")
            of = f"{own}: " if len(products) > 1 and own else ""
            found.append(f"{of}{one.name} {one.version} ({_algorithm(one)} {one.digest[:_HASH]}…)")
    return found


def _algorithm(one: Component) -> str:
    """Write the name of a hash as its standard does."""
    name = one.algorithm.upper().replace("_", "-")
    return f"SHA-{name.removeprefix('SHA')}" if name.startswith("SHA") and name[3:4].isdigit() else name


def games(dossier: Dossier) -> str:
    """Name the games for which use is asked, by their titles where a run knew them."""
    titles = {group.first.frozen.game.id: group.first.frozen.game for group in dossier.groups}
    return ", ".join(
        f"{titles[one].title} (58 Pa. Code Chapter {titles[one].chapter})" if one in titles else one
        for one in dossier.submission.filing.games
    )


def runs(dossier: Dossier) -> str:
    """Say how many runs there are, of how many units, from when to when."""
    made = dossier.runs
    if not made:
        return "No run was recorded."
    first, last = min(run.summary.started for run in made), max(run.summary.updated for run in made)
    units = len({(group.model, group.serial) for group in dossier.groups})
    when = day(first) if day(first) == day(last) else f"{day(first)} to {day(last)}"
    return (
        f"{number(len(made))} run{'s' * (len(made) != 1)} of {number(units)} unit{'s' * (units != 1)}, {when}"
    )


def attachments(files: Iterable[Attached]) -> list[Flowable]:
    """Set each file with its size and its hash in full; nothing where there is none."""
    found: list[Flowable] = []
    for one in files:
        caption = f", {one.caption}" if one.caption else ""
        found += [paragraph(f"{one.name}, {number(one.size)} bytes{caption}", "cell"), digest(one.sha256)]
    return found
