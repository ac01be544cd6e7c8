"""Documents received: every line of the checklist and what became of it, the missing ones first and loud."""

from __future__ import annotations

from collections import Counter

from reportlab.lib.colors import Color
from reportlab.platypus import Flowable

from labharness.assessment.case import Case
from labharness.filings.entries.checklist import ChecklistState, checklist_state
from labharness.filings.entries.papers import Document
from labharness.language.numbers import amount, number
from labharness.reporting import registered
from labharness.reporting.blocks import Cell, colored, panel, paragraph, rich, table
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import INK, OUTCOME_COLORS, QUIET
from labharness.reporting.wording import markup

_RED, _AMBER = OUTCOME_COLORS["FAIL"], OUTCOME_COLORS["INCONCLUSIVE"]
_WORDING = {"seen": "", "sister": ", wording of a sister text", "remembered": ", wording not confirmed"}
_COLORS = {"received": INK, "not applicable": QUIET, "waived": _AMBER}
_MISSING, _OPTIONAL = "MISSING", "not received"
"""Of a required document, and of one that may be left out."""
_ORDER = (_MISSING, _OPTIONAL, *reversed(_COLORS))


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return the checklist."""
    states = checklist_state(case.submission)
    rows = [_row(case, one) for one in states]
    return [
        *_missing(states),
        paragraph(_counted(states)),
        paragraph(part.text("intro"), "quiet"),
        table(
            ("State", "Item of the checklist, and what is on file"),
            rows,
            (88, 392),
            dense=True,
        ),
    ]


def _missing(states: tuple[ChecklistState, ...]) -> list[Flowable]:
    gone = [one.title for one in states if one.blocks]
    if not gone:
        return []
    title = colored(f"{amount(len(gone), 'required document')} missing".upper(), _RED, "banner")
    return [panel([title, paragraph(f"{'; '.join(gone)}.", "cell")], _RED)]


def _counted(states: tuple[ChecklistState, ...]) -> str:
    counts = Counter(_state(one) for one in states)
    told = ", ".join(f"{number(counts[word])} {word}" for word in _ORDER if counts[word])
    return f"{amount(len(states), 'item')} of the checklist: {told}."


def _state(one: ChecklistState) -> str:
    if one.blocks:
        return _MISSING
    return _OPTIONAL if one.state == "missing" else one.state


def _row(case: Case, one: ChecklistState) -> list[Cell]:
    source = f"{one.item.source}{_WORDING[one.item.wording]}" if one.item else "not an item of the checklist"
    color: Color = _RED if one.blocks else _COLORS.get(one.state, QUIET)
    name = rich(f"<b>{markup(one.title)}</b> ({markup(source)})", "cell")
    said = [name, *_said(case, one)]
    return [colored(_state(one), color, "word"), said]


def _said(case: Case, one: ChecklistState) -> list[Flowable]:
    told = [line for each in one.documents for line in _document(each)]
    dates = [registered.dated(each.date) for each in one.certifications]
    told += [paragraph(f"Certification of {each}; see there.", "cell") for each in dates]
    if one.waiver is not None:
        by = registered.signed(case.submission, one.waiver.by, one.waiver.date)
        told.append(paragraph(f"Waived by {by}: {one.waiver.reason}", "cell"))
        told += registered.shown(one.waiver.source, one.waiver.files)
    return told


def _document(one: Document) -> list[Flowable]:
    when = f", {registered.dated(one.received)}" if one.received else ""
    said = {"received": "Received", "missing": "Not received", "not applicable": "Not applicable"}
    told = [paragraph(f"{said[one.status]}{when}: {one.title}", "cell")]
    if one.remark:
        told.append(paragraph(one.remark, "cell"))
    return [*told, *registered.attachments(one.files)]
