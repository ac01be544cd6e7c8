"""Files from outside are regular files, whose size is looked at first."""

import os
import time
import tracemalloc
from types import SimpleNamespace

import pytest

from labharness.analysis.sampling.files.source import opened
from labharness.app.catalog.games import check
from labharness.app.devices.authentication import read_image
from labharness.app.people.authority import read_list
from labharness.app.people.keys import open_file
from labharness.app.people.signing import read_signers, revocations
from labharness.app.runs.file_power import _kept, bad_line
from labharness.app.shared_store.backup import read_backup
from labharness.app.submission.submissions import is_picture
from labharness.app.workspace.settings import read_settings
from labharness.app.workspace.workspace import MARKER, Workspace
from labharness.errors import FileRefused, InputError, LabharnessError, PlanError
from labharness.evidence.outside import SizeLimit, read_outside, text_outside
from labharness.filings.store.file_store import FileStore
from labharness.games.mistakes import read_toml
from labharness.model.reasons.inputs import Files, Inputs
from labharness.nights.journal import Journal
from labharness.plans.attendance import FILE as TIMES
from labharness.plans.attendance import laboratory_times
from labharness.plans.card_stock import find_stock
from labharness.plans.frozen import find_plan
from labharness.plans.suite import find_suite
from tests.support.reasons import refused

HUGE = 1 << 40
"""Bytes of a file that no computer reads; it has no contents on the disk."""


@pytest.fixture
def huge(tmp_path):
    def make(name):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            file.truncate(HUGE)
        return path

    return make


@pytest.mark.parametrize("limit", [SizeLimit.WRITTEN, SizeLimit.CERTIFICATES])
def test_a_file_of_the_limit_is_read_and_one_byte_more_is_refused(tmp_path, limit):
    path = tmp_path / "file"
    with path.open("wb") as file:
        file.truncate(limit.value)
    assert len(read_outside(path, limit)) == limit.value
    with path.open("ab") as file:
        file.write(b"x")
    assert refused(FileRefused, read_outside, path, limit) == (
        Inputs.TOO_LARGE(file=str(path), size=limit.value + 1, limit=limit.value),
    )


def test_the_text_of_a_file_has_the_ends_of_lines_of_unix(tmp_path):
    (tmp_path / "file").write_bytes(b"\xef\xbb\xbfa\r\nb\rc\n")
    assert text_outside(tmp_path / "file", SizeLimit.WRITTEN, "utf-8-sig") == "a\nb\nc\n"


READERS = {
    "plan.toml": lambda path, _: find_plan(str(path)),
    "game.toml": lambda path, _: check(path),
    "suite.toml": lambda path, _: find_suite(str(path)),
    f"space/{MARKER}": lambda _, space: read_settings(Workspace(space)),
    f"space/{TIMES}": lambda _, space: laboratory_times(space),
    "key.p12": lambda path, _: open_file(path, lambda _: ""),
    "trusted.pem": lambda path, _: read_list(path),
    "revoked.crl": lambda path, _: revocations([path]),
    "journal/a.json": lambda path, _: Journal(path.parent).entries(),
}


@pytest.mark.parametrize("name", READERS)
def test_whatever_is_read_whole_is_refused_at_once(tmp_path, huge, name):
    path, begun = huge(name), time.monotonic()
    tracemalloc.start()
    try:
        with pytest.raises(LabharnessError) as refused:
            READERS[name](path, tmp_path / "space")
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    (reason,) = refused.value.reasons
    assert reason.is_a(Inputs.TOO_LARGE)
    assert reason["size"] == HUGE
    assert reason["file"] == str(path)
    assert most < 32 << 20
    assert time.monotonic() - begun < 10


NAMED = READERS | {
    "signers.json": lambda path, _: read_signers(path),
    "document.pdf": lambda path, space: FileStore(space / "files").add(path),
    "photograph.png": lambda path, _: is_picture(path),
    "image.bin": lambda path, _: read_image(path, SimpleNamespace(algorithm="SHA-256"), b""),
    "backup/backup.json": lambda path, _: read_backup(path.parent),
    "cards/marks.toml": lambda path, _: find_stock(
        str(path), SimpleNamespace(stock=SimpleNamespace(distinct=True))
    ),
}


@pytest.mark.skipif(os.name == "nt", reason="named pipes and sockets of POSIX")
@pytest.mark.timeout(20)
@pytest.mark.parametrize("irregular", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_neither_pipe_nor_device_is_waited_for(tmp_path, irregular):
    for name, read in NAMED.items():
        place = tmp_path / name.replace(".", "-")
        path = place / name
        path.parent.mkdir(parents=True)
        irregular(path)
        assert refused(LabharnessError, read, path, place / "space") == (Inputs.NOT_REGULAR(file=str(path)),)


def test_a_folder_is_no_file(tmp_path):
    for name in sorted(NAMED.keys() - {"journal/a.json"}):
        place = tmp_path / name.replace(".", "-")
        (place / name).mkdir(parents=True)
        assert len(refused(LabharnessError, NAMED[name], place / name, place / "space")) == 1, name


@pytest.mark.skipif(os.name == "nt", reason="devices of POSIX")
@pytest.mark.timeout(20)
def test_a_device_without_end_is_not_analyzed():
    with pytest.raises(FileRefused), opened("/dev/zero"):
        pass


@pytest.mark.skipif(os.name == "nt", reason="named pipes of POSIX")
@pytest.mark.timeout(20)
def test_the_wrong_line_of_a_pipe_that_was_read_is_not_asked_for_again(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    wrong = InputError(Files.AT(file="pipe", line=1, column=1, problem=Files.INPUT_CLOSED()))
    assert bad_line(tmp_path / "pipe", wrong) is None


def test_what_this_program_keeps_and_can_make_anew_is_passed_over(huge):
    assert _kept(huge("power.json")) is None


def test_a_plan_within_a_folder_that_was_received_has_the_same_limit():
    content = b"# " + b"x" * SizeLimit.WRITTEN.value
    assert Inputs.TOO_LARGE.code in str(refused(PlanError, read_toml, content, "plan.toml"))


def test_a_name_with_a_nul_is_refused_as_one_that_cannot_be_read(tmp_path):
    with pytest.raises(OSError, match="Invalid"):
        read_outside(tmp_path / "a\0b", SizeLimit.WRITTEN)
