"""Wrong devices on the bus and in their frames: sections 2 and 3 of the document, a line for each."""

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
from tests.support.lti.wrong.kit import (
    CAROUSEL,
    RNG,
    SHOE,
    SHUFFLER,
    USB,
    M,
    RuleBreaker,
    Words,
    altered,
    replaced,
)


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
    RuleBreaker(R.R_2_1, "class_of_a_serial_port", SHUFFLER, usb=replace(USB, usb_class=0x0A)),
    RuleBreaker(R.R_2_1, "no_bulk_endpoint", SHUFFLER, usb=replace(USB, bulk=False)),
    RuleBreaker(R.R_2_2, "no_serial_number", SHUFFLER, usb=replace(USB, serial="")),
    RuleBreaker(R.R_2_2, "no_product", SHUFFLER, usb=replace(USB, product="")),
    RuleBreaker(R.R_2_3, "no_zero_length_packet", RNG, steps(_unended)),
    RuleBreaker(R.R_2_3, "no_zero_length_packet_after_cards", CAROUSEL, steps(_unended)),
    RuleBreaker(R.R_2_4, "no_winusb", SHUFFLER, usb=replace(USB, winusb=False)),
    RuleBreaker(R.R_2_5, "takes_requests_in_one_piece", SHUFFLER, _whole_only),
    RuleBreaker(R.R_3_1, "other_magic", SHUFFLER, wire(lambda data: b"LTIG" + data[4:])),
    RuleBreaker(R.R_3_1, "other_version", SHUFFLER, answers(lambda frame: replace(frame, version=2))),
    RuleBreaker(R.R_3_2, "crc_of_the_payload_only", SHUFFLER, wire(lambda data: data[:-1] + bytes([data[-1] ^ 1]))),
    RuleBreaker(R.R_3_3, "frame_too_long", RNG, payloads(lambda data: data + bytes(1 << 18), M.RAW)),
    RuleBreaker(R.R_3_4, "reserved_bit_of_the_flags", SHUFFLER, wire(lambda data: resealed(data, 6, data[6] | 2))),
    RuleBreaker(R.R_3_5, "every_part_is_0", SHUFFLER, steps(_wrong_parts, M.IDENTIFY)),
    RuleBreaker(R.R_3_6, "own_number", SHUFFLER, wire(lambda data: resealed(data, 8, 0x77))),
    RuleBreaker(R.R_3_6, "sixteen_bits_of_the_number", SHUFFLER,
        wire(lambda data: resealed(resealed(data, 10, 0), 11, 0))),
    RuleBreaker(R.R_3_7, "control_character", SHUFFLER, payloads(lambda _: b"\2a\x07\1b\1c\1d", M.IDENTIFY)),
    RuleBreaker(R.R_3_7, "cut_character", SHUFFLER, payloads(lambda _: b"\2a\xc3\1b\1c\1d", M.IDENTIFY)),
    RuleBreaker(R.R_3_7, "latin_1", SHUFFLER, payloads(lambda _: b"\2\xe9a\0\0", M.STATUS)),
    RuleBreaker(R.R_3_8, "card_54", SHUFFLER, altered(replaced(5, 54), M.SHUFFLE)),
    RuleBreaker(R.R_3_8, "card_62", SHOE, altered(replaced(2, 62), M.DEAL)),
    RuleBreaker(R.R_3_9, "copies_of_some_cards", SHUFFLER, altered(_set_copy_of_half, M.SHUFFLE)),
)  # fmt: skip
