"""Entries of a submission as rows of a table: how each stands between register and draft, and what it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from labharness.app.submission.drafts import DraftedEntry, DraftedSubmission, EntryState
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.words import tr
from labharness.language.field_words import field_words, kind_words
from labharness.language.text import plain

_SUMMARY: Mapping[str, tuple[str, ...]] = {
    "filing": ("reference", "title"),
    "product": ("manufacturer", "model"),
    "unit": ("serial", "product"),
    "component": ("name", "version"),
    "option": ("name", "tested"),
    "equipment": ("name", "identification"),
    "document": ("title", "status"),
    "certification": ("name", "date"),
    "error": ("code", "condition"),
    "external": ("subject", "number"),
    "authentication": ("unit", "time"),
    "deficiency": ("found", "status"),
    "security": ("title", "component", "status"),
    "opinion": ("text",),
    "confirmation": ("clause",),
    "plan_approval": ("plan",),
    "waiver": ("item", "reason"),
    "exclusion": ("clause", "reason"),
    "invalidation": ("run", "cause"),
    "explanation": ("run", "other", "cause"),
    "recommendation": ("disposition", "grounds"),
}
"""Fields that tell an entry from others of its kind."""
NAMED = 4
"""Fields to correct that are named; of more, the number is told."""
_TONES = {
    EntryState.RECORDED: None,
    EntryState.CHANGED: Tone.BUSY,
    EntryState.NEW: Tone.BUSY,
    EntryState.REMOVED: Tone.QUIET,
}


def summary(kind: str, values: Mapping[str, Any]) -> str:
    """Return what tells an entry from others of its kind."""
    parts = (str(values.get(name, "")) for name in _SUMMARY.get(kind, ("title",)))
    return plain(" · ".join(part for part in parts if part), 160)


def to_correct(drafted: DraftedSubmission) -> str:
    """Return which fields prevent saving, by their labels, with the kind of their entry; "" for none."""
    result = []
    for key, mistakes in drafted.mistakes().items():
        entry = drafted.entry(key)
        kind = entry.kind if entry is not None else "filing"
        for mistake in mistakes:
            label = field_words(kind, str(mistake.path[0])).label if mistake.path else ""
            result.append(f"{label} ({kind_words(kind).one})" if label else kind_words(kind).one)
    names = ", ".join(dict.fromkeys(result[:NAMED]))
    if len(result) > NAMED:
        return tr("To correct first: {names}, and {rest:,} more.", names=names, rest=len(result) - NAMED)
    return tr("To correct first: {names}.", names=names) if result else ""


def state_words(entry: DraftedEntry) -> str:
    """Return how an entry stands."""
    if entry.mistakes:
        return tr(
            "{state}: {mistakes:,} to correct",
            state=entry.state.value,
            mistakes=len(entry.mistakes),
        )
    return entry.state.value


def state_tone(entry: DraftedEntry) -> Tone | None:
    """Return what kind of news it is."""
    return Tone.UNSURE if entry.mistakes else _TONES[entry.state]


def key_of(entry: DraftedEntry) -> str:
    """Return what no two entries share."""
    return entry.key


def entry_columns(*, kinds: bool = True) -> tuple[Column[DraftedEntry], ...]:
    """Return the columns of a table of entries, with or without their kind."""
    state: Callable[[DraftedEntry], str] = state_words
    columns = [
        Column[DraftedEntry](tr("State"), state, 150, tone=state_tone, facet=True),
        Column[DraftedEntry](tr("Kind"), lambda each: kind_words(each.kind).one, 110, facet=True),
        Column[DraftedEntry](tr("Id"), lambda each: each.id, 110, named=True, yields=1),
        Column[DraftedEntry](tr("What"), lambda each: summary(each.kind, each.values), 200),
    ]
    return tuple(column for column in columns if kinds or column.title != "Kind")
