"""What a search finds at once, without reading: an address as it was copied, and a record of the run at hand."""

from __future__ import annotations

from collections.abc import Iterator

from labharness.errors import LabharnessError
from labharness.gui.kit.findable import FoundObject, ResultGroup
from labharness.gui.kit.words import tr
from labharness.gui.shell.search.query import Query
from labharness.language.numbers import number
from labharness.model.address import SCHEME, Address, Room, parse_address


def found_at_once(query: Query, text: str, here: Address) -> Iterator[FoundObject]:
    """Yield what a text names by itself.

    Parameters
    ----------
    here
        Address of what the window shows.
    """
    text = text.strip()
    if text.startswith(f"{SCHEME}:"):
        try:
            address = parse_address(text)
        except LabharnessError:
            return
        yield FoundObject(ResultGroup.RECORD, text, address, tr("address"))
    elif query.kind is ResultGroup.RECORD and here.room in (Room.RUNS, Room.LIVE) and here.path:
        digits = "".join(query.words)
        if digits.isdecimal() and digits.isascii() and len(digits) < 18:
            run, record = here.path[0], str(int(digits))
            address = Address(Room.RUNS, (run, "record", record))
            yield FoundObject(
                ResultGroup.RECORD,
                tr("Record {number}", number=number(int(record))),
                address,
                tr("of {run}", run=run),
            )
