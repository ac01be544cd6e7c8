"""Reads files of numbers: dice or selections that a person, a camera or another instrument wrote down.

The first file names the device, as a name plate does; every other one holds the outcomes of one exchange, which
is one batch of the plan's stage: a throw of dice, or several, one a line.
"""

from __future__ import annotations

import numpy as np

from labharness.devices.adapter import AcquireRequest, Link, adapter
from labharness.devices.entered import entered_numbers
from labharness.devices.named_file import read_named_file
from labharness.devices.untrusted import printable
from labharness.errors import DeviceRefused, ProtocolError
from labharness.model.cards import Order
from labharness.model.device import CountReport, DeviceClass, DeviceIdentity, DeviceStatus, SoftwareComponent
from labharness.model.observations import Draws, Kind, Observation, Source
from labharness.model.reasons.adapter import Adapters

NAME = "numbers_file"


@adapter(
    name=NAME,
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
        name, text = read_named_file(self._link)
        lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
        fields = [printable(field.strip()) for field in "".join(lines).split(";")]
        if len(lines) != 1 or len(fields) != 5 or not all(fields):
            raise ProtocolError(Adapters.DEVICE_NOT_NAMED(file=name))
        manufacturer, model, serial, hardware, typed = fields
        device_class = DeviceClass.typed(typed) or typed
        return DeviceIdentity(manufacturer, model, serial, hardware, device_class, "none: numbers in files")

    def software(self) -> tuple[SoftwareComponent, ...]:
        """Return nothing; a file of numbers does not say what ran."""
        return ()

    def load(self, order: Order) -> CountReport:  # noqa: ARG002  it refuses every order
        """Refuse; there is nowhere to put cards."""
        raise DeviceRefused(Adapters.NO_CARDS_HELD(adapter=NAME))

    def count(self) -> CountReport:
        """Refuse; there are no cards."""
        raise DeviceRefused(Adapters.NO_CARDS_HELD(adapter=NAME))

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
            raise DeviceRefused(Adapters.OTHER_KIND(adapter=NAME, kind=request.kind))
        name, text = read_named_file(self._link)
        try:
            values = entered_numbers(text, request.units, request.low, request.high)
        except ProtocolError as error:
            raise ProtocolError(Adapters.IN_FILE(file=name, why=error.reasons)) from error
        return (Draws(np.array(values, dtype=np.uint16)),)
