import pytest

from labharness.devices.usb.descriptors import configuration_tree, string_descriptor


def test_a_descriptor_without_length_is_refused():
    with pytest.raises(ValueError, match="no length"):
        configuration_tree(bytes([9, 2, 11, 0, 1, 1, 0, 0x80, 50, 0, 4]))


def test_long_strings_are_cut():
    assert len(string_descriptor("x" * 500)) == 254
