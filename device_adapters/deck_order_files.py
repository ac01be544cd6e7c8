"""Reads deck-order files (docs/deck-order-files.md) of a reading shoe, deck checker or camera program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from labharness.devices import kit
from labharness.plans.card_stock import NAMED, CardMarks

READER_PREFIX = "# reader:"


@kit.adapter(
    name="deck_order_files",
    title="Deck-order files",
    schemes=("watch", "capture"),
    kinds=(),
    source=kit.Source.OBSERVED,
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
        What the last read held that is not a mark of the stock, None where all are.
    instrument
        What read the last order, by the file's own header ``# reader: NAME``, or "".
    """

    link: kit.Link
    marks: CardMarks | None = None
    remark: kit.Reason | None = field(default=None, init=False)
    instrument: str = field(default="", init=False)

    def read_order(self) -> kit.Order:
        """Return the order in the next file.

        Raises
        ------
        ProtocolError
            If the file is not a deck-order file.
        """
        self.remark, self.instrument = None, ""
        name, rest = kit.read_named_file(self.link)
        lines = (line.strip() for line in rest.removeprefix("\N{BYTE ORDER MARK}").splitlines())
        named = (line.removeprefix(READER_PREFIX) for line in lines if line.startswith(READER_PREFIX))
        self.instrument = kit.printable(next(named, "").strip(), 200)
        if self.marks is None:
            return parse_deck_order(rest, name)
        order, unknown = parse_marks(rest, name, self.marks)
        if unknown:
            marks = tuple(kit.printable(word, 40) for word in unknown[:NAMED])
            self.remark = kit.Adapters.UNKNOWN_MARKS(number=len(unknown), marks=marks)
        return order


def parse_deck_order(text: str, name: str) -> kit.Order:
    """Read the content of a deck-order file: headers and comments, then cards, top card first.

    Raises
    ------
    ProtocolError
        If a word is no card or there is no card, with the file's name and line.
    """
    orders = []
    for number, line in _lines(text):
        try:
            orders.append(kit.parse_order(line))
        except kit.CardError as error:
            raise kit.ProtocolError(
                kit.Adapters.IN_LINE(file=name, line=number, why=error.reasons)
            ) from error
    order: kit.Order = np.concatenate(orders) if orders else np.empty(0, dtype=np.uint16)
    if not order.size:
        raise kit.ProtocolError(kit.Adapters.NO_CARDS(file=name))
    return order


def parse_marks(text: str, name: str, marks: CardMarks) -> tuple[kit.Order, list[str]]:
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
        raise kit.ProtocolError(kit.Adapters.NO_CARDS(file=name))
    return np.array(cards, dtype=np.uint16), unknown


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield lines that are neither header nor remark, with their numbers."""
    for number, line in enumerate(text.removeprefix("\N{BYTE ORDER MARK}").splitlines(), start=1):
        if not line.lstrip().startswith("#"):
            yield number, line
