"""Lists of trusted authorities: shown with their owner, and that of a workspace changed by an administrator."""

import pytest

from labharness.app.laboratory.trust_lists import Owner, authorities_in, distrust, trust, trust_rows
from labharness.app.people import trusted_authorities as lists
from labharness.app.people.authority import TrialAuthority
from labharness.app.workspace import Workspace
from labharness.errors import LabharnessError, RegisterError
from tests.support.listed import listed


@pytest.fixture(autouse=True)
def own_lists(tmp_path, monkeypatch):
    monkeypatch.setattr(lists, "installed", lambda: (tmp_path / "user.pem", tmp_path / "machine.pem"))


@pytest.fixture
def workspace(tmp_path):
    return Workspace.init(tmp_path / "space")


@pytest.fixture
def foreign(tmp_path):
    other = TrialAuthority.of(Workspace.init(tmp_path / "other").path)
    return other.path / "authority.pem"


def test_an_authority_is_added_and_removed_with_its_owner_shown(workspace, foreign):
    (candidate,) = authorities_in(foreign)
    trust(workspace, foreign)
    trust(None, foreign)

    assert [(row.owner, row.authority) for row in trust_rows(workspace)] == [
        (Owner.WORKSPACE, candidate),
        (Owner.USER, candidate),
    ]
    distrust(workspace, candidate.sha256)
    assert [row.owner for row in trust_rows(workspace)] == [Owner.USER]
    distrust(None, candidate.sha256.upper())
    assert trust_rows(None) == ()
    with pytest.raises(LabharnessError):
        distrust(None, candidate.sha256)


def test_the_list_of_a_workspace_takes_an_administrator(workspace, foreign):
    listed(workspace, "a-chief", "administrator", by="a-chief")

    with pytest.raises(RegisterError):
        trust(workspace, foreign, "b-clerk")
    with pytest.raises(RegisterError):
        distrust(workspace, "00" * 32, "b-clerk")
    assert trust_rows(workspace) == ()
    trust(workspace, foreign, "a-chief")
    assert len(trust_rows(workspace)) == 1
    trust(None, foreign, "b-clerk")


def test_a_file_without_certificates_is_refused(workspace, tmp_path):
    (tmp_path / "x.pem").write_bytes(b"nothing")

    for call in (lambda: authorities_in(tmp_path / "x.pem"), lambda: trust(workspace, tmp_path / "x.pem")):
        with pytest.raises(LabharnessError):
            call()
