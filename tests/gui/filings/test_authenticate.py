"""The software of a unit is authenticated from the window: a simulated device and dumped images, and what they give."""

import hashlib
from functools import partial

import pytest

from labharness.app.devices import authentication as module
from labharness.app.submission.open_items import SubmissionPart
from labharness.app.workspace.register import open_register
from labharness.app.workspace.workspace import Workspace
from labharness.devices.gat import GatTerminal
from labharness.filings.entries.events import Component
from labharness.filings.entries.snapshot import Authentication
from labharness.gui.filings.register_dialogs import AuthenticateDialog
from labharness.model.address import Address, Room
from labharness.simulators.firmware import StreamServer, TcpSocket
from labharness.simulators.gat import GatFault, GatUnit, sample_images
from tests.support.filing_factory import NAME, file_submission, put
from tests.support.window.hands import fill

IMAGES = sample_images()
IDS = {name: name.split()[0].lower() for name in IMAGES}


@pytest.fixture
def space(tmp_path, monkeypatch):
    monkeypatch.setenv("USER", "engineer-a")
    monkeypatch.setattr(module, "GatTerminal", partial(GatTerminal, gap_s=0.001, poll_s=0.001))
    workspace = Workspace.init(tmp_path / "workspace")
    file_submission(workspace)
    for name, image in IMAGES.items():
        title, _, version = name.rpartition(" ")
        part = Component(
            id=IDS[name],
            product="rng",
            name=title,
            version=version,
            medium="flash",
            algorithm="SHA-256",
            digest=hashlib.sha256(image).hexdigest(),
            obtained="Read from the chip.",
            rebuilt="no",
        )
        put(workspace, part)
        (tmp_path / IDS[name]).write_bytes(image)
    return workspace


@pytest.fixture
def dialog(qtbot, space, open_room):
    room = open_room(space, Address(Room.SUBMISSIONS, (NAME, SubmissionPart.ITEMS.value)))
    items = room.view.items
    qtbot.waitUntil(lambda: room.view.isVisible() and items.choose("product/rng"))
    assert not room.view.authenticate.isEnabled()
    assert room.view.authenticate.toolTip() == "Choose a unit first."
    items.choose("unit/unit-1")
    qtbot.click(room.view.authenticate)
    qtbot.waitUntil(lambda: isinstance(room.acts.dialog, AuthenticateDialog))
    return room.acts.dialog


def choose(dialog, folder, url=""):
    fill(dialog, device=url)
    for id_, field in dialog.images.items():
        field.line.setText(str(folder / id_))


def test_a_device_and_its_images_are_compared_and_the_result_is_on_record(qtbot, dialog, space, tmp_path):
    assert list(dialog.images) == list(IDS.values())
    assert dialog.do.toolTip() == "Type the address of a device, or choose an image."
    with StreamServer(TcpSocket("127.0.0.1", 0), GatUnit(IMAGES, (GatFault.WRONG_RESULT,)).receive) as server:
        choose(dialog, tmp_path, server.url)
        qtbot.click(dialog.do)
        qtbot.waitUntil(lambda: dialog.record is not None)
    (entry,) = _on_record(space)
    table = dialog.table
    rows = [[table.item(at, column).text() for column in range(6)] for at in range(table.rowCount())]
    assert {(row[1], row[2]) for row in rows} == {
        ("MATCH", "image"),
        ("MATCH", "device"),
        ("MISMATCH", "device"),
    }
    (wrong,) = [row for row in rows if row[1] == "MISMATCH"]
    assert wrong[4] != wrong[5], "expected and obtained stand beside each other"
    assert [result.result.value.upper() for result in entry.results] == [row[1] for row in rows]
    assert (entry.by, entry.unit, entry.seed != "") == ("engineer-a", "unit-1", True)
    assert "DIFFERS from the hashes on file" in dialog.note.text()
    assert "The device calculated its checksums itself" in dialog.note.text()
    assert not dialog.do.isEnabled()
    dialog.pdf_wanted.emit(tmp_path / "result.pdf")
    qtbot.waitUntil((tmp_path / "result.pdf").is_file)


def test_what_cannot_be_authenticated_is_told_and_what_was_entered_stays(qtbot, dialog, space, tmp_path):
    choose(dialog, tmp_path / "nowhere")
    qtbot.click(dialog.do)
    qtbot.waitUntil(dialog.inside.isEnabled)

    assert "nowhere" in dialog.note.text()
    assert dialog.record is None
    assert all(field.text for field in dialog.images.values())
    assert _on_record(space) == ()


def _on_record(space):
    with open_register(space) as register:
        return tuple(register.snapshot(NAME).of(Authentication))
