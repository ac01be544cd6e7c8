"""A simulated device below the real libusb: umockdev gives a process a usbfs, and a gadget answers it.

Run under ``umockdev-wrapper`` with the system's Python (which has PyGObject): the rest of the command line is
started as the client, sees one USB device, and its exit code is ours.
"""

import argparse
import errno
import random
import struct
import subprocess
import sys
import threading
import time
import traceback
from collections import deque

import gi

from labharness.simulators.usbip import GadgetTransfer
from tests.support.bench_device import Firmware
from tests.support.noise import usb_generators
from tests.support.noise.infinite_noise import InfiniteNoiseUnit

gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev  # noqa: E402  the version must be chosen first

SYSFS = "/devices/pci0000:00/0000:00:14.0/usb1/1-1"
ADDRESS = 2
URB = struct.Struct("<BB2xiI4xQiiiiiI8x")  # struct usbdevfs_urb of a 64-bit kernel
CONTROL_URB = 2


def ioctl(direction, number, size):
    return (direction << 30) | (size << 16) | (ord("U") << 8) | number


SUBMIT, DISCARD = ioctl(2, 10, 56), ioctl(0, 11, 0)
REAP, REAP_NOW = ioctl(1, 12, 8), ioctl(1, 13, 8)
CAPABILITIES, CLEAR_HALT, DRIVER, SPEED = ioctl(2, 26, 4), ioctl(2, 21, 4), ioctl(1, 8, 260), ioctl(0, 31, 0)
CLAIM, RELEASE, SET_CONFIGURATION = ioctl(2, 15, 4), ioctl(2, 16, 4), ioctl(2, 5, 4)
OF_DRIVER, DISCONNECT, CONNECT = ioctl(3, 18, 16), ioctl(0, 22, 0), ioctl(0, 23, 0)
CONTROL, BULK, CONNECTED = ioctl(3, 0, 24), ioctl(3, 2, 24), ioctl(1, 17, 8)
ZERO_PACKETS, NO_LIMIT, REAP_AFTER = 0x01, 0x04, 0x10
MOST = 16384
"""Bytes of a transfer where the kernel limits them."""


class Usbfs:
    """Turns the ioctls of libusb into transfers of the gadget."""

    def __init__(self, gadget, driver="", limited=False, busy=False):
        self.gadget = gadget
        self.driver, self.limited, self.busy = driver, limited, busy
        self.story = []
        self.flight = {}
        self.done = deque()
        self.handler = UMockdev.IoctlBase()
        self.handler.connect("handle-ioctl", self.answer)
        gadget.on_unplug = self.unplugged

    def unplugged(self):
        for urb, *_ in tuple(self.flight.values()):
            self.done.append((urb, -errno.ESHUTDOWN, 0, b""))

    def answer(self, _, client):
        try:
            result, error = self.carry_out(client.get_request(), client.get_arg())
        except Exception:  # noqa: BLE001  GLib would drop it, and libusb wait for ever
            traceback.print_exc()
            result, error = -1, errno.EIO
        client.complete(result, error)
        return True

    def carry_out(self, request, argument):
        if request not in (REAP, REAP_NOW) and not self.gadget.plugged:
            return -1, errno.ENODEV
        known = {
            REAP: self.reap,
            REAP_NOW: self.reap,
            CAPABILITIES: self.capabilities,
            CLEAR_HALT: self.clear_halt,
            SUBMIT: lambda argument: self.submit_urb(argument.resolve(0, URB.size)),
            DISCARD: lambda argument: self.discard(struct.unpack("<Q", bytes(argument.retrieve()))[0]),
            SPEED: lambda _: (3, 0),
            DRIVER: self.bound,
            OF_DRIVER: self.change_driver,
            CLAIM: lambda _: (-1, errno.EBUSY) if self.busy or self.driver else (0, 0),
            RELEASE: lambda _: (0, 0),
            SET_CONFIGURATION: lambda _: (0, 0),
            CONTROL: self.control_at_once,
            BULK: self.bulk_at_once,
            CONNECTED: self.connected,
        }
        return known.get(request, lambda _: (-1, errno.ENOTTY))(argument)

    def capabilities(self, argument):
        supported = ZERO_PACKETS | REAP_AFTER | (0 if self.limited else NO_LIMIT)
        argument.resolve(0, 4).update(0, struct.pack("<I", supported))
        return 0, 0

    def clear_halt(self, argument):
        (endpoint,) = struct.unpack("<I", bytes(argument.resolve(0, 4).retrieve()))
        self.submit(0, 0, b"", struct.pack("<BBHHH", 2, 1, 0, endpoint, 0), lambda *_: None)
        return 0, 0

    def connected(self, argument):
        argument.resolve(0, 8).update(0, struct.pack("<IB3x", 2, 0))
        return 0, 0

    def bound(self, argument):
        """Name the kernel driver that has the interface."""
        if not self.driver:
            return -1, errno.ENODATA
        argument.resolve(0, 260).update(4, self.driver.encode() + b"\0")
        return 0, 0

    def change_driver(self, argument):
        """Detach the kernel driver, or attach it again."""
        _, code, _ = struct.unpack("<iiQ", bytes(argument.resolve(0, 16).retrieve()))
        if code == DISCONNECT and self.driver:
            self.story.append("detached")
            self.detached, self.driver = self.driver, ""
        elif code == CONNECT and not self.driver:
            self.story.append("attached")
            self.driver = self.detached
        else:
            return -1, errno.ENODATA
        return 0, 0

    def control_at_once(self, argument):
        place = argument.resolve(0, 24)
        setup = bytes(place.retrieve())[:8]
        return self.at_once(place, setup[0] & 0x80, struct.unpack_from("<H", setup, 6)[0], setup)

    def bulk_at_once(self, argument):
        place = argument.resolve(0, 24)
        return self.at_once(place, *struct.unpack_from("<II", bytes(place.retrieve())), bytes(8))

    def at_once(self, place, endpoint, length, setup):
        """Carry out a transfer of the old interface, which answers when it is done."""
        buffer = place.resolve(16, length) if length else None
        data = b"" if endpoint & 0x80 or not length else bytes(buffer.retrieve())
        done = threading.Event()
        answer = []

        def complete(*result):
            answer.extend(result)
            done.set()

        self.submit(endpoint, length, data, setup, complete)
        if not done.wait(10):
            return -1, errno.ETIMEDOUT
        status, actual, received = answer
        if status:
            return -1, -status
        if received:
            buffer.update(0, list(bytes(received)))
        return actual, 0

    def submit(self, endpoint, length, data, setup, complete):
        transfer = GadgetTransfer(endpoint, length, data, setup, complete)
        self.gadget.submit(transfer)
        return transfer

    def submit_urb(self, urb):
        kind, endpoint, _, _, _, length, *_ = URB.unpack(bytes(urb.retrieve()))
        if self.limited and length > MOST:
            return -1, errno.EINVAL
        buffer = urb.resolve(16, length) if length else None
        key, setup, data, offset = urb.client_addr, bytes(8), b"", 0
        if kind == CONTROL_URB:
            content = bytes(buffer.retrieve())
            setup, offset = content[:8], 8
            endpoint, length = setup[0] & 0x80, length - 8
            data = b"" if endpoint else content[8:]
        elif not endpoint & 0x80:
            data = bytes(buffer.retrieve()) if buffer else b""

        def complete(status, actual, received):
            self.flight.pop(key, None)
            self.done.append(((urb, buffer, offset), status, actual, bytes(received)))

        place = (urb, buffer, offset)
        self.flight[key] = (place, None)
        transfer = self.submit(endpoint, length, data, setup, complete)
        if key in self.flight:
            self.flight[key] = (place, transfer)
        return 0, 0

    def discard(self, key):
        place, transfer = self.flight.get(key, (None, None))
        if transfer is None or not self.gadget.cancel(transfer):
            return -1, errno.EINVAL
        del self.flight[key]
        self.done.append((place, -errno.ENOENT, 0, b""))
        return 0, 0

    def reap(self, argument):
        if not self.done:
            if not self.gadget.plugged:
                return -1, errno.ENODEV
            time.sleep(0.0005)  # the node always polls as ready: this keeps libusb from spinning
            return -1, errno.EAGAIN
        (urb, buffer, offset), status, actual, received = self.done.popleft()
        if received:
            buffer.update(offset, list(received))
        urb.update(4, list(struct.pack("<i", status)))
        urb.update(28, list(struct.pack("<i", actual)))
        argument.resolve(0, 8).set_ptr(0, urb)
        return 0, 0


NODE = f"/dev/bus/usb/001/{ADDRESS:03d}"


def description(gadget):
    descriptors = (gadget._descriptors[0x0100] + gadget._descriptors[0x0200]).hex().upper()
    vid, pid, release = f"{gadget.vid:04x}", f"{gadget.pid:04x}", f"{gadget.release:x}"
    return f"""P: {SYSFS}
N: {NODE[5:]}={descriptors}
E: DEVNAME={NODE}
E: DEVTYPE=usb_device
E: SUBSYSTEM=usb
E: BUSNUM=001
E: DEVNUM={ADDRESS:03d}
E: MAJOR=189
E: MINOR={ADDRESS - 1}
E: PRODUCT={vid}/{pid}/{release}
A: busnum=1\\n
A: devnum={ADDRESS}\\n
A: speed=480\\n
A: bConfigurationValue=1\\n
A: idVendor={vid}\\n
A: idProduct={pid}\\n
A: version= 2.00\\n
H: descriptors={descriptors}
"""


def device(name):
    """Return the gadget of a name; generators deliver the bytes of a seeded generator."""
    if name == "bench":
        return Firmware().gadget
    if name.endswith("infinite_noise"):
        unit = InfiniteNoiseUnit(14)
        unit.multiplier.stuck = name.startswith("stuck")
        return unit.gadget
    return getattr(usb_generators, name)(random.Random(14).randbytes)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="bench")
    parser.add_argument("--driver", default="")
    parser.add_argument("--limited", action="store_true")
    parser.add_argument("--busy", action="store_true")
    parser.add_argument("client", nargs=argparse.REMAINDER)
    wanted = parser.parse_args()
    gadget = device(wanted.device)
    testbed = UMockdev.Testbed.new()
    testbed.add_from_string(description(gadget))
    usbfs = Usbfs(gadget, wanted.driver, wanted.limited, wanted.busy)
    testbed.attach_ioctl(NODE, usbfs.handler)
    code = subprocess.call(wanted.client)
    gadget.close()
    if wanted.driver:
        sys.stderr.write(" ".join([*usbfs.story, f"driver={usbfs.driver}"]))
    return code


if __name__ == "__main__":
    sys.exit(main())
