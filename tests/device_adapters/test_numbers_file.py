import pytest

from device_adapters.numbers_file import MAX_FILE, NumbersFile
from labharness.devices.adapter import AcquireRequest
from labharness.errors import DeviceRefused, ProtocolError
from labharness.model.observations import Kind


class Folder:
    """Gives one file."""

    position = 0

    def __init__(self, content):
        self._content = content

    def read(self, size):
        return self._content[:size]


def adapter(text):
    return NumbersFile(Folder(b"# file: 000007.txt\n" + text))


THROWS = AcquireRequest(Kind.DRAW, 6, low=1, high=6)


@pytest.mark.parametrize(
    "text",
    [
        b"3 6 1\n2 2 5\n",
        b"# camera: x\r\n3, 6, 1\r\n2;2;5 # the second throw",
        b"\xef\xbb\xbf3\t6 1 2 2 5",
    ],
)
def test_throws_are_read_however_they_are_laid_out(text):
    (found,) = adapter(text).acquire(THROWS)
    assert found.values.tolist() == [3, 6, 1, 2, 2, 5]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"3 6 1\n2 7 5\n", "000007.txt: Line 2, column 3: '7' is no number from 1 to 6"),
        (b"3 6 1\n2 x 5\n", "Line 2, column 3: 'x' is no number"),
        (b"3 6 1 2 2 5.0", "Line 1, column 11: '5.0' is no number"),
        ("3 6 1 2 2 \u0665".encode(), "Line 1, column 11: "),
        (b"1" * 5000, "Line 1, column 1: '11111111111111111111' is no number"),
        (b"3 6 1\n", "000007.txt: 3 numbers were entered; enter 6"),
        (b"3 6 1 2 2 5 4\n", "7 numbers were entered; enter 6"),
        (b"", "0 numbers were entered"),
        (b"\xff\xfe1\0", "not UTF-8"),
        (b"1 " * (MAX_FILE // 2), "longer than"),
    ],
)
def test_anything_else_is_refused_with_file_line_and_column(text, words):
    with pytest.raises(ProtocolError, match=rf"{words}.*\.$"):
        adapter(text).acquire(THROWS)


def test_a_file_names_the_device():
    identity = adapter(b"# by hand\nShake Co; S-3; 12\x1b; none; dice_shaker\n").identify()
    assert (identity.manufacturer, identity.serial, identity.device_class) == (
        "Shake Co",
        "12?",
        "dice_shaker",
    )
    assert identity.protocol == "none: numbers in files"


@pytest.mark.parametrize("text", [b"", b"3 6 1\n", b"a;b;c;d\n", b"a;b;c;d;\n", b"a;b;c;d;e\na;b;c;d;e\n"])
def test_a_file_that_names_no_device_is_refused(text):
    with pytest.raises(ProtocolError, match=r"000007.txt does not name the device; write .*\.$"):
        adapter(text).identify()


def test_a_file_without_a_name_is_refused():
    with pytest.raises(ProtocolError, match="without its name"):
        NumbersFile(Folder(b"3 6 1")).acquire(THROWS)


def test_files_hold_neither_cards_nor_software():
    assert adapter(b"").software() == ()
    assert adapter(b"").status().alarms == ()
    with pytest.raises(DeviceRefused, match="hold outcomes, no deal"):
        adapter(b"").acquire(AcquireRequest(Kind.DEAL, 1, stacks=(7,)))
