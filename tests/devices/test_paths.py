import pytest

from labharness.devices.paths import path_of
from labharness.errors import InputError
from labharness.model.reasons.wire import Wire
from tests.support.reasons import refused


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


def test_no_path():
    for url in ("file://", "watch://", "watch://a%00b"):
        assert refused(InputError, path_of, url) == (
            Wire.URL_INVALID(url=url, forms=(f"{url[:5].rstrip(':')}:///PATH",)),
        ), url
