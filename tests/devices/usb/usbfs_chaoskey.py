"""Reads 4,096 bytes from a ChaosKey through its adapter and a tap."""

import sys

from device_adapters.chaoskey import ChaosKey
from labharness.devices.adapter import AcquireRequest
from labharness.devices.opening import open_transport
from labharness.devices.tap import Limits, Tap
from labharness.model.observations import Kind
from labharness.testing.samples import Recording

tap = Tap(open_transport("usb://1d50:60c6/SIM-000123"), Recording(), Limits(60))
tap.open()
(data,) = ChaosKey(tap).acquire(AcquireRequest(Kind.BYTES, 4096))
tap.close()
sys.stdout.buffer.write(data.data)
