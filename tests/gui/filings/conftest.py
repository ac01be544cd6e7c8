"""The room of submissions on a register of the test."""

from pathlib import Path

import keyring
import pytest

from labharness.acts.declaring import Seat
from labharness.app.workspace.workspace import Workspace
from labharness.filings.entries.checklist import read_checklist
from labharness.filings.entries.filing import Filing
from labharness.gui.filings.register_reader import RegisterReader
from labharness.gui.filings.submissions_room import SubmissionsRoom

FIELDS = {
    "reference": "BGLO/2026-0117",
    "type": "prototype",
    "title": "Computerized RNG",
    "submitter": "Example Gaming",
    "submitter_kind": "manufacturer",
    "license": "F-1",
    "received": "2026-11-23",
    "games": "pai-gow-poker-645a",
}
"""What somebody types into the form of a filing."""


def filing(name, **values):
    """Return a filing with these fields, under a name that is its reference too."""
    return Filing(**{**FIELDS, "id": name, "reference": name.upper(), "games": (FIELDS["games"],), **values})


def dialog_of(qtbot, room, kind):
    """Return the dialog that an act of the room has opened, once it is there."""
    qtbot.waitUntil(lambda: isinstance(room.acts.dialog, kind) and room.acts.dialog.isVisible())
    return room.acts.dialog


def papers(folder):
    """Write a file for each line of the checklist but the certification, which is entered; named as a submitter names them."""
    folder.mkdir()
    for at, item in enumerate(read_checklist().items, 1):
        if item.id != "certification":
            name = f"{at:02} {item.id.replace('-', ' ').title()}.txt"
            (folder / name).write_text(f"This is the {item.id} of the specimen.\n", encoding="utf-8")
    return folder


@pytest.fixture
def open_room(qtbot, monkeypatch):
    """Opens the room of a workspace, or of a reader that the test has, at an address; it lets go at the end."""
    monkeypatch.setattr(keyring, "get_password", lambda *_: None)
    result = []

    def show(space=None, address=None, reader=None):
        seat = Seat(space or Workspace(Path()))
        room = SubmissionsRoom(reader or RegisterReader(space), seat, tuple, lambda _: False)
        result.append(room)
        room.went.connect(room.show_address)
        qtbot.waitExposed(qtbot.shown(room, 1112, 740))
        if address is not None:
            room.show_address(address)
        return room

    yield show
    for room in result:
        getattr(room._reader, "hold", lambda: None)()
        room.stop()
