"""A simulated device for tests: it echoes, except for a few command words.  Run it to serve it alone."""

import sys
import threading

from labharness.devices.control_request import VENDOR
from labharness.simulators.usbip import Gadget, Strings, serve

STRINGS = Strings("Bench", "Echo \x1b[2J\u202e", "SN-1")


class Firmware:
    def __init__(self):
        self.released = threading.Event()
        self.received = []
        self.registers = {}
        self.gadget = Gadget(STRINGS, self.answer, release=0x0203, vendor=self.registers_answer)

    def registers_answer(self, request):
        """Keep what is written under a value, and return it; refuse what was never written, and class requests."""
        if request.kind & 0x60 != VENDOR:
            return None
        if not request.inward:
            self.registers[request.value] = request.data
        return self.registers.get(request.value)

    def answer(self, data):
        self.received.append(data)
        word, _, rest = data.partition(b" ")
        match word:
            case b"STALL":
                self.gadget.stall()
            case b"HOLD":
                self.released.wait(120)
            case b"SILENT":
                pass
            case b"LARGE":
                self.gadget.send(bytes(range(256)) * (int(rest) // 256))
            case b"EVENT":
                self.gadget.notify(rest)
            case b"UNPLUG":
                self.gadget.unplug()
            case _:
                self.gadget.send(data)


if __name__ == "__main__":
    with serve(Firmware().gadget) as server:
        sys.stdout.write(server.url + "\n")
        sys.stdout.flush()
        sys.stdin.read()
