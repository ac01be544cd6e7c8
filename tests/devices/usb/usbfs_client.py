"""What an adapter does with ``usb://``, told as one JSON object; run with the mock device present."""

import json
import sys
import time

from labharness.devices.opening import open_transport
from labharness.devices.transports import usb
from labharness.errors import LabharnessError


def failure(call, *arguments):
    start = time.monotonic()
    try:
        return f"no failure: {call(*arguments)}"
    except LabharnessError as error:
        return type(error).__name__ if time.monotonic() - start < 5 else "too late"


story = {"listed": [device.url for device in usb.list_devices()]}
story["wrong serial"] = failure(open_transport("usb://1209:0001/SN-2").open)
story["wrong product"] = failure(open_transport("usb://1209:0002").open)
transport = open_transport("usb://1209:0001/SN-1")
story["info"] = transport.open()
transport.write(b"hello", 1)
story["echo"] = [transport.read(2, 1).decode(), transport.read(512, 1).decode()]
story["timeout"] = failure(transport.read, 512, 0.1)
transport.write(b"STALL", 1)
story["stall"] = failure(transport.read, 512, 2)
transport.write(b"again", 1)
story["after the stall"] = transport.read(512, 1).decode()
transport.write(b"LARGE 1000448", 2)
received = b""
while len(received) < 1_000_448:
    received += transport.read(1 << 16, 2)
story["large"] = received == bytes(range(256)) * (1_000_448 // 256)
transport.close()
transport.open()
transport.write(b"reopened", 1)
story["reopened"] = transport.read(512, 1).decode()
transport.write(b"UNPLUG", 1)
story["unplugged"] = failure(transport.read, 512, 20)
story["still unplugged"] = failure(transport.write, b"x", 1)
transport.close()
json.dump(story, sys.stdout)
