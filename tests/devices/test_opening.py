import subprocess
import sys

from labharness.devices.opening import open_transport, schemes
from labharness.errors import InputError
from labharness.model.reasons.wire import Wire
from tests.support.reasons import refused


def test_every_scheme_is_a_module():
    assert set(schemes()) >= {"file", "operator", "serial", "tcp", "tls", "usb", "usbip", "watch"}


def test_unknown_schemes_are_named_with_the_known_ones():
    for url in ("", "usb", "usb:1209:0001", "__init__://x", "../usb://x"):
        known = tuple(f"{name}://" for name in schemes())
        assert refused(InputError, open_transport, url) == (Wire.URL_UNKNOWN(url=url, schemes=known),), url


def test_devices_are_imported_without_any_usb_library():
    code = "import sys, labharness.devices.opening; sys.exit(not {'usb', 'serial'}.isdisjoint(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
