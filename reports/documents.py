"""Documents received: every line of the checklist and what became of it, the missing ones first and loud."""

from __future__ import annotations

from collections import Counter

from reportlab.lib.colors import Color
from reportlab.platypus import Flowable

from labharness.reporting import kit

_RED, _AMBER = kit.OUTCOME_COLORS["FAIL"], kit.OUTCOME_COLORS["INCONCLUSIVE"]
_WORDING = {"seen": "", "sister": ", wording of a sister text", "remembered": ", wording not confirmed"}
_COLORS = {"received": kit.INK, "not applicable": kit.QUIET, "waived": _AMBER}
_MISSING, _OPTIONAL = "MISSING", "not received"
"""Of a required document, and of one that may be left out."""
_ORDER = (_MISSING, _OPTIONAL, *reversed(_COLORS))


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return the checklist."""
    states = kit.checklist_state(case.submission)
    rows = [_row(case, one) for one in states]
    return [
        *_missing(states),
        kit.paragraph(_counted(states)),
        kit.paragraph(part.text("intro"), "quiet"),
        kit.table(
            ("State", "Item of the checklist, and what is on file"),
            rows,
            (88, 392),
            dense=True,
        ),
    ]


def _missing(states: tuple[kit.ChecklistState, ...]) -> list[Flowable]:
    gone = [one.title for one in states if one.blocks]
    if not gone:
        return []
    title = kit.colored(f"{kit.amount(len(gone), 'required document')} missing".upper(), _RED, "banner")
    return [kit.panel([title, kit.paragraph(f"{'; '.join(gone)}.", "cell")], _RED)]


def _counted(states: tuple[kit.ChecklistState, ...]) -> str:
    counts = Counter(_state(one) for one in states)
    told = ", ".join(f"{kit.number(counts[word])} {word}" for word in _ORDER if counts[word])
    return f"{kit.amount(len(states), 'item')} of the checklist: {told}."


def _state(one: kit.ChecklistState) -> str:
    if one.blocks:
        return _MISSING
    return _OPTIONAL if one.state == "missing" else one.state


def _row(case: kit.Case, one: kit.ChecklistState) -> list[kit.Cell]:
    source = f"{one.item.source}{_WORDING[one.item.wording]}" if one.item else "not an item of the checklist"
    color: Color = _RED if one.blocks else _COLORS.get(one.state, kit.QUIET)
    name = kit.rich(f"<b>{kit.markup(one.title)}</b> ({kit.markup(source)})", "cell")
    said = [name, *_said(case, one)]
    return [kit.colored(_state(one), color, "word"), said]


def _said(case: kit.Case, one: kit.ChecklistState) -> list[Flowable]:
    told = [line for each in one.documents for line in _document(each)]
    dates = [kit.registered.dated(each.date) for each in one.certifications]
    told += [kit.paragraph(f"Certification of {each}; see there.", "cell") for each in dates]
    if one.waiver is not None:
        by = kit.registered.signed(case.submission, one.waiver.by, one.waiver.date)
        told.append(kit.paragraph(f"Waived by {by}: {one.waiver.reason}", "cell"))
        told += kit.registered.shown(one.waiver.source, one.waiver.files)
    return told


def _document(one: kit.Document) -> list[Flowable]:
    when = f", {kit.registered.dated(one.received)}" if one.received else ""
    said = {"received": "Received", "missing": "Not received", "not applicable": "Not applicable"}
    told = [kit.paragraph(f"{said[one.status]}{when}: {one.title}", "cell")]
    if one.remark:
        told.append(kit.paragraph(one.remark, "cell"))
    return [*told, *kit.registered.attachments(one.files)]
