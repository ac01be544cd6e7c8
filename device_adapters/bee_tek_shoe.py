"""Card shoe of Bee-Tek as a reader of cards: one token of text for each card that leaves it. Second-hand and unverified.

Tokens stand between spaces, at 9600 baud: ``[Game]<Card:4S>`` is a card, ``[Manual Burn Cards]<Card:H3>`` one that is burned,
``[Game]<Game>`` a card that could not be read, ``[GameAlarm]<Alarm:E3 Card Not Read>`` an alarm and ``<W0x01>`` a warning. The sources
contradict each other on whether rank or suit comes first, so both are read. A deck is at its end after five seconds without a card.

Source: regular expressions of monitor programs in public repositories; no paper of the maker was seen. Confirm it on the unit with
decks of known order (stage ``validate_capture``). The product claims no compatibility.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from labharness.devices import kit

_TOKEN = re.compile(
    rb"\s*(?:\[(?:Game|GameAlarm|Manual Burn Cards)\]"
    rb"(?:<Card:(?P<card>[^<>]{1,10})>|(?P<unread><Game>)|<Alarm:(?P<alarm>[^<>]{1,80})>)"
    rb"|<W0x[0-9a-f]{1,4}>)\s*",
    re.IGNORECASE,
)
_CARD = re.compile(r"(10|[2-9TJQKA])([CDHS])|([CDHS])(10|[2-9TJQKA])", re.IGNORECASE)
SHOWN = 20
"""Bytes of garbage that a message shows."""


@kit.adapter(
    name="bee_tek_shoe",
    title="Bee-Tek shoe (unverified)",
    schemes=("serial", "tcp", "capture"),
    kinds=(),
    source=kit.Source.OBSERVED,
)
@dataclass
class BeeTekShoe:
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
            If a card was not read, an alarm came, or a token is none.
        """
        data, place, cards = kit.read_until_silence(self.link), 0, list[str]()
        while place < len(data):
            token = _TOKEN.match(data, place)
            if token is None:
                raise kit.ProtocolError(kit.Adapters.NOT_A_TOKEN(received=_shown(data[place:])))
            if token["unread"]:
                raise kit.ProtocolError(kit.Adapters.CARD_NOT_READ(card=len(cards) + 1))
            if token["alarm"]:
                raise kit.ProtocolError(
                    kit.Adapters.READER_ALARM(alarm=_shown(token["alarm"]), card=len(cards) + 1)
                )
            if token["card"]:
                cards.append(_card(token["card"]))
            place = token.end()
        if not cards:
            raise kit.ProtocolError(kit.Adapters.CARD_NOT_READ(card=1))
        return kit.parse_order(" ".join(cards))


def _card(text: bytes) -> str:
    match = _CARD.fullmatch(text.decode("latin-1"))
    if match is None:
        raise kit.ProtocolError(kit.Adapters.NOT_A_TOKEN(received=_shown(text)))
    return f"{match[1] or match[4]}{match[2] or match[3]}".upper()


def _shown(data: bytes) -> str:
    return kit.printable(data[:SHOWN].decode("latin-1"), SHOWN)
