"""The room Settings: a search, the pages, and one page; a refused change keeps the old value and says why beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStackedWidget, QWidget

from labharness.acts.declaring import Seat
from labharness.app.settings.workspace_settings import PresentSettings, standing
from labharness.errors import LabharnessError
from labharness.gui.kit.findable import add_key
from labharness.gui.kit.forms.saved_form import SavedForm
from labharness.gui.kit.keys import explained_by
from labharness.gui.kit.labels import ResultLabel
from labharness.gui.kit.layouts import on_event
from labharness.gui.kit.page import Crumb, Page
from labharness.gui.kit.parts import in_column, in_row, line_edit, text_label
from labharness.gui.kit.run_standing import explain, say
from labharness.gui.kit.slow_work import Errand, Latest
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import tr
from labharness.gui.settings.computer_section import (
    DEFAULTS,
    PLACES,
    BenchesSection,
    ComputerSection,
    WorkspaceSection,
)
from labharness.gui.settings.people_section import (
    LaboratorySection,
    NoticesSection,
    PeopleSection,
    StoreSection,
)
from labharness.gui.settings.section import AppearanceSection, Change, SettingsSection, ShortcutsSection
from labharness.gui.settings.trust_section import TrustSection
from labharness.language.template import plain
from labharness.model.address import Address, Room
from labharness.reason import OnStep

READING = tr("Reading the settings…")
WAIT = tr("Another change is being saved. Try again in a moment.")
NOTHING = tr("No setting has all these words.")
LIST_WIDTH = 230
_SECTION, _CONTROL = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


class SettingsPage(Page):
    """All settings.

    Parameters
    ----------
    seat
        Whose settings, and who changes them.
    """

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self._seat = seat
        self._wanted = ""
        self.appearance, self.notices = AppearanceSection(), NoticesSection()
        self.sections: dict[str, SettingsSection] = {
            "workspace": WorkspaceSection(
                tr("Workspace"),
                tr("Where the register, the queue and the copies of the evidence lie."),
                "settings#workspace",
                PLACES,
            ),
            "store": StoreSection(seat),
            "computer": ComputerSection(seat),
            "benches": BenchesSection(),
            "people": PeopleSection(),
            "laboratory": LaboratorySection(),
            "trust": TrustSection(),
            "defaults": WorkspaceSection(
                tr("Defaults"), tr("What a new run begins with."), "settings#defaults", DEFAULTS
            ),
            "appearance": self.appearance,
            "notifications": self.notices,
            "shortcuts": ShortcutsSection(),
        }
        explained_by(self, "settings")
        self.search = line_edit(
            tr("Search settings"), tr("Search settings"), self._list, entered=self._enter, clears=True
        )
        self.list, self.stack = QListWidget(), QStackedWidget()
        self.list.setAccessibleName(tr("Pages of settings"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.note = text_label(READING, name=tr("Messages"))
        self._lay_out()
        self.list.currentItemChanged.connect(lambda item, _: self._choose(item))
        self.list.itemActivated.connect(self._go_in)
        add_key(self, QKeySequence.StandardKey.Find, tr("Search the settings"), self.search.setFocus)
        self._look, self._work = Latest(self, self._lose), Errand(self)
        self._list()
        on_event(self, self._list, QEvent.Type.Show)
        on_event(self, self._read, QEvent.Type.Show)

    def _lay_out(self) -> None:
        left = QWidget()
        left.setFixedWidth(LIST_WIDTH)
        in_column(self.search, (self.list, 1), self.note, gap=8, edges=(16, 16, 8, 12), on=left)
        for section in self.sections.values():
            self.stack.addWidget(section)
            section.wanted.connect(self._do)
        in_row(left, (self.stack, 1), gap=0, on=self)

    def use_memory(self, memory: WindowState) -> None:
        """Show the choices of this user."""
        super().use_memory(memory)
        self.appearance.use_memory(memory)
        self.notices.use_memory(memory)

    def show_address(self, address: Address) -> None:
        """Show a page by its name."""
        name = address.path[0] if address.path else ""
        if name and name not in self.sections:
            self.note.setText(
                tr("There is no page of settings {name}. Choose one above.", name=plain(name, 60))
            )
        elif name:
            self.search.clear()
            self.list.setCurrentRow(list(self.sections).index(name))

    def crumbs(self) -> tuple[Crumb, ...]:
        """Return the page that is shown."""
        shown = self.stack.currentWidget()
        name = next((name for name, section in self.sections.items() if section is shown), "")
        return (Crumb(self.sections[name].title, Address(Room.SETTINGS, (name,))),) if name else ()

    def stop(self) -> None:
        """Let go of the threads."""
        for section in self.sections.values():
            section.stop()
        self._look.stop()
        self._work.stop()

    def _read(self) -> None:
        self._look.ask(lambda: standing(self._seat.workspace), self._take)

    def _take(self, present: PresentSettings) -> None:
        self.note.setText("\n".join(plain(say(problem)) for problem in present.problems))
        for section in self.sections.values():
            section.show_standing(present)

    def _lose(self, sentence: str) -> None:
        self.note.setText(tr("What is shown may be out of date: {sentence}", sentence=plain(sentence)))

    def _do(
        self, change: Change, answered: SavedForm | ResultLabel, then: Callable[[], object] | None
    ) -> None:
        """Let the product change something, and tell whoever asked what came of it."""

        def attempt(_: OnStep) -> tuple[bool, str]:
            try:
                return True, change(self._seat)
            except (LabharnessError, OSError) as error:
                return False, explain(error)

        def hear(answer: tuple[bool, str]) -> None:
            done, sentence = answer
            (answered.accept if done else answered.refuse)(sentence)
            if done and then is not None:
                then()
            self._read()

        answered.wait()
        if not self._work.begin(attempt, hear):
            answered.refuse(WAIT)

    def _list(self) -> None:
        """List the pages, or the settings that have all words of the search."""
        words = self.search.text().lower().split()
        with QSignalBlocker(self.list):
            self.list.clear()
            for section in self.sections.values():
                for label in _matching(section, words) if words else [section.title]:
                    title = section.title if label == section.title else f"{label}\n{section.title}"
                    self._add(title, section, label if words else "")
        self.note.setText("" if self.list.count() else NOTHING)
        if not words:
            self.list.setCurrentRow(max(self.stack.currentIndex(), 0))

    def _add(self, text: str, section: SettingsSection, label: str = "") -> None:
        item = QListWidgetItem(text)
        item.setData(_SECTION, section)
        item.setData(_CONTROL, label)
        self.list.addItem(item)

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        section = item.data(_SECTION)
        if section is not self.stack.currentWidget():
            self.stack.setCurrentWidget(section)
            self.moved.emit()

    def _go_in(self, item: QListWidgetItem) -> None:
        """Go to the control that was found, or to the first one of the page."""
        self._choose(item)
        section: SettingsSection = item.data(_SECTION)
        control = section.labels.get(str(item.data(_CONTROL) or "")) or next(
            iter(section.labels.values()), None
        )
        if control is not None:
            section.ensureWidgetVisible(control)
            QTimer.singleShot(0, control, control.setFocus)

    def _enter(self) -> None:
        if self.list.count():
            self.list.setCurrentRow(0)
            self._go_in(self.list.item(0))


def _matching(section: SettingsSection, words: Sequence[str]) -> list[str]:
    """Return the title and the labels of a page that have all words, one in the title counting for its labels."""
    result = []
    for label in (section.title, *section.labels):
        text = f"{section.title} {label}".lower()
        own = label.lower() if label != section.title else text
        if all(word in text for word in words) and any(word in own for word in words):
            result.append(label)
    return list(dict.fromkeys(result))
