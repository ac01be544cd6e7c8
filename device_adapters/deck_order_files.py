"""Reads deck-order files (docs/deck-order-files.md) of a reading shoe, deck checker or camera program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from labharness.devices.adapter import Link, adapter
from labharness.devices.untrusted import printable
from labharness.errors import CardError, ProtocolError
from labharness.model.cards import Order, parse_order
from labharness.model.observations import Source
from labharness.plans.card_stock import NAMED, CardMarks

MAX_FILE = 1 << 20
"""Longest deck-order file in bytes, the name that precedes it included."""
NAME_PREFIX, READER_PREFIX = "# file: ", "# reader:"


@adapter(
    name="deck_order_files",
    title="Deck-order files",
    schemes=("watch", "capture"),
    kinds=(),
    source=Source.OBSERVED,
    marks=True,
)
@dataclass
class DeckOrderFiles:
    """An instrument that leaves one file for each deck that it reads.

    Parameters
    ----------
    link
        The tapped transport; each read returns one whole file after a line with its name.
    marks
        What the marks of the stock mean; None where the files hold cards.
    remark
        What the last read held that is no mark of the stock, or "".
    instrument
        What read the last order, by the file's own header ``# reader: NAME``, or "".
    """

    link: Link
    marks: CardMarks | None = None
    remark: str = field(default="", init=False)
    instrument: str = field(default="", init=False)

    def read_order(self) -> Order:
        """Return the order in the next file.

        Raises
        ------
        ProtocolError
            If the file is not a deck-order file.
        """
        self.remark = self.instrument = ""
        data = self.link.read(MAX_FILE)
        if len(data) >= MAX_FILE:
            raise ProtocolError(
                f"A deck-order file is longer than {MAX_FILE} bytes; it holds more than one deck."
            )
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise ProtocolError("A deck-order file is not UTF-8 text; export it as text.") from error
        first, _, rest = text.partition("\n")
        if not first.startswith(NAME_PREFIX):
            raise ProtocolError("A deck-order file came without its name; read it through watch://.")
        name = first.removeprefix(NAME_PREFIX).strip()
        self.instrument = _instrument(rest)
        if self.marks is None:
            return parse_deck_order(rest, name)
        order, unknown = parse_marks(rest, name, self.marks)
        if unknown:
            more = f" and {len(unknown) - NAMED} more" if len(unknown) > NAMED else ""
            shown = ", ".join(repr(word[:40]) for word in unknown[:NAMED])
            self.remark = f"not in the card-set file: {shown}{more}"
        return order


def parse_deck_order(text: str, name: str) -> Order:
    """Read the content of a deck-order file: headers and comments, then cards, top card first.

    Raises
    ------
    ProtocolError
        If a word is no card or there is no card, with the file's name and line.
    """
    orders = []
    for number, line in _lines(text):
        try:
            orders.append(parse_order(line))
        except CardError as error:
            raise ProtocolError(f"{name}, line {number}: {error}") from error
    order: Order = np.concatenate(orders) if orders else np.empty(0, dtype=np.uint16)
    if not order.size:
        raise ProtocolError(f"{name} holds no cards; read the deck again.")
    return order


def parse_marks(text: str, name: str, marks: CardMarks) -> tuple[Order, list[str]]:
    """Read the content of a deck-order file of marked stock; a word that is no mark of it is an unread card.

    Returns
    -------
    tuple
        The order, and the words that are no marks.

    Raises
    ------
    ProtocolError
        If there is no card, with the file's name.
    """
    cards, unknown = marks.read(word for _, line in _lines(text) for word in line.split())
    if not cards:
        raise ProtocolError(f"{name} holds no cards; read the deck again.")
    return np.array(cards, dtype=np.uint16), unknown


def _instrument(text: str) -> str:
    lines = (line.strip() for line in text.removeprefix("\N{BYTE ORDER MARK}").splitlines())
    named = (line.removeprefix(READER_PREFIX) for line in lines if line.startswith(READER_PREFIX))
    return printable(next(named, "").strip(), 200)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield lines that are neither header nor remark, with their numbers."""
    for number, line in enumerate(text.removeprefix("\N{BYTE ORDER MARK}").splitlines(), start=1):
        if not line.lstrip().startswith("#"):
            yield number, line
