"""A page of the settings: its title, what it is for, its fields, and who may change them."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from labharness.acts.declaring import Seat
from labharness.app.people.staff import Staff
from labharness.app.settings.workspace_settings import PresentSettings
from labharness.filings.entries.entry import Role
from labharness.gui.kit.explained import explained_by
from labharness.gui.kit.forms.saved_form import SavedForm
from labharness.gui.kit.parts import in_row, text_label
from labharness.gui.kit.run_standing import say
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
        Emitted with a :data:`Change` and the :class:`ResultLabel` that hears what came of it.
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

    def show_permission(self, staff: Staff | None, role: Role) -> str:
        """Say who may change what is shown; returns why the person at this computer may not, "" where they may."""
        why = refusal(staff, {role})
        self.restriction = why
        self.permission.setText(why or " ")
        return why


def refusal(staff: Staff | None, roles: Collection[Role]) -> str:
    """Return why who sits at this computer may not do what takes one of some roles, "" where they may."""
    if staff is None:
        return UNREADABLE
    why = staff.refusal(roles)
    return say(why) if why is not None else ""
