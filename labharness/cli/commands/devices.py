"""The command ``labharness devices``."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from labharness.app.devices import present
from labharness.cli.console import (
    JsonOption,
    print_json,
    screen,
    table,
)


def command(
    *,
    usbip: Annotated[list[str] | None, typer.Option(help="USB/IP host to search as well, HOST:PORT.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List the USB devices and USB serial ports that an adapter could drive, with their URLs."""
    found = present(usbip or [])
    if as_json:
        print_json([asdict(one) for one in found])
        return
    if not found:
        screen.print(
            "No USB device answers. To simulate a device, run: labharness simulate rng --usbip 127.0.0.1:3240"
        )
        return
    shown = table("URL", "Device", "Why it cannot be opened")
    for one in found:
        shown.add_row(one.url, one.title, one.problem)
    screen.print(shown)
