"""Orders that people lay one after the other: whether the next one is the same again."""

from __future__ import annotations

from dataclasses import dataclass, field

from labharness.evidence.records.line import Record
from labharness.evidence.records.people import PromptBody


@dataclass(slots=True)
class LaidOrders:
    """Fold of a run's records."""

    _latest: tuple[str, str] = ("", "")
    """Order of the prompt before, and what had it."""
    _same: dict[int, str] = field(default_factory=dict)

    def take(self, record: Record) -> None:
        """Add the next record."""
        body = record.body
        if isinstance(body, PromptBody) and body.data.cards and body.data.unit is not None:
            name = f"{body.action} {body.data.unit + 1}"
            cards, before = self._latest
            self._same = {body.prompt: before} if cards == body.data.cards and before != name else {}
            self._latest = (body.data.cards, name)

    def same_as(self, prompt: int) -> str:
        """Return what had the same order just before, such as ``shuffle 4``, "" for none."""
        return self._same.get(prompt, "")
