"""A device that is unplugged and plugged in again three times: told as one JSON object.

Debian's libusb hears of it through udev, which umockdev speaks; the bundled one hears the kernel itself, which is silent here.
"""

import json
import sys
import time

from usb.backend import libusb1

from labharness.devices.opening import open_transport
from labharness.devices.usb.bus import list_libusb
from labharness.errors import DeviceError, DeviceLost

TIMES, PATIENCE_S = 3, 30.0
# Whoever asks for a backend gets the first that was made.
assert libusb1.get_backend(find_library=lambda _: "libusb-1.0.so.0") is not None


def opened(transport):
    """Open a device as soon as it is there again; return where it is."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            return transport.open()["address"]
        except DeviceError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


transport = open_transport("usb://1209:0001/SN-1")
story = {"addresses": [opened(transport)], "echoes": [], "absent": []}
for _ in range(TIMES):
    transport.write(b"UNPLUG", 60)
    try:
        transport.read(512, 60)
    except DeviceLost:
        transport.close()
    time.sleep(0.1)
    story["absent"].append([device.url for device in list_libusb()])
    story["addresses"].append(opened(transport))
    transport.write(b"here again", 60)
    story["echoes"].append(transport.read(512, 60).decode())
transport.close()
json.dump(story, sys.stdout)
