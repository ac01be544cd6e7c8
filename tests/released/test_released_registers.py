"""A register that an earlier version wrote still opens, verifies, reads and is written to.

A folder is added with each revision of the tables (``tests/released/REVISION``) and never changed again.
"""

import hashlib
import shutil
from pathlib import Path

import pytest

from labharness.filings.entries.events import Unit
from labharness.filings.entries.snapshot import KINDS
from labharness.filings.store.chain import REVISION
from labharness.filings.store.register import Register

HERE = Path(__file__).parent
LATER = {"authentication", "invalidation", "explanation", "plan_approval"}
"""Kinds of entries that came after every register here was written."""
HEADS = dict.fromkeys(
    ("r0001", "r0002", "r0003"), "55d3245a525713db2dfcd19e75f1ca7bf9eccc73bd045d2f16fb87c49b2fac2c"
)
KEPT = b"A kept file.\n"
"""The file that the register holds since revision 2."""


def test_there_is_a_register_of_every_revision():
    assert sorted(HEADS) == sorted(path.parent.name for path in HERE.glob("*/register.db"))
    assert REVISION in HEADS


@pytest.fixture(params=HEADS)
def released(request, tmp_path):
    """A copy that may be opened, with the head that a report carried."""
    shutil.copy(HERE / request.param / "register.db", tmp_path)
    with Register.open(tmp_path / "register.db") as register:
        yield register, HEADS[request.param]


def test_it_verifies_under_its_head(released):
    register, head = released
    assert register.verify().problems == ()
    assert register.head == head


def test_every_kind_of_entry_is_read(released):
    register, head = released
    submission = register.snapshot("s-1")
    assert {entry.kind for entry in submission.entries} == set(KINDS) - LATER
    assert (submission.head, len(submission.changes), len(submission.entries)) == (head, 22, 22)
    assert submission.filing.title == "A shuffler, \u202ehostile\x00 😀"
    assert submission.filing.remarks == "Line one.\r\nLine two."
    assert [(unit.id, unit.condition) for unit in submission.of(Unit)] == [("unit-1", "Worn.")]
    assert submission.changes[-1].after["p"] == 0.05


def test_the_file_of_revision_2_is_read(tmp_path):
    shutil.copy(HERE / "r0002" / "register.db", tmp_path)
    with Register.open(tmp_path / "register.db") as register:
        assert b"".join(register.file(hashlib.sha256(KEPT).hexdigest())) == KEPT


def test_it_is_written_to(released):
    register, head = released
    unit = register.snapshot("s-1").of(Unit)[0]
    change = register.put(
        "s-1", unit.model_copy(update={"condition": "Sealed."}), "engineer-a", "Sealed again."
    )
    assert change.previous == head
    assert register.verify().problems == ()
