"""Damaged answers for every adapter: a value or a typed error, in bounded time; make fuzz takes more of them."""

import os
from random import Random

import pytest

from labharness.errors import DeviceTimeout
from labharness.evidence.segments import Direction
from labharness.model.reasons.wire import Wire
from labharness.testing.adapter_kit import every_call
from tests.contracts.test_adapters import CONVERSATIONS
from tests.support.damage import damaged

INPUTS = int(os.environ.get("FUZZ_INPUTS", "500"))
INWARD = (Direction.IN, Direction.REPLY)


class Damaged:
    """A link that gives recorded transfers, some of them damaged, whatever is asked, and then silence."""

    def __init__(self, transfers):
        self._transfers = iter(transfers)
        self._rest = b""
        self.position = 0

    def write(self, data, timeout=None):  # noqa: ARG002  nobody listens
        self.position += 1

    def control(self, request, timeout=None):  # noqa: ARG002  nothing waits
        return self._next()[: request.length] if request.inward else b""

    def read(self, size, timeout=None):  # noqa: ARG002  nothing waits
        self._rest = self._rest or self._next()
        data, self._rest = self._rest[:size], self._rest[size:]
        return data

    def _next(self):
        self.position += 1
        data = next(self._transfers, b"")
        if not data:
            raise DeviceTimeout(Wire.SILENT(link="fuzz"))
        return data


@pytest.mark.parametrize(("cls", "session"), CONVERSATIONS)
def test_damaged_answers_give_a_value_or_a_typed_error(cls, session):
    transfers = [frame.payload for frame in session if frame.direction in INWARD]
    if not transfers:
        pytest.skip("nothing is read")
    random = Random(461)
    for _ in range(INPUTS):
        damage, place = list(transfers), random.randrange(len(transfers))
        damage[place] = damaged(random, damage[place])
        if random.random() < 0.2:
            random.shuffle(damage)
        every_call(cls(Damaged(damage)))
