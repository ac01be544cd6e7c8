"""Files are kept once, under the hash of what they hold, and what was altered is named."""

import hashlib
import os

import pytest

from labharness.filings.entries.entry import Attached
from labharness.filings.store.file_store import FileStore
from labharness.model.reasons.register import Registers


@pytest.fixture
def kept(tmp_path):
    file = tmp_path / "manual.pdf"
    file.write_bytes(b"words" * 1000)
    files = FileStore(tmp_path / "files")
    return files, files.add(file, "All of it")


def test_a_file_is_kept_under_its_hash(kept):
    files, each = kept
    digest = hashlib.sha256(b"words" * 1000).hexdigest()
    assert each == Attached(name="manual.pdf", sha256=digest, size=5000, caption="All of it")
    assert files.place(digest) == files.path / digest[:2] / digest
    assert files.read(each) == b"words" * 1000
    assert files.problem(each) is None
    assert [path for path in files.path.rglob("*") if path.is_file()] == [files.place(digest)]


def test_the_same_content_lies_there_once_and_replaces_what_was_altered(kept, tmp_path):
    files, each = kept
    files.place(each.sha256).write_bytes(b"other")
    (tmp_path / "copy.pdf").write_bytes(b"words" * 1000)
    assert files.add(tmp_path / "copy.pdf").sha256 == each.sha256
    assert files.problem(each) is None
    assert sum(path.is_file() for path in files.path.rglob("*")) == 1


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda place: place.unlink(), Registers.FILE_MISSING),
        (lambda place: place.write_bytes(b"w0rds" * 1000), Registers.FILE_ALTERED),
        (lambda place: os.truncate(place, 4999), Registers.FILE_ALTERED),
    ],
)
def test_what_is_missing_or_altered_is_named(kept, change, code, refusal):
    files, each = kept
    change(files.place(each.sha256))
    wrong = files.problem(each)
    assert (wrong.is_a(code), wrong["file"]) == (True, "manual.pdf")
    assert refusal(files.read, each) == wrong


def test_what_cannot_be_read_is_refused_and_leaves_nothing(kept, tmp_path, refusal):
    files, _ = kept
    before = sorted(files.path.rglob("*"))
    assert refusal(files.add, tmp_path / "none.pdf").is_a(Registers.COPY_FAILED)
    assert refusal(files.add, tmp_path).is_a(Registers.COPY_FAILED)
    assert sorted(files.path.rglob("*")) == before
