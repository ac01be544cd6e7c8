"""Documents received: every line of the checklist and what became of it, the missing ones first and loud."""

from __future__ import annotations

from collections import Counter

from reportlab.lib.colors import Color
from reportlab.platypus import Flowable

from labharness.reporting import kit

_WORDING = {"seen": "", "sister": ", wording of a sister text", "remembered": ", wording not confirmed"}
_COLORS = {"received": kit.INK, "not applicable": kit.QUIET, "waived": kit.AMBER}
_MISSING, _OPTIONAL = "MISSING", "not received"
"""Of a required document, and of one that may be left out."""
_ORDER = (_MISSING, _OPTIONAL, *reversed(_COLORS))


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return the checklist."""
    states = kit.checklist_state(case.submission)
    rows = [_row(case, state) for state in states]
    return [
        *_missing(states),
        kit.paragraph(_counted(states)),
        kit.paragraph(part.text("intro"), "quiet"),
        kit.table(("State", "Item of the checklist, and what is on file"), rows, (88, 392), dense=True),
    ]


def _missing(states: tuple[kit.ChecklistState, ...]) -> list[Flowable]:
    gone = [state.title for state in states if state.blocks]
    if not gone:
        return []
    title = kit.colored(f"{kit.amount(len(gone), 'required document')} missing".upper(), kit.RED, "banner")
    return [kit.panel([title, kit.paragraph(f"{'; '.join(gone)}.", "cell")], kit.RED)]


def _counted(states: tuple[kit.ChecklistState, ...]) -> str:
    counts = Counter(_state(state) for state in states)
    text = ", ".join(f"{kit.number(counts[word])} {word}" for word in _ORDER if counts[word])
    return f"{kit.amount(len(states), 'item')} of the checklist: {text}."


def _state(state: kit.ChecklistState) -> str:
    if state.blocks:
        return _MISSING
    return _OPTIONAL if state.state == "missing" else state.state


def _row(case: kit.Case, state: kit.ChecklistState) -> list[kit.Cell]:
    item = state.item
    source = f"{item.source}{_WORDING[item.wording]}" if item else "not an item of the checklist"
    color: Color = kit.RED if state.blocks else _COLORS.get(state.state, kit.QUIET)
    name = kit.rich(f"<b>{kit.markup(state.title)}</b> ({kit.markup(source)})", "cell")
    text = [name, *_said(case, state)]
    return [kit.colored(_state(state), color, "word"), text]


def _said(case: kit.Case, state: kit.ChecklistState) -> list[Flowable]:
    documents = [line for each in state.documents for line in _document(each)]
    dates = [kit.day(each.date) for each in state.certifications]
    documents += [kit.paragraph(f"Certification of {each}; see there.", "cell") for each in dates]
    if state.waiver is not None:
        by = kit.registered.signed(case.submission, state.waiver.by, state.waiver.date)
        documents.append(kit.paragraph(f"Waived by {by}: {state.waiver.reason}", "cell"))
        documents += kit.registered.shown(state.waiver.source, state.waiver.files)
    return documents


def _document(document: kit.Document) -> list[Flowable]:
    when = f", {kit.day(document.received)}" if document.received else ""
    text = {"received": "Received", "missing": "Not received", "not applicable": "Not applicable"}
    words = [kit.paragraph(f"{text[document.status]}{when}: {document.title}", "cell")]
    if document.remark:
        words.append(kit.paragraph(document.remark, "cell"))
    return [*words, *kit.registered.attachments(document.files)]
