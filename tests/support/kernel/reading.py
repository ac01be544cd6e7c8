"""Reads from a device in the guest; prints what came as a line of JSON.

``reading.py URL ADAPTER BYTES`` acquires so many raw bytes.  ``reading.py URL wait SECONDS`` waits for a byte of a device that says nothing.
"""

import json
import sys
import time
from importlib import import_module
from pathlib import Path

from labharness.devices.adapter import AcquireRequest
from labharness.devices.opening import open_transport
from labharness.devices.tap import Limits, Tap
from labharness.errors import DeviceError
from labharness.model.observations import Kind
from labharness.testing.samples import Recording

WAITING = Path("/run/waiting")
"""Says that the device is open and the read begins."""


def main(url, adapter, number):
    tap = Tap(open_transport(url), Recording(), Limits(120))
    facts = tap.open()
    try:
        return {"facts": facts, **(waited if adapter == "wait" else read)(tap, adapter, int(number))}
    finally:
        tap.close()


def read(tap, adapter, size):
    module = import_module(f"device_adapters.{adapter}")
    (speaker,) = (
        each for each in vars(module).values() if getattr(each, "__module__", "") == module.__name__
    )
    (result,) = speaker(tap).acquire(AcquireRequest(Kind.BYTES, size))
    return {"bytes": result.data.hex()}


def waited(tap, _, seconds):
    WAITING.touch()
    began = time.monotonic()
    try:
        tap.read(1, seconds)
    except DeviceError as error:
        return {"error": type(error).__name__, "seconds": time.monotonic() - began}
    finally:
        WAITING.unlink()
    return {"error": None}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(*sys.argv[1:])) + "\n")
