"""Every example of docs/lab-test-interface.md is what the codec writes, and every message has one."""

import json
import re
import struct
import zlib
from pathlib import Path

import numpy as np

from labharness.devices.lti import message as lti
from labharness.devices.lti.frame import FrameReader
from labharness.devices.lti.message import ErrorCode, RequestType, decode_orders
from labharness.language.catalog import say
from labharness.model.cards import parse_order
from labharness.model.reasons.lti import LtiRule
from tests.support.lti.vectors import EXAMPLES, VECTORS, written

DOCUMENT = Path(__file__).parents[3] / "docs" / "lab-test-interface.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
HEX = {
    name: bytes.fromhex(body)
    for name, body in re.findall(r"^```hex (.+?)\n(.+?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL)
}


def test_the_document_holds_every_example_and_no_other():
    assert list(HEX) == list(EXAMPLES)


def test_every_message_has_a_request_and_an_answer():
    assert {f"{m.name} {part}" for m in RequestType for part in ("request", "answer")} <= set(HEX)


def test_tables_name_every_message_error_and_class_with_its_number():
    for member in (*RequestType, *ErrorCode, *lti.LtiDeviceClass):
        number = f"0x{member:02X}" if isinstance(member, RequestType) else str(int(member))
        assert re.search(rf"^\| `?{number}`? \| `?{member.name}`? \|", TEXT, flags=re.MULTILINE), member.name


def test_decoded_examples_mean_what_the_text_says():
    frames = {}
    for name, data in HEX.items():
        reader = FrameReader()
        reader.feed(data)
        frames[name] = reader.next_frame()
    assert lti.Hello.decode(frames["HELLO answer"].payload).max_cards == 416
    assert np.array_equal(lti.decode_load(frames["LOAD request"].payload), parse_order("AS 10D JK AS#3 KH!"))
    assert np.array_equal(decode_orders(frames["DEAL answer"].payload, 3)[2], parse_order("KH!"))
    assert lti.decode_status(frames["STATUS answer"].payload).meters == {"shuffles": 1234}
    assert lti.decode_events(frames["EVENTS answer"].payload)[1].text == "jam"
    assert lti.Refusal.decode(frames["ERROR answer"].payload).name == "STATE"


def test_the_document_holds_every_rule_word_for_word():
    rows = dict(re.findall(r"^\| (R-[0-9.]+) \| (.+) \|$", TEXT, flags=re.MULTILINE))
    assert rows == {rule.id: say(rule()) for rule in LtiRule}


def test_the_packaged_vectors_are_what_the_codec_writes():
    """After a change: python -m tests.support.lti.vectors labharness/devices/lti/vectors.json."""
    assert VECTORS.read_text(encoding="utf-8") == written()


def test_the_vectors_hold_the_documents_bytes_and_their_fields():
    result = json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]
    assert {each["name"]: bytes.fromhex(each["bytes"]) for each in result} == HEX
    for each in result:
        built = b""
        for frame in each["frames"]:
            payload = bytes.fromhex(frame["payload"])
            assert frame["request"] == (0xFFFFFFFF if "damaged" in each["name"] else 7), each["name"]
            head = (
                b"LTIF",
                1,
                frame["type"],
                int(frame["last"]),
                frame["part"],
                frame["request"],
                len(payload),
            )
            body = struct.pack("<4sBBBBII", *head) + payload
            assert frame["crc"] == zlib.crc32(body)
            built += body + struct.pack("<I", frame["crc"])
        assert built.hex() == each["bytes"]
        assert [frame["last"] for frame in each["frames"]] == [False] * (len(each["frames"]) - 1) + [True]
