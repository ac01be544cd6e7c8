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
HEAD = "55d3245a525713db2dfcd19e75f1ca7bf9eccc73bd045d2f16fb87c49b2fac2c"
HEADS = dict.fromkeys(("r0001", "r0002", "r0003"), HEAD)
KEPT = b"A kept file.\n"
"""The file that the register holds since revision 2."""


def test_there_is_a_register_of_every_revision():
    assert sorted(HEADS) == sorted(path.parent.name for path in HERE.glob("*/register.db"))
    assert REVISION in HEADS


@pytest.mark.parametrize(("revision", "head"), HEADS.items())
def test_it_verifies_under_its_head_every_kind_of_entry_is_read_and_it_is_written_to(
    tmp_path, revision, head
):
    shutil.copy(HERE / revision / "register.db", tmp_path)
    with Register.open(tmp_path / "register.db") as register:
        assert (register.verify().problems, register.head) == ((), head)

        submission = register.snapshot("s-1")
        assert {entry.kind for entry in submission.entries} == set(KINDS) - LATER
        assert (submission.head, len(submission.changes), len(submission.entries)) == (head, 22, 22)
        assert submission.filing.title == "A shuffler, \u202ehostile\x00 😀"
        assert submission.filing.remarks == "Line one.\r\nLine two."
        (unit,) = submission.of(Unit)
        assert (unit.id, unit.condition) == ("unit-1", "Worn.")
        assert submission.changes[-1].after["p"] == 0.05

        sealed = unit.model_copy(update={"condition": "Sealed."})
        assert register.put("s-1", sealed, "engineer-a", "Sealed again.").previous == head
        assert register.verify().problems == ()


def test_the_file_of_revision_2_is_read(tmp_path):
    shutil.copy(HERE / "r0002" / "register.db", tmp_path)
    with Register.open(tmp_path / "register.db") as register:
        assert b"".join(register.file(hashlib.sha256(KEPT).hexdigest())) == KEPT
