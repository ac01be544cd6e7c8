"""What of the scope was changed or taken out of the register after a run had failed: a change hides no failure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from labharness.assessment.dossier import Dossier
from labharness.filings.entries.snapshot import Change
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.results import Outcome
from labharness.reason import Reason

_DECIDING: Mapping[str, tuple[str, ...]] = {
    "filing": ("games",),
    "product": ("manufacturer", "model", "device_class", "games"),
    "unit": ("product", "serial", "use", "holds"),
    "component": ("product", "name", "version", "digest", "submitted"),
    "deficiency": ("runs", "cure", "retests"),
}
"""Fields that say what was submitted and which runs count against it; the others change no verdict."""


def redrawn(dossier: Dossier) -> tuple[Reason, ...]:
    """Name the entries of the scope that were changed or removed after the first run that failed had ended."""
    failed = [run.summary.updated for run in dossier.runs if run.outcome is Outcome.FAIL]
    if not failed:
        return ()
    later = (change for change in dossier.submission.changes if change.utc > min(failed))
    return tuple(dict.fromkeys(name for each in later for name in _redrawn(each)))


def _redrawn(change: Change) -> Iterator[Reason]:
    fields = _DECIDING.get(change.kind)
    if fields is None or change.before is None:
        return
    if change.after is None:
        yield Conclusions.ENTRY_REMOVED(kind=change.kind, entry=change.entry)
        return
    for name in fields:
        before, after = _plain(change.before.get(name)), _plain(change.after.get(name))
        # A deficiency is answered by adding to it; only what is taken out of it could hide a run.
        added = change.kind == "deficiency" and isinstance(before, list) and set(before) <= set(after or [])
        if before != after and not added:
            yield Conclusions.FIELD_CHANGED(field=name, kind=change.kind, entry=change.entry)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, (list, tuple)) else value
