import subprocess
import sys

import pytest

from labharness.devices.opening import open_transport, schemes
from labharness.errors import InputError


def test_every_scheme_is_a_module():
    assert set(schemes()) >= {"file", "operator", "usb", "usbip", "watch"}


@pytest.mark.parametrize("url", ["", "usb", "usb:1209:0001", "serial://x", "__init__://x", "../usb://x"])
def test_unknown_schemes_are_named_with_the_known_ones(url):
    with pytest.raises(InputError, match="watch://") as caught:
        open_transport(url)
    assert "usbip://" in str(caught.value)


def test_devices_are_imported_without_any_usb_library():
    code = "import sys, labharness.devices.opening; sys.exit('usb' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
