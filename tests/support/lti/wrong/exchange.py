"""Wrong devices in the exchange: section 4 of the document, a line for each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from labharness.devices.lti import message as lti
from labharness.devices.lti.frame import ANSWER, ERROR, NO_REQUEST, LtiFrame
from labharness.devices.lti.message import ErrorCode, RequestType
from labharness.model.reasons.lti import LtiRule as R
from labharness.simulators.fault import Step, Wait
from labharness.simulators.firmware import Firmware
from tests.support.lti.mutation import (
    Mutation,
    Receive,
    afterwards,
    answered,
    answering,
    errors,
    frames_of,
    parted,
    refusals,
    refusing,
    request_of,
    requests,
    sent,
    steps,
)
from tests.support.lti.wrong.kit import RNG, E, M, RuleBreaker, loses_cards


def _works_on(firmware: Firmware) -> Receive:
    """Answer the newer request first, and then that which it abandoned."""
    kept: list[list[Step]] = []

    def receive(data: bytes) -> list[Step]:
        request, usual = request_of(data), firmware.receive(data)
        first = request is not None and (request.kind, request.payload) == (M.RAW, lti.encode_number(1 << 16))
        if request is None or not (first or kept):
            return usual
        if request.kind in lti.WORK and frames_of(usual)[0].kind != ERROR:
            kept.append(usual)
            return []
        return [*usual, *kept.pop()] if kept else usual

    return receive


def _talks(firmware: Firmware) -> Receive:
    """Send its status after each answer."""
    more = sent(LtiFrame(M.STATUS | ANSWER, 0x55, b"\1a\0\0"))
    return lambda data: [*receive, *more] if (receive := firmware.receive(data)) else receive


@answered
def _answers_rest(firmware: Firmware, data: bytes, _: LtiFrame | None) -> list[Step]:
    """Answer what follows a damaged frame as well."""
    usual = firmware.receive(data)
    refused = usual and frames_of(usual)[0].request == NO_REQUEST
    return [*usual, *firmware.receive(data[20:])] if refused and len(data) == 40 else usual


def _answers_half(firmware: Firmware) -> Receive:
    """Answer half a request."""
    damaged = sent(LtiFrame(ERROR, NO_REQUEST, lti.Refusal(E.DAMAGED, 0, "half").encode()))
    return lambda data: damaged if len(data) == 8 else firmware.receive(data)


def _undamaged(bad: Callable[[bytes], bool]) -> Mutation:
    """Say nothing to some damaged frames."""

    def receive(firmware: Firmware, data: bytes, _: LtiFrame | None) -> list[Step]:
        usual = firmware.receive(data)
        refused = bool(usual) and frames_of(usual)[0].request == NO_REQUEST
        return [] if refused and bad(data) else usual

    return answered(receive)


def _without_last(steps: list[Step]) -> list[Step]:
    return sent(*(replace(frame, last=False) for frame in frames_of(steps)))


def _silent_between(steps: list[Step]) -> list[Step]:
    if len(frames_of(steps)[0].payload) != 1000:
        return steps
    first, *others = parted(steps, 600)
    return [first, Wait(3.0), *others]


def _unordered(message: RequestType, payload: bytes, code: ErrorCode) -> Mutation:
    return refusing(message, code, lambda request: request.payload == payload)


@answered
def _shuffles_nothing(firmware: Firmware, data: bytes, request: LtiFrame | None) -> list[Step]:
    """Answer a request for a shuffle with no cards where none are loaded."""
    usual = firmware.receive(data)
    without = frames_of(usual)[:1] if request is not None and request.kind == M.SHUFFLE else []
    if any(each.kind == ERROR and each.payload[0] == E.STATE for each in without):
        return sent(LtiFrame(M.SHUFFLE | ANSWER, without[0].request, b"\0\0"))
    return usual


def _refused(frame: LtiFrame) -> bool:
    return frame.kind == ERROR and frame.payload[0] in (E.LIMIT, E.MALFORMED)


EXCHANGE: tuple[RuleBreaker, ...] = (
    RuleBreaker(R.R_4_1, "talks_unasked", _talks),
    RuleBreaker(R.R_4_2, "no_last", steps(_without_last, M.EVENTS)),
    RuleBreaker(
        R.R_4_2,
        "too_many_parts",
        steps(
            lambda result: parted(result, 1) if len(frames_of(result)[0].payload) > 99_999 else result, M.RAW
        ),
        machine=RNG,
    ),
    RuleBreaker(R.R_4_3, "silent_for_3_seconds", steps(lambda result: [Wait(3.0), *result], M.SHUFFLE)),
    RuleBreaker(R.R_4_3, "silent_between_parts", steps(_silent_between, M.RAW), machine=RNG),
    RuleBreaker(
        R.R_4_4, "takes_requests_without_last", requests(lambda frame: replace(frame, last=True, part=0))
    ),
    RuleBreaker(
        R.R_4_5,
        "refuses_unknown_flags",
        lambda firmware: (
            lambda data: (
                sent(LtiFrame(ERROR, frame.request, lti.Refusal(E.MALFORMED, frame.kind, "flags").encode()))
                if len(data) > 6 and data[6] == 0xFF and (frame := request_of(data))
                else firmware.receive(data)
            )
        ),
    ),
    RuleBreaker(
        R.R_4_6,
        "other_code_for_unknown_messages",
        refusals(lambda each: replace(each, code=E.MALFORMED), E.UNSUPPORTED),
    ),
    RuleBreaker(R.R_4_6, "answers_type_127", answering(0x7F)),
    RuleBreaker(R.R_4_7, "takes_other_versions", requests(lambda frame: replace(frame, version=1))),
    RuleBreaker(
        R.R_4_8, "silent_about_wrong_crcs", _undamaged(lambda data: data[:4] == b"LTIF" and len(data) == 20)
    ),
    RuleBreaker(
        R.R_4_8, "damaged_names_a_message", refusals(lambda each: replace(each, message=0x21), E.DAMAGED)
    ),
    RuleBreaker(R.R_4_9, "silent_about_long_frames", _undamaged(lambda data: len(data) > 4000)),
    RuleBreaker(R.R_4_10, "silent_about_other_protocols", _undamaged(lambda data: data[:4] == b"XYZW")),
    RuleBreaker(R.R_4_11, "answers_what_follows_damage", _answers_rest),
    RuleBreaker(R.R_4_12, "answers_half_a_request", _answers_half),
    RuleBreaker(R.R_4_13, "errors_without_text", refusals(lambda each: replace(each, text=""))),
    RuleBreaker(
        R.R_4_13,
        "errors_name_another_message",
        refusals(lambda each: replace(each, message=1), E.UNSUPPORTED),
    ),
    RuleBreaker(
        R.R_4_13,
        "errors_with_more_bytes",
        errors(lambda frame: replace(frame, payload=frame.payload + b"\0")),
    ),
    RuleBreaker(R.R_4_13, "errors_without_last", errors(lambda frame: replace(frame, last=False))),
    RuleBreaker(R.R_4_14, "limits_before_values", _unordered(M.RAW, bytes(5), E.LIMIT), machine=RNG),
    RuleBreaker(R.R_4_14, "works_without_cards", _shuffles_nothing),
    RuleBreaker(
        R.R_4_14,
        "type_before_version",
        lambda firmware: (
            lambda data: (
                sent(LtiFrame(ERROR, frame.request, lti.Refusal(E.UNSUPPORTED, frame.kind, "type").encode()))
                if (frame := request_of(data)) and frame.kind == 0x3E
                else firmware.receive(data)
            )
        ),
    ),
    RuleBreaker(R.R_4_15, "refusals_lose_cards", afterwards(loses_cards, _refused)),
    RuleBreaker(
        R.R_4_15,
        "refusals_count_units",
        afterwards(lambda firmware, _: setattr(firmware.unit, "units", firmware.unit.units + 1), _refused),
        machine=RNG,
    ),
    RuleBreaker(R.R_4_16, "finishes_abandoned_work", _works_on, machine=RNG),
    RuleBreaker(R.R_4_17, "no_events_at_rest", refusing(M.EVENTS, E.STATE)),
    RuleBreaker(R.R_4_17, "no_status_before_load", refusing(M.STATUS, E.STATE)),
)
