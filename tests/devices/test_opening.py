import subprocess
import sys

import pytest

from labharness.devices.opening import open_transport, path_of, schemes
from labharness.errors import InputError


def test_every_scheme_is_a_module():
    assert set(schemes()) >= {"file", "operator", "usb", "usbip", "watch"}


@pytest.mark.parametrize("url", ["", "usb", "usb:1209:0001", "serial://x", "__init__://x", "../usb://x"])
def test_unknown_schemes_are_named_with_the_known_ones(url):
    with pytest.raises(InputError, match="watch://") as caught:
        open_transport(url)
    assert "usbip://" in str(caught.value)


@pytest.mark.parametrize(
    ("url", "windows", "path"),
    [
        ("watch:///home/lab/decks", False, "/home/lab/decks"),
        ("watch://decks", False, "decks"),
        ("watch:///C:/lab/decks", False, "/C:/lab/decks"),
        ("watch:///C:/lab/decks", True, "C:/lab/decks"),
        ("watch://C:/lab/decks", True, "C:/lab/decks"),
        (r"watch://C:\lab\decks", True, r"C:\lab\decks"),
        ("watch:////server/share", True, "//server/share"),
        ("file:///dev/a%20b#1?", False, "/dev/a b#1?"),
    ],
)
def test_paths(url, windows, path):
    assert path_of(url, windows=windows) == path


def test_devices_are_imported_without_any_usb_library():
    code = "import sys, labharness.devices.opening; sys.exit('usb' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
