"""Describes a gadget to the guest's kernel, which then is a USB device on the bus that ``dummy_hcd`` makes up."""

import subprocess
from pathlib import Path

TREE = Path("/sys/kernel/config")


def described(name, function, numbers, *texts):
    """Make a gadget with one function; return its folder.  It is on the bus when its file ``UDC`` names a controller."""
    if not (TREE / "usb_gadget").exists():
        subprocess.run(["mount", "-t", "configfs", "configfs", TREE], check=True)
    folder = TREE / "usb_gadget" / name
    for part in ("", "strings/0x409", "configs/c.1", f"functions/{function}"):
        (folder / part).mkdir()
    for file, number in zip(("idVendor", "idProduct"), numbers.split(":"), strict=True):
        (folder / file).write_text(f"0x{number}")
    for file, text in zip(("manufacturer", "product", "serialnumber"), texts, strict=True):
        (folder / "strings/0x409" / file).write_text(text)
    (folder / "configs/c.1" / function).symlink_to(folder / "functions" / function)
    return folder


def put_on_the_bus(folder):
    """Connect the gadget."""
    (folder / "UDC").write_text("dummy_udc.0")
