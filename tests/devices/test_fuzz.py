"""Damaged bytes for every decoder of the wire and of files: a value or its own error, in bounded memory; make fuzz takes more of them."""

import io
import os
import tracemalloc
from random import Random

from device_adapters.deck_order_files import parse_deck_order
from labharness.devices.adapter import entered_numbers
from labharness.devices.lti import message as lti
from labharness.devices.lti.frame import AnswerReader, FrameReader, LtiFrame
from labharness.devices.lti.message import decode_orders, decode_words
from labharness.devices.noise_device import without_status
from labharness.devices.usb.descriptors import (
    bos_descriptor,
    configuration_tree,
    device_fields,
    names_winusb,
    vendor_code,
    winusb_descriptors,
)
from labharness.devices.usb.usbip_wire import ExportedDevice
from labharness.errors import LabharnessError
from labharness.simulators.usbip import DeviceLayout, Strings, descriptors
from tests.support.damage import damaged
from tests.support.lti.vectors import vectors

INPUTS = int(os.environ.get("FUZZ_INPUTS", "2000"))
MOST_BYTES = 4 << 20
"""Memory that an input of at most a few hundred bytes may take, whatever lengths it claims."""
MEASURED = 200
SEVEN = 7
"""Request number of the examples."""


def payloads():
    """The payloads of the document's examples by name."""
    for vector in vectors()["vectors"]:
        reader = FrameReader()
        reader.feed(bytes.fromhex(vector["bytes"]))
        yield vector["name"], reader.next_frame().payload


def frames(data):
    reader = FrameReader()
    reader.feed(data)
    while reader.next_frame() is not None:
        pass


def answer(data):
    reader = AnswerReader(SEVEN)
    for at in range(0, len(data), 5):
        reader.feed(data[at : at + 5])
        reader.next_frame()


def exported(data):
    ExportedDevice.read(io.BytesIO(data), with_interfaces=True)


EXAMPLES = dict(payloads())
DEVICE, CONFIGURATION = (
    descriptors(DeviceLayout(), Strings("Acme", "B-1", "0042"), 1, 2, 3)[kind << 8] for kind in (1, 2)
)
DECODERS = {
    "frames": (frames, [bytes.fromhex(each["bytes"]) for each in vectors()["vectors"]], LabharnessError),
    "answer": (answer, [LtiFrame(0x91, SEVEN, bytes(40), last=False).encode() * 3], LabharnessError),
    "HELLO": (lti.Hello.decode, [EXAMPLES["HELLO answer"]], LabharnessError),
    "HELLO request": (lti.decode_hello_request, [EXAMPLES["HELLO request"]], LabharnessError),
    "IDENTIFY": (lti.Identity.decode, [EXAMPLES["IDENTIFY answer"]], LabharnessError),
    "SOFTWARE": (lti.decode_software, [EXAMPLES["SOFTWARE answer"]], LabharnessError),
    "STATUS": (lti.decode_status, [EXAMPLES["STATUS answer"]], LabharnessError),
    "EVENTS": (lti.decode_events, [EXAMPLES["EVENTS answer"]], LabharnessError),
    "COUNT": (lti.decode_count, [EXAMPLES["COUNT answer"]], LabharnessError),
    "ERROR": (lti.Refusal.decode, [EXAMPLES["ERROR answer"]], LabharnessError),
    "LOAD": (lti.decode_load, [EXAMPLES["LOAD request"]], LabharnessError),
    "ROUNDS": (lti.decode_rounds, [EXAMPLES["ROUNDS request"]], LabharnessError),
    "DEAL": (lti.decode_deal, [EXAMPLES["DEAL request"]], LabharnessError),
    "DRAW": (lti.decode_draw, [EXAMPLES["DRAW request"]], LabharnessError),
    "orders": (lambda data: decode_orders(data, 2), [EXAMPLES["SHUFFLE answer"]], LabharnessError),
    "words": (decode_words, [EXAMPLES["DRAW answer"]], LabharnessError),
    "device descriptor": (device_fields, [DEVICE], ValueError),
    "configuration": (configuration_tree, [CONFIGURATION], ValueError),
    "BOS": (vendor_code, [bos_descriptor(0x20)], ()),
    "Microsoft OS 2.0": (names_winusb, [winusb_descriptors()], ()),
    "USB/IP": (exported, [ExportedDevice("1-1", 1, 2, 3, 4, 5, 6, 1, 1, ((255, 0, 0),)).pack(with_interfaces=True)], OSError),
    "FTDI": (lambda data: without_status(data, 64), [b"\1\x60" + bytes(62), b"\1\x60abc"], LabharnessError),
    "deck order": (
        lambda data: parse_deck_order(data.decode(errors="replace"), "deck.txt"),
        [b"# reader: Acme\nAS 10D JK\n2C AS#3 KH!\n"],
        LabharnessError,
    ),
    "numbers": (
        lambda data: entered_numbers(data.decode(errors="replace"), 3, 1, 6),
        [b"1 2 3", b"4, 5; 6\n"],
        LabharnessError,
    ),
}  # fmt: skip


def test_damaged_bytes_give_a_value_or_the_decoder_s_error():
    for name, (decode, whole, errors) in DECODERS.items():
        random = Random(name)
        inputs = [*whole, *(damaged(random, random.choice(whole)) for _ in range(MEASURED))]
        tracemalloc.start()
        try:
            _decoded(decode, inputs, errors)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert peak < MOST_BYTES, name
        for _ in range(INPUTS - MEASURED):
            _decoded(decode, [damaged(random, random.choice(whole))], errors)


def _decoded(decode, inputs, errors):
    for data in inputs:
        try:
            decode(data)
        except errors:
            continue
