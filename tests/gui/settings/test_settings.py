"""The room Settings: a refused change keeps the old value, who may is said, code is asked about before it runs, and the shared store is mended."""

import sys
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from labharness.acts import settings
from labharness.acts.declaring import Seat
from labharness.acts.doctor import doctor
from labharness.app.outside.trusted import CodeStanding, code_files, trust
from labharness.app.people import authority as lists
from labharness.app.people.authority import TrialAuthority, read_list
from labharness.app.settings.workspace_settings import setting_values, standing
from labharness.app.shared_store.store import RUNS
from labharness.app.workspace.register import open_register
from labharness.app.workspace.workspace import Workspace
from labharness.errors import WorkspaceError
from labharness.gui.kit import theme, window_state
from labharness.gui.kit.window_state import WindowState
from labharness.gui.settings.computer_section import ComputerSection, PlugInsDialog
from labharness.gui.settings.people_section import CHOOSE, StoreSection
from labharness.gui.settings.settings_page import SettingsPage
from labharness.gui.shell.floating import stops
from labharness.gui.shell.starting_up import ask_for_trust
from labharness.model.address import Address, Room
from labharness.model.reasons.inputs import Inputs
from tests.app.shared_store.conftest import named
from tests.support.listed import listed
from tests.support.runs import tiny_run
from tests.support.window.hands import fill
from tests.support.window.places import flip


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    monkeypatch.setattr(lists, "installed", lambda: (tmp_path / "user.pem", tmp_path / "machine.pem"))
    return Workspace.init(tmp_path / "space")


@pytest.fixture
def shown(qtbot, workspace, monkeypatch):
    """Opens the settings as somebody."""
    pages = []  # held to the end: each has work on a thread

    def show(user):
        monkeypatch.setenv("USER", user)
        pages.append(page := SettingsPage(Seat(workspace)))
        page.use_memory(WindowState())
        qtbot.shown(page, 1100, 700)
        qtbot.waitUntil(lambda: not page.note.text().startswith("Reading") and not page._look.busy)
        return page

    return show


def enter(page, name):
    page.show_address(Address(Room.SETTINGS, (name,)))
    return page.sections[name]


def test_the_first_person_enters_themselves_and_then_others(shown, workspace, qtbot):
    page = shown("a-chief")
    people = enter(page, "people")
    assert people.form.values["id"] == "a-chief"
    assert not people.save.isEnabled()
    assert people.save.property("why_not")
    fill(people.form, name="A. Chief")
    qtbot.click(people.save)
    qtbot.waitUntil(lambda: people.table.rows.rowCount() == 1)
    assert "A. Chief is on the list" in people.form.message.text()
    rows = people.form.form.rows
    assert people.focusWidget() is rows["id"].editor.target, (
        "the keyboard stays in the form for the next person"
    )

    id_, name = (rows[key].editor.target for key in ("id", "name"))
    for field, text in ((id_, "b-clerk"), (name, "B. Clerk"), (people.form.why, "Hired.")):
        field.setFocus()
        qtbot.keyClicks(field, text)
    people.table.setFocus(Qt.FocusReason.TabFocusReason)
    assert people.form.values["id"] == "b-clerk", "the keyboard that comes to the list chooses nobody"
    fill(people.form, roles=["engineer"])
    people.save.click()
    qtbot.waitUntil(lambda: people.table.rows.rowCount() == 2)

    people.table.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(people.table, Qt.Key.Key_Space)
    assert people.form.values["id"] == "a-chief"
    assert not id_.isEnabled()
    people.table.select("b-clerk")
    assert people.save.text() == "&Save changes"
    fill(people.form, active=False)
    people.form.why.setText("Left.")
    people.save.click()
    qtbot.waitUntil(lambda: "is changed" in people.form.message.text())
    with open_register(workspace) as register:
        assert [person.active for person in register.people()] == [True, False]

    people.new.click()
    fill(people.form, id="Not An Id", name="X", roles=["engineer"])
    people.form.why.setText("Hired.")
    assert people.form.form.rows["id"].mistake
    assert not people.save.isEnabled()
    fill(people.form, id="a-chief")
    people.save.click()
    qtbot.waitUntil(lambda: people.form.message.text().startswith("Not saved"))
    assert people.form.values["name"] == "X", "what was refused stays"


def test_whoever_is_no_administrator_looks_and_is_told_who_may(shown, workspace):
    listed(workspace, "a-chief", "administrator", name="A. Chief", by="a-chief")
    listed(workspace, "b-clerk", "engineer", name="B. Clerk", by="a-chief")

    for user, words in (("b-clerk", "B. Clerk may not do this."), ("stranger", "stranger may not do this.")):
        page = shown(user)
        for name in ("people", "laboratory", "benches", "workspace", "defaults", "trust"):
            section = page.sections[name]
            assert words in section.permission.text()
            assert "A. Chief" in section.permission.text()
        assert not page.sections["people"].save.isEnabled()
        assert "A. Chief" in page.sections["people"].save.property("why_not")
        assert not page.sections["defaults"].fields["reader"].form.rows["reader"].editor.isEnabled()
    (workspace.path / "register.db").write_bytes(b"broken" * 1000)
    page = shown("a-chief")
    assert "register.db" in page.note.text(), "a register that cannot be read lets nobody change"
    assert not page.sections["people"].save.isEnabled()
    assert not page.sections["workspace"].fields["store"].form.rows["store"].editor.isEnabled()


def test_a_setting_is_saved_with_its_reason_and_a_refused_one_keeps_the_old_value(
    shown, workspace, qtbot, tmp_path
):
    page = shown("a-chief")
    reader = enter(page, "defaults").fields["reader"]
    fill(reader, reader=str(tmp_path))
    assert not reader.save.isEnabled()
    reader.why.setText("The reader of bench 2.")
    reader.save.click()
    qtbot.waitUntil(lambda: reader.message.text().startswith("✓"))
    assert next(each.value for each in setting_values(workspace) if each.field.name == "reader") == str(
        tmp_path
    )

    fill(reader, reader=str(tmp_path / "nowhere"))
    reader.why.setText("Another one.")
    qtbot.keyClick(reader.why, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: reader.message.text().startswith("Not saved"))
    assert "nowhere is not a folder" in reader.message.text()
    assert reader.values == {"reader": str(tmp_path)}
    assert reader.reason == "Another one."

    fill(reader, reader=str(tmp_path / "half"))
    settings.set_(Seat(workspace), "reader", str(workspace.path), why="Moved.")
    page._take(standing(workspace))
    assert reader.values == {"reader": str(tmp_path / "half")}
    assert str(workspace.path) in reader.form.rows["reader"].mistake, "both are seen before one is saved"
    reader.refuse("No.")
    assert reader.values == {"reader": str(workspace.path)}
    assert reader.form.rows["reader"].mistake == ""


def test_a_trial_key_is_issued_to_who_is_on_the_list(shown, workspace, qtbot, tmp_path):
    listed(workspace, "a-chief", "administrator", name="A. Chief", by="a-chief")
    section, file = enter(shown("a-chief"), "trust"), tmp_path / "chief.p12"
    section.key.rows["file"].editor.show_value(str(file))
    phrase = section.key.rows["ask"].editor
    for again in ("", "four words"):
        phrase.lines[0].setText("four words")
        phrase.lines[1].setText(again)
        phrase.changed.emit()
        assert section.issue.isEnabled() == bool(again)
    section.issue.click()
    qtbot.waitUntil(lambda: "proves nothing about persons" in section.key_message.text())
    assert file.is_file()
    assert [line.text() for line in phrase.lines] == ["", ""]


def test_the_laboratory_is_saved_and_a_refusal_shows_the_old_entry(shown, workspace, qtbot):
    listed(workspace, "a-chief", "administrator", name="A. Chief", by="a-chief")
    form = enter(shown("a-chief"), "laboratory").form
    fill(form, name="Example Laboratory", address="1 Example Street")
    form.why.setText("Founded.")
    form.save.click()
    qtbot.waitUntil(lambda: "Example Laboratory" in form.message.text())
    qtbot.waitUntil(lambda: not form.save.isEnabled())
    fill(form, signed_decisions=True)
    form.why.setText("Keys from now on.")
    assert form.key.needed
    assert not form.save.isEnabled()
    form.key.file.line.setText("missing.p12")
    form.key.passphrase.setText("secret")
    form.save.click()
    qtbot.waitUntil(lambda: form.message.text().startswith("Not saved"))
    assert form.key.passphrase.text() == ""
    assert form.values["signed_decisions"] is False


def test_an_authority_is_compared_then_trusted_then_removed(shown, workspace, qtbot, tmp_path):
    section = enter(shown("a-chief"), "trust")
    foreign = TrialAuthority.of(Workspace.init(tmp_path / "other").path).path / "authority.pem"
    assert not section.own.isEnabled()
    section.file.line.setText(str(foreign))
    qtbot.waitUntil(section.own.isEnabled)
    assert "SHA-256" in section.candidate.text()
    section.here.click()
    qtbot.waitUntil(lambda: section.table.rows.rowCount() == 1)
    assert len(read_list(workspace.path / "trust.pem")) == 1
    section.table.selectRow(0)
    section.remove.click()
    qtbot.waitUntil(lambda: section.table.rows.rowCount() == 0)
    section.file.line.setText(str(tmp_path / "nothing.pem"))
    qtbot.waitUntil(lambda: "Cannot read" in section.candidate.text())
    assert not section.here.isEnabled()


def test_this_computer_is_examined_and_a_bench_gets_its_service_file(shown, qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    page = shown("a-chief")
    table = enter(page, "computer").table
    qtbot.waitUntil(lambda: table.rowCount() > 4)
    cells = [[table.item(row, at).text() for at in range(3)] for row in range(table.rowCount())]
    assert cells[0][:2] == ["Python", "in order"]
    result = {what: (state, finding) for what, state, finding in cells}
    assert result["Clock"][0] == "in order"
    assert result["Clock"][1].endswith("; synchronized")
    assert "1 records" not in result["Register"][1]
    assert "Shown as of " in page.sections["computer"].note.text()

    section = enter(page, "benches")
    section.name.setText("bench-2")
    section.write.click()
    qtbot.waitUntil(lambda: section.message.text().startswith("✓"))
    assert "labharness-bench-2" in section.next.toPlainText()
    section.copy.click()
    assert QApplication.clipboard().text() == section.next.toPlainText()


@pytest.fixture
def usual_look(qapp):
    theme.dress(qapp, theme.LIGHT)
    yield
    theme.dress(qapp, theme.LIGHT, 1.0)


@pytest.mark.usefixtures("usual_look")
def test_the_look_is_applied_at_once_and_kept(shown, qtbot, qapp):
    heading = qtbot.addWidget(QLabel("Heading"))
    theme.enlarge(heading, 1.5, bold=True)
    usual, large = qapp.font().pointSizeF(), heading.font().pointSizeF()
    page = shown("a-chief")
    memory = WindowState()
    page.use_memory(memory)
    look = enter(page, "appearance")
    look.theme.setCurrentIndex(look.theme.findData("contrast"))
    look.percent.setValue(150)
    look.four_colors.setChecked(True)

    assert theme.current() is theme.CONTRAST
    assert qapp.font().pointSizeF() == pytest.approx(usual * 1.5, rel=0.02)
    assert heading.font().pointSizeF() == pytest.approx(large * 1.5, rel=0.02)
    assert window_state.has_four_colors()
    assert (memory.text(window_state.THEME), window_state.text_size(memory)) == ("contrast", 150)
    memory.put(window_state.TEXT_SIZE, 5000)
    memory.put(window_state.THEME, "no such thing")
    window_state.apply(qapp, memory)
    assert window_state.text_size(memory) == window_state.LARGEST
    assert theme.current() in theme.THEMES
    qapp.setProperty(window_state.FOUR_COLORS, False)
    page.notices.boxes["notices/sound"].setChecked(False)
    assert memory.flag("notices/sound", default=True) is False
    assert memory.flag("notices/desktop", default=True) is True


def test_a_search_finds_pages_and_fields_and_return_goes_there(shown, qtbot):
    page = shown("a-chief")
    page.activateWindow()
    qtbot.keyClicks(page.search, "text si")
    assert [page.list.item(row).text() for row in range(page.list.count())] == ["Text size\nAppearance"]
    qtbot.keyClick(page.search, Qt.Key.Key_Return)
    assert page.stack.currentWidget() is page.appearance
    qtbot.waitUntil(lambda: QApplication.focusWidget() is page.appearance.percent)
    page.search.setText("zyzzyva")
    assert page.note.text() == "No setting has all these words."
    page.search.clear()
    assert page.list.count() == len(page.sections)
    assert page.crumbs()[0].address == Address(Room.SETTINGS, ("appearance",))
    page.show_address(Address(Room.SETTINGS, ("nowhere",)))
    assert "nowhere" in page.note.text()


def test_every_key_of_the_window_is_listed(main_window, qtbot):
    main_window.open(Address(Room.SETTINGS, ("shortcuts",)))
    table = main_window.page.sections["shortcuts"].table
    qtbot.waitUntil(lambda: table.rows.rowCount() > 8)
    assert {"F1", "Ctrl+N", "Alt+1"} <= {table.rows.row(at).keys for at in range(table.rows.rowCount())}


@pytest.fixture
def space(tmp_path, monkeypatch):
    """A workspace with code that nobody trusted."""
    monkeypatch.setenv({"win32": "APPDATA"}.get(sys.platform, "XDG_CONFIG_HOME"), str(tmp_path / "settings"))
    space = Workspace.init(tmp_path / "space")
    (space.path / "plugins" / "checks").mkdir(parents=True)
    (space.path / "plugins" / "checks" / "own.py").write_text("raise ValueError\n", "utf-8")
    return space


@pytest.fixture
def main_widget(qtbot):
    return qtbot.shown(QWidget())


class UnexaminedSeat(Seat):
    """Whose computer nobody looks at, which takes a second."""

    def do(self, act, *given, **named):
        return () if act is doctor else super().do(act, *given, **named)


def standings(space):
    return [file.standing for file in code_files(space.path)]


def test_a_workspace_with_new_code_is_asked_about_when_it_is_opened(space, qtbot, main_widget):
    def asked():
        ask_for_trust(main_widget, space)
        return main_widget.findChildren(PlugInsDialog)

    (file,) = code_files(space.path)
    (first,) = asked()
    assert file.sha256 in first.text.toPlainText()
    qtbot.keyClick(first, Qt.Key.Key_Return)
    assert standings(space) == [CodeStanding.NEW], "the return key does not trust"
    second = asked()[-1]
    with qtbot.waitSignal(second.trusted):
        qtbot.click(second.agree)
    assert standings(space) == [CodeStanding.TRUSTED]
    before = len(main_widget.findChildren(PlugInsDialog))
    assert len(asked()) == before, "code that is trusted is not asked about"


def test_what_changed_after_it_was_shown_is_not_trusted_nor_what_cannot_be_written(space, qtbot, main_widget):
    def refuse(_):
        raise WorkspaceError(Inputs.UNWRITABLE(path="plug-ins.json", why="full"))

    files = code_files(space.path)
    (space.path / "plugins" / "checks" / "own.py").write_text("import os\n", "utf-8")
    for agree in (partial(trust, space.path), refuse):
        asked = PlugInsDialog(space.path, files, agree, main_widget)
        asked.open()
        qtbot.click(asked.agree)
        assert standings(space) == [CodeStanding.CHANGED]
    assert "plug-ins.json" in asked.problem.text()
    assert asked.isVisible()
    asked.close()


def test_the_settings_ask_as_well(space, qtbot):
    section = qtbot.shown(ComputerSection(UnexaminedSeat(space)))
    qtbot.click(section.trust)
    asked = section.findChild(PlugInsDialog)
    with qtbot.waitSignal(asked.trusted):
        qtbot.click(asked.agree)
    assert standings(space) == [CodeStanding.TRUSTED]
    qtbot.waitUntil(lambda: not section._work.busy)


@pytest.fixture
def section(qtbot, tmp_path):
    """Opens the store as a workspace sees it."""

    def show(name):
        space = tmp_path / name
        space = Workspace(space) if space.is_dir() else named(Workspace.init(space), tmp_path / "store")
        section = qtbot.shown(StoreSection(Seat(space)), 1000, 600)
        section.space = space
        qtbot.waitUntil(lambda: not section.work.busy)
        return section

    return show


def test_a_run_waits_is_copied_fetched_elsewhere_and_verified(qtbot, section, tmp_path):
    def press(button):
        qtbot.click(button)
        shown = button.parentWidget()
        while not isinstance(shown, StoreSection):
            shown = shown.parentWidget()
        qtbot.waitUntil(lambda: not shown.work.busy)
        rows = shown.table.rows
        shown.table.select(next((rows.key(at) for at in range(rows.rowCount()) if rows.row(at).head), ""))
        return [(row[1], row[0].partition(":")[0]) for row in shown.table.cells()[1:]]

    here = section("one")
    assert "Make the store in Settings" in here.work.note.text(), "a place without a store says what to do"
    press(here.make)
    assert "is ready" in here.work.note.text()
    tiny_run(here.space.path / "runs" / "night", 3)
    assert press(here.again) == [("night", "Waits")]
    assert here.fetch.toolTip() == CHOOSE
    assert press(here.copy) == [("night", "In the store")]
    assert here.work.note.text() == "1 run copied and verified."

    there = section("two")
    press(there.again)
    press(there.fetch)
    assert (there.space.path / "runs" / "night").is_dir()
    assert ("night", "Verified") in press(there.verify)
    flip(next((tmp_path / "store" / RUNS).rglob("*.seg")), -1)
    assert ("night", "NOT VERIFIED") in press(there.verify)


def test_tab_goes_down_the_page_of_trust(shown):
    section = enter(shown("a-chief"), "trust")
    places = [each.mapTo(section.widget(), each.rect().center()).y() for each in stops(section)]
    rows = [place // 24 for place in places]
    assert len(rows) >= 8
    assert rows == sorted(rows)
