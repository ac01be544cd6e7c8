import pytest

from labharness.devices.opening import open_transport
from labharness.devices.transports import usb
from labharness.errors import DeviceNotFound, InputError


def test_a_device_that_is_not_there():
    """Runs the real libusb; 0xfff0 belongs to nobody, so no bench can have it."""
    with pytest.raises(DeviceNotFound, match="fff0:0001"):
        open_transport("usb://fff0:0001/SN-1").open()


def test_listing_works_without_a_bus():
    assert isinstance(usb.list_devices(), list)


@pytest.mark.parametrize("url", ["usb://", "usb://12:34", "usb://1209:0001:2", "usb://xxxx:0001"])
def test_wrong_urls_are_refused(url):
    with pytest.raises(InputError, match="usb://VID:PID"):
        open_transport(url)
