"""The guest with Debian's kernel: one for all tests."""

import os
import socket

import pytest

from labharness.simulators import firmware
from tests.support.kernel.desk import DRIVERS, Desk
from tests.support.kernel.image import UnavailableError, prepared


def unavailable(error):
    """Fail for want of a guest; where that is permitted (``KERNEL_GUEST=optional``, as in CI), skip."""
    if os.environ.get("KERNEL_GUEST") == "optional":
        pytest.skip(f"NOT TESTED UNDER A TRUE KERNEL: {error}")
    pytest.fail(f"These tests need a guest: {error}", pytrace=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    try:
        return (yield)
    except UnavailableError as error:  # the guest ended under a test
        unavailable(error)


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """A request that breaks off is discarded after a second, as the document says."""
    monkeypatch.setattr(firmware, "PATIENCE", 1.0)


@pytest.fixture(scope="session")
def exported():
    """Port of this computer at which the guest's own USB/IP server answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


@pytest.fixture(scope="session")
def guest(exported):
    """The running guest."""
    try:
        desk = Desk(prepared(), {exported: 3240}, ("-device", "qemu-xhci"))
    except UnavailableError as error:
        unavailable(error)
    with desk:
        try:
            desk.modprobe(*DRIVERS)
        except UnavailableError as error:
            unavailable(error)
        yield desk
