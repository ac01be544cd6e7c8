import pytest

from labharness.devices.opening import open_transport
from labharness.devices.transports import usb
from labharness.errors import DeviceNotFound, InputError
from labharness.model.reasons.wire import Wire


def test_a_device_that_is_not_there():
    """Runs the real libusb; 0xfff0 belongs to nobody, so no bench can have it."""
    with pytest.raises(DeviceNotFound) as refused:
        open_transport("usb://fff0:0001/SN-1").open()
    assert refused.value.reasons == (Wire.USB_ABSENT(device="fff0:0001"),)


def test_listing_works_without_a_bus():
    assert isinstance(usb.list_devices(), list)


@pytest.mark.parametrize("url", ["usb://", "usb://12:34", "usb://1209:0001:2", "usb://xxxx:0001"])
def test_wrong_urls_are_refused(url):
    with pytest.raises(InputError) as refused:
        open_transport(url)
    assert refused.value.reasons == (
        Wire.URL_INVALID(url=url, forms=("usb://1209:0001", "usb://1209:0001/SERIAL")),
    )
