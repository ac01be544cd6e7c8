"""A page of the settings: title, fields and who may change them; and the pages of one window: its look, and its keys."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QFrame,
    QScrollArea,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from labharness.acts.declaring import Seat
from labharness.app.people.staff import Staff
from labharness.app.settings.workspace_settings import PresentSettings
from labharness.filings.entries.entry import Role
from labharness.gui.kit import window_state
from labharness.gui.kit.forms.saved_form import SavedForm
from labharness.gui.kit.keys import FIXED, KEY_HELP, Key, explained_by, keys_of
from labharness.gui.kit.layouts import on_event
from labharness.gui.kit.page import Page
from labharness.gui.kit.parts import choice_box, in_column, in_row, line_edit, text_label
from labharness.gui.kit.run_standing import say
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import tr

Change = Callable[[Seat], str]
"""Does an act, on another thread; returns the sentence that says so."""
WIDEST = 860
UNREADABLE = tr("The register cannot be read, so nobody may change this now.")


class SettingsSection(QScrollArea):
    """One page.

    Parameters
    ----------
    title, purpose
        What it is called, and what it is for, in one sentence.
    reference
        Paragraph of the manual about it.

    Attributes
    ----------
    wanted
        Emitted with a :data:`Change`, the form or label that says what came of it, and what follows where it was done.
    """

    wanted = Signal(object, object, object)

    def __init__(self, title: str, purpose: str, reference: str) -> None:
        super().__init__()
        self.title = title
        self.labels: dict[str, QWidget] = {}
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        explained_by(self, reference)
        inner, self._inner = QWidget(), QWidget()
        self._inner.setMaximumWidth(WIDEST)
        in_row((self._inner, 100), 1, edges=(12, 16, 20, 16), on=inner)
        self.column = QVBoxLayout(self._inner)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(10)
        heading = text_label(title, size=1.4, bold=True, wraps=False)
        about = text_label(purpose, muted=True)
        self.permission = text_label(name=tr("Who may change this"))
        self.restriction = ""
        self.permission.setText(" ")  # a line is reserved: who may is known a moment later
        for label in (heading, about, self.permission):
            self.column.addWidget(label)
        self.setWidget(inner)

    def note_label(self, label: str, control: QWidget) -> None:
        """Let the search find a control by its label."""
        self.labels[label] = control

    def note_rows(self, form: SavedForm) -> None:
        """Let the search find the fields of a form by their labels."""
        for row in form.form.rows.values():
            self.note_label(row.words.label, row.editor)

    def show_standing(self, standing: PresentSettings) -> None:
        """Show the present settings."""

    def stop(self) -> None:
        """Let go of threads; the window closes."""

    def show_permission(self, staff: Staff | None) -> None:
        """Say why the person at this computer may not change what is shown, where they may not."""
        self.restriction = refusal(staff, {Role.ADMINISTRATOR})
        self.permission.setText(self.restriction or " ")


def refusal(staff: Staff | None, roles: Collection[Role]) -> str:
    """Return why who sits at this computer may not do what takes one of some roles, "" where they may."""
    if staff is None:
        return UNREADABLE
    why = staff.refusal(roles)
    return say(why) if why is not None else ""


CHOICES = {
    window_state.SYSTEM: tr("As the system"),
    "light": tr("Light"),
    "dark": tr("Dark"),
    "contrast": tr("High contrast"),
}


class AppearanceSection(SettingsSection):
    """The look, for this user and workspace.

    Attributes
    ----------
    changed
        Emitted when a choice was made and applied.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__(
            tr("Appearance"), tr("How the window looks for you in this workspace."), "settings#appearance"
        )
        self._memory = WindowState()
        self.theme = choice_box(tr("Colors"), ((title, name) for name, title in CHOICES.items()))
        self.slider, self.percent = QSlider(Qt.Orientation.Horizontal), QSpinBox()
        for control in (self.slider, self.percent):
            control.setRange(window_state.SMALLEST, window_state.LARGEST)
            control.setSingleStep(5)
        self.slider.setPageStep(25)
        self.slider.setAccessibleName(tr("Text size, slider"))
        self.percent.setSuffix(" %")
        self.percent.setAccessibleName(tr("Text size in percent"))
        self.four_colors = QCheckBox(tr("Show the four suits of cards in four colors"))
        colors = text_label(tr("Colors"), buddy=self.theme, wraps=False)
        size = text_label(tr("Text size"), buddy=self.percent, wraps=False)
        sizes = in_row((self.slider, 1), self.percent)
        self.column.addLayout(in_column(colors, self.theme, size, sizes, self.four_colors, 1, gap=10), 1)
        self.note_label(tr("Colors"), self.theme)
        self.note_label(tr("Text size"), self.percent)
        self.note_label(tr("Four-color cards"), self.four_colors)
        self.theme.currentIndexChanged.connect(self._keep)
        self.slider.valueChanged.connect(self.percent.setValue)
        self.percent.valueChanged.connect(self.slider.setValue)
        self.percent.valueChanged.connect(self._keep)
        self.four_colors.toggled.connect(self._keep)

    def use_memory(self, memory: WindowState) -> None:
        """Show the choices that are kept, and keep those that are made."""
        self._memory = WindowState()
        self.theme.setCurrentIndex(
            max(self.theme.findData(memory.text(window_state.THEME, window_state.SYSTEM)), 0)
        )
        self.percent.setValue(window_state.text_size(memory))
        self.four_colors.setChecked(memory.flag(window_state.FOUR_COLORS, default=False))
        self._memory = memory

    def _keep(self) -> None:
        memory = self._memory
        memory.put(window_state.THEME, str(self.theme.currentData()))
        memory.put(window_state.TEXT_SIZE, self.percent.value())
        memory.put(window_state.FOUR_COLORS, "true" if self.four_colors.isChecked() else "false")
        application = QApplication.instance()
        if isinstance(application, QApplication) and self.isVisible():
            memory.sync()
            window_state.apply(application, memory)
            self.changed.emit()


EVERYWHERE = tr("Everywhere")
HELP = Key("F1", KEY_HELP)


@dataclass(frozen=True, slots=True)
class KeyRow:
    """One key and where it can be pressed."""

    keys: str
    what: str
    where: str


KEYS = (
    Column[KeyRow](tr("Key"), lambda row: row.keys, 170),
    Column[KeyRow](tr("What it does"), lambda row: row.what, 420),
    Column[KeyRow](tr("Where"), lambda row: row.where, 160),
)


class ShortcutsSection(SettingsSection):
    """The keys that can be pressed in the rooms that were opened."""

    def __init__(self) -> None:
        super().__init__(
            tr("Shortcuts"),
            tr("The keys of the window and of the rooms that you opened since it started."),
            "settings#shortcuts",
        )
        self.filter = line_edit(tr("Filter shortcuts"), tr("Filter: words or keys"), clears=True)
        self.table: RowTable[KeyRow] = RowTable(
            tr("Shortcuts"),
            KEYS,
            lambda row: f"{row.keys} {row.what} {row.where}",
            tr("No key has all these words."),
        )
        self.filter.textChanged.connect(self.table.shown.keep)
        self.column.addWidget(self.filter)
        self.column.addWidget(self.table, 1)
        self.note_label(tr("Shortcuts"), self.filter)
        on_event(self, lambda: self.table.show_rows(list(_rows(self.window()))), QEvent.Type.Show)


def _rows(window: QWidget) -> Iterator[KeyRow]:
    """Yield the keys of all pages at once, then those of each page alone."""
    pages = {page: keys_of(window, page) for page in window.findChildren(Page)}
    shared = [key for key in next(iter(pages.values()), ()) if all(key in keys for keys in pages.values())]
    for key in (HELP, *FIXED, *shared):
        yield KeyRow(key.keys, key.title, EVERYWHERE)
    for page, keys in pages.items():
        for key in keys:
            if key not in shared:
                yield KeyRow(key.keys, key.title, page.accessibleName())
