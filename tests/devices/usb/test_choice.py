"""Which interface is opened, and that none of the system ever is."""

import errno
from types import SimpleNamespace

import pytest
import usb.core
import usb.util

from labharness.devices.usb import bus
from labharness.devices.usb.pipe import NEVER, BulkPipe, PipeChoice, chosen, is_drivable
from labharness.errors import (
    DeviceLost,
    DeviceNotFound,
    LockedError,
    ProtocolError,
    TransferDamaged,
    WrongDevice,
)
from labharness.model.reasons.wire import Wire
from tests.support.reasons import refused

BULK, INTERRUPT = 2, 3
LINK = "usb://1209:0001"


class Interface(list):
    def __init__(self, number, usb_class, *ends, alternate=0):
        super().__init__(
            SimpleNamespace(bEndpointAddress=address, bmAttributes=kind, wMaxPacketSize=64)
            for address, kind in ends
        )
        self.bInterfaceNumber, self.bInterfaceClass, self.bAlternateSetting = number, usb_class, alternate


PAIR = ((0x81, BULK), (0x01, BULK))
DISK = Interface(0, 0x08, *PAIR)
KEYBOARD = Interface(1, 0x03, (0x83, INTERRUPT))
READ_ONLY = Interface(2, 0xFF, (0x84, BULK))
VENDOR = Interface(3, 0xFF, (0x85, BULK), (0x05, BULK), (0x86, INTERRUPT))
DATA = Interface(4, 0x0A, (0x87, BULK), (0x07, BULK))
COMPOSITE = [DISK, KEYBOARD, READ_ONLY, VENDOR, DATA]


def addresses(choice, configuration=COMPOSITE):
    interface, inward, outward = chosen(configuration, choice, LINK)
    return interface.bInterfaceNumber, inward.bEndpointAddress, outward and outward.bEndpointAddress


def test_the_vendor_specific_pair_is_taken_unless_the_url_names_others():
    assert addresses(PipeChoice()) == (3, 0x85, 0x05)
    assert addresses(PipeChoice(interface=2)) == (2, 0x84, None)
    assert addresses(PipeChoice(inward=0x86)) == (3, 0x86, 0x05)
    assert addresses(PipeChoice(usb_class=0x0A)) == (4, 0x87, 0x07)


def test_endpoints_that_are_not_there():
    for choice in (PipeChoice(inward=0x87), PipeChoice(outward=0x07), PipeChoice(interface=2, outward=5)):
        assert refused(ProtocolError, addresses, choice) == (Wire.NO_READ_ENDPOINT(link=LINK),), choice


def test_hubs_keyboards_and_disks_are_not_drivable():
    assert not is_drivable([[DISK, KEYBOARD, Interface(5, 0x09, (0x81, INTERRUPT))]])
    assert is_drivable([COMPOSITE])
    for usb_class in sorted(NEVER):  # nor are they chosen by their class
        with pytest.raises(ProtocolError):
            addresses(PipeChoice(usb_class=usb_class), [Interface(0, usb_class, *PAIR)])


class Device:
    """A device with a kernel driver on each interface; records what is done to it."""

    def __init__(self, *interfaces, refuses=None, fault=None):
        self.interfaces, self.refuses, self.fault = interfaces, refuses, fault
        self.done, self.gone = [], False
        self.idVendor, self.idProduct, self.bcdDevice, self.bus, self.address = 0x1209, 0x0001, 0x0100, 1, 2
        self.iManufacturer = self.iProduct = self.iSerialNumber = 0
        for interface in interfaces:
            for each in interface:
                each.read = each.clear_halt = self.fail

    def fail(self, *_):
        raise usb.core.USBError("Input/Output Error", -1, self.fault)

    def get_active_configuration(self):
        if self.refuses == errno.EACCES or self.gone:
            raise usb.core.USBError("refused", -3, errno.ENODEV if self.gone else errno.EACCES)
        return list(self.interfaces)

    def is_kernel_driver_active(self, number):
        return ("detach", number) not in self.done or ("attach", number) in self.done

    def detach_kernel_driver(self, number):
        self.done.append(("detach", number))

    def attach_kernel_driver(self, number):
        self.done.append(("attach", number))

    def reset(self):
        self.done.append(("reset",))


@pytest.fixture(autouse=True)
def no_backend(monkeypatch):
    def claim(device, interface):
        if device.refuses == errno.EBUSY:
            raise usb.core.USBError("Resource busy", -6, errno.EBUSY)
        device.done.append(("claim", interface.bInterfaceNumber))

    monkeypatch.setattr(usb.util, "claim_interface", claim)
    monkeypatch.setattr(usb.util, "dispose_resources", lambda device: device.done.append(("dispose",)))


def test_a_driver_is_detached_from_the_chosen_interface_only_and_attached_again():
    device = Device(DISK, KEYBOARD, VENDOR)
    pipe = BulkPipe(device, LINK)
    pipe.open()
    assert device.done == [("detach", 3), ("claim", 3)]
    pipe.close()
    pipe.close()
    assert [each for each in device.done[2:] if each != ("dispose",)] == [("attach", 3)]


def test_a_device_without_the_class_keeps_its_drivers():
    device = Device(DISK, KEYBOARD)
    reasons = refused(ProtocolError, BulkPipe(device, LINK).open)
    wanted = Wire.OTHER_USB_CLASS(link=LINK, usb_class="0xff", interfaces=("0: 0x08", "1: 0x03"))
    assert reasons == (wanted,)
    assert device.done == [("dispose",)]


def test_a_device_in_use_gets_its_driver_back():
    device = Device(VENDOR, refuses=errno.EBUSY)
    with pytest.raises(LockedError):
        BulkPipe(device, LINK).open()
    assert ("attach", 3) in device.done


@pytest.mark.parametrize("number", [errno.EIO, errno.EPROTO])
def test_noise_on_the_cable_resets_the_device_and_is_no_unplugging(number):
    device = Device(VENDOR, fault=number)
    pipe = BulkPipe(device, LINK)
    pipe.open()
    assert refused(TransferDamaged, pipe.read, 64, 1) == (Wire.NOISY(link=LINK),)
    assert device.done.count(("reset",)) == 1
    assert device.done[-1] == ("claim", 3)
    device.gone = True
    with pytest.raises(DeviceLost):
        pipe.read(64, 1)


def test_a_device_that_also_is_a_disk_is_never_reset():
    device = Device(DISK, VENDOR, fault=errno.EIO)
    pipe = BulkPipe(device, LINK)
    pipe.open()
    with pytest.raises(DeviceLost):  # nor can its halts be cleared here
        pipe.read(64, 1)
    assert ("reset",) not in device.done


def test_missing_permission_names_the_rule_also_where_a_serial_number_is_asked_for(monkeypatch):
    device = Device(VENDOR, refuses=errno.EACCES)
    device.iSerialNumber = 3
    rule = Wire.NO_USB_PERMISSION(link=LINK, vid="1209", pid="0001")
    assert refused(DeviceNotFound, BulkPipe(device, LINK).open) == (rule,)
    monkeypatch.setattr(bus, "libusb_devices", lambda *_: [device])
    monkeypatch.setattr(bus, "string", lambda *_: "")
    assert refused(DeviceNotFound, bus.libusb_device, 0x1209, 1, "SN-1") == (rule,)
    device.refuses = None
    with pytest.raises(WrongDevice):
        bus.libusb_device(0x1209, 1, "SN-1")


class Listed(Device):
    def __iter__(self):
        return iter([self.interfaces])


def test_the_list_shows_what_could_be_driven_and_why_it_cannot_be_opened(monkeypatch):
    barred = Listed(VENDOR, refuses=errno.EACCES)
    monkeypatch.setattr(
        bus, "libusb_devices", lambda: [Listed(DISK), Listed(KEYBOARD), Listed(VENDOR), barred]
    )
    assert [(each.url, each.problem) for each in bus.list_libusb()] == [
        (LINK, ()),
        (LINK, (Wire.NO_USB_PERMISSION(link=LINK, vid="1209", pid="0001"),)),
    ]
