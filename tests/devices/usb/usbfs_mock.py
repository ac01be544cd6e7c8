"""The bench device below the real libusb: umockdev gives a process a usbfs, and a gadget answers it.

Run under ``umockdev-wrapper`` with the system's Python (which has PyGObject): the rest of the command line is
started as the client, sees one USB device, and its exit code is ours.
"""

import errno
import runpy
import struct
import subprocess
import sys
import time
import traceback
from collections import deque
from pathlib import Path

import gi

from labharness.simulators.usbip.gadget import GadgetTransfer

gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev  # noqa: E402  the version must be chosen first

NODE, SYSFS = "/dev/bus/usb/001/002", "/devices/pci0000:00/0000:00:14.0/usb1/1-1"
URB = struct.Struct("<BB2xiI4xQiiiiiI8x")  # struct usbdevfs_urb of a 64-bit kernel
CONTROL_URB = 2


def ioctl(direction, number, size):
    return (direction << 30) | (size << 16) | (ord("U") << 8) | number


SUBMIT, DISCARD = ioctl(2, 10, 56), ioctl(0, 11, 0)
REAP, REAP_NOW = ioctl(1, 12, 8), ioctl(1, 13, 8)
CAPABILITIES, CLEAR_HALT, DRIVER, SPEED = ioctl(2, 26, 4), ioctl(2, 21, 4), ioctl(1, 8, 260), ioctl(0, 31, 0)
CLAIM, RELEASE, SET_CONFIGURATION = ioctl(2, 15, 4), ioctl(2, 16, 4), ioctl(2, 5, 4)
SUPPORTED = struct.pack("<I", 0x01 | 0x04 | 0x10)  # zero packets, no packet size limit, reap after disconnect


class Usbfs:
    """Turns the ioctls of libusb into transfers of the gadget."""

    def __init__(self, gadget):
        self.gadget = gadget
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
        if request in (REAP, REAP_NOW):
            return self.reap(argument)
        result = 0, 0
        if not self.gadget.plugged:
            result = -1, errno.ENODEV
        elif request == CAPABILITIES:
            argument.resolve(0, 4).update(0, SUPPORTED)
        elif request == CLEAR_HALT:
            (endpoint,) = struct.unpack("<I", bytes(argument.resolve(0, 4).retrieve()))
            self.submit(0, 0, b"", struct.pack("<BBHHH", 2, 1, 0, endpoint, 0), lambda *_: None)
        elif request == SUBMIT:
            self.submit_urb(argument.resolve(0, URB.size))
        elif request == DISCARD:
            result = self.discard(struct.unpack("<Q", bytes(argument.retrieve()))[0])
        elif request == SPEED:
            result = 3, 0
        elif request == DRIVER:
            result = -1, errno.ENODATA
        elif request not in (CLAIM, RELEASE, SET_CONFIGURATION):
            result = -1, errno.ENOTTY
        return result

    def submit(self, endpoint, length, data, setup, complete):
        transfer = GadgetTransfer(endpoint, length, data, setup, complete)
        self.gadget.submit(transfer)
        return transfer

    def submit_urb(self, urb):
        kind, endpoint, _, _, _, length, *_ = URB.unpack(bytes(urb.retrieve()))
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


def description(gadget):
    descriptors = (gadget._descriptors[0x0100] + gadget._descriptors[0x0200]).hex().upper()
    vid, pid, release = f"{gadget.vid:04x}", f"{gadget.pid:04x}", f"{gadget.release:x}"
    return f"""P: {SYSFS}
N: {NODE[5:]}={descriptors}
E: DEVNAME={NODE}
E: DEVTYPE=usb_device
E: SUBSYSTEM=usb
E: BUSNUM=001
E: DEVNUM=002
E: MAJOR=189
E: MINOR=1
E: PRODUCT={vid}/{pid}/{release}
A: busnum=1\\n
A: devnum=2\\n
A: speed=480\\n
A: bConfigurationValue=1\\n
A: idVendor={vid}\\n
A: idProduct={pid}\\n
A: version= 2.00\\n
H: descriptors={descriptors}
"""


if __name__ == "__main__":
    bench = Path(__file__).parents[1] / "bench_device.py"
    firmware = runpy.run_path(str(bench))["Firmware"]()
    testbed = UMockdev.Testbed.new()
    testbed.add_from_string(description(firmware.gadget))
    usbfs = Usbfs(firmware.gadget)
    testbed.attach_ioctl(NODE, usbfs.handler)
    code = subprocess.call(sys.argv[1:])
    firmware.gadget.close()
    sys.exit(code)
