"""What an adapter does with ``usb://``, told as one JSON object; run with the mock device present."""

import json
import sys

from labharness.devices.control_request import DEVICE, INWARD, VENDOR, ControlRequest
from labharness.devices.opening import open_transport
from labharness.devices.usb.bus import list_libusb
from labharness.errors import LabharnessError


def failure(call, *arguments):
    try:
        return f"no failure: {call(*arguments)}"
    except LabharnessError as error:
        return type(error).__name__


story = {"listed": [device.url for device in list_libusb()]}
story["wrong serial"] = failure(open_transport("usb://1209:0001/SN-2").open)
story["wrong product"] = failure(open_transport("usb://1209:0002").open)
transport = open_transport("usb://1209:0001/SN-1")
story["info"] = transport.open()
transport.write(b"hello", 60)
story["echo"] = [transport.read(2, 60).decode(), transport.read(512, 60).decode()]
story["timeout"] = failure(transport.read, 512, 0.1)
transport.write(b"STALL", 60)
story["stall"] = failure(transport.read, 512, 60)
transport.write(b"again", 60)
story["after the stall"] = transport.read(512, 60).decode()
transport.write(b"LARGE 1000448", 60)
received = b""
while len(received) < 1_000_448:
    received += transport.read(1 << 16, 60)
story["large"] = received == bytes(range(256)) * (1_000_448 // 256)
transport.control(ControlRequest(VENDOR | DEVICE, 1, 7, data=b"kept"), 60)
story["control"] = transport.control(ControlRequest(INWARD | VENDOR | DEVICE, 2, 7, length=64), 60).decode()
story["refused"] = failure(transport.control, ControlRequest(INWARD | VENDOR | DEVICE, 2, 8, length=64), 60)
transport.write(b"still there", 60)
story["after the refusal"] = transport.read(512, 60).decode()
transport.close()
transport.open()
transport.write(b"reopened", 60)
story["reopened"] = transport.read(512, 60).decode()
transport.close()
events = open_transport("usb://1209:0001/SN-1?in=0x82")
events.open()
events.write(b"EVENT door", 60)
story["interrupt"] = events.read(64, 60).decode()
story["quiet"] = failure(events.read, 64, 0.1)
events.close()
transport.open()
transport.write(b"UNPLUG", 60)
story["unplugged"] = failure(transport.read, 512, 60)
story["still unplugged"] = failure(transport.write, b"x", 60)
transport.close()
json.dump(story, sys.stdout)
