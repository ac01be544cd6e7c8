"""What stands on the guest's desk: devices that its kernel drives, and the installed product."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from labharness.simulators.usbip import BUS_ID, Server
from tests.support.kernel.guest import GATEWAY, Done, Guest
from tests.support.kernel.image import HERE, ROOT, Image
from tests.support.kernel.reading import WAITING

LABHARNESS = Path(sys.executable).with_name("labharness")
DRIVERS = (
    *("vhci_hcd", "xhci_pci", "cdc_acm", "ftdi_sio", "chaoskey"),
    *("dummy_hcd", "usb_f_fs", "usb_f_acm", "usb_f_ss_lb", "usbip_host"),
)
"""Modules for the devices of the tests."""
BUS_S = 120.0
"""Longest time that the kernel may take to look at a device."""
NOTICED_S = 10.0
"""Longest time in which a pulled device must be missed on a loaded machine; an idle one takes half a second."""
READ_S = 150.0
BARE = {"NUMBA_DISABLE_JIT": "1"}
"""For commands of the product: on an emulated processor, to compile loops takes longer than to do without."""
_FOUND = """
for device in /sys/bus/usb/devices/*; do
    [ -e $device/idVendor ] || continue
    [ $(cat $device/idVendor):$(cat $device/idProduct) = {numbers} ] || continue
    for interface in $device:*; do [ -e $interface ] && basename $device && break; done
done
"""


class Desk(Guest):
    """The guest with what its kernel drives."""

    scripts: list[Future[Done]]
    """Those of this folder that were started."""

    def __init__(self, image: Image, forwarded: dict[int, int], arguments: tuple[str, ...] = ()) -> None:
        self.scripts = []
        super().__init__(image, forwarded, arguments)

    def labharness(self, *arguments: str | Path, timeout: float = 240.0) -> Done:
        """Run a command of the installed product."""
        return self.begin(*arguments, timeout=timeout).result(timeout + READ_S)

    def conformance(self, url: str) -> dict[str, str]:
        """Check a device by the installed product; return the result of each rule, with what was seen where it is no pass."""
        done = self.labharness("lti", "check", url, "--json")
        return results(done.out or done.err)

    def begin(self, *arguments: str | Path, timeout: float = 240.0) -> Future[Done]:
        """Start a command of the installed product."""
        return self.start(LABHARNESS, *arguments, timeout=timeout, **BARE)

    def script(self, name: str, *arguments: str | Path, timeout: float = 120.0) -> Future[Done]:
        """Start a script of this folder."""
        return self.start(
            sys.executable, HERE / name, *arguments, timeout=timeout, PYTHONPATH=str(ROOT), **BARE
        )

    def read(self, url: str, adapter: str, size: int) -> dict[str, Any]:
        """Acquire raw bytes; return them as "bytes", and what the bus says as "facts"."""
        return self._answer(self.script("reading.py", url, adapter, str(size), timeout=READ_S))

    def missed(self, url: str, pull: Callable[[], object]) -> str:
        """Pull a device that says nothing from which the product reads; return the name of the error that this became."""
        reading = self.script("reading.py", url, "wait", "100", timeout=READ_S)
        self.shell(f"until [ -e {WAITING} ]; do sleep 0.1; done", timeout=READ_S)
        pulled = time.monotonic()
        pull()
        error = self._answer(reading)["error"]
        assert time.monotonic() - pulled < NOTICED_S
        return str(error)

    def attach(self, server: Server, numbers: str) -> str:
        """Plug a device in that this computer serves; return its place on the bus."""
        self.plug(server)
        return self.place(numbers)

    def plug(self, server: Server) -> None:
        """Plug a device in that this computer serves, and wait for nothing."""
        port = str(server.port)
        self.run("usbip", "--tcp-port", port, "attach", "-r", GATEWAY, "-b", BUS_ID).checked()

    def place(self, numbers: str) -> str:
        """Wait for the device with these numbers, as ``vid:pid``; return its place on the bus, such as ``1-1``."""
        places = self._places(numbers, present=True)
        (place,) = places
        return place

    def gone(self, numbers: str) -> None:
        """Wait until the kernel has no device with these numbers."""
        self._places(numbers, present=False)

    def driver(self, place: str, part: str = ":1.0") -> str:
        """Return the driver of a device's first interface, or of the device itself where ``part`` is ""; "" without one."""
        link = f"/sys/bus/usb/devices/{place}{part}/driver"
        return self.shell(f"[ ! -e {link} ] || basename $(readlink {link})").strip()

    def _said(self) -> str:
        """Return what the kernel and the scripts that ended said last."""
        ended = [each.result() for each in self.scripts if each.done()]
        return "\n".join([self.shell("dmesg | tail -n 25"), *(each.err for each in ended if each.code)])

    @staticmethod
    def _answer(reading: Future[Done]) -> dict[str, Any]:
        return dict(json.loads(reading.result(2 * READ_S).checked()))

    def _places(self, numbers: str, *, present: bool) -> list[str]:
        end = time.monotonic() + BUS_S
        while bool(places := self.shell(_FOUND.format(numbers=numbers)).split()) != present:
            assert time.monotonic() < end, (
                f"{numbers} {'is not' if present else 'is still'} on the bus\n{self._said()}"
            )
            time.sleep(0.2)
        return places


def results(printed: str) -> dict[str, str]:
    """Return the result of each rule from what ``lti check --json`` printed, with what was seen where it does not pass."""
    return by_rule(json.loads(printed))


def by_rule(record: dict[str, Any]) -> dict[str, str]:
    """Return the result of each rule of a conformance record as JSON holds it, with what was seen where it does not pass."""
    rules = {each["rule"]: each for each in record["rules"]}
    right = ("pass", "not applicable")
    return {
        name: each["result"] + ("" if each["result"] in right else f": {each['seen']}")
        for name, each in rules.items()
    }


def wrong(texts: dict[str, str]) -> dict[str, str]:
    """Return the rules that did not pass although they concern the device."""
    return {name: result for name, result in texts.items() if result not in ("pass", "not applicable")}
