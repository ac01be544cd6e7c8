"""Files are kept once, under the hash of what they hold, and what was altered is named."""

import hashlib
import os

import pytest

from labharness.errors import IntegrityError, StorageError
from labharness.filings.entries.entry import Attached
from labharness.filings.store.file_store import FileStore


@pytest.fixture
def kept(tmp_path):
    file = tmp_path / "manual.pdf"
    file.write_bytes(b"words" * 1000)
    files = FileStore(tmp_path / "files")
    return files, files.add(file, "All of it")


def test_a_file_is_kept_under_its_hash(kept):
    files, one = kept
    digest = hashlib.sha256(b"words" * 1000).hexdigest()
    assert one == Attached(name="manual.pdf", sha256=digest, size=5000, caption="All of it")
    assert files.place(digest) == files.path / digest[:2] / digest
    assert files.read(one) == b"words" * 1000
    assert files.problem(one) == ""
    assert [path for path in files.path.rglob("*") if path.is_file()] == [files.place(digest)]


def test_the_same_content_lies_there_once_and_replaces_what_was_altered(kept, tmp_path):
    files, one = kept
    files.place(one.sha256).write_bytes(b"other")
    (tmp_path / "copy.pdf").write_bytes(b"words" * 1000)
    assert files.add(tmp_path / "copy.pdf").sha256 == one.sha256
    assert files.problem(one) == ""
    assert sum(path.is_file() for path in files.path.rglob("*")) == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda place: place.unlink(), "manual.pdf is missing"),
        (lambda place: place.write_bytes(b"w0rds" * 1000), "manual.pdf is not as it was kept"),
        (lambda place: os.truncate(place, 4999), "manual.pdf is not as it was kept"),
    ],
)
def test_what_is_missing_or_altered_is_named(kept, change, said):
    files, one = kept
    change(files.place(one.sha256))
    assert files.problem(one).startswith(said)
    with pytest.raises(IntegrityError, match="Restore it from a copy"):
        files.read(one)


def test_what_cannot_be_read_is_refused_and_leaves_nothing(kept, tmp_path):
    files, _ = kept
    before = sorted(files.path.rglob("*"))
    with pytest.raises(StorageError, match="cannot be copied"):
        files.add(tmp_path / "none.pdf")
    with pytest.raises(StorageError, match="cannot be copied"):
        files.add(tmp_path)
    assert sorted(files.path.rglob("*")) == before
