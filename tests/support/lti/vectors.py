"""Test vectors of the Lab Test Interface: every example of the document, as the codec writes it, with its fields.

``python -m tests.support.lti.vectors FILE`` writes them as JSON; the package contains the file ``vectors.json``.
"""

import json
import struct
import sys
from pathlib import Path
from typing import Any

from labharness.devices.lti import message as lti
from labharness.devices.lti.frame import ANSWER, CRC, ERROR, HEADER, NO_REQUEST, FrameReader, LtiFrame
from labharness.devices.lti.message import ErrorCode, RequestType, encode_orders
from labharness.model.cards import parse_order
from labharness.model.device import CountReport, DeviceStatus, SoftwareComponent

VECTORS = Path(lti.__file__).with_name("vectors.json")
NUMBER = 7
LOADED = parse_order("AS 10D JK AS#3 KH!")
COUNTED = CountReport(5, 5, correct=True)
ORDERS = encode_orders([parse_order("KH! AS JK 10D AS#3"), parse_order("JK AS#3 KH! 10D AS")])


def _request(message: int, payload: bytes = b"", number: int = NUMBER) -> bytes:
    return LtiFrame(message, number, payload).encode()


def _answer(message: int, payload: bytes = b"") -> bytes:
    return _request(message | ANSWER, payload)


def _error(code: ErrorCode, message: int, text: str, number: int = NUMBER) -> bytes:
    return _request(ERROR, lti.Refusal(code, message, text).encode(), number)


_HELLO = lti.Hello(
    1,
    lti.LtiDeviceClass.BATCH_SHUFFLER,
    sum(1 << m for m in (*lti.REQUIRED, *lti.CARD_MESSAGES, RequestType.SHUFFLE)),
    4096,
    1000,
    416,
)
EXAMPLES: dict[str, bytes] = {
    "HELLO request": _request(RequestType.HELLO, lti.encode_hello_request(1, 1)),
    "HELLO answer": _answer(RequestType.HELLO, _HELLO.encode()),
    "IDENTIFY request": _request(RequestType.IDENTIFY),
    "IDENTIFY answer": _answer(RequestType.IDENTIFY, lti.Identity("Acme", "B-1", "0042", "rev C").encode()),
    "SOFTWARE request": _request(RequestType.SOFTWARE),
    "SOFTWARE answer": _answer(
        RequestType.SOFTWARE, lti.encode_software((SoftwareComponent("main", "2.1", "SHA-256", "9f86d081"),))
    ),
    "LOAD request": _request(RequestType.LOAD, lti.encode_load(LOADED)),
    "LOAD answer": _answer(RequestType.LOAD, lti.encode_count(COUNTED)),
    "SHUFFLE request": _request(RequestType.SHUFFLE, lti.encode_number(2)),
    "SHUFFLE answer": _answer(RequestType.SHUFFLE, ORDERS),
    "SHUFFLE answer in two frames": LtiFrame(
        RequestType.SHUFFLE | ANSWER, NUMBER, ORDERS[:12], last=False
    ).encode()
    + LtiFrame(RequestType.SHUFFLE | ANSWER, NUMBER, ORDERS[12:], part=1).encode(),
    "ROUNDS request": _request(RequestType.ROUNDS, lti.encode_rounds(1, 2)),
    "ROUNDS answer": _answer(
        RequestType.ROUNDS, encode_orders([parse_order("10D AS"), parse_order("AS 10D")])
    ),
    "DEAL request": _request(RequestType.DEAL, lti.encode_deal(1, (2, 2))),
    "DEAL answer": _answer(RequestType.DEAL, encode_orders(map(parse_order, ("AS JK", "10D AS#3", "KH!")))),
    "DRAW request": _request(RequestType.DRAW, lti.encode_draw(3, 1, 7)),
    "DRAW answer": _answer(RequestType.DRAW, struct.pack("<3H", 4, 1, 7)),
    "RAW request": _request(RequestType.RAW, lti.encode_number(4)),
    "RAW answer": _answer(RequestType.RAW, bytes.fromhex("8a03f17c")),
    "COUNT request": _request(RequestType.COUNT),
    "COUNT answer": _answer(
        RequestType.COUNT, lti.encode_count(CountReport(51, 52, correct=False, message="1 card short"))
    ),
    "STATUS request": _request(RequestType.STATUS),
    "STATUS answer": _answer(
        RequestType.STATUS, lti.encode_status(DeviceStatus("shuffle", ("door open",), {"shuffles": 1234}))
    ),
    "EVENTS request": _request(RequestType.EVENTS),
    "EVENTS answer": _answer(
        RequestType.EVENTS,
        lti.encode_events((lti.LtiEvent(0, 1, "power on"), lti.LtiEvent(61500, 40, "jam"))),
    ),
    "REST request": _request(RequestType.REST),
    "REST answer": _answer(RequestType.REST),
    "ERROR answer": _error(ErrorCode.STATE, RequestType.SHUFFLE, "no cards are loaded"),
    "ERROR answer to a damaged frame": _error(ErrorCode.DAMAGED, 0, "bad CRC", NO_REQUEST),
}
"""Bytes of each example by its title in the document."""


def vectors() -> dict[str, Any]:
    """Return all examples as JSON values: bytes in hexadecimal digits, numbers of each frame."""
    return {
        "protocol": "Lab Test Interface",
        "version": 1,
        "vectors": [
            {"name": name, "bytes": data.hex(), "frames": list(map(_fields, _frames(data)))}
            for name, data in EXAMPLES.items()
        ],
    }


def written() -> str:
    """Return the file's text."""
    return json.dumps(vectors(), indent=1) + "\n"


def _frames(data: bytes) -> list[LtiFrame]:
    reader, frames = FrameReader(), list[LtiFrame]()
    reader.feed(data)
    while (frame := reader.next_frame()) is not None:
        frames.append(frame)
    return frames


def _fields(frame: LtiFrame) -> dict[str, Any]:
    kind = frame.kind if frame.kind == ERROR else frame.kind & ~ANSWER
    (crc,) = CRC.unpack(frame.encode()[HEADER.size + len(frame.payload) :])
    return {
        "version": frame.version,
        "type": frame.kind,
        "message": "ERROR" if kind == ERROR else RequestType(kind).name,
        "last": frame.last,
        "part": frame.part,
        "request": frame.request,
        "payload": frame.payload.hex(),
        "crc": crc,
    }


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(written(), encoding="utf-8", newline="\n")
