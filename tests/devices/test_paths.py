import pytest

from labharness.devices.paths import path_of


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
