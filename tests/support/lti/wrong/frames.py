"""Wrong devices on the bus and in their frames: sections 2 and 3 of the document, a line for each."""

from __future__ import annotations

from dataclasses import replace

from labharness.model.reasons.lti import LtiRule as R
from labharness.simulators.fault import Send, Step
from labharness.simulators.firmware import Firmware
from tests.support.lti.mutation import (
    Receive,
    answers,
    frames_of,
    parted,
    payloads,
    request_of,
    resealed,
    sent,
    steps,
    wire,
)
from tests.support.lti.wrong.kit import CAROUSEL, RNG, SHOE, USB, M, RuleBreaker, Words, altered, replaced


def _set_copy_of_half(words: Words) -> None:
    words[2:20] &= 0x3F


def _whole_only(firmware: Firmware) -> Receive:
    """Take requests only in one piece."""
    return lambda data: firmware.receive(data) if request_of(data) or len(data) > 40 else []


def _wrong_parts(steps: list[Step]) -> list[Step]:
    return sent(*(replace(frame, part=0) for frame in frames_of(parted(steps, 8))))


def _unended(steps: list[Step]) -> list[Step]:
    return [replace(each, ended=False) if isinstance(each, Send) else each for each in steps]


FRAMES: tuple[RuleBreaker, ...] = (
    RuleBreaker(R.R_2_1, "class_of_a_serial_port", usb=replace(USB, usb_class=0x0A)),
    RuleBreaker(R.R_2_1, "no_bulk_endpoint", usb=replace(USB, bulk=False)),
    RuleBreaker(R.R_2_2, "no_serial_number", usb=replace(USB, serial="")),
    RuleBreaker(R.R_2_2, "no_product", usb=replace(USB, product="")),
    RuleBreaker(R.R_2_3, "no_zero_length_packet", steps(_unended), machine=RNG),
    RuleBreaker(R.R_2_3, "no_zero_length_packet_after_cards", steps(_unended), machine=CAROUSEL),
    RuleBreaker(R.R_2_4, "no_winusb", usb=replace(USB, winusb=False)),
    RuleBreaker(R.R_2_5, "takes_requests_in_one_piece", _whole_only),
    RuleBreaker(R.R_3_1, "other_magic", wire(lambda data: b"LTIG" + data[4:])),
    RuleBreaker(R.R_3_1, "other_version", answers(lambda frame: replace(frame, version=2))),
    RuleBreaker(R.R_3_2, "crc_of_the_payload_only", wire(lambda data: data[:-1] + bytes([data[-1] ^ 1]))),
    RuleBreaker(R.R_3_3, "frame_too_long", payloads(lambda data: data + bytes(1 << 18), M.RAW), machine=RNG),
    RuleBreaker(R.R_3_4, "reserved_bit_of_the_flags", wire(lambda data: resealed(data, 6, data[6] | 2))),
    RuleBreaker(R.R_3_5, "every_part_is_0", steps(_wrong_parts, M.IDENTIFY)),
    RuleBreaker(R.R_3_6, "own_number", wire(lambda data: resealed(data, 8, 0x77))),
    RuleBreaker(
        R.R_3_6, "sixteen_bits_of_the_number", wire(lambda data: resealed(resealed(data, 10, 0), 11, 0))
    ),
    RuleBreaker(R.R_3_7, "control_character", payloads(lambda _: b"\2a\x07\1b\1c\1d", M.IDENTIFY)),
    RuleBreaker(R.R_3_7, "cut_character", payloads(lambda _: b"\2a\xc3\1b\1c\1d", M.IDENTIFY)),
    RuleBreaker(R.R_3_7, "latin_1", payloads(lambda _: b"\2\xe9a\0\0", M.STATUS)),
    RuleBreaker(R.R_3_8, "card_54", altered(replaced(5, 54), M.SHUFFLE)),
    RuleBreaker(R.R_3_8, "card_62", altered(replaced(2, 62), M.DEAL), machine=SHOE),
    RuleBreaker(R.R_3_9, "copies_of_some_cards", altered(_set_copy_of_half, M.SHUFFLE)),
)
