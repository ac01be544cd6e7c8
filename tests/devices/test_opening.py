import subprocess
import sys

from labharness.devices.opening import open_transport, schemes
from labharness.errors import InputError
from labharness.model.reasons.wire import Wire
from tests.support.reasons import refused

PIN = "ab" * 32
PORT = "/dev/ttyUSB0"
WRONG = {
    "file": ("",),
    "watch": ("", "a%00b"),
    "capture": ("", "/run#camera"),
    "tcp": ("", "host", "host:0", "host:70000", "h:1/x", "a@h:1"),
    "tls": ("host:1", "host:1?sha256=", "host:1?sha256=abcd", f"host:0?sha256={PIN}"),
    "serial": (
        *("", "ttyUSB0", "/dev/tty%00", "403:6001", f"{PORT}?baud=0", f"{PORT}?baud=fast", f"{PORT}?baud"),
        *(f"{PORT}?speed=9600", f"{PORT}?dtr=2", f"{PORT}?baud=9600&baud=9600", f"{PORT}?knock="),
        *(f"{PORT}?knock=110.", f"{PORT}?knock=0", f"{PORT}?knock={'.'.join(['110'] * 9)}"),
    ),
    "usb": (
        *("", "12:34", "1209:0001:2", "xxxx:0001", "1209:0001?interface=256", "1209:0001?in=0x01"),
        *("1209:0001?out=0x81", "1209:0001?in=", "1209:0001?pipe=1", "1209:0001?in=0x81&in=0x82"),
    ),
    "usbip": ("", "host", "host:0/1-1", "host:70000/1-1", "h:1/a b"),
}
"""What stands behind each scheme and leads nowhere."""


def test_wrong_urls_are_refused_with_the_forms_of_right_ones():
    for scheme, rests in WRONG.items():
        for url in (f"{scheme}://{rest}" for rest in rests):
            (reason,) = refused(InputError, open_transport, url)
            assert reason.is_a(Wire.URL_INVALID), url
            assert reason["url"] == url
            assert {form.partition("://")[0] for form in reason["forms"]} == {scheme}, url
    assert set(schemes()) - WRONG.keys() == {"operator"}


def test_unknown_schemes_are_named_with_the_known_ones():
    for url in ("", "usb", "usb:1209:0001", "__init__://x", "../usb://x"):
        known = tuple(f"{name}://" for name in schemes())
        assert refused(InputError, open_transport, url) == (Wire.URL_UNKNOWN(url=url, schemes=known),), url


def test_devices_are_imported_without_any_usb_library():
    code = "import sys, labharness.devices.opening; sys.exit(not {'usb', 'serial'}.isdisjoint(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
