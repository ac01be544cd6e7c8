from labharness.devices.opening import open_transport
from labharness.devices.usb.bus import list_libusb
from labharness.errors import DeviceNotFound, InputError
from labharness.model.reasons.wire import Wire
from tests.support.reasons import refused


def test_a_device_that_is_not_there():
    """Runs the real libusb; 0xfff0 belongs to nobody, so no bench can have it."""
    assert refused(DeviceNotFound, open_transport("usb://fff0:0001/SN-1").open) == (
        Wire.USB_ABSENT(device="fff0:0001"),
    )


def test_listing_works_without_a_bus():
    assert isinstance(list_libusb(), list)


def test_input_devices_disks_and_hubs_are_refused_before_anything_is_opened():
    for usb_class in ("3", "0x08", "0x9"):
        url = f"usb://1209:0001?class={usb_class}"
        assert refused(InputError, open_transport, url) == (Wire.SYSTEM_CLASS(url=url),), usb_class
