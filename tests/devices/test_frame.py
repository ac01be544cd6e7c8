"""Frames of GAT against vectors of the CRC's catalog, bit errors and broken answers."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from labharness.devices.gat import GatCommand, crc16, encode_frame, read_frame
from labharness.errors import DeviceTimeout, TransferDamaged
from labharness.model.reasons.wire import Gat
from labharness.testing.adapter_kit import SessionLink
from labharness.testing.samples import script
from tests.support.reasons import refused


def link(*answers):
    return SessionLink(script((b"", *answers)))


def by_polynomial(data):
    """CRC-16/MODBUS by division, bit by bit, of the reflected message: the definition and no table."""
    register = 0xFFFF
    for byte in data:
        for bit in range(8):
            carry = (register ^ byte >> bit) & 1
            register = register >> 1 ^ (0xA001 if carry else 0)
    return register


@given(st.binary(max_size=255))
@example(b"")
def test_the_crc_is_the_remainder_and_that_of_the_catalog(data):
    assert crc16(b"123456789") == 0x4B37  # CRC-16/MODBUS, check value of the catalog of parametrised CRCs
    assert crc16(data) == by_polynomial(data)


def test_frames_hold_command_length_data_and_crc_high_byte_first():
    for frame, vector in (
        (encode_frame(GatCommand.STATUS), "01 04"),
        (encode_frame(0x81, bytes.fromhex("03 50 06 02")), "81 08 03 50 06 02"),
        (encode_frame(GatCommand.RESULTS, bytes.fromhex("02 0001")), "03 07 02 00 01"),
        (
            encode_frame(GatCommand.INITIATE, b"\xba\0Get Special Functions"),
            "04 1b ba 00" + b"Get Special Functions".hex(),
        ),
    ):
        head = bytes.fromhex(vector)
        assert frame == head + by_polynomial(head).to_bytes(2, "big"), (frame, vector)
        assert frame[1] == len(frame), (frame, vector)
    assert len(encode_frame(4, bytes(251))) == 255
    with pytest.raises(ValueError, match="252 bytes"):
        encode_frame(4, bytes(252))


@given(st.integers(0, 8 * 8 - 1))
def test_every_flipped_bit_is_damage_or_silence(bit):
    frame = bytearray(encode_frame(0x81, bytes.fromhex("03500602")))
    frame[bit // 8] ^= 1 << bit % 8
    with pytest.raises((TransferDamaged, DeviceTimeout)):
        read_frame(link(bytes(frame), DeviceTimeout(Gat.CRC())), GatCommand.STATUS)


def test_the_answer_to_another_command_is_damage():
    assert refused(TransferDamaged, read_frame, link(encode_frame(0x83, b"\0\0\1")), GatCommand.STATUS) == (
        Gat.OTHER_ANSWER(asked="01", answered="83"),
    )


@pytest.mark.parametrize("length", [0, 3])
def test_an_impossible_length_is_damage(length):
    assert refused(TransferDamaged, read_frame, link(bytes((0x81, length))), GatCommand.STATUS) == (
        Gat.LENGTH(length=length),
    )
