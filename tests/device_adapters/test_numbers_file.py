import pytest

from device_adapters.numbers_file import NumbersFile
from labharness.devices.adapter import MAX_FILE, AcquireRequest
from labharness.errors import DeviceRefused, ProtocolError
from labharness.model.observations import Kind
from labharness.model.reasons.conduct import Adapters
from tests.support.links import File
from tests.support.reasons import refused


def adapter(text):
    return NumbersFile(File(b"# file: 000007.txt\n" + text))


THROWS = AcquireRequest(Kind.DRAW, 6, low=1, high=6)


@pytest.mark.parametrize(
    "text",
    [b"3 6 1\n2 2 5\n", b"# camera: x\r\n3, 6, 1\r\n2;2;5 # the second throw", b"\xef\xbb\xbf3\t6 1 2 2 5"],
)
def test_throws_are_read_however_they_are_laid_out(text):
    (result,) = adapter(text).acquire(THROWS)
    assert result.values.tolist() == [3, 6, 1, 2, 2, 5]


def wrong(line, column, word):
    return Adapters.NOT_A_NUMBER(line=line, column=column, word=word, low=1, high=6)


def number(entered):
    return Adapters.OTHER_AMOUNT(entered=entered, requested=6, low=1, high=6)


def test_anything_else_is_refused_with_file_line_and_column():
    for text, why in (
        (b"3 6 1\n2 7 5\n", wrong(2, 3, "7")),
        (b"3 6 1\n2 x 5\n", wrong(2, 3, "x")),
        (b"3 6 1 2 2 5.0", wrong(1, 11, "5.0")),
        ("3 6 1 2 2 \u0665".encode(), wrong(1, 11, "\u0665")),
        (b"1" * 5000, wrong(1, 1, "1" * 20)),
        (b"3 6 1\n", number(3)),
        (b"3 6 1 2 2 5 4\n", number(7)),
        (b"", number(0)),
    ):
        in_file = Adapters.IN_FILE(file="000007.txt", why=(why,))
        assert refused(ProtocolError, adapter(text).acquire, THROWS) == (in_file,), (text, why)
    for file, reason in (
        (b"# file: a\n\xff\xfe1\0", Adapters.NOT_TEXT()),
        (b"# file: a\n" + b"1 " * (MAX_FILE // 2), Adapters.FILE_TOO_LONG(limit=MAX_FILE)),
        (b"3 6 1", Adapters.NAME_MISSING()),
    ):
        assert refused(ProtocolError, NumbersFile(File(file)).acquire, THROWS) == (reason,)


def test_a_file_names_the_device():
    identity = adapter(b"# by hand\nShake Co; S-3; 12\x1b; none; dice_shaker\n").identify()
    assert (identity.manufacturer, identity.serial, identity.device_class) == (
        "Shake Co",
        "12?",
        "dice_shaker",
    )
    assert identity.protocol == "none: numbers in files"


def test_a_file_that_names_no_device_is_refused():
    for text in (b"", b"3 6 1\n", b"a;b;c;d\n", b"a;b;c;d;\n", b"a;b;c;d;e\na;b;c;d;e\n"):
        assert refused(ProtocolError, adapter(text).identify) == (
            Adapters.DEVICE_NOT_NAMED(file="000007.txt"),
        ), text


def test_files_hold_neither_cards_nor_software():
    assert adapter(b"").software() == ()
    assert adapter(b"").status().alarms == ()
    assert refused(DeviceRefused, adapter(b"").acquire, AcquireRequest(Kind.DEAL, 1, stacks=(7,))) == (
        Adapters.OTHER_KIND(adapter="numbers_file", kind=Kind.DEAL),
    )
