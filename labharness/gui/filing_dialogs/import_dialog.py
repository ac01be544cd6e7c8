"""Import a folder: what differs from the register, and why it is imported."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from labharness.app.submission.folder_import import FolderPreview
from labharness.gui.filing_dialogs.act_dialog import ActDialog
from labharness.gui.kit.tables.fact_table import FactRow, FactTable
from labharness.gui.kit.words import tr
from labharness.language.field_words import field_words, kind_words
from labharness.language.text import plain

ABOUT = tr(
    "A file of the folder replaces its kind of entry as a whole: entries that it does not have are removed. "
    "A kind without a file stays as it is."
)
SAME = tr("The folder holds what the register holds. There is nothing to import.")


class ImportDialog(ActDialog):
    """Lists every entry that would be written or removed."""

    def __init__(
        self, found: FolderPreview, place: Path, *, keyed: bool, parent: QWidget | None = None
    ) -> None:
        what = found.submission if found.known else tr("{submission} (new)", submission=found.submission)
        super().__init__(tr("Import {what}", what=what), tr("Import"), place, keyed=keyed, parent=parent)
        self.resize(760, 520)
        self.found = found
        about = QLabel(f"{plain(found.folder, 200)}\n{ABOUT}")
        about.setWordWrap(True)
        about.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.list = FactTable(tr("Differences"), ((tr("Entry"), 260), (tr("Act"), 90), (tr("Fields"), 320)))
        self.list.show_rows(
            [
                FactRow(
                    (
                        plain(f"{kind_words(difference.kind).one} {difference.id}", 120),
                        difference.act,
                        ", ".join(field_words(difference.kind, name).label for name in difference.fields),
                    )
                )
                for difference in found.differences
            ]
        )
        self.why = QLineEdit()
        self.why.setAccessibleName(tr("Reason, for the record"))
        self.why.setPlaceholderText(tr("As filed."))
        label = QLabel(tr("&Reason, for the record"))
        label.setBuddy(self.why)
        for widget in (about, self.list, label, self.why):
            self.content.addWidget(widget, int(widget is self.list))
        self.do.setText(
            tr("Import {differences:,} {differences:change|changes}", differences=len(found.differences))
        )
        self.why.textChanged.connect(self.judge)
        self.why.setFocus()
        if not found.differences:
            self.note.setText(SAME)
        self.judge()

    @property
    def lack(self) -> str:
        """What is missing."""
        if not self.found.differences:
            return SAME
        return "" if self.why.text().strip() else tr("Say why: the register keeps the reason.")
