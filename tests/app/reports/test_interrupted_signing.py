"""A signature that was interrupted at any step: the register agrees with the file, and the report is signed further."""

import hashlib
import shutil
from contextlib import suppress
from itertools import count

import pytest

from labharness.app.reports.issuing import sign_report, verify_report
from labharness.app.workspace.bundle import PDF, write_bundle
from labharness.app.workspace.file_change import finish_changes
from labharness.app.workspace.register import SIGNED, open_register
from labharness.app.workspace.workspace import Workspace
from labharness.errors import RegisterError, StorageError
from labharness.model.reasons.database import Databases
from labharness.reporting.stamps import SignatureRole
from tests.support.interruptions import AtStep, at_every_step, full, images
from tests.support.signing_factory import PEOPLE, Signatories, small_pdf

NUMBER = "2026-0461"
TESTED, REVIEWED = SignatureRole.TESTED, SignatureRole.REVIEWED


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    return Signatories(tmp_path_factory.mktemp("people"))


@pytest.fixture
def space(tmp_path):
    """A workspace with a register and a report that nobody signed."""
    workspace = Workspace.init(tmp_path / "workspace")
    with open_register(workspace) as register:
        register.note("", "looked", {}, "chief", "The register is begun.")
    write_bundle(workspace.path / "reports" / NUMBER, 1, {"a.json": b"{}"}, [], small_pdf)
    return workspace


def sign_as(space, role, people):
    return sign_report(space, NUMBER, role, PEOPLE[role], people.key(PEOPLE[role]))


def roles(space):
    """In which roles the report was signed by the register, which has the file that is in place."""
    with open_register(space) as register:
        bodies = [change.after for change in register.changes() if change.what == SIGNED]
    there = hashlib.sha256((space.path / "reports" / NUMBER / PDF).read_bytes()).hexdigest()
    assert [body["sha256"] for body in bodies][-1:] in ([], [there])
    return [body["role"] for body in bodies]


def is_sound(space, people, *, further=False):
    """Whether report and register agree, it verifies, and its next role can sign."""
    signed = roles(space)
    result = verify_report(space.path / "reports" / NUMBER, people.roots)
    assert result.problems == ()
    assert [signature.role for signature in result.file.signatures] == signed
    if further:
        sign_as(space, REVIEWED if signed else TESTED, people)
        assert len(roles(space)) == len(signed) + 1
    return True


def test_a_kill_at_any_step_of_a_signature(space, people, tmp_path):
    left = images(space.path, tmp_path / "images", lambda: sign_as(space, TESTED, people))

    assert len(left) > 8
    for number, each in enumerate(map(Workspace, left)):
        finish_changes(each)
        assert is_sound(each, people, further=number % 4 == 0)
    assert [roles(Workspace(each)) for each in (left[1], left[-1])] == [[], ["tested"]]


def test_the_next_signature_completes_the_one_that_was_interrupted(space, people, tmp_path):
    left = images(space.path, tmp_path / "images", lambda: sign_as(space, TESTED, people))
    decided = [each for each in map(Workspace, left[1:-1]) if len(_recorded(each)) == 1]
    assert len(decided) > 3
    for each in decided[:3]:
        sign_as(each, REVIEWED, people)
        assert roles(each) == ["tested", "reviewed"]
        assert verify_report(each.path / "reports" / NUMBER, people.roots).problems == ()


def _recorded(space):
    with open_register(space) as register:
        return [change for change in register.changes() if change.what == SIGNED]


def test_a_full_disk_at_any_step_of_a_signature(space, people, tmp_path):
    for number in count(0, 2):  # each step is tried in test_file_change
        workspace = Workspace(shutil.copytree(space.path, tmp_path / str(number)))
        step = AtStep(number, full)
        with at_every_step(workspace.path / "reports", step), suppress(StorageError):
            sign_as(workspace, TESTED, people)
        finish_changes(workspace)
        assert is_sound(workspace, people)
        if not step.reached:
            break
    assert number > 8


def test_a_register_that_is_locked_leaves_the_report_unsigned(space, people, monkeypatch):
    monkeypatch.setattr("labharness.database.engine.PATIENCE_S", 1)
    with open_register(space) as other, other.database.writing(), pytest.raises(RegisterError) as refused:
        sign_as(space, TESTED, people)
    assert refused.value.reasons[0].is_a(Databases.BUSY)
    assert roles(space) == []
    assert is_sound(space, people, further=True)
