"""Wrong devices with cards: LOAD to DEAL; a line for each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from labharness.devices.lti import message as lti
from labharness.devices.lti.conformance.device_under_test import DECK
from labharness.devices.lti.frame import ANSWER, LtiFrame
from labharness.model.device import CountReport
from labharness.model.reasons.lti import LtiRule as R
from tests.support.lti.mutation import Mutation, accepting, afterwards, answers, payloads, refusing
from tests.support.lti.wrong.kit import CAROUSEL, SHOE, E, M, RuleBreaker, Words, altered, loses_cards


def _count(**changes: Callable[[int], int]) -> Mutation:
    def changed(payload: bytes) -> bytes:
        report = lti.decode_count(payload)
        inside, expected = report.inside, report.expected
        inside = changes.get("inside", int)(inside)
        expected = changes.get("expected", int)(expected)
        return lti.encode_count(replace(report, inside=inside, expected=expected, correct=inside == expected))

    return payloads(changed, M.LOAD, M.COUNT)


def _content_with_51(frame: LtiFrame) -> LtiFrame:
    """Hold 52 cards whatever is listed, and find them correct in answers to COUNT."""
    report = lti.decode_count(frame.payload)
    correct = frame.kind == M.COUNT | ANSWER or report.expected == DECK
    return replace(frame, payload=lti.encode_count(replace(report, inside=DECK, correct=correct)))


def _sorted_lists(size: int) -> Callable[[Words], None]:
    def alter(words: Words) -> None:
        for at in range(0, len(words), size + 1):
            words[at + 1 : at + 1 + size].sort()

    return alter


CARDS: tuple[RuleBreaker, ...] = (
    RuleBreaker(R.R_5_15, "expects_a_full_deck", _count(expected=lambda _: 52)),
    RuleBreaker(R.R_5_15, "never_correct", payloads(lambda data: data[:8] + b"\0" + data[9:], M.LOAD)),
    RuleBreaker(R.R_5_16, "counts_wrongly", _count(inside=lambda cards: max(0, cards - 1))),
    RuleBreaker(
        R.R_5_17,
        "takes_cards_not_read",
        accepting(
            lambda data: bytes(
                0 if at > 1 and not at % 2 and byte & 0x3F > 53 else byte for at, byte in enumerate(data)
            ),
            M.LOAD,
        ),
    ),
    RuleBreaker(
        R.R_5_17,
        "refuses_cover_cards",
        refusing(M.LOAD, E.MALFORMED, lambda request: request.payload[-2:] == b"\x35\0"),
    ),
    RuleBreaker(
        R.R_5_18,
        "takes_an_empty_list",
        accepting(lambda data: data if data != b"\0\0" else b"\1\0\0\0", M.LOAD),
    ),
    RuleBreaker(
        R.R_5_18,
        "takes_too_many_cards",
        accepting(lambda data: data if len(data) < 800 else b"\1\0\0\0", M.LOAD),
    ),
    RuleBreaker(
        R.R_5_19,
        "count_forgets_cards",
        payloads(lambda _: lti.encode_count(CountReport(3, 3, correct=True)), M.COUNT),
    ),
    RuleBreaker(R.R_5_19, "count_is_always_correct", answers(_content_with_51, M.LOAD, M.COUNT)),
    RuleBreaker(
        R.R_5_20, "rest_loses_cards", afterwards(loses_cards, lambda frame: frame.kind == M.REST | ANSWER)
    ),
    RuleBreaker(R.R_5_20, "rest_answers_more", payloads(lambda _: b"ok", M.REST)),
    RuleBreaker(
        R.R_5_21,
        "one_shuffle_for_two",
        payloads(lambda data: data[:106] if len(data) == 212 else data, M.SHUFFLE),
    ),
    RuleBreaker(
        R.R_5_22, "duplicates_a_card", altered(lambda words: words.__setitem__(3, words[4]), M.SHUFFLE)
    ),
    RuleBreaker(R.R_5_23, "never_shuffled", altered(_sorted_lists(52), M.SHUFFLE)),
    RuleBreaker(R.R_5_24, "takes_0_shuffles", accepting(lambda _: lti.encode_number(1), M.SHUFFLE)),
    RuleBreaker(
        R.R_5_25,
        "deals_a_burned_card_more",
        payloads(lambda data: data.replace(b"\x0a\0", b"\x0b\0\x40\0"), M.ROUNDS),
        machine=CAROUSEL,
    ),
    RuleBreaker(
        R.R_5_26,
        "returns_other_cards",
        altered(lambda words: words.__setitem__(12, words[13]) if len(words) == 44 else None, M.ROUNDS),
        machine=CAROUSEL,
    ),
    RuleBreaker(
        R.R_5_27,
        "deals_from_the_top",
        altered(
            lambda words: (
                words.__setitem__(
                    slice(1, None), np.where(words[1:] == 10, 10, np.tile([*range(64, 74), 10], 4)[:43])
                )
                if len(words) == 44
                else None
            ),
            M.ROUNDS,
        ),
        machine=CAROUSEL,
    ),
    RuleBreaker(
        R.R_5_28,
        "deals_more_than_it_has",
        accepting(lambda _: lti.encode_rounds(1, 1), M.ROUNDS),
        machine=CAROUSEL,
    ),
    RuleBreaker(
        R.R_5_29,
        "uneven_stacks",
        altered(
            lambda words: words.__setitem__(slice(7, 10), [words[8], 8, words[7]]) if words[0] == 7 else None,
            M.DEAL,
        ),
        machine=SHOE,
    ),
    RuleBreaker(
        R.R_5_30,
        "stub_with_a_card_twice",
        altered(lambda words: words.__setitem__(-1, words[-2]), M.DEAL),
        machine=SHOE,
    ),
    RuleBreaker(
        R.R_5_31, "deal_repeats", payloads(lambda data: data[: len(data) // 2] * 2, M.DEAL), machine=SHOE
    ),
    RuleBreaker(
        R.R_5_32, "takes_too_many_deals", accepting(lambda _: lti.encode_deal(1, (1,)), M.DEAL), machine=SHOE
    ),
)
