"""Reasons of the Lab Test Interface: what a device sends that the protocol does not allow, and what it refuses."""

from __future__ import annotations

from enum import StrEnum

from labharness.model.observations import Kind
from labharness.reason import Code, cut_short, refusal


class Listed(StrEnum):
    """What an answer holds several of."""

    ORDERS = "orders"
    OUTCOMES = "outcomes"
    BYTES = "bytes"


class Lti(Code, area="lti"):
    """Why an exchange over the Lab Test Interface fails.

    ``message`` is the protocol's own name of a message, such as ``SHUFFLE``.
    """

    NO_FRAME = cut_short(received=str)
    FRAME_TOO_LONG = cut_short(size=int, limit=int)
    CRC_WRONG = cut_short(kind=str)
    PAYLOAD_TOO_SHORT = cut_short(message=str, size=int)
    PAYLOAD_TOO_LONG = cut_short(message=str, surplus=int)
    ODD_BYTES = cut_short(size=int)
    LIST_TOO_SHORT = cut_short(announced=int, present=int)
    NOT_A_CARD = cut_short(word=str)
    OTHER_AMOUNT = cut_short(listed=Listed, sent=int, requested=int)
    OTHER_VERSION = cut_short(version=int, expected=int)
    OTHER_ANSWER = cut_short(message=str, kind=str)
    PART_MISSING = cut_short(message=str, part=int)
    ANSWER_ENDLESS = cut_short(message=str)
    BYTES_LEFT = cut_short(message=str, surplus=int)
    REQUEST_DAMAGED = cut_short(text=str)
    REFUSED = cut_short(message=str, error=str, text=str)

    NOT_OFFERED = refusal(stage=str, kind=Kind, message=str)
    TOO_MANY_UNITS = refusal(stage=str, requested=int, allowed=int)
    TOO_MANY_CARDS = refusal(stage=str, requested=int, allowed=int)
    REQUEST_TOO_LONG = refusal(stage=str, requested=int, allowed=int)
    ANSWER_TOO_LONG = refusal(stage=str, requested=int, allowed=int)
