import struct

from labharness.devices.usb.descriptors import bos_descriptor, names_winusb, vendor_code, winusb_descriptors


def test_a_set_names_winusb_and_its_own_length():
    descriptors = winusb_descriptors()
    assert struct.unpack_from("<HHIH", descriptors) == (10, 0, 0x06030000, len(descriptors))
    assert names_winusb(descriptors)
    assert vendor_code(bos_descriptor(0x20)) == (0x20, len(descriptors))
    assert not names_winusb(descriptors.replace(b"WINUSB", b"LIBUSB"))
    assert vendor_code(bos_descriptor(0x20).replace(b"\xdf\x60", b"\0\0")) is None


def test_the_platform_is_the_one_that_windows_asks_for():
    assert bos_descriptor(1)[5 + 4 : 5 + 20].hex() == "df60ddd88945c74c9cd2659d9e648a9f"
