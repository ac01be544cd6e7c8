"""Angel Eye shoe as a reader of cards: a packet for each card that leaves it. Second-hand and unverified.

At 4800 baud, 8N1. A packet is ``05``, a sequence character, data, ``03`` and a check of two hexadecimal characters: the exclusive or from
the sequence character to ``03``. Each packet may be sent several times under one sequence character. Data begin with a letter: ``D`` a
card of a game and ``d`` one outside a game (target and card, with bit 7 set: bits 6 to 4 of the card are the suit, 1 diamonds, 2 clubs,
3 spades, 4 hearts, and bits 3 to 0 the rank), ``C`` the cut card, ``G`` a result, ``S`` and ``P`` start and standby, ``L`` the lock, ``M`` a
setting, ``E`` and ``e`` an error and its end, ``R`` a card sent once more after an error. A deck is at its end after five seconds without
a packet.

Source: parsers in public repositories, one of them for the model II-EX; the maker's papers were not available, and the check is not
confirmed on a unit. Confirm it on the unit with decks of known order (stage ``validate_capture``). The product claims no compatibility.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import reduce
from operator import xor

from labharness.devices import kit

_PACKET = re.compile(rb"\x05([^\x02\x03\x05])([^\x02\x03\x05]{1,40})\x03([0-9A-F]{2})", re.DOTALL)
SUITS = {1: "D", 2: "C", 3: "S", 4: "H"}
RANKS = {1: "A", **{rank: str(rank) for rank in range(2, 11)}, 11: "J", 12: "Q", 13: "K"}
BURN_COUNT = 5
"""Target of a packet that counts and carries no card."""
SILENT = b"CGSPLMe"
"""Letters of packets without a card."""
SHOWN = 20


@kit.adapter(
    name="angel_eye",
    title="Angel Eye shoe (unverified)",
    schemes=("serial", "tcp", "capture"),
    kinds=(),
    source=kit.Source.OBSERVED,
)
@dataclass
class AngelEye:
    """A reader that reports each card as it leaves.

    Parameters
    ----------
    link
        The tapped transport.
    """

    link: kit.Link

    def read_order(self) -> kit.Order:
        """Return the cards in the order in which they left.

        Raises
        ------
        ProtocolError
            If bytes do not form a packet, a check does not fit, a card was not read, or the shoe reports an error.
        """
        data, place = kit.read_until_silence(self.link), 0
        cards, last = list[str](), (b"", b"")
        while place < len(data):
            packet = _PACKET.match(data, place)
            if packet is None or reduce(xor, data[place + 1 : packet.end() - 2]) != int(packet[3], 16):
                raise kit.ProtocolError(
                    kit.Adapters.NOT_A_TOKEN(received=data[place : place + SHOWN].hex(" "))
                )
            place = packet.end()
            if (packet[1], packet[2]) == last:
                continue  # the same packet once more
            if packet[1] == last[0]:
                raise kit.ProtocolError(kit.Adapters.COPIES_DIFFER(card=len(cards) + 1))
            last = (packet[1], packet[2])
            cards += _cards(packet[2], len(cards) + 1)
        if not cards:
            raise kit.ProtocolError(kit.Adapters.CARD_NOT_READ(card=1))
        return kit.parse_order(" ".join(cards))


def _cards(content: bytes, number: int) -> list[str]:
    """Return the card of a packet, none where it carries none; ``number`` is that of the next card."""
    letter = content[:1]
    if letter in (b"D", b"d") and len(content) == 3:
        target, card = content[1] >> 4 & 7, content[2]
        if letter == b"D" and target == BURN_COUNT:
            return []
        suit, rank = SUITS.get(card >> 4 & 7), RANKS.get(card & 0x0F)
        if suit and rank:
            return [rank + suit]
        raise kit.ProtocolError(kit.Adapters.CARD_NOT_READ(card=number))
    if letter in (b"E", b"R"):
        raise kit.ProtocolError(kit.Adapters.READER_ALARM(alarm=content[:SHOWN].hex(" "), card=number))
    if letter in SILENT:
        return []
    raise kit.ProtocolError(kit.Adapters.NOT_A_TOKEN(received=content[:SHOWN].hex(" ")))
