"""Lists of trusted authorities: shown with their owner, and that of a workspace changed by an administrator."""

import pytest

from labharness.acts import trust
from labharness.acts.declaring import Seat
from labharness.app.people import authority as lists
from labharness.app.people.authority import TrialAuthority
from labharness.app.settings.present_settings import Owner, authorities_in, trust_rows
from labharness.app.workspace.register import open_register
from labharness.app.workspace.workspace import Workspace
from labharness.errors import LabharnessError, NotPermitted
from labharness.filings.store.file_store import REFUSED
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
    trust.add(Seat(workspace), foreign, workspace=workspace.path)
    trust.add(Seat(workspace), foreign)

    assert [(row.owner, row.authority) for row in trust_rows(workspace)] == [
        (Owner.WORKSPACE, candidate),
        (Owner.USER, candidate),
    ]
    trust.remove(Seat(workspace), candidate.sha256, workspace=workspace.path)
    assert [row.owner for row in trust_rows(workspace)] == [Owner.USER]
    trust.remove(Seat(None), candidate.sha256.upper())
    assert trust_rows(None) == ()
    with pytest.raises(LabharnessError):
        trust.remove(Seat(None), candidate.sha256)


def test_the_list_of_a_workspace_takes_an_administrator(workspace, foreign):
    listed(workspace, "a-chief", "administrator", by="a-chief")
    clerk, its_list = Seat(workspace, "b-clerk"), {"workspace": workspace.path}

    for act, what in ((trust.add, foreign), (trust.remove, "00" * 32)):
        with pytest.raises(NotPermitted):
            act(clerk, what, **its_list)
        with open_register(workspace) as register:
            *_, attempt = register.changes()
        assert (attempt.what, attempt.who, attempt.after["act"]) == (REFUSED, "b-clerk", act.name)
    assert trust_rows(workspace) == ()
    trust.add(Seat(workspace, "a-chief"), foreign, **its_list)
    assert len(trust_rows(workspace)) == 1
    trust.add(clerk, foreign)
    assert len(trust_rows(workspace)) == 2


def test_a_file_without_certificates_is_refused(workspace, tmp_path):
    (tmp_path / "x.pem").write_bytes(b"nothing")

    for call in (authorities_in, lambda file: trust.add(Seat(workspace), file, workspace=workspace.path)):
        with pytest.raises(LabharnessError):
            call(tmp_path / "x.pem")
