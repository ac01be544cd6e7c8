"""Cards as they are entered: what they are, and which are missing or there twice.

What a prompt wants: its kind, its fields and the verb of its answer; a view never reads its sentence.

How many cards a reader has reported so far, while the run waits for the whole order.

Answers as the runner understands them, made of fields, choices and comments.

Who enters what: two people enter the same one after the other, and neither sees what the other entered.

The units that a submission delivered, for whoever reads a name plate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from labharness.app.plug_ins.discovery import discover
from labharness.app.workspace.workspace import Workspace
from labharness.devices.control_request import ControlRequest
from labharness.errors import CardError, DeviceTimeout, InputError, ProtocolError
from labharness.evidence.folder import RunFolder
from labharness.evidence.records.calls import ExchangeBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import NOBODY, AnswerBody, PromptBody, PromptData
from labharness.evidence.segments import Direction
from labharness.model.cards import CardSet, format_card, parse_order
from labharness.model.device import DeviceClass
from labharness.model.field import Field, FieldShape
from labharness.model.reasons.conduct import Adapters
from labharness.model.reasons.night import BenchWork, PromptField
from labharness.model.reasons.wire import Wire
from labharness.reason import Reason

INSPECT = "inspect"
ENTER_ORDER = "enter_order"
NUMBERS = frozenset({"draw", "outcomes"})
ENTRIES = frozenset({ENTER_ORDER, *NUMBERS})
"""Actions of prompts that two people answer one after the other, neither seeing what the other entered."""
FIELDS: Mapping[str, tuple[PromptField, ...]] = {
    "identify": (PromptField.MANUFACTURER, PromptField.MODEL, PromptField.SERIAL, PromptField.HARDWARE),
    "software": (PromptField.SOFTWARE, PromptField.VERSION),
    "load": (PromptField.INSIDE,),
    "count": (PromptField.CARDS, PromptField.EXPECTED),
    "unload": (PromptField.OUT, PromptField.INSIDE),
    "status": (PromptField.DISPLAY,),
}
COUNTS = frozenset({PromptField.CARDS, PromptField.EXPECTED, PromptField.OUT, PromptField.INSIDE})
OPTIONAL = frozenset({PromptField.HARDWARE, PromptField.VERSION})
"""Fields that a device may not show; an empty one is recorded as none."""
DEEDS = frozenset({"shuffle", "deal", "restore", "put_back", "clear_jam", "confirm"})
"""Actions that are done rather than answered; what they bring comes from the device or the reader."""


def field_of(name: PromptField) -> Field:
    """Return a field of a prompt as a form shows it."""
    shape = FieldShape.WHOLE if name in COUNTS else FieldShape.LINE
    return Field(("prompt",), name.value, shape, needed=name not in OPTIONAL)


class PromptKind(StrEnum):
    """How a prompt is answered."""

    FORM = "form"
    COUNT = "count"
    DEED = "deed"
    READ = "read"
    TRIAL = "trial"
    INSPECTION = "inspection"
    CHOICE = "choice"
    CARDS = "cards"
    NUMBERS = "numbers"
    TEXT = "text"
    """Free text, for a prompt of an adapter that this program does not know."""


@dataclass(frozen=True, slots=True)
class PromptForm:
    """What a prompt wants.

    Parameters
    ----------
    fields
        Of a form or a count, in order.
    given
        Fields that are filled in beforehand.
    class_of
        Class of the device under test, which the plan fixes and nobody types; None where it is no part of the answer.
    """

    kind: PromptKind
    fields: tuple[PromptField, ...] = ()
    given: tuple[tuple[PromptField, str], ...] = ()
    class_of: DeviceClass | None = None


def form_of(
    prompt: PromptBody, device_class: DeviceClass | None = None, size: int | None = None
) -> PromptForm:
    """Return what a prompt wants.

    Parameters
    ----------
    device_class
        Class of the plan, None where it is not known; a name plate is then answered as text.
    size
        Cards of the plan's set, None where it has none.
    """
    action = prompt.action
    fields = FIELDS.get(action, ())
    if action == "identify":
        known = device_class is not None
        return PromptForm(PromptKind.FORM, fields, (), device_class) if known else PromptForm(PromptKind.TEXT)
    if fields:
        counts = bool(COUNTS & set(fields))
        given = ((PromptField.EXPECTED, str(size)),) if PromptField.EXPECTED in fields and size else ()
        return PromptForm(PromptKind.COUNT if counts else PromptKind.FORM, fields, given)
    return PromptForm(_kind(prompt))


def reading_of(entry: PromptBody, prompts: Iterable[PromptBody]) -> PromptBody | None:
    """Return the reader's prompt that an entry of cards by two people answers, None where there is none.

    It stands open beside the entry, and alone says which cards are to be laid or unloaded.
    """
    readings = [prompt for prompt in prompts if prompt.by_reader] if entry.action == ENTER_ORDER else []
    return readings[-1] if readings else None


def _kind(prompt: PromptBody) -> PromptKind:
    if prompt.by_reader:
        return PromptKind.READ
    if prompt.action == INSPECT:
        return PromptKind.INSPECTION
    if prompt.data.answers:
        return PromptKind.TRIAL if prompt.data.trials else PromptKind.CHOICE
    if prompt.action == ENTER_ORDER:
        return PromptKind.CARDS
    if prompt.action in NUMBERS:
        return PromptKind.NUMBERS
    return PromptKind.DEED if prompt.action in DEEDS else PromptKind.TEXT


READER = "reader"
WHOLE = ("watch", "operator", "file", "capture")
"""Schemes of readers that give an order as a whole: there is nothing to count before."""


MOST_CUT = 64
"""Bytes of the longest report of one card."""
TOLD = (Adapters.CARD_NOT_READ, Adapters.READER_ALARM)
"""What a reader says of a card that it could not read."""


@dataclass(frozen=True, slots=True)
class ReadingProgress:
    """What was received of an order that is being read.

    Parameters
    ----------
    cards
        Cards that the reader reported.
    problems
        What it reported that is no card.
    """

    cards: int
    problems: tuple[Reason, ...] = ()


class ReaderWatch:
    """Asks the adapter that a run names what the bytes received so far come to; the run judges the order when it is whole.

    Parameters
    ----------
    workspace
        Where further adapters may stand.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._adapters: dict[str, Callable[[SoFar], Any]] = {}

    def progress(self, folder: RunFolder, first: int) -> ReadingProgress | None:
        """Return how far the reader of a run is; None for a reader that gives whole orders.

        Parameters
        ----------
        first
            Number of the first frame of the reader that no exchange has taken.

        Raises
        ------
        LabharnessError
            If the record cannot be read, or there is no such adapter.
        """
        start = folder.begun()
        named, url = start.adapter.reader, start.reader
        if named is None or not url or url.partition("://")[0] in WHOLE:
            return None
        received = b"".join(
            frame.payload for frame in folder.frames(READER, first) if frame.direction is Direction.IN
        )
        make = self._adapter(named.name)
        problems: tuple[Reason, ...] = ()
        for cut in range(min(MOST_CUT, len(received))):  # what came last may be half a card
            try:
                return ReadingProgress(len(make(SoFar(received[: len(received) - cut])).read_order()))
            except ProtocolError as error:
                problems = problems or error.reasons
                if any(reason.is_a(*TOLD) for reason in error.reasons):
                    return ReadingProgress(0, error.reasons)
        return ReadingProgress(0, problems if len(received) > MOST_CUT else ())

    def _adapter(self, name: str) -> Callable[[SoFar], Any]:
        if name not in self._adapters:
            self._adapters[name] = discover(self._workspace.path).adapters[name]
        return self._adapters[name]


class SoFar:
    """A link that gives what was received so far, and then nothing more."""

    url = READER
    position = 0

    def __init__(self, received: bytes) -> None:
        self._left = received

    def read(self, size: int, timeout: float | None = None) -> bytes:  # noqa: ARG002  it never waits
        """Return the next bytes."""
        if not self._left:
            raise DeviceTimeout(Wire.TOO_LONG(seconds=0))
        data, self._left = self._left[:size], self._left[size:]
        return data

    def write(self, data: bytes, timeout: float | None = None) -> None:
        """Send nothing: the reader is the run's."""

    def control(self, request: ControlRequest, timeout: float | None = None) -> bytes:  # noqa: ARG002  as above
        """Ask nothing."""
        raise DeviceTimeout(Wire.TOO_LONG(seconds=0))


DONE, YES, NO, NOT_APPLICABLE = "done", "yes", "no", "n/a"
NONE = "none"
MOST_DIGITS = 5


class FieldRefused(InputError):
    """A field that is missing or cannot be used."""

    def __init__(self, field: PromptField, refusal: InputError) -> None:
        super().__init__(*refusal.reasons)
        self.field = field


@dataclass(frozen=True, slots=True)
class Chosen:
    """One of the offered answers, with what belongs to it."""

    answer: str
    comment: str = ""
    file: str = ""


def fields_answer(form: PromptForm, values: Mapping[PromptField, str]) -> str:
    """Return the answer to a form or a count.

    Raises
    ------
    FieldRefused
        If a field is empty that must not be, is no number where one is counted, or holds what separates fields.
    """
    written = [_written(field, " ".join(values.get(field, "").split())) for field in form.fields]
    if form.class_of is not None:
        written.append(form.class_of.value)
    return "; ".join(written)


def _written(field: PromptField, text: str) -> str:
    if not text and field in OPTIONAL:
        return NONE
    if not text:
        raise FieldRefused(field, InputError(BenchWork.FIELD_EMPTY(field=field)))
    if field in COUNTS and not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise FieldRefused(field, InputError(BenchWork.FIELD_NO_COUNT(field=field, text=text[:40])))
    if ";" in text:
        raise FieldRefused(field, InputError(BenchWork.FIELD_SEPARATOR(field=field)))
    return text


def deed_answer(remark: str = "") -> str:
    """Return the answer that says that something was done, with a remark for the record."""
    remark = _comment(remark)
    return f"{DONE}: {remark}" if remark else DONE


def unreadable_answer(reason: str) -> str:
    """Return the answer that says that the reader cannot read any more; raises :class:`InputError` without a reason."""
    return choice_answer(Chosen(NO, reason), PromptData(comment=(NO,)))


def choice_answer(chosen: Chosen, data: PromptData) -> str:
    """Return the answer to a prompt that offers some.

    Raises
    ------
    InputError
        If the answer needs a comment or a photograph that is not there.
    """
    comment, file = _comment(chosen.comment), chosen.file.strip()
    if chosen.answer in data.comment and not comment:
        raise InputError(BenchWork.COMMENT_MISSING())
    if data.photograph and not file and chosen.answer != NOT_APPLICABLE:
        raise InputError(BenchWork.PHOTOGRAPH_MISSING())
    text = f"{chosen.answer}: {comment}" if comment else chosen.answer
    return f"{text} | {file}" if file else text


def _comment(text: str) -> str:
    """Return a comment on one line, without the sign that a file follows."""
    return " ".join(text.replace("|", "/").split())


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


NAMED = 10
"""Missing cards that are named while somebody is entering; a longer list says nothing."""


def order_of(text: str) -> tuple[str, ...]:
    """Return the cards of an order as they are written; none where a word of it is no card.

    Examples
    --------
    >>> order_of("as td"), order_of("as 1x")
    (('AS', '10D'), ())
    """
    try:
        return tuple(format_card(int(card)) for card in parse_order(text))
    except CardError:
        return ()


def objection(cards: tuple[str, ...], declared: CardSet | None) -> Reason | None:
    """Return which cards are missing or there twice, None where the declared set is complete."""
    if declared is None:
        return None
    difference = declared.difference(parse_order(" ".join(cards)))
    if not difference:
        return None
    return BenchWork.NOT_THE_SET(entered=len(cards), expected=declared.size, difference=difference.reasons)


def trouble(cards: tuple[str, ...], declared: CardSet | None) -> Reason | None:
    """Return what is wrong with an order while it is entered: what is too many, and near the end what is missing."""
    if declared is None or declared.size - len(cards) <= NAMED:
        return objection(cards, declared)
    difference = declared.difference(parse_order(" ".join(cards)))
    wrong = replace(difference, missing=()).reasons
    return (
        BenchWork.NOT_THE_SET(entered=len(cards), expected=declared.size, difference=wrong) if wrong else None
    )


@dataclass(frozen=True, slots=True)
class FiledUnit:
    """A unit as filed; the hardware revision is that of its first board, "" where none is filed."""

    manufacturer: str
    model: str
    serial: str
    hardware: str


def filed_units(workspace: Workspace, submission: str) -> tuple[FiledUnit, ...]:
    """Return the units of a submission, none where there is no register or no such submission.

    Raises
    ------
    LabharnessError
        If the register does not answer.
    """
    from labharness.app.workspace.register import has_register, open_register
    from labharness.filings.entries.events import Product, Unit

    if not submission or not has_register(workspace):
        return ()
    with open_register(workspace) as register:
        if submission not in register.submissions():
            return ()
        snapshot = register.snapshot(submission)
    products = {each.id: each for each in snapshot.of(Product)}
    return tuple(
        FiledUnit(
            products[unit.product].manufacturer,
            products[unit.product].model,
            unit.serial,
            next((board.revision for board in unit.boards), ""),
        )
        for unit in snapshot.of(Unit)
        if unit.product in products
    )
