"""What the tables of wrong devices share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from labharness.devices.lti.frame import LtiFrame
from labharness.devices.lti.message import WORD, ErrorCode, RequestType
from labharness.model.device import UsbFacts
from labharness.model.reasons.lti import LtiRule as R
from labharness.simulators.firmware import Firmware
from tests.support.lti.mutation import Mutation, payloads

M, E = RequestType, ErrorCode
Words = NDArray[np.uint16]
SHUFFLER, CAROUSEL, SHOE, RNG = "fair_shuffler", "continuous_shuffler", "dealing_shoe", "rng"
USB = UsbFacts(0xFF, True, 512, "Simulated", "Device", "S", True)
"""What the descriptors of a right device say."""


@dataclass(frozen=True, slots=True)
class RuleBreaker:
    """A device that breaks a rule: named for what it does, with the difference of its wire and its descriptors."""

    rule: R
    name: str
    mutation: Mutation = lambda firmware: firmware.receive
    machine: str = SHUFFLER
    usb: UsbFacts = USB


def altered(alter: Callable[[Words], None], *of: RequestType) -> Mutation:
    """Change the 16-bit numbers of an answer."""

    def changed(payload: bytes) -> bytes:
        words = np.frombuffer(payload, dtype=WORD).copy()
        alter(words)
        return words.tobytes()

    return payloads(changed, *of)


def replaced(place: int, value: int) -> Callable[[Words], None]:
    """Return what puts another number at a place."""

    def alter(words: Words) -> None:
        words[place] = value

    return alter


def loses_cards(firmware: Firmware, _: LtiFrame) -> None:
    """Take the last card out of a device."""
    unit = firmware.unit
    unit.cards = unit.cards[:-1]
