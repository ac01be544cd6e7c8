import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.devices.lti import message as lti
from labharness.devices.lti.frame import MAX_PAYLOAD, FrameReader, LtiFrame, split
from labharness.devices.lti.message import FieldReader, decode_orders, encode_orders, text_field
from labharness.errors import ProtocolError
from labharness.model.device import DeviceStatus, SoftwareComponent
from labharness.model.reasons.lti import Listed, Lti
from tests.support.reasons import refused

FRAMES = st.builds(
    LtiFrame,
    kind=st.integers(0, 255),
    request=st.integers(0, 2**32 - 1),
    payload=st.binary(max_size=80),
    last=st.booleans(),
    part=st.integers(0, 255),
    version=st.integers(0, 255),
)
CARDS = st.sampled_from([*range(54), 63, 5 | 3 << 6, 7 | 0x8000])


def read_all(chunks):
    reader, frames = FrameReader(), []
    for chunk in chunks:
        reader.feed(chunk)
        while (frame := reader.next_frame()) is not None:
            frames.append(frame)
    return frames, len(reader)


@given(st.lists(FRAMES, max_size=5), st.lists(st.integers(1, 60), max_size=30))
def test_any_chunking_of_the_same_bytes_gives_the_same_frames(frames, sizes):
    data = b"".join(frame.encode() for frame in frames)
    chunks = []
    rest = data
    for size in sizes:
        chunks.append(rest[:size])
        rest = rest[size:]
    assert read_all([*chunks, rest]) == (frames, 0)
    assert read_all([data]) == (frames, 0)


@given(FRAMES, st.data())
def test_every_flipped_bit_is_an_error_or_leaves_the_frame_incomplete(frame, data):
    damaged = bytearray(frame.encode())
    bit = data.draw(st.integers(0, 8 * len(damaged) - 1))
    damaged[bit // 8] ^= 1 << bit % 8
    try:
        frames, _ = read_all([bytes(damaged)])
    except ProtocolError:
        return
    assert frames == []
    assert 12 * 8 <= bit < 16 * 8  # a greater length waits for more


@given(st.binary(min_size=1, max_size=40))
def test_garbage_is_refused_at_its_first_wrong_byte(data):
    if not data.startswith(b"LTIF"[: len(data)]):
        assert refused(ProtocolError, read_all, [data]) == (Lti.NO_FRAME(received=data[:8].hex(" ")),)


def test_oversize_is_refused_before_it_is_received():
    header = LtiFrame(1, 2, b"").encode()[:12] + (MAX_PAYLOAD + 1).to_bytes(4, "little")
    assert refused(ProtocolError, read_all, [header]) == (
        Lti.FRAME_TOO_LONG(size=MAX_PAYLOAD + 1, limit=MAX_PAYLOAD),
    )


@given(st.binary(max_size=100), st.integers(1, 40))
def test_split_frames_join_to_the_payload(payload, size):
    frames = list(split(0x91, 5, payload, size))
    assert b"".join(frame.payload for frame in frames) == payload
    assert [frame.last for frame in frames] == [False] * (len(frames) - 1) + [True]
    assert [frame.part for frame in frames] == list(range(len(frames)))


@given(st.lists(st.lists(CARDS, max_size=12), max_size=8))
def test_lists_of_cards_of_any_lengths_return(lists):
    orders = [np.array(cards, dtype=np.uint16) for cards in lists]
    decoded = decode_orders(encode_orders(orders), len(orders))
    assert [order.tolist() for order in decoded] == lists


def test_lists_that_do_not_add_up_are_refused():
    payload = encode_orders([np.arange(5, dtype=np.uint16)] * 3)
    assert refused(ProtocolError, decode_orders, payload, 2) == (
        Lti.OTHER_AMOUNT(listed=Listed.ORDERS, sent=3, requested=2),
    )
    assert refused(ProtocolError, decode_orders, payload[:-2], 3) == (
        Lti.LIST_TOO_SHORT(announced=5, present=4),
    )
    assert refused(ProtocolError, decode_orders, payload[:-1], 3) == (Lti.ODD_BYTES(size=35),)
    assert refused(ProtocolError, decode_orders, encode_orders([np.array([54], dtype=np.uint16)]), 1) == (
        Lti.NOT_A_CARD(word="0x0036"),
    )


@pytest.mark.parametrize(("first", "size"), [(b"", 1 << 24), (b"\x01\x00\x00\x00", 1 << 18)])
def test_millions_of_empty_lists_are_counted_and_not_made(first, size):
    """All zeros, up to the longest answer that the protocol allows: 8 million lists would take a GiB."""
    payload = first + bytes(size - len(first))
    tracemalloc.start()
    try:
        with pytest.raises(ProtocolError) as refused:
            decode_orders(payload, 1)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    (reason,) = refused.value.reasons
    assert reason.is_a(Lti.OTHER_AMOUNT)
    assert reason["sent"] > size // 2 - 4
    assert peak < 3 * len(payload)


@given(st.text(alphabet="aé€😀", max_size=300))
def test_strings_are_cut_to_255_bytes_at_the_border_of_a_character(text):
    field = text_field(text)
    assert len(field) == 1 + field[0]
    read = FieldReader(field, "x").text()
    assert text.startswith(read)
    assert read == text or len(text[: len(read) + 1].encode()) > 255


def test_what_a_device_must_not_print_is_replaced():
    assert FieldReader(bytes([9]) + b"a\x1b[2J\n\xff\x7fz", "x").text() == "a?[2J?\ufffd?z"


@given(st.data())
def test_answers_cut_short_are_refused(data):
    answers = (
        (lti.Hello.decode, lti.Hello(1, 2, 3, 4, 5, 6).encode()),
        (lti.Identity.decode, lti.Identity("a", "b", "c", "d").encode()),
        (lti.decode_software, lti.encode_software((SoftwareComponent("n", "v", "SHA-256", "00"),))),
        (lti.decode_status, lti.encode_status(DeviceStatus("m", ("a",), {"k": 2**63}))),
        (lti.decode_events, lti.encode_events((lti.LtiEvent(1, 2, "x"),))),
        (lti.Refusal.decode, lti.Refusal(5, 0x11, "no").encode()),
    )
    decode, payload = data.draw(st.sampled_from(answers))
    assert decode(payload) == decode(payload + b"later version")
    size = data.draw(st.integers(0, len(payload) - 1))
    (reason,) = refused(ProtocolError, decode, payload[:size])
    assert reason.is_a(Lti.PAYLOAD_TOO_SHORT)
    assert reason["size"] == size


def test_requests_have_exactly_their_length():
    for decode, payload in (
        (lti.decode_number, lti.encode_number(3)),
        (lti.decode_rounds, lti.encode_rounds(2, 20)),
        (lti.decode_deal, lti.encode_deal(1, (7, 7))),
        (lti.decode_draw, lti.encode_draw(3, 1, 7)),
    ):
        decode(payload)
        for wrong in (payload[:-1], payload + b"\0"):
            with pytest.raises(ProtocolError):
                decode(wrong)
