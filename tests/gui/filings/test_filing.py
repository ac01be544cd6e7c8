"""A submission is filed by mouse, keys and drops alone: steps counted, and the exported folder like one that is written by hand."""

import datetime as dt
import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QAbstractButton, QComboBox

from labharness.app.submission.open_items import SubmissionPart
from labharness.app.workspace.register import open_register
from labharness.app.workspace.workspace import Workspace
from labharness.errors import RegisterError
from labharness.filings.entries.checklist import read_checklist
from labharness.filings.entries.entry import Laboratory, Person
from labharness.filings.entries.events import Product, Unit
from labharness.filings.entries.form_values import dump
from labharness.gui.filings import decision_dialog, documents_tab, register_dialogs
from labharness.gui.filings.entries_panel import EntrySplit
from labharness.gui.filings.register_dialogs import ChangesDialog, ConflictDialog, DropDialog, UnitsDialog
from labharness.gui.filings.register_reader import RegisterReader, found_submissions
from labharness.gui.kit import theme
from labharness.gui.shell.floating import stops
from labharness.model.address import Address, Room
from tests.gui.filings.conftest import FIELDS, filing
from tests.support.filed import give_out, take_in
from tests.support.filing_factory import PEOPLE
from tests.support.window.hands import fill
from tests.support.window.hands import hands as input_hands
from tests.support.window.large_text import scrolled

RNG_PLAN = "pai-gow-poker-645a-starting-position"
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
            person = Person(id=id_, name=id_.replace("-", " ").title(), roles=(role,))
            register.put("", person, "chief", "The people.")
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


class Hands:
    """Clicks, types and drops as a person does, and counts both."""

    def __init__(self, qtbot, room):
        self.qtbot, self.room, self.steps = qtbot, room, 0
        self.hands = input_hands(qtbot)

    def click(self, button):
        self.qtbot.waitUntil(button.isEnabled)
        assert isinstance(button, QAbstractButton)
        self.hands.click(button)
        self.steps += 1

    def type(self, field, text):
        """Fill in a field by keys; of a choice, take the first that begins so, as its list does."""
        widget = getattr(field, "target", None) or field
        widget.setFocus()
        if isinstance(widget, QComboBox) and not widget.isEditable():
            widget.setCurrentIndex(widget.findText(text, Qt.MatchFlag.MatchStartsWith))
            widget.activated.emit(widget.currentIndex())
        else:
            self.hands.write(widget.lineEdit() if isinstance(widget, QComboBox) else widget, text)
        self.steps += 1

    def paste(self, widget, text):
        QGuiApplication.clipboard().setText(text)
        widget.setFocus()
        self.hands.key(widget, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        self.steps += 1

    def tab(self, part):
        """Choose a part by a click on its tab."""
        tabs = self.room.view.tabs
        at = list(self.room.view.parts).index(part)
        self.hands.click(tabs.tabBar(), tabs.tabBar().tabRect(at).center())
        assert self.room.view.part is part
        self.steps += 1

    def drop(self, widget, *paths):
        self.hands.drop(widget, paths)
        self.steps += 1

    def dialog(self, kind):
        self.qtbot.waitUntil(
            lambda: isinstance(self.room.acts.dialog, kind) and self.room.acts.dialog.isVisible()
        )
        return self.room.acts.dialog


@pytest.fixture
def hands(qtbot, open_room, space):
    room = open_room(space, Address(Room.SUBMISSIONS))
    qtbot.waitUntil(lambda: room.actor.person == "engineer-a")
    return Hands(qtbot, room)


def begin(hands):
    """Begin a new submission, and return the page of it."""
    room = hands.room
    hands.click(room.list.new)
    hands.qtbot.waitUntil(lambda: room.shown == "+1" and room.view.isVisible())
    return room.view


def fill_in(hands, view):
    """Fill in the filing by keys."""
    for name, text in FIELDS.items():
        hands.type(view.overview.form.rows[name].editor, text)


def papers(folder):
    """Write a file for each line of the checklist, as a submitter names them."""
    folder.mkdir()
    for at, item in enumerate(read_checklist().items, 1):
        if item.id != "certification":  # it is entered, with who certifies
            text = f"This is the {item.id} of the specimen.\n"
            (folder / f"{at:02} {item.id.replace('-', ' ').title()}.txt").write_text(text, encoding="utf-8")
    for serial in ("SIM-1", "SIM-2"):
        picture = QImage(8, 8, QImage.Format.Format_RGB32)
        picture.fill(int(serial[-1]))
        picture.save(str(folder / f"{serial} front.png"))
    return folder


def test_a_submission_of_thirty_documents_is_filed_by_mouse_keys_and_drops(qtbot, hands, space, tmp_path):
    view = begin(hands)
    fill_in(hands, view)
    hands.tab(SubmissionPart.ITEMS)
    product = view.items.menu.actions()[0]
    product.trigger()
    hands.steps += 2
    form = view.items.forms["product"]
    for name, text in (
        ("manufacturer", "Simulated"),
        ("model", "Computerized RNG"),
        ("device_class", "comp"),
    ):
        hands.type(form.rows[name].editor, text)
    hands.click(view.units)
    dialog = hands.dialog(UnitsDialog)
    hands.paste(dialog.serials, "SIM-1\nSIM-2\n")
    assert not dialog.do.isEnabled(), "nobody has said how the units arrived"
    hands.type(dialog.condition, "As new.")
    hands.click(dialog.do)
    assert [each.values["serial"] for each in view.book.drafted.of("unit")] == ["SIM-1", "SIM-2"]

    hands.tab(SubmissionPart.DOCUMENTS)
    folder = papers(tmp_path / "delivered")
    hands.drop(view, folder)
    dialog = hands.dialog(DropDialog)
    asked = [row.item for row in view.documents.rows()]
    assert len(dialog.filed()) >= 30
    proposed = [key.partition("/")[2] for _, key in dialog.filed() if key.startswith("document/")]
    assert sorted(proposed) == sorted(set(asked) - {"certification"})
    assert view.book.drafted.of("document") == []  # nothing is filed before it is confirmed
    hands.click(dialog.do)
    qtbot.waitUntil(lambda: len(view.book.drafted.of("document")) == len(proposed))

    save(hands, "As filed.")
    qtbot.waitUntil(lambda: hands.room.shown == NEW)
    assert hands.steps <= MOST_STEPS

    window_made, by_hand = tmp_path / "window", tmp_path / "hand"
    hands.room.acts.export(NEW, window_made)
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
    (folder / "files").mkdir(parents=True)
    titles = {item.id: item.title for item in read_checklist().items}
    names = {path.stem.partition(" ")[2].lower().replace(" ", "-"): path for path in delivered.iterdir()}
    for path in delivered.iterdir():
        (folder / "files" / path.name).write_bytes(path.read_bytes())
    head = {**FIELDS, "id": NEW, "received": TODAY, "games": [FIELDS["games"]]}
    units = [
        {
            "id": f"unit-sim-{at}",
            "product": "product-1",
            "serial": f"SIM-{at}",
            "received": TODAY,
            "condition": "As new.",
            "photographs": [{"name": f"SIM-{at} front.png"}],
        }
        for at in (1, 2)
    ]
    documents = [
        {
            "id": item,
            "item": item,
            "title": titles[item],
            "status": "received",
            "received": TODAY,
            "files": [{"name": names[item].name}],
        }
        for item in items
    ]
    product = {
        "id": "product-1",
        "manufacturer": "Simulated",
        "model": "Computerized RNG",
        "device_class": "computerized_rng",
    }
    for kind, rows in (("filing", [head]), ("product", [product]), ("unit", units), ("document", documents)):
        (folder / f"{kind}.toml").write_text(dump({"schema": 1, kind: rows}), encoding="utf-8")


def folder_content(folder):
    """Return what a folder holds, but the stamp that names the register's records."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "exported.toml"
    }


def test_everything_is_undone_to_the_start_and_a_draft_outlives_the_window(qtbot, hands, space):
    view = begin(hands)
    fill_in(hands, view)
    view.items.add_entry("product")
    begun = view.book.draft
    while view.book.stack.canUndo():
        hands.click(view.back)
    assert view.overview.filing.values["title"] == ""
    assert view.book.drafted.of("product") == []
    assert not view.back.isEnabled()
    while view.book.stack.canRedo():
        hands.click(view.forth)
    assert view.book.draft.entries == begun.entries
    hands.click(view.discard)
    assert view.book.draft.entries == ()
    hands.click(view.back)
    assert view.book.draft.entries == begun.entries
    hands.type(view.overview.form.rows["title"].editor, " II")
    hands.room.close()  # at once, before anything is written by itself
    kept = RegisterReader(space).draft("engineer-a", "+1").entries[0].values
    assert (kept["reference"], kept["id"], kept["title"]) == (FIELDS["reference"], NEW, "Computerized RNG II")


def save(hands, why):
    """Save the draft with a reason."""
    hands.click(hands.room.view.save)
    dialog = hands.dialog(ChangesDialog)
    hands.type(dialog.why, why)
    hands.click(dialog.do)


def filed(hands):
    """Return the page of the submission that is on record, opened by keys."""
    room = hands.room
    hands.qtbot.waitUntil(lambda: room.list.table.rows.rowCount() == 1)
    room.list.table.select(NAME)
    hands.qtbot.keyClick(room.list.table, Qt.Key.Key_Return)
    hands.qtbot.waitUntil(lambda: room.shown == NAME and room.view.isVisible())
    return room.view


BAD = [
    ("received", "11/03/2026", "Write a valid date"),
    ("received", "", "This is needed"),
    ("complete", "2020-01-01", "complete only after it is received"),
    ("games", "Pai Gow", "Write at most 80 lowercase letters"),
    ("title", "   ", "only spaces"),
    ("title", "a\u202eb", "hidden character"),
    ("title", "x" * 500, "longer than 400 characters"),
]


def test_bad_input_is_told_beside_its_field_and_nothing_is_lost(qtbot, hands, space):
    view = filed(hands)
    rows = view.overview.form.rows
    places = {name: row.editor.pos() for name, row in rows.items()}
    for field, typed, says in BAD:
        before = rows[field].editor.value
        value = [typed] if rows[field].field.many else typed
        row = rows[field]
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


def test_both_versions_of_a_change_are_shown_and_nothing_is_overwritten(qtbot, hands, space):
    view = filed(hands)
    fill(view.overview, title="Mine", remarks="My remark")
    with open_register(space) as register:
        theirs = register.snapshot(NAME).filing.model_copy(update={"title": "Theirs", "license": "F-2"})
        register.put(NAME, theirs, "reviewer-b", "Corrected.")
    save(hands, "As filed.")
    dialog = hands.dialog(ConflictDialog)
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
    hands.click(dialog.do)
    qtbot.waitUntil(lambda: view.overview.filing.values["license"] == "F-2")
    save(hands, "Both versions compared.")
    qtbot.waitUntil(lambda: hands.room.acts.dialog is None and view.book.draft.entries == ())
    with open_register(space) as register:
        result = register.snapshot(NAME).filing
    assert (result.title, result.license, result.remarks) == ("Mine", "F-2", "My remark")


def test_a_draft_outlives_a_workspace_that_vanishes_and_comes_back(qtbot, hands, space):
    """Somebody unmounts the disk while a submission is edited."""
    view = filed(hands)
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


def test_an_act_that_another_role_has_is_disabled_and_says_who_has_it(qtbot, hands, space):
    view = filed(hands)
    hands.tab(SubmissionPart.DECISIONS)
    for kind in ("recommendation", "waiver", "exclusion", "confirmation", "invalidation", "plan_approval"):
        button = view.decisions.makers[kind]
        assert not button.isEnabled()
        assert button.toolTip() == "This needs the role authorizer. Authorizer C can do it."
    assert view.decisions.makers["opinion"].isEnabled()
    hands.room.actor.choose("authorizer-c")
    qtbot.waitUntil(view.decisions.makers["waiver"].isEnabled)


def test_a_device_that_is_asked_fills_in_product_unit_and_software(qtbot, hands, space, simulated):
    view = filed(hands)
    hands.tab(SubmissionPart.ITEMS)
    hands.click(view.units)
    dialog = hands.dialog(UnitsDialog)
    dialog.device.setEditText(simulated("rng", seed=4614))
    hands.click(dialog.ask)
    qtbot.waitUntil(lambda: dialog.asked is not None)
    assert "SIM-rng-4614" in dialog.said.text()
    dialog.device.setEditText("usbip://127.0.0.1:9/1-1")
    hands.click(dialog.ask)
    assert dialog.said.text() == "", "what the other device said"
    qtbot.waitUntil(lambda: dialog.note.text() not in ("", "Asking the device…"))
    assert "127.0.0.1:9" in dialog.note.text()
    hands.type(dialog.condition, "Seals intact.")
    hands.click(dialog.do)
    drafted = view.book.drafted
    (product,), (unit,) = drafted.of("product"), drafted.of("unit")
    assert product.values["device_class"] == "computerized_rng"
    assert unit.values["serial"] == "SIM-rng-4614"
    assert unit.values["product"] == product.id
    assert drafted.of("component")
    assert all(each.values["taken_over"] is True for each in drafted.of("component"))
    hands.click(view.units)
    dialog = hands.dialog(UnitsDialog)
    dialog.serials.setPlainText("SIM-rng-4614, SIM-3")
    assert 'serial number "SIM-rng-4614" is listed already' in dialog.left_out.text()
    assert dialog.do.text() == "Add 1 unit"
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    view.book.discard()


def test_a_file_dropped_on_an_entry_is_kept_under_its_hash(qtbot, hands, space, tmp_path):
    view = filed(hands)
    hands.tab(SubmissionPart.DOCUMENTS)
    view.documents.table.select("cover-checklist")
    hands.click(view.documents.receive)
    paper = tmp_path / "cover.pdf"
    paper.write_bytes(b"%PDF-1.4 specimen")
    files = view.documents.forms["document"].rows["files"].editor
    hands.drop(files, paper)
    qtbot.waitUntil(lambda: len(files.value) == 1)
    (kept,) = files.value
    assert (space.path / "files" / kept["sha256"][:2] / kept["sha256"]).read_bytes() == paper.read_bytes()
    assert kept["sha256"][:12] in files.list.item(0).text()
    row = next(row for row in view.documents.rows() if row.item == "cover-checklist")
    assert (row.state, row.draft) == ("received", "new")
    view.book.discard()


def test_every_part_is_walked_by_keys_and_fits_the_smallest_window(qapp, hands):
    theme.dress(qapp, theme.LIGHT)
    view = filed(hands)
    hands.room.resize(944, 560)
    for part in SubmissionPart:
        hands.tab(part)
        table = getattr(view.parts[part], "table", None)
        if table is not None:
            table.selectRow(0)
        if part is SubmissionPart.DOCUMENTS:
            hands.click(view.documents.receive)
        reached = list(stops(hands.room))
        assert len(reached) <= 25, part
        assert [each for each in reached if not each.accessibleName()] == []
        places = [each.mapTo(hands.room, each.rect().center()).y() for each in reached]
        if isinstance(view.parts[part], EntrySplit):
            # The deeds stand above the table and are reached before it, the form after it.
            at, form = reached.index(table), view.parts[part].shown_form
            assert places[:at] == sorted(places[:at]), part
            inside = [each for each in reached if form and form.isAncestorOf(each)]
            assert not form or inside == reached[at + 1 :], part
        assert scrolled(hands.room) == [], part
        buttons = [
            each for each in hands.room.findChildren(QAbstractButton) if each.isVisible() and each.text()
        ]
        assert [button.text() for button in buttons if button.width() < button.sizeHint().width()] == []
    assert hands.room.minimumSizeHint().width() <= 944


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


def test_a_dropped_folder_is_imported_after_its_differences_were_seen(qtbot, hands, space, tmp_path):
    folder = tmp_path / "folder"
    filed(hands)
    hands.room.acts.export(NAME, folder)
    qtbot.waitUntil((folder / "exported.toml").is_file)
    hands.room.show_address(Address(Room.SUBMISSIONS))
    qtbot.waitUntil(hands.room.list.isVisible)
    text = (folder / "filing.toml").read_text(encoding="utf-8")
    (folder / "filing.toml").write_text(text.replace("Computerized RNG", "Another"), encoding="utf-8")
    qtbot.waitUntil(lambda: not hands.room.acts.work.busy)
    hands.drop(hands.room.list, folder)
    dialog = hands.dialog(ChangesDialog)
    assert dialog.changes == (("filing", NAME, "changed", ("title",)),)
    assert not dialog.do.isEnabled()
    hands.type(dialog.why, "Corrected elsewhere.")
    hands.click(dialog.do)
    qtbot.waitUntil(lambda: hands.room.acts.dialog is None)
    with open_register(space) as register:
        assert register.snapshot(NAME).filing.title == "Another"
