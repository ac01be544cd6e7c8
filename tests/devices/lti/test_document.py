"""Every example of docs/lab-test-interface.md is what the codec writes, and every message has one."""

import re
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

from labharness.devices.lti import message as lti
from labharness.devices.lti.cards import decode_orders, encode_orders
from labharness.devices.lti.frame import ANSWER, ERROR, NO_REQUEST, FrameReader, LtiFrame
from labharness.devices.lti.message import ErrorCode, Message
from labharness.language.catalog import say
from labharness.model.cards import parse_order
from labharness.model.device import CountReport, DeviceStatus, SoftwareComponent
from labharness.model.reasons.lti_rule import LtiRule

DOCUMENT = Path(__file__).parents[3] / "docs" / "lab-test-interface.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
HEX = {
    name: bytes.fromhex(body)
    for name, body in re.findall(r"^```hex (.+?)\n(.+?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL)
}
NUMBER = 7
LOADED = parse_order("AS 10D JK AS#3 KH!")
COUNTED = CountReport(5, 5, True)
ORDERS = encode_orders([parse_order("KH! AS JK 10D AS#3"), parse_order("JK AS#3 KH! 10D AS")])


def request(message: int, payload: bytes = b"", number: int = NUMBER) -> bytes:
    return LtiFrame(message, number, payload).encode()


def answer(message: int, payload: bytes = b"") -> bytes:
    return request(message | ANSWER, payload)


def error(code: ErrorCode, message: int, text: str, number: int = NUMBER) -> bytes:
    return request(ERROR, lti.Refusal(code, message, text).encode(), number)


HELLO = lti.Hello(
    1,
    lti.LtiDeviceClass.BATCH_SHUFFLER,
    sum(1 << m for m in (*lti.REQUIRED, *lti.CARD_MESSAGES, Message.SHUFFLE)),
    4096,
    1000,
    416,
)
EXAMPLES = {
    "HELLO request": request(Message.HELLO, lti.encode_hello_request(1, 1)),
    "HELLO answer": answer(Message.HELLO, HELLO.encode()),
    "IDENTIFY request": request(Message.IDENTIFY),
    "IDENTIFY answer": answer(Message.IDENTIFY, lti.Identity("Acme", "B-1", "0042", "rev C").encode()),
    "SOFTWARE request": request(Message.SOFTWARE),
    "SOFTWARE answer": answer(
        Message.SOFTWARE, lti.encode_software((SoftwareComponent("main", "2.1", "SHA-256", "9f86d081"),))
    ),
    "LOAD request": request(Message.LOAD, lti.encode_load(LOADED)),
    "LOAD answer": answer(Message.LOAD, lti.encode_count(COUNTED)),
    "SHUFFLE request": request(Message.SHUFFLE, lti.encode_number(2)),
    "SHUFFLE answer": answer(Message.SHUFFLE, ORDERS),
    "SHUFFLE answer in two frames": LtiFrame(
        Message.SHUFFLE | ANSWER, NUMBER, ORDERS[:12], last=False
    ).encode()
    + LtiFrame(Message.SHUFFLE | ANSWER, NUMBER, ORDERS[12:], part=1).encode(),
    "ROUNDS request": request(Message.ROUNDS, lti.encode_rounds(1, 2)),
    "ROUNDS answer": answer(Message.ROUNDS, encode_orders([parse_order("10D AS"), parse_order("AS 10D")])),
    "DEAL request": request(Message.DEAL, lti.encode_deal(1, (2, 2))),
    "DEAL answer": answer(Message.DEAL, encode_orders(map(parse_order, ("AS JK", "10D AS#3", "KH!")))),
    "DRAW request": request(Message.DRAW, lti.encode_draw(3, 1, 7)),
    "DRAW answer": answer(Message.DRAW, struct.pack("<3H", 4, 1, 7)),
    "RAW request": request(Message.RAW, lti.encode_number(4)),
    "RAW answer": answer(Message.RAW, bytes.fromhex("8a03f17c")),
    "COUNT request": request(Message.COUNT),
    "COUNT answer": answer(Message.COUNT, lti.encode_count(CountReport(51, 52, False, "1 card short"))),
    "STATUS request": request(Message.STATUS),
    "STATUS answer": answer(
        Message.STATUS, lti.encode_status(DeviceStatus("shuffle", ("door open",), {"shuffles": 1234}))
    ),
    "EVENTS request": request(Message.EVENTS),
    "EVENTS answer": answer(
        Message.EVENTS, lti.encode_events((lti.LtiEvent(0, 1, "power on"), lti.LtiEvent(61500, 40, "jam")))
    ),
    "REST request": request(Message.REST),
    "REST answer": answer(Message.REST),
    "ERROR answer": error(ErrorCode.STATE, Message.SHUFFLE, "no cards are loaded"),
    "ERROR answer to a damaged frame": error(ErrorCode.DAMAGED, 0, "bad CRC", NO_REQUEST),
}


def test_the_document_holds_every_example_and_no_other():
    assert list(HEX) == list(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_is_what_the_codec_writes(name):
    assert HEX[name] == EXAMPLES[name]


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_is_what_the_tables_say(name):
    data = HEX[name]
    while data:
        magic, version, _, flags, _, number, length = struct.unpack_from("<4sBBBBII", data)
        (crc,) = struct.unpack_from("<I", data, 16 + length)
        assert (magic, version) == (b"LTIF", 1)
        assert number == (0xFFFFFFFF if "damaged" in name else 7)
        assert crc == zlib.crc32(data[: 16 + length])
        data = data[20 + length :]
        assert flags == (0 if data else 1)


def test_every_message_has_a_request_and_an_answer():
    assert {f"{m.name} {part}" for m in Message for part in ("request", "answer")} <= set(HEX)


def test_tables_name_every_message_error_and_class_with_its_number():
    for member in (*Message, *ErrorCode, *lti.LtiDeviceClass):
        number = f"0x{member:02X}" if isinstance(member, Message) else str(int(member))
        assert re.search(rf"^\| `?{number}`? \| `?{member.name}`? \|", TEXT, flags=re.MULTILINE), member.name


def test_decoded_examples_mean_what_the_text_says():
    frames = {}
    for name, data in HEX.items():
        reader = FrameReader()
        reader.feed(data)
        frames[name] = reader.next_frame()
    assert lti.Hello.decode(frames["HELLO answer"].payload) == HELLO
    assert np.array_equal(lti.decode_load(frames["LOAD request"].payload), LOADED)
    assert np.array_equal(decode_orders(frames["DEAL answer"].payload, 3)[2], parse_order("KH!"))
    assert lti.decode_status(frames["STATUS answer"].payload).meters == {"shuffles": 1234}
    assert lti.decode_events(frames["EVENTS answer"].payload)[1].text == "jam"
    assert lti.Refusal.decode(frames["ERROR answer"].payload).name == "STATE"


def test_the_document_holds_every_rule_word_for_word():
    rows = dict(re.findall(r"^\| (R-[0-9.]+) \| (.+) \|$", TEXT, flags=re.MULTILINE))
    assert rows == {rule.id: say(rule()) for rule in LtiRule}
