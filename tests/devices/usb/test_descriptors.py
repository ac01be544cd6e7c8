import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.devices.usb.descriptors import configuration_tree, device_fields, string_descriptor


@given(st.binary(max_size=80))
def test_any_bytes_are_understood_or_refused_with_a_value_error(data):
    for parse in (configuration_tree, device_fields):
        try:
            parse(data)
        except ValueError:
            continue


@given(st.binary(max_size=60))
def test_any_bytes_after_a_configuration_come_to_an_end(data):
    head = bytes([9, 2, 9 + len(data), 0, 1, 1, 0, 0x80, 50])
    try:
        tree = configuration_tree(head + data)
    except ValueError:
        return
    assert tree.configuration.bMaxPower == 50


def test_a_descriptor_without_length_is_refused():
    with pytest.raises(ValueError, match="no length"):
        configuration_tree(bytes([9, 2, 11, 0, 1, 1, 0, 0x80, 50, 0, 4]))


def test_long_strings_are_cut():
    assert len(string_descriptor("x" * 500)) == 254
