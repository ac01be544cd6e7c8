"""Lists of cards on the wire: a count, then so many cards, all unsigned 16-bit little-endian."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from labharness.errors import ProtocolError
from labharness.model.cards import TYPES, UNREAD, Order, types
from labharness.model.reasons.lti import Listed, Lti

WORD = np.dtype("<u2")


def encode_orders(orders: Iterable[Order]) -> bytes:
    """Write one list after the other."""
    words: list[NDArray[np.uint16]] = []
    for order in orders:
        words += (np.array([len(order)], dtype=np.uint16), order)
    return np.concatenate(words).astype(WORD).tobytes() if words else b""


def decode_orders(payload: bytes, number: int) -> list[Order]:
    """Read exactly ``number`` lists.

    Raises
    ------
    ProtocolError
        If there are fewer or more lists, or a number is no card.
    """
    words = decode_words(payload)
    sent = _equal(words) or _unequal(words)
    if sent != number:  # before anything is made of them: an answer of 16 MiB can hold 8 million empty lists
        raise ProtocolError(Lti.OTHER_AMOUNT(listed=Listed.ORDERS, sent=sent, requested=number))
    orders, at = [], 0
    for _ in range(number):
        end = at + 1 + int(words[at])
        orders.append(words[at + 1 : end])
        at = end
    if orders:
        _require_cards(np.concatenate(orders))
    return orders


def decode_words(payload: bytes) -> NDArray[np.uint16]:
    """Read unsigned 16-bit numbers."""
    if len(payload) % 2:
        raise ProtocolError(Lti.ODD_BYTES(size=len(payload)))
    return np.frombuffer(payload, dtype=WORD).astype(np.uint16, copy=False)


def _equal(words: NDArray[np.uint16]) -> int:
    """Return how many lists there are if all have the length of the first, else 0."""
    if not words.size:
        return 0
    length = int(words[0])
    if words.size % (length + 1) or (words[:: length + 1] != length).any():
        return 0
    return words.size // (length + 1)


def _unequal(words: NDArray[np.uint16]) -> int:
    """Return how many lists there are: each count stands where the one before says."""
    number, at = 0, 0
    while at < words.size:
        end = at + 1 + int(words[at])
        if end > words.size:
            raise ProtocolError(Lti.LIST_TOO_SHORT(announced=int(words[at]), present=words.size - at - 1))
        number, at = number + 1, end
    return number


def _require_cards(cards: NDArray[np.uint16]) -> None:
    kinds = types(cards)
    wrong = cards[(kinds >= TYPES) & (kinds != UNREAD)]
    if wrong.size:
        raise ProtocolError(Lti.NOT_A_CARD(word=f"0x{int(wrong[0]):04X}"))
