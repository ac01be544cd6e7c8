"""Reads files of numbers: dice or selections that a person, a camera or another instrument wrote down.

The first file names the device, as a name plate does; every other one holds the outcomes of one exchange, which
is one batch of the plan's stage: a throw of dice, or several, one a line.
"""

from __future__ import annotations

import numpy as np

from labharness.devices.adapter import AcquireRequest, Link, adapter
from labharness.devices.entered import entered_numbers
from labharness.devices.untrusted import printable
from labharness.errors import DeviceRefused, ProtocolError
from labharness.model.cards import Order
from labharness.model.device import CountReport, DeviceIdentity, DeviceStatus, SoftwareComponent
from labharness.model.observations import Draws, Kind, Observation, Source

MAX_FILE = 1 << 20
"""Longest file in bytes, the name that precedes it included."""
NAME_PREFIX = "# file: "


@adapter(
    name="numbers_file",
    title="Files of numbers",
    schemes=("watch", "capture"),
    kinds=(Kind.DRAW,),
    source=Source.HAND_ENTERED,
)
class NumbersFile:
    """A device whose outcomes somebody writes into files.

    Parameters
    ----------
    link
        The tapped transport; each read returns one whole file after a line with its name.
    """

    def __init__(self, link: Link) -> None:
        self._link = link

    def identify(self) -> DeviceIdentity:
        """Read the file that says what the name plate says: five fields, separated by semicolons.

        Raises
        ------
        ProtocolError
            If the next file holds anything else.
        """
        name, text = self._next()
        lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
        fields = [printable(field.strip()) for field in "".join(lines).split(";")]
        if len(lines) != 1 or len(fields) != 5 or not all(fields):
            raise ProtocolError(
                f"{name} does not name the device; write manufacturer; model; serial; hardware revision; device class."
            )
        manufacturer, model, serial, hardware, device_class = fields
        return DeviceIdentity(manufacturer, model, serial, hardware, device_class, "none: numbers in files")

    def software(self) -> tuple[SoftwareComponent, ...]:
        """Return nothing; a file of numbers does not say what ran."""
        return ()

    def load(self, order: Order) -> CountReport:
        """Refuse; there is nowhere to put cards."""
        raise DeviceRefused(
            f"Files of numbers take no cards, so {len(order)} cannot be loaded; use another stage."
        )

    def count(self) -> CountReport:
        """Refuse; there are no cards."""
        raise DeviceRefused("Files of numbers hold no cards to count; use another stage.")

    def status(self) -> DeviceStatus:
        """Return a mode only; files have no alarms or meters."""
        return DeviceStatus("written down")

    def safe_state(self) -> None:
        """Do nothing; a folder rests."""

    def acquire(self, request: AcquireRequest) -> tuple[Observation, ...]:
        """Read the outcomes of one exchange from the next file.

        Raises
        ------
        ProtocolError
            If it holds anything but as many outcomes as were asked for, with line and column.
        """
        if request.kind is not Kind.DRAW:
            raise DeviceRefused(f"Files of numbers hold outcomes, no {request.kind}; correct the stage.")
        name, text = self._next()
        try:
            values = entered_numbers(text, request.units, request.low, request.high)
        except ProtocolError as error:
            raise ProtocolError(f"{name}: {error}") from error
        return (Draws(np.array(values, dtype=np.uint16)),)

    def _next(self) -> tuple[str, str]:
        """Return the name and the text of the next file."""
        data = self._link.read(MAX_FILE)
        if len(data) >= MAX_FILE:
            raise ProtocolError(
                f"A file of numbers is longer than {MAX_FILE} bytes; write one for each batch."
            )
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise ProtocolError("A file of numbers is not UTF-8 text; export it as text.") from error
        first, _, rest = text.partition("\n")
        if not first.startswith(NAME_PREFIX):
            raise ProtocolError("A file of numbers came without its name; read it through watch://.")
        return printable(first.removeprefix(NAME_PREFIX).strip()), rest
