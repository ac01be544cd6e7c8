"""Wrong devices with numbers: DRAW and RAW; a line for each."""

from __future__ import annotations

from labharness.devices.lti import message as lti
from labharness.model.reasons.lti import LtiRule as R
from labharness.simulators.firmware import Firmware
from tests.support.lti.mutation import Memory, Receive, accepting, payloads
from tests.support.lti.wrong.kit import RNG, M, RuleBreaker, altered, replaced


def _repeats_outcomes(firmware: Firmware) -> Receive:
    """Send its first thousand outcomes again and again."""
    memory = Memory()
    return payloads(lambda data: memory.first(data) if len(data) == 2000 else data, M.DRAW)(firmware)


_BEGINNING = bytes(at * at % 251 * at % 256 for at in range(900))

NUMBERS: tuple[RuleBreaker, ...] = (
    RuleBreaker(R.R_5_33, "outcome_7", altered(replaced(0, 7), M.DRAW), machine=RNG),
    RuleBreaker(R.R_5_33, "outcome_missing", payloads(lambda data: data[:-2], M.DRAW), machine=RNG),
    RuleBreaker(R.R_5_34, "the_same_outcomes", _repeats_outcomes, machine=RNG),
    RuleBreaker(R.R_5_34, "one_outcome_always", altered(lambda words: words.fill(4), M.DRAW), machine=RNG),
    RuleBreaker(
        R.R_5_35, "takes_an_empty_range", accepting(lambda _: lti.encode_draw(1, 1, 6), M.DRAW), machine=RNG
    ),
    RuleBreaker(R.R_5_36, "bytes_missing", payloads(lambda data: data[:-1], M.RAW), machine=RNG),
    RuleBreaker(R.R_5_37, "bytes_repeat", payloads(lambda data: bytes(len(data)), M.RAW), machine=RNG),
    RuleBreaker(
        R.R_5_37,
        "bytes_of_a_short_period",
        payloads(lambda data: (data[:256] * 400)[: len(data)], M.RAW),
        machine=RNG,
    ),
    RuleBreaker(
        R.R_5_37,
        "bytes_begin_alike",
        payloads(lambda data: _BEGINNING[: len(data)] + data[900:], M.RAW),
        machine=RNG,
    ),
    RuleBreaker(R.R_5_38, "takes_0_bytes", accepting(lambda _: lti.encode_number(1), M.RAW), machine=RNG),
)
