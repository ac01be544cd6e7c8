"""Who enters what: two people enter the same one after the other, and neither sees what the other entered."""

from __future__ import annotations

from dataclasses import dataclass, field

from labharness.app.bench_work.prompt_forms import ENTRIES
from labharness.evidence.records.calls import ExchangeBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import NOBODY, AnswerBody, PromptBody


@dataclass(frozen=True, slots=True)
class Differing:
    """Two entries that differ, as they were entered, with who entered them."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    who: tuple[str, str]

    @property
    def places(self) -> tuple[int, ...]:
        """Places that differ, from 0; those that one entry lacks among them."""
        longest = max(len(self.first), len(self.second))
        return tuple(at for at in range(longest) if self._at(at)[0] != self._at(at)[1])

    def _at(self, place: int) -> tuple[str, str]:
        entry, other = (each[place : place + 1] for each in (self.first, self.second))
        return (entry[0] if entry else "", other[0] if other else "")


@dataclass(slots=True)
class DoubleEntry:
    """Fold of a run's records: the entry under way, and the one before where its two halves differ.

    Attributes
    ----------
    differing
        The two entries that were compared last, None where they agree; gone when the next second person is asked.
    """

    differing: Differing | None = None
    _open: dict[int, PromptBody] = field(default_factory=dict)
    _seen: bool = False
    """Whether a person was asked about the differences before anybody enters again."""
    _made: list[tuple[int, str, str]] = field(default_factory=list)
    """Prompt, person and text of each entry since the last exchange."""

    @property
    def person(self) -> int:
        """Who is to enter now: 1 or 2; 0 while nobody is asked."""
        return len(self._made) + 1 if self._open else 0

    def is_entry(self, prompt: int) -> bool:
        """Say whether a prompt is, or was until its answer came, one of an entry."""
        return prompt in self._open

    def take(self, record: Record) -> None:
        """Add the next record."""
        match record.body:
            case PromptBody(prompt=number, action=action) if action in ENTRIES:
                if record.body.data.reasons and self._made:
                    self._made.pop()  # the same person again: the last entry could not be read
                self._open = {number: record.body}
                if self._made or self._seen:
                    self.differing = None  # the second person meets nothing of an entry
            case PromptBody() if not record.body.by_reader:
                self._seen = self.differing is not None
            case AnswerBody(prompt=number) if number in self._open:
                self._open = {}
                self.differing = None
                if record.body.who != NOBODY:
                    self._made.append((number, record.body.who, record.body.answer))
            case ExchangeBody():
                self.differing = self._compared() if record.body.error is not None else None
                self._made = []
                self._open = {}
                self._seen = False
            case _:
                pass

    def _compared(self) -> Differing | None:
        if len(self._made) != 2:
            return None
        (_, each, first), (_, other, second) = self._made
        differing = Differing(_words(first), _words(second), (each, other))
        return differing if differing.places else None


def _words(entered: str) -> tuple[str, ...]:
    return tuple(entered.upper().replace(",", " ").replace(";", " ").split())
