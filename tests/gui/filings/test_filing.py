"""A submission is filed by mouse, keys and drops alone: steps counted, and the exported folder like one that is written by hand."""

import datetime as dt
import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage

from labharness.app.submission.open_items import SubmissionPart
from labharness.app.workspace.register import open_register
from labharness.app.workspace.workspace import Workspace
from labharness.errors import RegisterError
from labharness.filings.entries.checklist import read_checklist
from labharness.filings.entries.entry import Laboratory
from labharness.filings.entries.entry import Person as ListedPerson
from labharness.filings.entries.events import Product, Unit
from labharness.filings.entries.form_values import dump
from labharness.gui.filings import decision_dialog, documents_tab, register_dialogs
from labharness.gui.filings.register_dialogs import ChangesDialog, ConflictDialog, DropDialog, UnitsDialog
from labharness.gui.filings.register_reader import RegisterReader, found_submissions
from labharness.model.address import Address, Room
from tests.gui.filings.conftest import FIELDS, dialog_of, filing, papers
from tests.support.filed import give_out, take_in
from tests.support.filing_factory import PEOPLE
from tests.support.window.hands import fill
from tests.support.window.person import Person

TODAY = dt.date(2026, 11, 23)
NAME = "s-1"
NEW = "bglo-2026-0117"
MOST_STEPS = 40
"""Clicks and fields of the whole filing; § 6 of the specification gives ten minutes."""


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """A workspace with people and laboratory, to be copied."""
    workspace = Workspace.init(tmp_path_factory.mktemp("begun") / "space")
    with open_register(workspace) as register:
        for id_, role in PEOPLE.items():
            listed = ListedPerson(id=id_, name=id_.replace("-", " ").title(), roles=(role,))
            register.put("", listed, "chief", "The people.")
        laboratory = Laboratory(id="laboratory", name="Example Laboratory", address="1 Test Street")
        register.put("", laboratory, "chief", "The laboratory.")
        register.put(NAME, filing(NAME), "engineer-a", "As filed.")
    return workspace


@pytest.fixture
def space(begun, tmp_path, monkeypatch):
    """A copy of it; engineer A is logged in."""
    monkeypatch.setenv("USER", "engineer-a")
    return Workspace(shutil.copytree(begun.path, tmp_path / "space"))


@pytest.fixture(autouse=True)
def one_day(monkeypatch):
    """No midnight passes while a submission is filed."""
    for module in (decision_dialog, documents_tab, register_dialogs):
        monkeypatch.setattr(module, "today", lambda: TODAY)


@pytest.fixture
def person(qtbot):
    return Person(qtbot)


@pytest.fixture
def room(qtbot, open_room, space):
    room = open_room(space, Address(Room.SUBMISSIONS))
    qtbot.waitUntil(lambda: room.actor.person == "engineer-a")
    return room


def begin(person, room):
    """Begin a new submission, and return its page, on which the filing is filled in by keys."""
    person.press(room.list.new)
    person.qtbot.waitUntil(lambda: room.shown == "+1" and room.view.isVisible())
    person.enter(room.view.overview.form, **FIELDS)
    return room.view


def turn(person, view, part):
    """Choose a part by a click on its tab."""
    person.turn(view.tabs, list(view.parts).index(part))
    assert view.part is part
    assert view.tabs.tabBar().accessibleName()


def test_a_submission_of_thirty_documents_is_filed_by_mouse_keys_and_drops(
    qtbot, person, room, space, tmp_path
):
    view = begin(person, room)
    turn(person, view, SubmissionPart.ITEMS)
    view.items.menu.actions()[0].trigger()
    person.clicks += 2
    product = {"manufacturer": "Simulated", "model": "Computerized RNG", "device_class": "comp"}
    person.enter(view.items.forms["product"], **product)
    person.press(view.units)
    dialog = dialog_of(qtbot, room, UnitsDialog)
    QGuiApplication.clipboard().setText("SIM-1\nSIM-2\n")
    dialog.serials.setFocus()
    person.key(dialog.serials, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    person.fields += 1
    assert not dialog.do.isEnabled(), "nobody has said how the units arrived"
    person.write(dialog.condition, "As new.")
    person.press(dialog.do)
    assert [each.values["serial"] for each in view.book.drafted.of("unit")] == ["SIM-1", "SIM-2"]

    turn(person, view, SubmissionPart.DOCUMENTS)
    folder = papers(tmp_path / "delivered")
    for serial in ("SIM-1", "SIM-2"):
        picture = QImage(8, 8, QImage.Format.Format_RGB32)
        picture.fill(int(serial[-1]))
        picture.save(str(folder / f"{serial} front.png"))
    person.drop(view, folder)
    dialog = dialog_of(qtbot, room, DropDialog)
    asked = [row.item for row in view.documents.rows()]
    assert len(dialog.filed()) >= 30
    proposed = [key.partition("/")[2] for _, key in dialog.filed() if key.startswith("document/")]
    assert sorted(proposed) == sorted(set(asked) - {"certification"})
    assert view.book.drafted.of("document") == []  # nothing is filed before it is confirmed
    person.press(dialog.do)
    qtbot.waitUntil(lambda: len(view.book.drafted.of("document")) == len(proposed))

    save(person, room, "As filed.")
    qtbot.waitUntil(lambda: room.shown == NEW)
    assert person.steps <= MOST_STEPS

    window_made, by_hand = tmp_path / "window", tmp_path / "hand"
    room.acts.export(NEW, window_made)
    qtbot.waitUntil((window_made / "exported.toml").is_file)
    write_by_hand(by_hand, folder, proposed)
    other = Workspace.init(tmp_path / "other")
    with open_register(space) as here, open_register(other) as there:
        for entry in (*here.people(), here.laboratory()):
            there.put("", entry, "chief", "The people.")
    take_in(other, by_hand, "engineer-a", "As filed.")
    give_out(other, NEW, tmp_path / "taken-in")
    assert folder_content(window_made) == folder_content(tmp_path / "taken-in")


def write_by_hand(folder, delivered, items):
    """Write the folder that an engineer would have written for the same submission."""
    shutil.copytree(delivered, folder / "files")
    titles = {item.id: item.title for item in read_checklist().items}
    names = {path.stem.partition(" ")[2].lower().replace(" ", "-"): path.name for path in delivered.iterdir()}
    received = {"received": TODAY}
    product = {"id": "product-1", "manufacturer": "Simulated", "model": "Computerized RNG"}
    unit = {"product": "product-1", "condition": "As new.", **received}
    serials = {f"unit-sim-{at}": f"SIM-{at}" for at in (1, 2)}
    rows = {
        "filing": [{**FIELDS, **received, "id": NEW, "games": [FIELDS["games"]]}],
        "product": [{**product, "device_class": "computerized_rng"}],
        "unit": [
            {**unit, "id": id_, "serial": serial, "photographs": [{"name": f"{serial} front.png"}]}
            for id_, serial in serials.items()
        ],
        "document": [
            {"id": id_, "item": id_, "title": titles[id_], "status": "received", **received}
            | {"files": [{"name": names[id_]}]}
            for id_ in items
        ],
    }
    for kind, entries in rows.items():
        (folder / f"{kind}.toml").write_text(dump({"schema": 1, kind: entries}), encoding="utf-8")


def folder_content(folder):
    """Return what a folder holds, but the stamp that names the register's records."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "exported.toml"
    }


def test_everything_is_undone_to_the_start_and_a_draft_outlives_the_window(person, room, space):
    view = begin(person, room)
    view.items.add_entry("product")
    begun = view.book.draft
    while view.book.stack.canUndo():
        person.press(view.back)
    assert view.overview.filing.values["title"] == ""
    assert view.book.drafted.of("product") == []
    assert not view.back.isEnabled()
    while view.book.stack.canRedo():
        person.press(view.forth)
    assert view.book.draft.entries == begun.entries
    person.press(view.discard)
    assert view.book.draft.entries == ()
    person.press(view.back)
    assert view.book.draft.entries == begun.entries
    person.enter(view.overview.form, title="Computerized RNG II")
    room.close()  # at once, before anything is written by itself
    kept = RegisterReader(space).draft("engineer-a", "+1").entries[0].values
    assert (kept["reference"], kept["id"], kept["title"]) == (FIELDS["reference"], NEW, "Computerized RNG II")


def save(person, room, why):
    """Save the draft with a reason."""
    person.press(room.view.save)
    dialog = dialog_of(person.qtbot, room, ChangesDialog)
    person.write(dialog.why, why)
    person.press(dialog.do)


@pytest.fixture
def view(qtbot, room):
    """The page of the submission that is on record, opened by keys."""
    qtbot.waitUntil(lambda: room.list.table.rows.rowCount() == 1)
    room.list.table.select(NAME)
    qtbot.keyClick(room.list.table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: room.shown == NAME and room.view.isVisible())
    return room.view


BAD = [
    ("received", "11/03/2026", "Write a valid date"),
    ("received", "", "This is needed"),
    ("complete", "2020-01-01", "complete only after it is received"),
    ("games", "Pai Gow", "Write at most 80 lowercase letters"),
    ("title", "a\u202eb", "hidden character"),
]


def test_bad_input_is_told_beside_its_field_and_nothing_is_lost(view, space):
    rows = view.overview.form.rows
    places = {name: row.editor.pos() for name, row in rows.items()}
    for field, typed, says in BAD:
        row, before = rows[field], rows[field].editor.value
        value = [typed] if row.field.many else typed
        fill(view.overview, **{field: value})
        assert says in row.mistake
        assert not view.save.isEnabled()
        assert view.save.toolTip().startswith("To correct first: ")
        assert row.words.label in view.save.toolTip(), "which field it is, on whatever page it stands"
        assert row.editor.value == value
        assert {name: each.editor.pos() for name, each in rows.items()} == places
        view.book.flush()
        (kept,) = RegisterReader(space).draft("engineer-a", NAME).entries
        assert kept.values[field] == value
        fill(view.overview, **{field: before})
        assert row.mistake == ""
    assert view.book.draft.entries == ()


def test_both_versions_of_a_change_are_shown_and_nothing_is_overwritten(qtbot, person, room, view, space):
    fill(view.overview, title="Mine", remarks="My remark")
    with open_register(space) as register:
        theirs = register.snapshot(NAME).filing.model_copy(update={"title": "Theirs", "license": "F-2"})
        register.put(NAME, theirs, "reviewer-b", "Corrected.")
    save(person, room, "As filed.")
    dialog = dialog_of(qtbot, room, ConflictDialog)
    rows = [[dialog.table.item(at, column).text() for column in range(1, 6)] for at in range(3)]
    assert rows == [
        ["Title", "Computerized RNG", "Mine", "Theirs", ""],
        ["License", "F-1", "F-1", "F-2", "theirs"],
        ["Remarks", "", "My remark", "", "yours"],
    ]
    assert not dialog.do.isEnabled()
    (box,) = dialog.choices.values()
    box.setCurrentIndex(1)
    box.activated.emit(1)
    person.press(dialog.do)
    qtbot.waitUntil(lambda: view.overview.filing.values["license"] == "F-2")
    save(person, room, "Both versions compared.")
    qtbot.waitUntil(lambda: room.acts.dialog is None and view.book.draft.entries == ())
    with open_register(space) as register:
        result = register.snapshot(NAME).filing
    assert (result.title, result.license, result.remarks) == ("Mine", "F-2", "My remark")


def test_a_draft_outlives_a_workspace_that_vanishes_and_comes_back(qtbot, view, space):
    """Somebody unmounts the disk while a submission is edited."""
    gone = space.path.with_name("gone")
    space.path.rename(gone)
    fill(view.overview, title="Typed meanwhile")
    qtbot.waitUntil(lambda: "Cannot write" in view.note.text())
    assert view.overview.filing.values["title"] == "Typed meanwhile"
    assert not space.path.exists(), "nothing is written beneath the mount point"
    gone.rename(space.path)
    fill(view.overview, remarks="It is back")
    view.book.flush()
    (kept,) = RegisterReader(space).draft("engineer-a", NAME).entries
    assert (kept.values["title"], kept.values["remarks"]) == ("Typed meanwhile", "It is back")


def test_an_act_that_another_role_has_is_disabled_and_says_who_has_it(qtbot, person, room, view):
    turn(person, view, SubmissionPart.DECISIONS)
    for kind in ("recommendation", "waiver", "exclusion", "confirmation", "invalidation", "plan_approval"):
        button = view.decisions.makers[kind]
        assert not button.isEnabled()
        assert button.toolTip() == "This needs the role authorizer. Authorizer C can do it."
    assert view.decisions.makers["opinion"].isEnabled()
    room.actor.choose("authorizer-c")
    qtbot.waitUntil(view.decisions.makers["waiver"].isEnabled)


def test_a_device_that_is_asked_fills_in_product_unit_and_software(qtbot, person, room, view, simulated):
    turn(person, view, SubmissionPart.ITEMS)
    person.press(view.units)
    dialog = dialog_of(qtbot, room, UnitsDialog)
    dialog.device.setEditText(simulated("rng", seed=4614))
    person.press(dialog.ask)
    qtbot.waitUntil(lambda: dialog.asked is not None)
    assert "SIM-rng-4614" in dialog.said.text()
    dialog.device.setEditText("usbip://127.0.0.1:9/1-1")
    person.press(dialog.ask)
    assert dialog.said.text() == "", "what the other device said"
    qtbot.waitUntil(lambda: dialog.note.text() not in ("", "Asking the device…"))
    assert "127.0.0.1:9" in dialog.note.text()
    person.write(dialog.condition, "Seals intact.")
    person.press(dialog.do)
    drafted = view.book.drafted
    (product,), (unit,) = drafted.of("product"), drafted.of("unit")
    assert product.values["device_class"] == "computerized_rng"
    assert unit.values["serial"] == "SIM-rng-4614"
    assert unit.values["product"] == product.id
    assert drafted.of("component")
    assert all(each.values["taken_over"] is True for each in drafted.of("component"))
    person.press(view.units)
    dialog = dialog_of(qtbot, room, UnitsDialog)
    dialog.serials.setPlainText("SIM-rng-4614, SIM-3")
    assert 'serial number "SIM-rng-4614" is listed already' in dialog.left_out.text()
    assert dialog.do.text() == "Add 1 unit"
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    view.book.discard()


def test_a_file_dropped_on_an_entry_is_kept_under_its_hash(qtbot, person, view, space, tmp_path):
    turn(person, view, SubmissionPart.DOCUMENTS)
    view.documents.table.select("cover-checklist")
    person.press(view.documents.receive)
    paper = tmp_path / "cover.pdf"
    paper.write_bytes(b"%PDF-1.4 specimen")
    files = view.documents.forms["document"].rows["files"].editor
    person.drop(files, paper)
    qtbot.waitUntil(lambda: len(files.value) == 1)
    (kept,) = files.value
    assert (space.path / "files" / kept["sha256"][:2] / kept["sha256"]).read_bytes() == paper.read_bytes()
    assert kept["sha256"][:12] in files.list.item(0).text()
    row = next(row for row in view.documents.rows() if row.item == "cover-checklist")
    assert (row.state, row.draft) == ("received", "new")
    view.book.discard()


def test_the_search_finds_submissions_their_units_and_clauses(space):
    with open_register(space) as register:
        product = Product(id="rng", manufacturer="S", model="RNG", device_class="computerized_rng")
        register.put(NAME, product, "engineer-a", "As filed.")
        unit = Unit(id="unit-1", product="rng", serial="SIM-1", received=TODAY, condition="As new.")
        register.put(NAME, unit, "engineer-a", "As filed.")
    filing, *clauses, machine = found_submissions(RegisterReader(space))
    result = {each.title: str(each.address) for each in (filing, machine)}
    assert result == {
        "S-1": "labharness:/submission/s-1",
        "SIM-1": "labharness:/submission/s-1/items/unit/unit-1",
    }
    assert {each.address.path[:2] for each in clauses} == {(NAME, "clauses")}

    def damaged(submission):
        raise RegisterError(f"{submission} cannot be read.")

    reader = RegisterReader(space)
    reader.recorded = damaged
    assert [*found_submissions(reader)] == [filing, *clauses], "nothing else is hidden"


def test_a_dropped_folder_is_imported_after_its_differences_were_seen(qtbot, person, room, space, tmp_path):
    folder = tmp_path / "folder"
    room.acts.export(NAME, folder)
    qtbot.waitUntil(lambda: (folder / "exported.toml").is_file() and not room.acts.work.busy)
    text = (folder / "filing.toml").read_text(encoding="utf-8")
    (folder / "filing.toml").write_text(text.replace("Computerized RNG", "Another"), encoding="utf-8")
    person.drop(room.list, folder)
    dialog = dialog_of(qtbot, room, ChangesDialog)
    assert dialog.changes == (("filing", NAME, "changed", ("title",)),)
    assert not dialog.do.isEnabled()
    person.write(dialog.why, "Corrected elsewhere.")
    person.press(dialog.do)
    qtbot.waitUntil(lambda: room.acts.dialog is None)
    with open_register(space) as register:
        assert register.snapshot(NAME).filing.title == "Another"
