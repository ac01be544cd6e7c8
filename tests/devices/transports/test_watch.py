import errno
import os

import pytest

from labharness.devices.opening import open_transport
from labharness.devices.transports import watch
from labharness.errors import DeviceLost, DeviceNotFound, DeviceRefused, DeviceTimeout, ProtocolError
from labharness.model.reasons.wire import Wire
from tests.support.reasons import refused

SIZE = 1 << 21


@pytest.fixture
def folder(tmp_path):
    return tmp_path


@pytest.fixture
def transport(folder):
    transport = open_transport(folder.as_uri().replace("file://", "watch://"))
    transport.open()
    yield transport
    transport.close()


def test_files_come_whole_and_in_the_order_of_their_names(folder, transport):
    for name in ("b", "c", "a"):
        (folder / name).write_text(name * 3)
    assert [transport.read(SIZE, 60) for _ in range(3)] == [
        b"# file: a\naaa",
        b"# file: b\nbbb",
        b"# file: c\nccc",
    ]
    with pytest.raises(DeviceTimeout):
        transport.read(SIZE, 0.1)
    assert sorted(path.name for path in folder.iterdir()) == ["a", "b", "c"]


def test_files_from_an_earlier_session_are_counted_and_ignored(folder):
    (folder / "old").write_text("AS")
    transport = open_transport(f"watch://{folder}")
    assert transport.open() == {"folder": str(folder), "files_ignored": "1"}
    (folder / "a new one").write_text("KH")
    assert transport.read(SIZE, 60) == b"# file: a new one\nKH"
    with pytest.raises(DeviceTimeout):
        transport.read(SIZE, 0.1)


def test_hidden_unfinished_and_empty_files_do_not_count(folder, transport):
    for name in (".hidden", "x.tmp", "x.part", "X.TMP"):
        (folder / name).write_text("AS")
    (folder / "empty").touch()
    (folder / "sub").mkdir()
    with pytest.raises(DeviceTimeout):
        transport.read(SIZE, 0.1)


def test_a_file_that_is_still_being_written_is_waited_for_and_holds_those_behind_it(folder, transport):
    (folder / "deck.tmp").write_text("AS")
    with pytest.raises(DeviceTimeout):
        transport.read(SIZE, 0)
    (folder / "deck.tmp").rename(folder / "a finished deck")
    assert transport.read(SIZE, 0) == b"# file: a finished deck\nAS"
    (folder / "later").write_text("second")
    rest = [b"AS "] * 5
    with (folder / "deck").open("wb", buffering=0) as file:
        transport.idle = lambda: rest and file.write(rest.pop())  # between any two looks
        with pytest.raises(DeviceTimeout):
            transport.read(SIZE, 0)
        assert transport.read(SIZE, 60) == b"# file: deck\n" + b"AS " * 5
    assert transport.read(SIZE, 60) == b"# file: later\nsecond"


def test_half_a_file_is_not_taken_by_a_reader_in_a_hurry(folder, transport):
    (folder / "a").write_text("first")
    with (folder / "b").open("wb", buffering=0) as file:
        file.write(b"half")
        assert transport.read(SIZE, 60) == b"# file: a\nfirst"
        file.write(b" and half")
        assert transport.read(SIZE, 60) == b"# file: b\nhalf and half"


def test_many_files_need_no_look_each(folder, transport, monkeypatch):
    for number in range(300):
        (folder / f"{number:04d}").write_text(str(number))
    looks, look = [], transport._look
    monkeypatch.setattr(transport, "_look", lambda: looks.append(1) or look())
    assert [transport.read(SIZE, 60) for _ in range(300)] == [
        b"# file: %04d\n%d" % (n, n) for n in range(300)
    ]
    assert len(looks) == 2


@pytest.mark.parametrize("before", [False, True])
def test_a_rewritten_file_is_new_only_if_its_content_is(folder, before):
    deck, transport = folder / "deck", open_transport(f"watch://{folder}")
    if before:
        deck.write_text("AS")
    transport.open()
    if not before:
        deck.write_text("AS")
        transport.read(SIZE, 60)
    os.utime(deck, ns=(1, 1))
    with pytest.raises(DeviceTimeout):
        transport.read(SIZE, 0.1)
    deck.write_text("KH")
    assert transport.read(SIZE, 60) == b"# file: deck\nKH"


def test_too_much_is_an_error_once_and_the_next_file_follows(folder, transport):
    (folder / "a").write_bytes(bytes(watch.SIZE_LIMIT + 1))
    (folder / "b").write_bytes(bytes(watch.SIZE_LIMIT))
    (folder / "c").write_bytes(b"KH")
    assert refused(ProtocolError, transport.read, SIZE, 60) == (
        Wire.FILE_TOO_LONG(file="a", limit=watch.SIZE_LIMIT),
    )
    assert refused(ProtocolError, transport.read, 4096, 60) == (Wire.FILE_TOO_LONG(file="b", limit=4096),)
    assert transport.read(4096, 60) == b"# file: c\nKH"


@pytest.mark.skipif(os.name == "nt", reason="Windows allows no such names")
def test_names_are_made_harmless_and_a_folder_that_went_away_is_a_loss(folder, transport):
    (folder / "deck\n\x1b[2J♠").write_text("AS")
    assert transport.read(SIZE, 60) == b"# file: deck??[2J?\nAS"
    folder.rename(folder.with_name(folder.name + "-moved"))
    with pytest.raises(DeviceLost):
        transport.read(SIZE, 60)


def test_no_folder_no_writing_and_not_open(folder):
    missing = f"watch://{folder}/missing"
    assert refused(DeviceNotFound, open_transport(missing).open) == (
        Wire.NO_FOLDER(link=missing, why=os.strerror(errno.ENOENT)),
    )
    transport = open_transport(f"watch://{folder}")
    with pytest.raises(DeviceRefused):
        transport.write(b"x", 60)
    assert refused(DeviceLost, transport.read, SIZE, 60) == (Wire.CLOSED(link=transport.url),)
