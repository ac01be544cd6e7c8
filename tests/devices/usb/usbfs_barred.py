"""How opening a device fails that another program has, or that this account may not open."""

import json
import os
import sys
from pathlib import Path

import libusb_package

from labharness.devices.opening import open_transport
from labharness.errors import LabharnessError

NOBODY = 65534
libusb_package.get_libusb1_backend()  # another account may not be able to read the library
transport = open_transport("usb://1209:0001")
if sys.argv[1:] == ["forbidden"]:
    testbed = Path(os.environ["UMOCKDEV_DIR"])
    for folder in (testbed, *(each for each in testbed.rglob("*") if each.is_dir())):
        folder.chmod(0o755)  # whatever the mask of those who made it
    (testbed / "dev/bus/usb/001/002").chmod(0)
    # umockdev asks its socket even where the node cannot be opened.
    (testbed / "ioctl/dev/bus/usb/001/002").chmod(0o777)
    if os.geteuid() == 0:  # whom no mode keeps out
        os.seteuid(NOBODY)
try:
    transport.open()
except LabharnessError as error:
    json.dump({"error": type(error).__name__, "code": error.reasons[0].code}, sys.stdout)
