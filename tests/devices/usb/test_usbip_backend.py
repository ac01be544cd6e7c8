import errno

import pytest
import usb.control
import usb.core
import usb.util

from labharness.devices.usb.usbip_link import RemoteDevice, UsbipBackend, exported_devices


@pytest.fixture
def device(server):
    (exported,) = exported_devices(server.host, server.port)
    device = usb.core.Device(RemoteDevice(server.host, server.port, exported), UsbipBackend())
    device.set_configuration()
    yield device
    usb.util.dispose_resources(device)


def number_of(call, *given):
    """Return the number with which a transfer fails."""
    with pytest.raises(usb.core.USBError) as caught:
        call(*given)
    return caught.value.errno


def test_descriptors_as_pyusb_shows_them(device):
    assert (device.manufacturer, device.serial_number, device.bcdDevice) == ("Bench", "SN-1", 0x0203)
    (interface,) = device.get_active_configuration()
    assert [(each.bEndpointAddress, each.bmAttributes, each.wMaxPacketSize) for each in interface] == [
        (0x01, 2, 512),
        (0x81, 2, 512),
        (0x82, 3, 64),
    ]


def test_events_come_on_the_interrupt_endpoint(device):
    device.write(0x01, b"EVENT door")
    assert bytes(device.read(0x82, 64, 1000)) == b"door"


def test_timeout_stall_and_recovery_carry_the_numbers_that_libusb_uses(device):
    with pytest.raises(usb.core.USBTimeoutError) as late:
        device.read(0x81, 512, 50)
    device.write(0x01, b"STALL")
    assert (late.value.errno, number_of(device.read, 0x81, 512, 1000)) == (errno.ETIMEDOUT, errno.EPIPE)
    assert usb.control.get_status(device, device[0][0, 0][1]) == 1
    for endpoint in (0x01, 0x81):
        device.clear_halt(endpoint)
    assert usb.control.get_status(device, device[0][0, 0][1]) == 0
    device.write(0x01, b"again")
    assert bytes(device.read(0x81, 512, 1000)) == b"again"


def test_a_buffer_that_cannot_hold_the_packet_overflows(device):
    device.write(0x01, b"x" * 100)
    assert number_of(device.read, 0x81, 64, 1000) == errno.EOVERFLOW


def test_standard_requests(device):
    assert usb.control.get_configuration(device) == 1
    assert usb.control.get_interface(device, 0) == 0
    device.set_interface_altsetting(0, 0)
    usb.control.set_feature(device, usb.control.ENDPOINT_HALT, device[0][0, 0][1])
    assert number_of(device.read, 0x81, 512, 1000) == errno.EPIPE
    usb.control.clear_feature(device, usb.control.ENDPOINT_HALT, device[0][0, 0][1])
    device.reset()
    assert usb.control.get_configuration(device) == 0
