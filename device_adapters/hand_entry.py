"""Two people at a keyboard: every order is entered twice, and the entries must agree."""

from __future__ import annotations

import json

import numpy as np

from labharness.devices import kit

MOST = 1 << 16


@kit.adapter(
    name="hand_entry",
    title="Double hand entry",
    schemes=("operator", "capture"),
    kinds=(),
    source=kit.Source.HAND_ENTERED,
)
class HandEntry:
    """A reader made of two people."""

    def __init__(self, link: kit.Link) -> None:
        self._link = link

    def read_order(self) -> kit.Order:
        """Ask for the order twice.

        Raises
        ------
        ProtocolError
            If an entry holds something that is no card, or the two entries differ.
        """
        first = self._entry("First person: enter the cards, top card first, separated by spaces.")
        second = self._entry("Second person: enter the same cards again without looking at the first entry.")
        if not np.array_equal(first, second):
            shared = min(len(first), len(second))
            differing = np.flatnonzero(first[:shared] != second[:shared])
            place = int(differing[0]) if len(differing) else shared
            each, other = (kit.format_order(entry[place : place + 1]) or None for entry in (first, second))
            raise kit.ProtocolError(kit.Adapters.ENTRIES_DIFFER(place=place + 1, first=each, second=other))
        return first

    def _entry(self, text: str) -> kit.Order:
        self._link.write(json.dumps({"action": "enter_order", "text": text, "data": {}}).encode())
        try:
            return kit.parse_order(self._link.read(MOST).decode("utf-8", "replace"))
        except kit.CardError as error:
            raise kit.ProtocolError(*error.reasons) from error
