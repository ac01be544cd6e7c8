"""What a device adapter is written with: the one import of its file.

Version 1.  Within a version a name keeps its meaning and its parameters, and only new names come; a name that leaves
or changes raises ``VERSION``.  ``docs/kits.md`` lists the names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from labharness.lazy_names import lazy_names

VERSION = 1

if TYPE_CHECKING:
    from labharness.devices import noise_device as ftdi
    from labharness.devices.adapter import (
        AcquireRequest,
        Adapter,
        Demand,
        Link,
        Reader,
        adapter,
        entered_numbers,
        printable,
        read_named_file,
    )
    from labharness.devices.control_request import INTERFACE, INWARD, VENDOR, ControlRequest
    from labharness.devices.lti import frame as lti_answer
    from labharness.devices.lti import frame as lti_frame
    from labharness.devices.lti import frame as lti_limits
    from labharness.devices.lti import message as lti_cards
    from labharness.devices.lti import message as lti_message
    from labharness.devices.noise_device import UNKNOWN, NoiseDevice, received
    from labharness.devices.replay import read_until_silence
    from labharness.errors import (
        CaptureMismatch,
        CardError,
        DeviceJammed,
        DeviceRefused,
        DeviceTimeout,
        InputError,
        ProtocolError,
        TransferDamaged,
    )
    from labharness.model.cards import UNREAD, Order, format_order, parse_order
    from labharness.model.device import (
        CountReport,
        DeviceClass,
        DeviceIdentity,
        DeviceStatus,
        SoftwareComponent,
    )
    from labharness.model.observations import Deal, Draws, Kind, Observation, RawBytes, Round, Shuffle, Source
    from labharness.model.reasons.conduct import Adapters
    from labharness.model.reasons.lti import Listed, Lti
    from labharness.reason import Code, Reason, cut_short, quoted
else:
    __getattr__, __dir__ = lazy_names(__name__, __file__)
