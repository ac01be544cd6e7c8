"""Reads files of numbers: dice or selections that a person, a camera or another instrument wrote down.

The first file names the device, as a name plate does; every other one holds the outcomes of one exchange, which
is one batch of the plan's stage: a throw of dice, or several, one a line.
"""

from __future__ import annotations

import numpy as np

from labharness.devices import kit

NAME = "numbers_file"


@kit.adapter(
    name=NAME,
    title="Files of numbers",
    schemes=("watch", "capture"),
    kinds=(kit.Kind.DRAW,),
    source=kit.Source.HAND_ENTERED,
)
class NumbersFile:
    """A device whose outcomes somebody writes into files.

    Parameters
    ----------
    link
        The tapped transport; each read returns one whole file after a line with its name.
    """

    def __init__(self, link: kit.Link) -> None:
        self._link = link

    def identify(self) -> kit.DeviceIdentity:
        """Read the file that says what the name plate says: five fields, separated by semicolons.

        Raises
        ------
        ProtocolError
            If the next file holds anything else.
        """
        name, text = kit.read_named_file(self._link)
        lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
        fields = [kit.printable(field.strip()) for field in "".join(lines).split(";")]
        if len(lines) != 1 or len(fields) != 5 or not all(fields):
            raise kit.ProtocolError(kit.Adapters.DEVICE_NOT_NAMED(file=name))
        manufacturer, model, serial, hardware, typed = fields
        device_class = kit.DeviceClass.typed(typed) or typed
        return kit.DeviceIdentity(
            manufacturer, model, serial, hardware, device_class, "none: numbers in files"
        )

    def software(self) -> tuple[kit.SoftwareComponent, ...]:
        """Return nothing; a file of numbers does not say what ran."""
        return ()

    def load(self, order: kit.Order) -> kit.CountReport:  # noqa: ARG002  it refuses every order
        """Refuse; there is nowhere to put cards."""
        raise kit.DeviceRefused(kit.Adapters.NO_CARDS_HELD(adapter=NAME))

    def count(self) -> kit.CountReport:
        """Refuse; there are no cards."""
        raise kit.DeviceRefused(kit.Adapters.NO_CARDS_HELD(adapter=NAME))

    def status(self) -> kit.DeviceStatus:
        """Return a mode only; files have no alarms or meters."""
        return kit.DeviceStatus("written down")

    def safe_state(self) -> None:
        """Do nothing; a folder rests."""

    def acquire(self, request: kit.AcquireRequest) -> tuple[kit.Observation, ...]:
        """Read the outcomes of one exchange from the next file.

        Raises
        ------
        ProtocolError
            If it holds anything but as many outcomes as were asked for, with line and column.
        """
        if request.kind is not kit.Kind.DRAW:
            raise kit.DeviceRefused(kit.Adapters.OTHER_KIND(adapter=NAME, kind=request.kind))
        name, text = kit.read_named_file(self._link)
        try:
            values = kit.entered_numbers(text, request.units, request.low, request.high)
        except kit.ProtocolError as error:
            raise kit.ProtocolError(kit.Adapters.IN_FILE(file=name, why=error.reasons)) from error
        return (kit.Draws(np.array(values, dtype=np.uint16)),)
